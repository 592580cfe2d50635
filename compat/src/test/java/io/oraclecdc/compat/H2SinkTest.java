package io.oraclecdc.compat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Debezium's JDBC sink writes our records into H2: the rows are those of the source. */
@Timeout(300)
class H2SinkTest {
  private static final String URL = "jdbc:h2:mem:sink;DB_CLOSE_DELAY=-1";

  @Test
  void rowsAreThoseOfTheSource() throws Exception {
    try (Connection target = DriverManager.getConnection(URL, "sa", "");
        Statement statement = target.createStatement()) {
      // Columns the sink makes itself are doubles for numbers of any scale, which lose digits.
      statement.execute(
          "CREATE TABLE \"cdc_APP_TYPES\" (\"ID\" BIGINT PRIMARY KEY, \"N\" DECFLOAT(100),"
              + " \"F\" DECFLOAT(100))");
      try (JdbcSink sink = new JdbcSink(URL, "sa", "")) {
        SinkRun.allRowsArrive(
            "h2sink", 1, Map.of("cdc.lob.mode", "reselect"), SinkRun::plain, sink, target);
      }
    }
  }
}
