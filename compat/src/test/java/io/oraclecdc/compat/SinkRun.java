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
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.connect.sink.SinkRecord;

/** Random work, captured, sent through a sink, and compared with what the source holds. */
final class SinkRun {
  private static final int TRANSACTIONS = Integer.getInteger("compat.transactions", 200);

  private SinkRun() {}

  /**
   * Runs it.
   *
   * @param settings of the engine beyond LOBs
   * @param shown SQL on the sink that gives a column in the form that is compared
   */
  static void allRowsArrive(
      String name,
      long seed,
      Map<String, String> settings,
      Function<Column, String> shown,
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
      compare(app, target, "SHIFTS", Work.SHIFTS, shown);
      compare(app, target, "PAIRS", Work.PAIRS, shown);
      compare(app, target, "RAWS", Work.RAWS, shown);
      compare(
          app,
          target,
          WideTable.NAME,
          Stream.concat(Stream.of(WideTable.KEY), WideTable.COLUMNS.stream()).toList(),
          shown);
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

  /** A column as it is. */
  static String plain(Column column) {
    return '"' + column.name() + '"';
  }

  private static void compare(
      Connection app,
      Connection target,
      String table,
      List<Column> columns,
      Function<Column, String> shown)
      throws SQLException {
    List<String> expected = Rows.ofSource(app, table, columns);
    assertThat(expected).as(table).hasSizeGreaterThan(4);
    assertThat(Rows.ofSink(target, Capture.PREFIX + "_APP_" + table, columns, shown))
        .as(table)
        .isEqualTo(expected);
  }
}
