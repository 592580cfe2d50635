package io.oraclecdc.testkit.simulator.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.SimulatorUnderTest;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.math.BigDecimal;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import oracle.sql.INTERVALDS;
import oracle.sql.INTERVALYM;
import oracle.sql.TIMESTAMP;
import oracle.sql.TIMESTAMPLTZ;
import oracle.sql.TIMESTAMPTZ;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The driver answers as Oracle's does. */
@ParameterizedClass
@EnumSource(SimulatorUnderTest.Way.class)
class DriverTest {
  private static SimulatorUnderTest simulator;

  @SuppressWarnings("NullAway.Init") // before the first test
  private static SqlConsole sql;

  /** The way was used before: the simulator is shared. */
  DriverTest(SimulatorUnderTest.Way way) {}

  @BeforeParameterizedClassInvocation
  static void start(SimulatorUnderTest.Way way) throws SQLException {
    simulator = way.start("driver");
    sql = new SqlConsole(simulator.connectApp());
    sql.run(
        "ALTER SESSION SET TIME_ZONE = 'UTC'",
        "CREATE TABLE g (n NUMBER, p NUMBER(10,2), z NUMBER(*,0), f FLOAT, v VARCHAR2(20), c CHAR(5),"
            + " d DATE, ts TIMESTAMP(6), tz TIMESTAMP WITH TIME ZONE, lz TIMESTAMP WITH LOCAL TIME"
            + " ZONE, ym INTERVAL YEAR TO MONTH, ds INTERVAL DAY TO SECOND, r RAW(10), cl CLOB, bl"
            + " BLOB, bf BINARY_FLOAT, bd BINARY_DOUBLE)",
        "INSERT INTO g VALUES (0.50, 1000.50, 7, 1.5, 'text', 'ch', TO_DATE('2020-01-02 03:04:05',"
            + " 'YYYY-MM-DD HH24:MI:SS'), TIMESTAMP '2020-01-02 03:04:05.12', TIMESTAMP '2020-01-02"
            + " 03:04:05.5 +02:00', TIMESTAMP '2020-01-02 03:04:05 +00:00', '2-3', '1 2:3:4.5', 'CA01',"
            + " 'clob', 'BEEF', 1.5, -2.5e-300)",
        "INSERT INTO g(n) VALUES (1E40)");
  }

  @AfterParameterizedClassInvocation
  static void stop() throws SQLException {
    sql.close();
    simulator.close();
  }

  private ResultSet first(Statement statement) throws SQLException {
    ResultSet rows = statement.executeQuery("SELECT g.*, ROWID rid FROM g ORDER BY n");
    assertThat(rows.next()).isTrue();
    return rows;
  }

  @Test
  void getString() throws SQLException {
    try (Statement statement = sql.connection().createStatement();
        ResultSet rows = first(statement)) {
      List<String> texts = new ArrayList<>();
      for (int i = 1; i <= 17; i++) {
        texts.add(rows.getString(i));
      }
      assertThat(texts)
          .containsExactly(
              "0.5",
              "1000.5",
              "7",
              "1.5",
              "text",
              "ch   ",
              "2020-01-02 03:04:05",
              "2020-01-02 03:04:05.12",
              "2020-01-02 03:04:05.5 +02:00",
              "2020-01-02 03:04:05.0 +00:00",
              "2-3",
              "1 2:3:4.5",
              "CA01",
              "clob",
              "BEEF",
              "1.5E+000",
              "-2.5E-300");
      assertThat(rows.getString("RID")).hasSize(18);
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo("1" + "0".repeat(40));
    }
  }

  @Test
  void numbersHaveNoTrailingZeros() throws SQLException {
    try (Statement statement = sql.connection().createStatement();
        ResultSet rows = first(statement)) {
      assertThat(rows.getBigDecimal(2)).isEqualTo(new BigDecimal("1000.5"));
      assertThat(rows.getInt(2)).isEqualTo(1000);
      assertThat(rows.getLong(1)).isZero();
      assertThat(rows.getDouble(1)).isEqualTo(0.5);
      assertThat(rows.getBoolean(1)).isTrue();
      rows.next();
      assertThat(rows.getBigDecimal(1)).isEqualTo(new BigDecimal("1" + "0".repeat(40)));
      assertThat(SqlConsole.failure(() -> rows.getLong(1)).getErrorCode()).isEqualTo(17026);
      assertThat(rows.getLong(2)).isZero();
      assertThat(rows.wasNull()).isTrue();
    }
  }

