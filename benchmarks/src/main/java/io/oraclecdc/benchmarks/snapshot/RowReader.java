package io.oraclecdc.benchmarks.snapshot;

import static java.util.Objects.requireNonNull;

import com.sun.management.OperatingSystemMXBean;
import io.oraclecdc.benchmarks.endtoend.HeapUse;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.engine.ChangeEvent;
import io.oraclecdc.engine.EventConsumer;
import io.oraclecdc.engine.Operation;
import io.oraclecdc.engine.OracleCdcEngine;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.BitSet;

/**
 * Main class of a child: reads every row by one way and prints {@code RESULT rows wallMillis
 * cpuMillis peakBytes liveBytesOfTheFirstHalf liveBytesOfTheSecondHalf}. Starting the way is
 * measured with it, starting the JVM is not. Each id must come once.
 */
public final class RowReader {
  private static final long ROWS_PER_QUERY = 100_000;
  private static final int FETCH = 5000;

  private final long rows;
  private final BitSet seen = new BitSet();
  private final HeapUse heap = new HeapUse();
  private long count;
  private long liveAtHalf;
  private long characters;

  private RowReader(long rows) {
    this.rows = rows;
  }

  /**
   * Entry point.
   *
   * @param arguments {@code engine} or {@code plain}, URL, rows
   */
  public static void main(String[] arguments) throws Exception {
    DriverManager.registerDriver(new SyntheticDriver());
    RowReader reader = new RowReader(Long.parseLong(arguments[2]));
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long cpu = system.getProcessCpuTime();
    long start = System.nanoTime();
    if (arguments[0].equals("engine")) {
      reader.engine(arguments[1]);
    } else {
      reader.plain(arguments[1]);
    }
    System.out.printf(
        "RESULT %d %d %d %d %d %d%n",
        reader.count,
        (System.nanoTime() - start) / 1_000_000,
        (system.getProcessCpuTime() - cpu) / 1_000_000,
        reader.heap.peak(),
        reader.liveAtHalf,
        reader.heap.takeLive());
    System.out.flush();
    // Stopping is not what is measured.
    Runtime.getRuntime().halt(0);
  }

  private void row(BigDecimal id) {
    int number = id.intValueExact();
    if (seen.get(number)) {
      throw new IllegalStateException("row " + number + " came twice");
    }
    seen.set(number);
    count++;
    if (count == rows / 2) {
      liveAtHalf = heap.takeLive();
    }
  }

  private void engine(String url) throws InterruptedException {
    OracleCdcEngine engine =
        OracleCdcEngine.create(
                OracleCdcConfig.builder()
                    .url(url)
                    .user(OracleSimulator.CAPTURE_USER)
                    .password(OracleSimulator.CAPTURE_PASSWORD)
                    .tables("APP\\." + OrderRows.TABLE)
                    .topicPrefix("cdc")
                    .snapshotMode(SnapshotMode.INITIAL)
                    .build())
            .notifying((EventConsumer) this::event)
            .build();
    engine.start();
    while (!engine.awaitStreaming(Duration.ofMinutes(1))) {
      requireRunning(engine);
    }
    while (!engine.awaitSnapshot(Duration.ofMinutes(1))) {
      requireRunning(engine);
    }
  }

  private static void requireRunning(OracleCdcEngine engine) {
    if (engine.completion().isDone()) {
      engine.completion().join();
      throw new IllegalStateException("the engine ended");
    }
  }

  private void event(ChangeEvent event) {
    if (event.operation() == Operation.READ) {
      row(requireNonNull(event.after().getBigDecimal("ID")));
    }
  }

  private void plain(String url) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(
                url, OracleSimulator.CAPTURE_USER, OracleSimulator.CAPTURE_PASSWORD);
        PreparedStatement statement = connection.prepareStatement(OrderRows.chunkQuery())) {
      statement.setFetchSize(FETCH);
      BigDecimal scn = currentScn(connection);
      for (long from = 0; from < rows; from += ROWS_PER_QUERY) {
        statement.setBigDecimal(1, scn);
        statement.setBigDecimal(2, BigDecimal.valueOf(from));
        statement.setBigDecimal(3, BigDecimal.valueOf(from + ROWS_PER_QUERY));
        try (ResultSet result = statement.executeQuery()) {
          while (result.next()) {
            row(result);
          }
        }
      }
    }
    if (characters == 0) {
      throw new IllegalStateException("no values were read");
    }
  }

  private static BigDecimal currentScn(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT CURRENT_SCN FROM V$DATABASE")) {
      result.next();
      return result.getBigDecimal(1);
    }
  }

  private void row(ResultSet result) throws SQLException {
    characters += result.getString(1).length();
    BigDecimal id = result.getBigDecimal(2);
    characters += result.getBigDecimal(3).precision() + result.getBigDecimal(4).precision();
    for (int column = 5; column <= OrderRows.COLUMNS; column++) {
      characters += result.getString(column).length();
    }
    row(id);
  }
}
