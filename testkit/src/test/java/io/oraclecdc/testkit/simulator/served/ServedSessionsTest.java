package io.oraclecdc.testkit.simulator.served;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import io.oraclecdc.testkit.simulator.faults.FaultPlan.Call;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.BatchUpdateException;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLRecoverableException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a socket between client and simulator adds. */
@Timeout(60)
class ServedSessionsTest {
  private OracleSimulator simulator;
  private SimulatorServer server;
  private SqlConsole sql;

  @BeforeEach
  void start() throws Exception {
    simulator = OracleSimulator.start("served");
    server = SimulatorServer.start(simulator, 0);
    sql = new SqlConsole(connect());
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
    simulator.close();
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(server.url(), "app", "app");
  }

  @Test
  void aSwitchThatNoDestinationTakesIsAnOracleError() throws SQLException {
    simulator.redoControl().failDestination(1, "ORA-19504: failed to create file");
    try (SqlConsole sys =
        new SqlConsole(DriverManager.getConnection(server.url(), "sys", "oracle"))) {
      sys.run("ALTER SYSTEM SWITCH LOGFILE", "ALTER SYSTEM SWITCH LOGFILE");
      assertThat(sys.fails("ALTER SYSTEM SWITCH LOGFILE")).isEqualTo(257);
    }
  }

  @Test
  void rowsComeInBatchesOfTheFetchSize() throws SQLException {
    sql.run(
        "CREATE TABLE n (id NUMBER)",
        "INSERT INTO n SELECT level FROM DUAL CONNECT BY level <= 1000");
    for (int size : new int[] {1, 7, 1000, 5000}) {
      try (Statement statement = sql.connection().createStatement()) {
        statement.setFetchSize(size);
        long sum = 0;
        try (ResultSet rows = statement.executeQuery("SELECT id FROM n")) {
          while (rows.next()) {
            sum += rows.getLong(1);
          }
          assertThat(rows.next()).isFalse();
        }
        assertThat(sum).isEqualTo(500_500);
      }
    }
  }

