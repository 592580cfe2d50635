package io.oraclecdc.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
@Timeout(180)
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
            Map.of("cdc.lob.mode", "reselect", "cdc.columns.exclude", "APP\\.TYPES\\.(YM|DS)"),
            column -> !column.type().startsWith("INTERVAL"),
            sink,
            target);
      }
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