  @Test
  void objectsAreThoseOfOraclesDriver() throws SQLException {
    try (Statement statement = sql.connection().createStatement();
        ResultSet rows = first(statement)) {
      assertThat(rows.getObject("N")).isEqualTo(new BigDecimal("0.5"));
      assertThat(rows.getObject("D")).isEqualTo(Timestamp.valueOf("2020-01-02 03:04:05"));
      assertThat(((TIMESTAMP) rows.getObject("TS")).timestampValue())
          .isEqualTo(Timestamp.valueOf("2020-01-02 03:04:05.12"));
      assertThat(((TIMESTAMPTZ) rows.getObject("TZ")).toOffsetDateTime())
          .isEqualTo(OffsetDateTime.parse("2020-01-02T03:04:05.5+02:00"));
      assertThat(rows.getObject("LZ")).isInstanceOf(TIMESTAMPLTZ.class);
      assertThat(((INTERVALYM) rows.getObject("YM")).stringValue()).isEqualTo("2-3");
      assertThat(((INTERVALDS) rows.getObject("DS")).stringValue()).isEqualTo("1 2:3:4.5");
      assertThat((byte[]) rows.getObject("R")).containsExactly(0xCA, 0x01);
      assertThat(rows.getClob("CL").getSubString(1, 10)).isEqualTo("clob");
      assertThat(rows.getBlob("BL").getBytes(1, 10)).containsExactly(0xBE, 0xEF);
      assertThat(rows.getObject("BF")).isEqualTo(1.5f);
      assertThat(rows.getRowId("RID").toString()).isEqualTo(rows.getString("RID"));
    }
  }

  @Test
  void javaTimeObjects() throws SQLException {
    try (Statement statement = sql.connection().createStatement();
        ResultSet rows = first(statement)) {
      assertThat(rows.getObject("D", LocalDateTime.class)).isEqualTo("2020-01-02T03:04:05");
      assertThat(rows.getObject("TZ", OffsetDateTime.class))
          .isEqualTo(OffsetDateTime.parse("2020-01-02T03:04:05.5+02:00"));
      assertThat(rows.getObject("DS", Duration.class)).isEqualTo(Duration.parse("PT26H3M4.5S"));
      assertThat(rows.getObject("YM", Period.class)).isEqualTo(Period.of(2, 3, 0));
      assertThat(rows.getObject("N", BigDecimal.class)).isEqualTo(new BigDecimal("0.5"));
      Calendar utc = Calendar.getInstance(TimeZone.getTimeZone("UTC"));
      assertThat(rows.getTimestamp("D", utc).toInstant())
          .isEqualTo(Instant.parse("2020-01-02T03:04:05Z"));
    }
  }

  @Test
  void timesOutsideTheHostsClockSurvive() throws SQLException {
    String text = "TO_TIMESTAMP('2026-03-29 02:30:00', 'YYYY-MM-DD HH24:MI:SS')";
    try (Statement statement = sql.connection().createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT " + text + ", TO_DATE('-2018-03-27', 'SYYYY-MM-DD') FROM DUAL")) {
      rows.next();
      assertThat(rows.getObject(1, LocalDateTime.class)).isEqualTo("2026-03-29T02:30:00");
      assertThat(rows.getObject(2, LocalDateTime.class)).isEqualTo("-2017-03-27T00:00:00");
    }
  }

