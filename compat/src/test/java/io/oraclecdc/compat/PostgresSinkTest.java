package io.oraclecdc.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.compat.WideTable.Column;
import io.oraclecdc.format.ChangeRecord;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Debezium's JDBC sink writes our records into PostgreSQL: the rows are those of the source. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresSinkTest {
  private EmbeddedPostgres server;

  @BeforeAll
  void start() throws Exception {
    server =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "off")
            .setServerConfig("synchronous_commit", "off")
            .setServerConfig("full_page_writes", "off")
            .start();
  }

  @AfterAll
  void stop() throws Exception {
    server.close();
  }

  private JdbcSink sink() {
    return new JdbcSink(
        "jdbc:postgresql://localhost:" + server.getPort() + "/postgres", "postgres", "postgres");
  }

  @Test
  void rowsAreThoseOfTheSource() throws Exception {
    try (Connection target = server.getPostgresDatabase().getConnection();
        Statement statement = target.createStatement()) {
      // Columns the sink makes itself are doubles for numbers of any scale, which lose digits.
      statement.execute(
          "CREATE TABLE \"cdc_APP_TYPES\" (\"ID\" bigint PRIMARY KEY, \"N\" numeric, \"F\" numeric)");
      try (JdbcSink sink = sink()) {
        SinkRun.allRowsArrive(
            "pgsink",
            2,
            Map.of("cdc.lob.mode", "reselect", "cdc.interval.mode", "int64"),
            PostgresSinkTest::intervalsAsMicroseconds,
            sink,
            target);
      }
    }
  }

  private static String intervalsAsMicroseconds(Column column) {
    String name = SinkRun.plain(column);
    return column.type().startsWith("INTERVAL")
        ? "EXTRACT(EPOCH FROM " + name + ") * 1000000"
        : name;
  }

  /** As text an interval keeps its years and months; the sink makes a column of text for it. */
  @Test
  void intervalsAsTextKeepTheirParts() throws Exception {
    List<ChangeRecord> records =
        Story.tell(
            "pgintervals",
            Map.of("cdc.interval.mode", "string"),
            "PARTS",
            List.of(
                "CREATE TABLE parts (id NUMBER(9) PRIMARY KEY, ym INTERVAL YEAR(4) TO MONTH,"
                    + " ds INTERVAL DAY(5) TO SECOND(6))",
                "ALTER TABLE parts ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS"),
            List.of(
                "INSERT INTO parts VALUES (1, INTERVAL '3-6' YEAR TO MONTH,"
                    + " INTERVAL '1 02:03:04.56' DAY TO SECOND)",
                "INSERT INTO parts VALUES (2, INTERVAL '-3-6' YEAR TO MONTH,"
                    + " INTERVAL '-1 02:03:04.56' DAY TO SECOND)"));
    JsonWire wire = new JsonWire();
    try (JdbcSink sink = sink();
        Connection target = server.getPostgresDatabase().getConnection()) {
      sink.put(records.stream().map(wire::through).toList());
      String parts = " FROM \"cdc_APP_PARTS\" WHERE \"ID\" = ";
      assertThat(value(target, "SELECT \"YM\"::interval::text" + parts + 1))
          .isEqualTo("3 years 6 mons");
      assertThat(value(target, "SELECT \"YM\"::interval::text" + parts + 2))
          .isEqualTo("-3 years -6 mons");
      assertThat(value(target, "SELECT \"DS\"::interval::text" + parts + 1))
          .isEqualTo("1 day 02:03:04.56");
      assertThat(value(target, "SELECT \"DS\"::interval::text" + parts + 2))
          .isEqualTo("-1 days -02:03:04.56");
    }
  }

  /** Not our records' fault, but what a user of the sink must know: docs/record-formats.md. */
  @Test
  void whatTheSinkCannotHold() throws Exception {
    List<ChangeRecord> records =
        Story.tell(
            "pglimits",
            Map.of(),
            "NUMS|TIMES|SPANS",
            List.of(
                "CREATE TABLE nums (id NUMBER(9) PRIMARY KEY, n NUMBER)",
                "CREATE TABLE times (id NUMBER(9) PRIMARY KEY, t TIMESTAMP(9))",
                "CREATE TABLE spans (id NUMBER(9) PRIMARY KEY, s INTERVAL DAY TO SECOND)",
                "ALTER TABLE nums ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
                "ALTER TABLE times ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
                "ALTER TABLE spans ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS"),
            List.of(
                "INSERT INTO nums VALUES (1, -123456789.000000001)",
                "INSERT INTO times VALUES (1, TIMESTAMP '2026-03-29 10:15:29.123456789')",
                "INSERT INTO spans VALUES (1, INTERVAL '1' DAY)"));
    JsonWire wire = new JsonWire();
    try (JdbcSink sink = sink();
        Connection target = server.getPostgresDatabase().getConnection()) {
      sink.put(List.of(wire.through(records.get(0)), wire.through(records.get(1))));
      assertThat(value(target, "SELECT \"N\" FROM \"cdc_APP_NUMS\""))
          .as("variable scale in a column the sink made")
          .isEqualTo("-1.23456789E8");
      assertThat(value(target, "SELECT \"T\" FROM \"cdc_APP_TIMES\""))
          .as("nanoseconds")
          .isEqualTo("2026-03-29 10:15:29.123457");
      assertThatThrownBy(() -> sink.put(List.of(wire.through(records.get(2)))))
          .as("intervals as numbers with a fraction")
          .hasStackTraceContaining("double precision")
          .hasStackTraceContaining("interval");
    }
  }

  private static String value(Connection target, String sql) throws SQLException {
    try (Statement statement = target.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      assertThat(row.next()).isTrue();
      return row.getObject(1).toString();
    }
  }
}
