package io.oraclecdc.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.Statement;
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
            Map.of(
                "cdc.lob.mode", "reselect", "cdc.columns.exclude", "APP\\.TYPES\\.(YM|DS)"),
            column -> !column.type().startsWith("INTERVAL"),
            sink,
            target);
      }
    }
    assertThat(server.getPort()).isPositive();
  }
}
