package io.oraclecdc.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.compat.WideTable.Column;
import io.oraclecdc.format.ChangeRecord;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.connect.sink.SinkRecord;

/** Random work, captured, sent through a sink, and compared with what the source holds. */
final class SinkRun {
  private static final int TRANSACTIONS = Integer.getInteger("compat.transactions", 120);

  private SinkRun() {}

  /**
   * Runs it.
   *
   * @param settings of the engine beyond LOBs
   * @param held columns of the wide table that the sink can hold
   */
  static void allRowsArrive(
      String name,
      long seed,
      Map<String, String> settings,
      Predicate<Column> held,
      JdbcSink sink,
      Connection target)
      throws Exception {
    try (OracleSimulator database = OracleSimulator.start(name);
        Connection app = database.connectApp()) {
      Work.createTables(app);
      List<ChangeRecord> records;
      try (Capture capture = Capture.start(database, Work.TABLES, settings)) {
        new Work(app, seed).run(TRANSACTIONS);
        records = capture.finish();
      }
      assertThat(records).hasSizeGreaterThan(300);
      assertThat(records).anyMatch(r -> r.headers().lastWithName("__debezium.oldkey") != null);
      assertThat(records).anyMatch(r -> r.value() == null);
      put(records, sink, new Random(seed));
      compare(app, target, "SHIFTS", Work.SHIFTS);
      compare(app, target, "PAIRS", Work.PAIRS);
      compare(
          app,
          target,
          WideTable.NAME,
          Stream.concat(Stream.of(WideTable.KEY), WideTable.COLUMNS.stream().filter(held))
              .toList());
    }
  }

  /** In batches of random sizes, as polls of a consumer are. */
  private static void put(List<ChangeRecord> records, JdbcSink sink, Random random) {
    JsonWire wire = new JsonWire();
    List<SinkRecord> batch = new ArrayList<>();
    for (ChangeRecord item : records) {
      batch.add(wire.through(item));
      if (random.nextInt(20) == 0) {
        sink.put(batch);
        batch.clear();
      }
    }
    sink.put(batch);
  }

  private static void compare(Connection app, Connection target, String table, List<Column> columns)
      throws SQLException {
    List<String> expected = Rows.ofSource(app, table, columns);
    assertThat(expected).as(table).hasSizeGreaterThan(4);
    assertThat(Rows.ofSink(target, Capture.PREFIX + "_APP_" + table, columns))
        .as(table)
        .isEqualTo(expected);
  }
}