  @Test
  void metaDataSpeaksOracle() throws SQLException {
    try (PreparedStatement statement =
        sql.connection()
            .prepareStatement(
                "SELECT n, p, z, f, v, d, ts, tz, lz, ym, ds, bf, r, n + 1, ROWID FROM g")) {
      ResultSetMetaData columns = statement.getMetaData();
      List<String> seen = new ArrayList<>();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        seen.add(
            columns.getColumnLabel(i)
                + " "
                + columns.getColumnTypeName(i)
                + " "
                + columns.getColumnType(i)
                + " "
                + columns.getPrecision(i)
                + " "
                + columns.getScale(i));
      }
      assertThat(seen)
          .containsExactly(
              "N NUMBER 2 0 -127",
              "P NUMBER 2 10 2",
              "Z NUMBER 2 38 0",
              "F NUMBER 2 126 -127",
              "V VARCHAR2 12 20 0",
              "D DATE 93 0 0",
              "TS TIMESTAMP 93 0 6",
              "TZ TIMESTAMP WITH TIME ZONE -101 0 6",
              "LZ TIMESTAMP WITH LOCAL TIME ZONE -102 0 6",
              "YM INTERVALYM -103 2 0",
              "DS INTERVALDS -104 2 6",
              "BF BINARY_FLOAT 100 0 0",
              "R RAW -3 10 0",
              "N+1 NUMBER 2 0 -127",
              "ROWID ROWID -8 0 0");
    }
  }

  @Test
  void closedThingsSaySo() throws SQLException {
    Connection connection = simulator.connectApp();
    Statement statement = connection.createStatement();
    ResultSet rows = statement.executeQuery("SELECT 1 FROM DUAL");
    assertThat(SqlConsole.failure(() -> rows.getInt(1)).getErrorCode()).isEqualTo(17014);
    rows.next();
    assertThat(SqlConsole.failure(() -> rows.getInt(2)).getErrorCode()).isEqualTo(17003);
    assertThat(SqlConsole.failure(() -> rows.getInt("NOPE")).getErrorCode()).isEqualTo(17006);
    rows.close();
    assertThat(SqlConsole.failure(rows::next).getErrorCode()).isEqualTo(17010);
    statement.close();
    assertThat(SqlConsole.failure(() -> statement.execute("SELECT 1 FROM DUAL")).getErrorCode())
        .isEqualTo(17009);
    connection.close();
    assertThat(SqlConsole.failure(connection::createStatement).getErrorCode()).isEqualTo(17008);
    connection.close();
  }

  @Test
  void onlyForwardAndReadOnly() throws SQLException {
    try (Statement statement = sql.connection().createStatement();
        ResultSet rows = first(statement)) {
      assertThat((Throwable) SqlConsole.failure(() -> rows.updateString(1, "x")))
          .isInstanceOf(SQLFeatureNotSupportedException.class);
      assertThat((Throwable) SqlConsole.failure(rows::first))
          .isInstanceOf(SQLFeatureNotSupportedException.class);
    }
    assertThat(
            SqlConsole.failure(() -> sql.connection().createStatement().executeQuery("COMMIT"))
                .getErrorCode())
        .isEqualTo(17166);
  }

  @Test
  void theDriverIsFoundByItsUrl() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", "app");
    properties.setProperty("password", "app");
    properties.setProperty("oracle.net.keepAlive", "true");
    properties.setProperty("defaultRowPrefetch", "500");
    try (Connection connection = DriverManager.getConnection(simulator.url(), properties);
        Statement statement = connection.createStatement()) {
      assertThat(statement.getFetchSize()).isEqualTo(500);
      assertThat(connection.isValid(5)).isTrue();
      assertThat(connection.getSchema()).isEqualTo("APP");
    }
    assertThat(
            SqlConsole.failure(
                    () -> DriverManager.getConnection(simulator.urlOf("nobody"), "app", "app"))
                .getErrorCode())
        .isEqualTo(12514);
    assertThat(SqlConsole.failure(() -> simulator.connect("APP", "wrong")).getErrorCode())
        .isEqualTo(1017);
    assertThat(SqlConsole.failure(() -> simulator.connect("NOBODY", "app")).getErrorCode())
        .isEqualTo(1017);
  }

  @Test
  void maxRowsCutsTheResult() throws SQLException {
    try (Statement statement = sql.connection().createStatement()) {
      statement.setMaxRows(2);
      try (ResultSet rows =
          statement.executeQuery("SELECT level FROM DUAL CONNECT BY level <= 5")) {
        int count = 0;
        while (rows.next()) {
          count++;
        }
        assertThat(count).isEqualTo(2);
      }
    }
  }

  @Test
  void aRunningQueryCanBeCancelled() throws Exception {
    try (Connection connection = simulator.connectApp();
        Statement statement = connection.createStatement()) {
      String slow =
          "SELECT COUNT(*) FROM (SELECT level l FROM DUAL CONNECT BY level <= 100000) a,"
              + " (SELECT level l FROM DUAL CONNECT BY level <= 100000) b WHERE a.l + b.l < 0";
      var threads = Executors.newSingleThreadExecutor();
      try {
        var running = threads.submit(() -> SqlConsole.failure(() -> statement.executeQuery(slow)));
        Awaitility.await()
            .atMost(20, TimeUnit.SECONDS)
            .until(
                () -> {
                  statement.cancel();
                  return running.isDone();
                });
        assertThat(running.get().getErrorCode()).isEqualTo(1013);
      } finally {
        threads.shutdownNow();
      }
      statement.setQueryTimeout(1);
      assertThat(SqlConsole.failure(() -> statement.executeQuery(slow)).getErrorCode())
          .isEqualTo(1013);
      assertThat(statement.execute("SELECT 1 FROM DUAL")).isTrue();
      connection.setNetworkTimeout(Runnable::run, 300);
      statement.setQueryTimeout(0);
      assertThat(SqlConsole.failure(() -> statement.executeQuery(slow)).getErrorCode())
          .isEqualTo(17002);
      assertThat(SqlConsole.failure(() -> statement.execute("SELECT 1 FROM DUAL")).getErrorCode())
          .isEqualTo(17008);
      assertThat(connection.isValid(1)).isFalse();
    }
  }

  @Test
  void callsWithInAndOutBinds() throws SQLException {
    try (CallableStatement call =
        sql.connection()
            .prepareCall(
                "DECLARE n NUMBER; BEGIN SELECT COUNT(*) INTO n FROM g WHERE v = ?; ? := n + ?;"
                    + " ? := 'out ' || n; END;")) {
      call.setString(1, "text");
      call.registerOutParameter(2, Types.NUMERIC);
      call.setInt(3, 10);
      call.registerOutParameter(4, Types.VARCHAR);
      call.execute();
      assertThat(call.getInt(2)).isEqualTo(11);
      assertThat(call.getString(4)).isEqualTo("out 1");
    }
    try (CallableStatement call =
        sql.connection().prepareCall("{call DBMS_APPLICATION_INFO.SET_MODULE(?, ?)}")) {
      call.setString(1, "the module");
      call.setString(2, "the action");
      call.execute();
    }
    assertThat(sql.value("SYS_CONTEXT('USERENV', 'MODULE')")).isEqualTo("the module");
    try (CallableStatement call = sql.connection().prepareCall("{? = call UPPER(?)}")) {
      call.registerOutParameter(1, Types.VARCHAR);
      call.setString(2, "abc");
      call.execute();
      assertThat(call.getString(1)).isEqualTo("ABC");
    }
  }

  @Test
  void returningIntoFillsOutBinds() throws SQLException {
    sql.run("CREATE TABLE ret (id NUMBER GENERATED ALWAYS AS IDENTITY, v VARCHAR2(5))");
    try (CallableStatement call =
        sql.connection()
            .prepareCall(
                "BEGIN INSERT INTO ret(v) VALUES (?) RETURNING id, v || '!' INTO ?, ?; END;")) {
      call.setString(1, "a");
      call.registerOutParameter(2, Types.NUMERIC);
      call.registerOutParameter(3, Types.VARCHAR);
      call.execute();
      assertThat(call.getLong(2)).isEqualTo(1);
      assertThat(call.getString(3)).isEqualTo("a!");
    }
  }

  @Test
  void databaseMetaData() throws SQLException {
    sql.run(
        "CREATE TABLE md (id NUMBER(9), v VARCHAR2(5) NOT NULL, CONSTRAINT md_pk PRIMARY KEY (id))",
        "CREATE TABLE mdc (pid NUMBER(9) CONSTRAINT mdc_fk REFERENCES md)");
    DatabaseMetaData data = sql.connection().getMetaData();
    assertThat(data.getDatabaseProductName()).isEqualTo("Oracle");
    assertThat(data.getDatabaseProductVersion()).contains("Version 23.");
    assertThat(data.getDatabaseMajorVersion()).isEqualTo(23);
    assertThat(names(data.getTables(null, "APP", "MD%", new String[] {"TABLE"}), "TABLE_NAME"))
        .containsExactly("MD", "MDC");
    assertThat(names(data.getColumns(null, "APP", "MD", "%"), "COLUMN_NAME"))
        .containsExactly("ID", "V");
    assertThat(names(data.getPrimaryKeys(null, "APP", "MD"), "COLUMN_NAME")).containsExactly("ID");
    assertThat(names(data.getImportedKeys(null, "APP", "MDC"), "PKTABLE_NAME"))
        .containsExactly("MD");
    assertThat(names(data.getIndexInfo(null, "APP", "MD", true, true), "INDEX_NAME"))
        .as("a row of statistics comes first")
        .containsExactly(null, "MD_PK");
    assertThat(names(data.getIndexInfo("FREE", "\"APP\"", "\"MD\"", true, true), "INDEX_NAME"))
        .containsExactly(null, "MD_PK");
    assertThat(names(data.getSchemas(), "TABLE_SCHEM")).contains("APP", "C##CDC", "SYS");
  }

  private static List<String> names(ResultSet rows, String column) throws SQLException {
    List<String> names = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        names.add(rows.getString(column));
      }
    }
    return names;
  }

  @Test
  void aResultGoesOnStreamingAfterOtherStatementsAndACommit() throws SQLException {
    try (Connection connection = simulator.connectApp();
        Statement reading = connection.createStatement();
        Statement other = connection.createStatement()) {
      connection.setAutoCommit(false);
      other.execute("CREATE TABLE st (id NUMBER)");
      other.execute("INSERT INTO st SELECT level FROM DUAL CONNECT BY level <= 500");
      connection.commit();
      ResultSet rows = reading.executeQuery("SELECT id FROM st");
      int count = 0;
      while (rows.next()) {
        if (count++ == 100) {
          other.execute("DELETE FROM st");
          connection.commit();
          assertThat(other.executeQuery("SELECT COUNT(*) FROM st").next()).isTrue();
        }
      }
      assertThat(count).isEqualTo(500);
    }
  }
}