  @Test
  void anErrorAtARowComesAfterTheRowsBeforeIt() throws SQLException {
    sql.run(
        "CREATE TABLE n (id NUMBER)",
        "INSERT INTO n SELECT level FROM DUAL CONNECT BY level <= 50");
    simulator.faults().on(Call.NEXT_ROW).containing("FROM n").row(21).breakConnection();
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.setFetchSize(100);
      ResultSet rows = statement.executeQuery("SELECT id FROM n ORDER BY id");
      for (int i = 1; i <= 20; i++) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt("ID")).isEqualTo(i);
      }
      SQLException failure = SqlConsole.failure(rows::next);
      assertThat((Throwable) failure).isInstanceOf(SQLRecoverableException.class);
      assertThat(failure.getErrorCode()).isEqualTo(17002);
      assertThat(connection.isClosed()).isTrue();
    }
  }

  @Test
  void bindsOfEveryClassArriveAsTheyAre() throws SQLException {
    sql.run(
        "CREATE TABLE k (n NUMBER, v VARCHAR2(40), d DATE, ts TIMESTAMP(9), tz TIMESTAMP WITH TIME ZONE,"
            + " r RAW(20), c CLOB, b BLOB, e NUMBER)");
    String text = "\u00e4\u4e2d" + "x".repeat(20_000);
    byte[] bytes = new byte[30_000];
    new Random(1).nextBytes(bytes);
    try (PreparedStatement insert =
        sql.connection().prepareStatement("INSERT INTO k VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
      insert.setBigDecimal(1, new BigDecimal("12345678901234567890.125"));
      insert.setString(2, "it's \u20ac");
      insert.setTimestamp(3, Timestamp.valueOf("2026-03-04 05:06:07"));
      insert.setObject(4, LocalDateTime.parse("2026-03-04T05:06:07.123456789"));
      insert.setObject(5, OffsetDateTime.parse("2026-03-04T05:06:07+05:30"));
      insert.setBytes(6, new byte[] {1, 2, 3});
      insert.setCharacterStream(7, new StringReader(text));
      insert.setBinaryStream(8, new java.io.ByteArrayInputStream(bytes));
      insert.setNull(9, Types.NUMERIC);
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
    try (Statement statement = sql.connection().createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM k")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getBigDecimal(1)).isEqualTo("12345678901234567890.125");
      assertThat(rows.getString(2)).isEqualTo("it's \u20ac");
      assertThat(rows.getTimestamp(3)).isEqualTo(Timestamp.valueOf("2026-03-04 05:06:07"));
      assertThat(rows.getObject(4, LocalDateTime.class)).isEqualTo("2026-03-04T05:06:07.123456789");
      assertThat(rows.getObject(5, OffsetDateTime.class))
          .isEqualTo(OffsetDateTime.parse("2026-03-04T05:06:07+05:30"));
      assertThat(rows.getBytes(6)).containsExactly(1, 2, 3);
      assertThat(rows.getString(7)).isEqualTo(text);
      assertThat(rows.getBytes(8)).isEqualTo(bytes);
      assertThat(rows.getObject(9)).isNull();
      assertThat(rows.wasNull()).isTrue();
    }
  }

  @Test
  void largeObjectsAreReadInPieces() throws Exception {
    sql.run("CREATE TABLE l (id NUMBER, c CLOB, b BLOB)");
    String text = "0123456789".repeat(20_000);
    try (PreparedStatement insert =
        sql.connection().prepareStatement("INSERT INTO l VALUES (1, ?, ?)")) {
      insert.setString(1, text);
      insert.setBytes(2, text.getBytes(StandardCharsets.US_ASCII));
      insert.executeUpdate();
    }
    try (Statement statement = sql.connection().createStatement();
        ResultSet rows = statement.executeQuery("SELECT c, b FROM l")) {
      rows.next();
      Clob clob = rows.getClob(1);
      assertThat(clob.length()).isEqualTo(200_000);
      assertThat(clob.getSubString(100_001, 10)).isEqualTo("0123456789");
      try (Reader reader = clob.getCharacterStream()) {
        char[] piece = new char[50];
        assertThat(reader.skip(5)).isEqualTo(5);
        assertThat(reader.read(piece)).isEqualTo(50);
        assertThat(new String(piece)).startsWith("56789012");
      }
      Blob blob = rows.getBlob(2);
      try (InputStream stream = blob.getBinaryStream()) {
        assertThat(stream.readAllBytes()).hasSize(200_000).startsWith('0', '1');
      }
      assertThat(rows.getClob(1)).isSameAs(clob);
      try (PreparedStatement copy =
          sql.connection().prepareStatement("INSERT INTO l VALUES (2, ?, ?)")) {
        copy.setClob(1, clob);
        copy.setBlob(2, blob);
        copy.executeUpdate();
      }
    }
    assertThat(sql.one("SELECT DBMS_LOB.GETLENGTH(c), DBMS_LOB.GETLENGTH(b) FROM l WHERE id = 2"))
        .isEqualTo("200000|200000");
  }

  @Test
  void errorsKeepClassStateAndCode() throws SQLException {
    sql.run("CREATE TABLE p (id NUMBER PRIMARY KEY)", "INSERT INTO p VALUES (1)");
    SQLException duplicate = sql.error("INSERT INTO p VALUES (1)");
    assertThat((Throwable) duplicate).isInstanceOf(SQLIntegrityConstraintViolationException.class);
    assertThat(duplicate.getSQLState()).isEqualTo("23000");
    assertThat(duplicate.getMessage()).startsWith("ORA-00001: unique constraint (APP.");
    assertThat((Throwable) sql.error("SELECT * FROM nowhere"))
        .isInstanceOf(SQLSyntaxErrorException.class);
    try (PreparedStatement insert = sql.connection().prepareStatement("INSERT INTO p VALUES (?)")) {
      for (int id : new int[] {2, 3, 1, 4}) {
        insert.setInt(1, id);
        insert.addBatch();
      }
      BatchUpdateException batch = (BatchUpdateException) SqlConsole.failure(insert::executeBatch);
      assertThat(batch.getUpdateCounts()).containsExactly(1, 1);
      assertThat(batch.getErrorCode()).isEqualTo(1);
      assertThat(SqlConsole.failure(() -> insert.setInt(0, 1)).getErrorCode()).isEqualTo(17003);
      assertThat(
              SqlConsole.failure(() -> insert.setObject(1, new java.util.BitSet())).getErrorCode())
          .isEqualTo(17004);
      insert.setInt(1, 9);
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
  }

  @Test
  void generatedKeysAndIdentityOfObjects() throws SQLException {
    sql.run("CREATE TABLE i (id NUMBER GENERATED ALWAYS AS IDENTITY, v VARCHAR2(5))");
    try (PreparedStatement insert =
        sql.connection().prepareStatement("INSERT INTO i(v) VALUES (?)", new String[] {"ID"})) {
      insert.setString(1, "a");
      insert.executeUpdate();
      try (ResultSet keys = insert.getGeneratedKeys()) {
        assertThat(keys.next()).isTrue();
        assertThat(keys.getLong(1)).isEqualTo(1);
      }
      assertThat(insert.getConnection()).isSameAs(sql.connection());
      assertThat(sql.connection().getMetaData().getURL()).isEqualTo(server.url());
    }
    try (Statement statement = sql.connection().createStatement();
        ResultSet rows = statement.executeQuery("SELECT v FROM i")) {
      assertThat(statement.getResultSet()).isSameAs(rows);
      assertThat(rows.getStatement()).isSameAs(statement);
    }
  }

  @Test
  void aClientThatDiesIsRolledBackAlsoWhileItWaitsForALock() throws Exception {
    sql.run("CREATE TABLE w (id NUMBER PRIMARY KEY)", "INSERT INTO w VALUES (1)");
    sql.connection().setAutoCommit(false);
    sql.run("UPDATE w SET id = 1");
    Connection waiting = connect();
    waiting.setAutoCommit(false);
    SqlConsole waiter = new SqlConsole(waiting);
    waiter.run("INSERT INTO w VALUES (2)");
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      Future<SQLException> result =
          threads.submit(() -> waiter.error("UPDATE w SET id = 3 WHERE id = 1"));
      waiting.abort(Runnable::run);
      assertThat(result.get(20, TimeUnit.SECONDS).getErrorCode()).isIn(17002, 17008);
      assertThat(waiting.isClosed()).isTrue();
      Awaitility.await()
          .atMost(20, TimeUnit.SECONDS)
          .until(() -> simulator.instance().openTransactions().size() == 1);
      sql.run("INSERT INTO w VALUES (2)");
      sql.connection().commit();
      assertThat(sql.rows("SELECT id FROM w ORDER BY id")).containsExactly("1", "2");
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void theServerGoesAndItsSessionsWithIt() throws Exception {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("CREATE TABLE z (id NUMBER)");
      statement.execute("INSERT INTO z VALUES (1)");
      server.close();
      assertThat(simulator.instance().openTransactions()).isEmpty();
      assertThat(SqlConsole.failure(connection::commit).getErrorCode()).isEqualTo(17002);
      assertThat(connection.isValid(1)).isFalse();
      assertThat(SqlConsole.failure(this::connect).getErrorCode()).isEqualTo(12541);
    }
    assertThat(threadsOf("oracle-simulator-served-")).isEmpty();
  }

  private static List<String> threadsOf(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(n -> n.startsWith(prefix))
        .toList();
  }

  @Test
  void theHandleDrivesFaultsAndLogs() throws Exception {
    try (ServedSimulator handle = ServedSimulator.at(server.url())) {
      long sequence = handle.currentSequence();
      handle.switchLog();
      assertThat(handle.currentSequence()).isEqualTo(sequence + 1);
      ServedFaults.Ordered fault =
          handle.faults().on(Call.EXECUTE).containing("dual").raise(3113, "end-of-file");
      assertThat(sql.fails("SELECT 1 FROM DUAL")).isEqualTo(3113);
      assertThat(sql.value("1")).isEqualTo("1");
      assertThat(fault.count()).isEqualTo(1);
      assertThat(handle.sessions()).isPositive();
    }
  }

  @Test
  void aStrangerIsNotMistakenForAClient() throws Exception {
    try (java.net.Socket socket =
        new java.net.Socket(java.net.InetAddress.getLoopbackAddress(), server.port())) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(socket.getInputStream().readAllBytes()).isEmpty();
    }
    assertThat(sql.value("1")).isEqualTo("1");
    assertThat(
            SqlConsole.failure(
                    () -> DriverManager.getConnection("jdbc:oracle-simulator://x", "a", "b"))
                .getErrorCode())
        .isEqualTo(17067);
  }
}
