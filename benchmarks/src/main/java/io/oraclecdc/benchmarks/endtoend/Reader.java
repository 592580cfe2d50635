package io.oraclecdc.benchmarks.endtoend;

import com.sun.management.OperatingSystemMXBean;
import io.oraclecdc.benchmarks.peer.DebeziumTask;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.engine.EventConsumer;
import io.oraclecdc.engine.OracleCdcEngine;
import io.oraclecdc.model.Scn;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Main class of a child: one side reads the work from an SCN to its mark, makes every record, and
 * prints {@code RESULT rows wallMillis cpuMillis peakHeapBytes liveHeapBytes}. Starting the side is
 * measured with it, starting the JVM is not.
 */
public final class Reader {
  static final String USER = "DBZUSER";
  static final String PASSWORD = "dbz";
  private static final String TABLES = "APP\\.(" + OrderWork.TABLE + "|" + OrderWork.MARK + ")";

  private final CountDownLatch done = new CountDownLatch(1);
  private final long most;
  private long rows;

  private Reader(long most) {
    this.most = most;
  }

  /**
   * Entry point.
   *
   * @param arguments {@code ours} or {@code debezium}, URL, SCN, most rows to read
   */
  public static void main(String[] arguments) throws Exception {
    Reader reader = new Reader(Long.parseLong(arguments[3]));
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    HeapUse heap = new HeapUse();
    long cpu = system.getProcessCpuTime();
    long start = System.nanoTime();
    boolean ended =
        arguments[0].equals("ours")
            ? reader.ours(arguments[1], Long.parseLong(arguments[2]))
            : reader.debezium(arguments[1], arguments[2]);
    if (!ended) {
      throw new IllegalStateException(arguments[0] + " did not come to the end");
    }
    System.out.printf(
        "RESULT %d %d %d %d %d%n",
        reader.rows,
        (System.nanoTime() - start) / 1_000_000,
        (system.getProcessCpuTime() - cpu) / 1_000_000,
        heap.peak(),
        heap.live());
    System.out.flush();
    // a side that stops slowly is not what is measured
    Runtime.getRuntime().halt(0);
  }

  private boolean ours(String url, long scn) throws InterruptedException {
    OracleCdcEngine engine =
        OracleCdcEngine.create(
                OracleCdcConfig.builder()
                    .url(url)
                    .user(OracleSimulator.CAPTURE_USER)
                    .password(OracleSimulator.CAPTURE_PASSWORD)
                    .tables(TABLES)
                    .topicPrefix("cdc")
                    .snapshotMode(SnapshotMode.NONE)
                    .startScn(new Scn(scn))
                    .build())
            .notifying(
                (EventConsumer)
                    event ->
                        event.records().forEach(r -> record(r.destination(), r.value() == null)))
            .build();
    engine.start();
    return done.await(60, TimeUnit.MINUTES);
  }

  private boolean debezium(String url, String scn) throws InterruptedException {
    Map<String, String> settings = DebeziumTask.settings(url, USER, PASSWORD, "FREE", TABLES);
    // the table's layout is read from the database, the changes from the offset on
    settings.put("snapshot.mode", "recovery");
    Map<String, Object> offset = new HashMap<>();
    offset.put("scn", scn);
    offset.put("commit_scn", scn);
    offset.put("snapshot_scn", scn);
    DebeziumTask task =
        DebeziumTask.startAt(
            settings,
            offset,
            records -> {
              for (SourceRecord item : records) {
                record(item.topic(), item.value() == null);
              }
            });
    while (!done.await(1, TimeUnit.SECONDS)) {
      Throwable failure = task.failure();
      if (failure != null) {
        throw new IllegalStateException("Debezium ended", failure);
      }
    }
    return true;
  }

  private void record(String topic, boolean isTombstone) {
    if (topic.endsWith("." + OrderWork.TABLE) && !isTombstone) {
      if (++rows == most) {
        done.countDown();
      }
    } else if (topic.endsWith("." + OrderWork.MARK)) {
      done.countDown();
    }
  }
}
