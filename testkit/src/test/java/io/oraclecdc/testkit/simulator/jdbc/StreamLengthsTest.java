package io.oraclecdc.testkit.simulator.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import io.oraclecdc.testkit.simulator.served.SimulatorServer;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lengths that a caller gives, in process and over a socket. */
class StreamLengthsTest {

  private interface Setter {
    void set(PreparedStatement statement, long length) throws SQLException;
  }

  private interface Check {
    void run(SqlConsole sql) throws SQLException;
  }

  private static void everywhere(Check check) throws Exception {
    try (OracleSimulator simulator = OracleSimulator.start("lengths");
        SimulatorServer server = SimulatorServer.start(simulator, 0)) {
      try (SqlConsole sql = new SqlConsole(simulator.connectApp())) {
        check.run(sql);
        sql.run("DROP TABLE t");
      }
      try (SqlConsole sql =
          new SqlConsole(DriverManager.getConnection(server.url(), "app", "app"))) {
        check.run(sql);
      }
    }
  }

  private static Reader reader() {
    return new StringReader("abcdef");
  }

  private static InputStream stream() {
    return new ByteArrayInputStream("abcdef".getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void aStreamIsReadToItsLengthAndAShorterOneIsAnError() throws Exception {
    List<Setter> texts =
        List.of(
            (s, n) -> s.setCharacterStream(1, reader(), (int) n),
            (s, n) -> s.setCharacterStream(1, reader(), n),
            (s, n) -> s.setNCharacterStream(1, reader(), n),
            (s, n) -> s.setAsciiStream(1, stream(), (int) n),
            (s, n) -> s.setAsciiStream(1, stream(), n),
            (s, n) -> s.setClob(1, reader(), n),
            (s, n) -> s.setNClob(1, reader(), n));
    List<Setter> bytes =
        List.of(
            (s, n) -> s.setBinaryStream(1, stream(), (int) n),
            (s, n) -> s.setBinaryStream(1, stream(), n),
            (s, n) -> s.setBlob(1, stream(), n));
    everywhere(
        sql -> {
          sql.run("CREATE TABLE t (c CLOB, b BLOB)");
          for (Setter setter : texts) {
            insert(sql, "INSERT INTO t (c) VALUES (?)", setter);
          }
          for (Setter setter : bytes) {
            insert(sql, "INSERT INTO t (b) VALUES (?)", setter);
          }
          assertThat(sql.rows("SELECT c FROM t WHERE c IS NOT NULL"))
              .hasSize(7)
              .containsOnly("abcd");
          assertThat(sql.rows("SELECT UTL_RAW.CAST_TO_VARCHAR2(b) FROM t WHERE b IS NOT NULL"))
              .hasSize(3)
              .containsOnly("abcd");
        });
  }

  private static void insert(SqlConsole sql, String text, Setter setter) throws SQLException {
    try (PreparedStatement statement = sql.connection().prepareStatement(text)) {
      setter.set(statement, 4);
      statement.executeUpdate();
      SQLException short7 =
          SqlConsole.failure(
              () -> {
                setter.set(statement, 7);
                statement.executeUpdate();
              });
      assertThat(short7.getErrorCode()).isEqualTo(17002);
    }
  }

  @Test
  void aLobIsNotTrimmedToMoreThanItHas() throws Exception {
    everywhere(
        sql -> {
          sql.run(
              "CREATE TABLE t (c CLOB, b BLOB)",
              "INSERT INTO t VALUES ('1234567', HEXTORAW('01020304050607'))");
          sql.connection().setAutoCommit(false);
          try (Statement statement = sql.connection().createStatement();
              ResultSet row = statement.executeQuery("SELECT c, b FROM t FOR UPDATE")) {
            assertThat(row.next()).isTrue();
            Clob clob = row.getClob(1);
            Blob blob = row.getBlob(2);
            assertThat(SqlConsole.failure(() -> clob.truncate(100)).getErrorCode())
                .isEqualTo(22926);
            assertThat(SqlConsole.failure(() -> blob.truncate(8)).getErrorCode()).isEqualTo(22926);
            assertThat(SqlConsole.failure(() -> clob.truncate(-1)).getErrorCode()).isEqualTo(17068);
            clob.truncate(7);
            clob.truncate(3);
            blob.truncate(2);
          }
          assertThat(sql.rows("SELECT c, RAWTOHEX(b) FROM t")).containsExactly("123|0102");
          sql.connection().commit();
          sql.connection().setAutoCommit(true);
        });
  }
}
