package io.oraclecdc.testkit.simulator.flashback;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FlashbackQueryTest {
  private OracleSimulator simulator;
  private SqlConsole sql;

  @BeforeEach
  void start() throws SQLException {
    simulator = OracleSimulator.start("flashback");
    sql = new SqlConsole(simulator.connectApp());
    sql.connection().setAutoCommit(false);
    sql.run(
        "CREATE TABLE t (id NUMBER PRIMARY KEY, name VARCHAR2(30), n NUMBER(10,2))",
        "INSERT INTO t VALUES (1, 'one', 1.5)",
        "INSERT INTO t VALUES (2, 'two', 2.5)",
        "INSERT INTO t VALUES (3, 'three', 3.5)",
        "COMMIT");
  }

  @AfterEach
  void stop() throws SQLException {
    sql.close();
    simulator.close();
  }

  private List<String> asOf(long scn) throws SQLException {
    return sql.rows("SELECT id, name FROM t AS OF SCN ? ORDER BY id", scn);
  }

  @Test
  void everyCommitScnShowsWhatTheTableContainedThen() throws SQLException {
    List<Long> scns = new ArrayList<>();
    List<List<String>> contents = new ArrayList<>();
    for (String change :
        new String[] {
          "UPDATE t SET name = 'uno' WHERE id = 1",
          "DELETE FROM t WHERE id = 2",
          "INSERT INTO t VALUES (2, 'again', 0)",
          "UPDATE t SET id = id + 10",
          "UPDATE t SET name = name || '!' WHERE id > 11",
          "DELETE FROM t"
        }) {
      scns.add(simulator.currentScn());
      contents.add(sql.rows("SELECT id, name FROM t ORDER BY id"));
      sql.run(change, "COMMIT");
    }
    for (int i = 0; i < scns.size(); i++) {
      assertThat(asOf(scns.get(i))).as("state %d", i).isEqualTo(contents.get(i));
    }
    assertThat(asOf(simulator.currentScn())).isEmpty();
  }

  @Test
  void aRowChangedTwiceOrBackInOneTransactionHasNoVersionBetween() throws SQLException {
    long before = simulator.currentScn();
    sql.run(
        "UPDATE t SET name = 'a' WHERE id = 1",
        "UPDATE t SET name = 'b' WHERE id = 1",
        "INSERT INTO t VALUES (4, 'x', 1)",
        "DELETE FROM t WHERE id = 4");
    assertThat(asOf(before)).containsExactly("1|one", "2|two", "3|three");
    sql.run("COMMIT");
    long after = simulator.currentScn();
    sql.run("UPDATE t SET name = 'c' WHERE id = 1", "COMMIT");
    assertThat(asOf(before)).containsExactly("1|one", "2|two", "3|three");
    assertThat(asOf(after)).containsExactly("1|b", "2|two", "3|three");
  }

  @Test
  void uncommittedWorkIsNotSeenNeitherOnesOwnNorAnybodyElses() throws SQLException {
    sql.run("DELETE FROM t WHERE id = 1", "UPDATE t SET name = 'mine' WHERE id = 2");
    sql.run("INSERT INTO t VALUES (9, 'mine', 1)");
    long now = simulator.currentScn();
    assertThat(asOf(now)).containsExactly("1|one", "2|two", "3|three");
    try (SqlConsole other = new SqlConsole(simulator.connectApp())) {
      assertThat(other.rows("SELECT id FROM t AS OF SCN ? ORDER BY id", now))
          .containsExactly("1", "2", "3");
    }
    sql.run("ROLLBACK");
    assertThat(asOf(simulator.currentScn())).containsExactly("1|one", "2|two", "3|three");
  }

  @Test
  void aPartialRollbackLeavesNoVersionsBehind() throws SQLException {
    long before = simulator.currentScn();
    sql.run(
        "UPDATE t SET name = 'a' WHERE id = 1",
        "SAVEPOINT s",
        "DELETE FROM t",
        "ROLLBACK TO s",
        "COMMIT");
    assertThat(asOf(before)).containsExactly("1|one", "2|two", "3|three");
    assertThat(asOf(simulator.currentScn())).containsExactly("1|a", "2|two", "3|three");
  }

  @Test
  void theClauseStandsPerTableInJoinsSubqueriesAndViews() throws SQLException {
    long before = simulator.currentScn();
    sql.run("UPDATE t SET name = 'new' WHERE id = 1", "DELETE FROM t WHERE id = 3", "COMMIT");
    assertThat(
            sql.rows(
                "SELECT a.id, a.name, b.name FROM t AS OF SCN ? a LEFT JOIN t b ON a.id = b.id"
                    + " WHERE a.id <> 2 ORDER BY a.id",
                before))
        .containsExactly("1|one|new", "3|three|null");
    assertThat(
            sql.rows(
                "SELECT id FROM t AS OF SCN ? x WHERE NOT EXISTS"
                    + " (SELECT 1 FROM t y WHERE y.id = x.id AND y.name = x.name) ORDER BY id",
                before))
        .containsExactly("1", "3");
    assertThat(sql.rows("SELECT name FROM (SELECT * FROM t AS OF SCN ?) WHERE id = ?", before, 1))
        .containsExactly("one");
    assertThat(
            sql.rows("SELECT id FROM t AS OF SCN " + before + " MINUS SELECT id FROM t ORDER BY 1"))
        .containsExactly("3");
    sql.run("CREATE VIEW v AS SELECT id, UPPER(name) u FROM t WHERE id < 3");
    assertThat(sql.rows("SELECT u FROM v AS OF SCN ? ORDER BY id", before))
        .containsExactly("ONE", "TWO");
    sql.run("CREATE TABLE copy AS SELECT * FROM t AS OF SCN " + before);
    assertThat(sql.rows("SELECT name FROM copy ORDER BY id"))
        .containsExactly("one", "two", "three");
    sql.update("INSERT INTO t SELECT * FROM t AS OF SCN ? WHERE id = 3", before);
    assertThat(sql.one("SELECT name FROM t WHERE id = 3")).isEqualTo("three");
  }

  @Test
  void rowidsFindRowsAsOfThen() throws SQLException {
    long before = simulator.currentScn();
    String rowId = sql.one("SELECT ROWIDTOCHAR(ROWID) FROM t WHERE id = 1");
    sql.run("UPDATE t SET name = 'x'", "DELETE FROM t WHERE id = 1", "COMMIT");
    assertThat(
            sql.rows(
                "SELECT ROWIDTOCHAR(T.ROWID), T.name FROM t AS OF SCN ? T"
                    + " WHERE T.ROWID IN (CHARTOROWID(?), CHARTOROWID(?))",
                before,
                rowId,
                rowId))
        .containsExactly(rowId + "|one");
    assertThat(
            sql.rows(
                "SELECT name FROM t AS OF SCN ? WHERE ROWID >= CHARTOROWID(?)"
                    + " ORDER BY ROWID FETCH FIRST 2 ROWS ONLY",
                before,
                rowId))
        .containsExactly("one", "two");
    assertThat(sql.rows("SELECT id FROM t AS OF SCN ? WHERE ROWID = ?", before, rowId))
        .containsExactly("1");
  }

  @Test
  void largeObjectsAndEveryTypeComeBackAsTheyWere() throws SQLException {
    sql.run(
        "CREATE TABLE w (id NUMBER PRIMARY KEY, c CLOB, b BLOB, r RAW(4), d DATE, ts TIMESTAMP(6),"
            + " tz TIMESTAMP WITH TIME ZONE, ym INTERVAL YEAR TO MONTH, ds INTERVAL DAY TO SECOND,"
            + " f BINARY_FLOAT, ch CHAR(3), nv NVARCHAR2(5))");
    sql.run(
        "INSERT INTO w VALUES (1, TO_CLOB(RPAD('x', 900, 'y')), HEXTORAW('CAFE'),"
            + " HEXTORAW('0102'), DATE '2020-02-29', TIMESTAMP '2021-01-02 03:04:05.678901',"
            + " TIMESTAMP '2021-01-02 03:04:05 +02:00', INTERVAL '-1-2' YEAR TO MONTH,"
            + " INTERVAL '-3 04:05:06.7' DAY TO SECOND, 1.5f, 'a', N'ü')",
        "INSERT INTO w (id, c) VALUES (2, EMPTY_CLOB())",
        "COMMIT");
    String query = "SELECT * FROM w%s ORDER BY id";
    List<String> then = sql.rows(query.formatted(""));
    long before = simulator.currentScn();
    sql.run("UPDATE w SET c = 'z', b = NULL", "DELETE FROM w WHERE id = 1", "COMMIT");
    assertThat(sql.rows(query.formatted(" AS OF SCN " + before))).isEqualTo(then);
    assertThat(sql.one("SELECT DBMS_LOB.GETLENGTH(c) FROM w AS OF SCN ? WHERE id = 2", before))
        .isEqualTo("0");
  }

  @Test
  void theScnMayBeALiteralABindOrAnExpressionAndATimestampToo() throws SQLException {
    long before = simulator.currentScn();
    sql.run("UPDATE t SET name = 'later' WHERE id = 1", "COMMIT");
    try (SqlConsole sys = new SqlConsole(simulator.connectSys())) {
      sys.run("GRANT EXECUTE ON DBMS_FLASHBACK TO app");
    }
    long behind = simulator.currentScn() - before;
    for (String clause :
        List.of(
            "SCN " + before,
            "SCN " + (before - 1) + " + 1",
            "SCN TO_NUMBER('" + before + "')",
            "SCN DBMS_FLASHBACK.GET_SYSTEM_CHANGE_NUMBER - " + behind)) {
      // the clock may tick between the statements, never before the earlier commit
      assertThat(sql.one("SELECT COUNT(*) FROM t AS OF " + clause + " WHERE id <= 3"))
          .isEqualTo("3");
    }
    assertThat(sql.one("SELECT name FROM t AS OF SCN " + before + " WHERE id = 1"))
        .isEqualTo("one");
    assertThat(sql.fails("SELECT * FROM t AS OF TIMESTAMP SYSTIMESTAMP - INTERVAL '2' HOUR"))
        .isIn(8180, 8181);
    assertThat(sql.fails("SELECT * FROM t AS OF TIMESTAMP SYSTIMESTAMP + INTERVAL '1' HOUR"))
        .isEqualTo(8180);
  }

  @Test
  void aTimestampMeansTheScnOfItsSecond() throws SQLException {
    MovingClock clock = new MovingClock();
    try (OracleSimulator timed = OracleSimulator.builder("timed").clock(clock).start();
        SqlConsole console = new SqlConsole(timed.connectApp())) {
      console.run("CREATE TABLE x (id NUMBER)");
      clock.forward(Duration.ofSeconds(10));
      console.run("INSERT INTO x VALUES (1)");
      clock.forward(Duration.ofMinutes(1));
      console.run("DELETE FROM x");
      clock.forward(Duration.ofMinutes(1));
      String query =
          "SELECT COUNT(*) FROM x AS OF TIMESTAMP SYSTIMESTAMP - INTERVAL '%d' SECOND(6)";
      assertThat(console.one(query.formatted(1))).isEqualTo("0");
      assertThat(console.one(query.formatted(70) + " y WHERE y.id = 1")).isEqualTo("1");
      assertThat(console.one(query.formatted(125))).isEqualTo("0");
      assertThat(console.fails(query.formatted(130))).isEqualTo(1466);
      assertThat(console.one("SELECT COUNT(*) FROM x AS OF TIMESTAMP (SYSDATE - 70 / 86400)"))
          .isEqualTo("1");
      clock.forward(Duration.ofMinutes(15));
      assertThat(console.fails(query.formatted(960))).isEqualTo(1555);
      assertThat(console.one(query.formatted(800))).isEqualTo("0");
    }
  }

  private static final class MovingClock extends Clock {
    private Instant now = Instant.parse("2026-03-01T10:00:00Z");

    void forward(Duration duration) {
      now = now.plus(duration);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  @Test
  void whatIsNoScnIsRefused() {
    assertThat(sql.fails("SELECT * FROM t AS OF SCN ?", simulator.currentScn() + 1_000_000))
        .isEqualTo(8181);
    assertThat(sql.fails("SELECT * FROM t AS OF SCN 0")).isEqualTo(8181);
    assertThat(sql.fails("SELECT * FROM t AS OF SCN 17")).isEqualTo(8181);
    assertThat(sql.fails("SELECT * FROM t AS OF SCN NULL")).isEqualTo(8181);
    assertThat(sql.fails("SELECT * FROM t AS OF SCN ?", new BigDecimal("1e30"))).isEqualTo(8181);
    assertThat(sql.fails("SELECT * FROM t AS OF SCN 'x'")).isEqualTo(1722);
    assertThat(sql.fails("SELECT * FROM t AS OF SCN 17 FOR UPDATE")).isEqualTo(8187);
    assertThat(sql.fails("SELECT * FROM t VERSIONS BETWEEN SCN MINVALUE AND MAXVALUE"))
        .isEqualTo(900);
    assertThat(sql.fails("SELECT * FROM t x AS OF SCN 17")).isEqualTo(933);
  }

  @Test
  void definitionsThatChangedSinceAreRefused() throws SQLException {
    for (String ddl :
        List.of(
            "ALTER TABLE t ADD (x NUMBER)",
            "TRUNCATE TABLE t",
            "ALTER TABLE t MOVE",
            "ALTER TABLE t MODIFY (name VARCHAR2(60))",
            "ALTER TABLE t ADD CONSTRAINT c CHECK (id > 0)")) {
      long before = simulator.currentScn();
      sql.run("UPDATE t SET name = name", "COMMIT", ddl);
      assertThat(sql.fails("SELECT id FROM t AS OF SCN ?", before)).as(ddl).isEqualTo(1466);
      assertThat(sql.rows("SELECT id FROM t AS OF SCN ?", simulator.currentScn()))
          .isEqualTo(sql.rows("SELECT id FROM t"));
    }
    long before = simulator.currentScn();
    sql.run("CREATE TABLE late (id NUMBER)");
    assertThat(sql.fails("SELECT * FROM late AS OF SCN ?", before)).isEqualTo(1466);
    sql.run("DROP TABLE t");
    assertThat(sql.fails("SELECT id FROM t AS OF SCN ?", before)).isEqualTo(942);
    sql.run("CREATE TABLE t (id NUMBER)");
    assertThat(sql.fails("SELECT id FROM t AS OF SCN ?", before)).isEqualTo(1466);
  }

  @Test
  void whatLeavesRowsReadableChangesNothing() throws SQLException {
    long before = simulator.currentScn();
    sql.run(
        "UPDATE t SET name = 'x'",
        "COMMIT",
        "COMMENT ON TABLE t IS 'c'",
        "CREATE INDEX i ON t (name)",
        "ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
        "GRANT SELECT ON t TO SYSTEM",
        "RENAME t TO u");
    assertThat(sql.rows("SELECT name FROM u AS OF SCN ? ORDER BY id", before))
        .containsExactly("one", "two", "three");
  }

  @Test
  void undoThatIsGoneIsSnapshotTooOld() throws SQLException {
    long before = simulator.currentScn();
    sql.run("UPDATE t SET name = 'x'", "COMMIT");
    simulator.expireUndo();
    long now = simulator.currentScn();
    assertThat(sql.fails("SELECT * FROM t AS OF SCN ?", before)).isEqualTo(1555);
    assertThat(sql.message("SELECT * FROM t AS OF SCN ?", before))
        .startsWith("ORA-01555: snapshot too old: rollback segment number");
    assertThat(asOf(now)).hasSize(3);
    simulator.undoRetention().keepScns(10);
    for (int i = 0; i < 10; i++) {
      sql.run("UPDATE t SET n = n + 1", "COMMIT");
    }
    assertThat(sql.fails("SELECT * FROM t AS OF SCN ?", now)).isEqualTo(1555);
    assertThat(asOf(simulator.currentScn() - 3)).hasSize(3);
  }

  @Test
  void aDdlMayBlurTheSecondsBehindIt() throws SQLException {
    sql.run("ALTER TABLE t ADD (x NUMBER)");
    simulator.undoRetention().ddlBlur(Duration.ofHours(1));
    assertThat(sql.fails("SELECT id FROM t AS OF SCN ?", simulator.currentScn())).isEqualTo(1466);
    simulator.undoRetention().ddlBlur(Duration.ZERO);
    assertThat(asOf(simulator.currentScn())).hasSize(3);
  }

  @Test
  void theUserNeedsFlashback() throws SQLException {
    try (SqlConsole sys = new SqlConsole(simulator.connectSys())) {
      sys.run(
          "CREATE USER reader IDENTIFIED BY r",
          "GRANT CREATE SESSION TO reader",
          "GRANT SELECT ON app.t TO reader");
      try (SqlConsole reader = new SqlConsole(simulator.connect("READER", "r"))) {
        assertThat(reader.rows("SELECT id FROM app.t ORDER BY id")).hasSize(3);
        long scn = simulator.currentScn();
        assertThat(reader.fails("SELECT id FROM app.t AS OF SCN ?", scn)).isEqualTo(1031);
        sys.run("GRANT FLASHBACK ON app.t TO reader");
        assertThat(reader.rows("SELECT id FROM app.t AS OF SCN ?", scn)).hasSize(3);
      }
    }
  }

  @Test
  void aSessionCanLiveInThePast() throws SQLException {
    long before = simulator.currentScn();
    sql.run("UPDATE t SET name = 'now' WHERE id = 1", "COMMIT");
    try (SqlConsole sys = new SqlConsole(simulator.connectSys())) {
      sys.update("BEGIN DBMS_FLASHBACK.ENABLE_AT_SYSTEM_CHANGE_NUMBER(?); END;", before);
      assertThat(sys.one("SELECT name FROM app.t WHERE id = 1")).isEqualTo("one");
      assertThat(sys.fails("DELETE FROM app.t")).isEqualTo(8182);
      assertThat(sys.fails("BEGIN DBMS_FLASHBACK.ENABLE_AT_SYSTEM_CHANGE_NUMBER(1); END;"))
          .isEqualTo(8184);
      sys.run("BEGIN DBMS_FLASHBACK.DISABLE; END;");
      assertThat(sys.one("SELECT name FROM app.t WHERE id = 1")).isEqualTo("now");
    }
  }

  @Test
  void scnsAndTimesMapMonotonously() throws SQLException {
    long scn = simulator.currentScn();
    assertThat(
            sql.one(
                "SELECT CASE WHEN SCN_TO_TIMESTAMP(?) <= SYSTIMESTAMP THEN 1 END FROM DUAL", scn))
        .isEqualTo("1");
    assertThat(
            new BigDecimal(sql.one("SELECT TIMESTAMP_TO_SCN(SCN_TO_TIMESTAMP(?)) FROM DUAL", scn)))
        .isLessThanOrEqualTo(BigDecimal.valueOf(scn));
    assertThat(sql.fails("SELECT SCN_TO_TIMESTAMP(10) FROM DUAL")).isEqualTo(8181);
    assertThat(sql.fails("SELECT SCN_TO_TIMESTAMP(?) FROM DUAL", scn + 100_000)).isEqualTo(8181);
  }

  @Test
  void oraRowscnIsTheCommitOfTheRowsLastChange() throws SQLException {
    long before = simulator.currentScn();
    sql.run("UPDATE t SET name = 'x' WHERE id = 2", "COMMIT");
    assertThat(sql.rows("SELECT id FROM t WHERE ORA_ROWSCN > ? ORDER BY id", before))
        .containsExactly("2");
    sql.run("UPDATE t SET name = 'y' WHERE id = 1");
    assertThat(sql.one("SELECT ORA_ROWSCN FROM t WHERE id = 1")).isEqualTo("null");
    assertThat(sql.connection().prepareStatement("SELECT * FROM t").getMetaData().getColumnCount())
        .isEqualTo(3);
  }

  @Test
  void everyReadDuringConcurrentCommitsIsConsistent() throws Exception {
    sql.run("CREATE TABLE acc (id NUMBER PRIMARY KEY, v NUMBER)");
    for (int i = 0; i < 200; i++) {
      sql.update("INSERT INTO acc VALUES (?, 100)", i);
    }
    sql.run("COMMIT");
    AtomicBoolean stop = new AtomicBoolean();
    List<Throwable> failures = new ArrayList<>();
    Thread writer =
        new Thread(
            () -> {
              try (SqlConsole other = new SqlConsole(simulator.connectApp())) {
                other.connection().setAutoCommit(false);
                for (int i = 0; !stop.get(); i++) {
                  other.update("UPDATE acc SET v = v - 1 WHERE id = ?", i % 200);
                  other.update("UPDATE acc SET v = v + 1 WHERE id = ?", (i * 7 + 3) % 200);
                  if (i % 5 == 0) {
                    other.update("DELETE FROM acc WHERE id = ?", i % 200);
                    other.update("INSERT INTO acc VALUES (?, 0)", 1000 + i);
                    other.connection().rollback();
                  } else {
                    other.connection().commit();
                  }
                }
              } catch (SQLException | AssertionError e) {
                failures.add(e);
              }
            });
    writer.start();
    try {
      long first = simulator.currentScn();
      for (int i = 0; i < 60; i++) {
        for (long scn : new long[] {simulator.currentScn(), first}) {
          assertThat(sql.one("SELECT COUNT(*), SUM(v) FROM acc AS OF SCN ?", scn))
              .isEqualTo("200|20000");
        }
      }
    } finally {
      stop.set(true);
      writer.join();
    }
    assertThat(failures).isEmpty();
  }

  @Test
  void chunkReadsDoNotSortTheWholeTable() throws SQLException {
    sql.run("CREATE TABLE big (id NUMBER PRIMARY KEY, v VARCHAR2(20))");
    sql.run(
        "INSERT INTO big SELECT LEVEL, 'v' || LEVEL FROM DUAL CONNECT BY LEVEL <= 5000", "COMMIT");
    long scn = simulator.currentScn();
    Connection connection = sql.connection();
    long last = 0;
    int rows = 0;
    try (PreparedStatement chunk =
        connection.prepareStatement(
            "SELECT id, v FROM big AS OF SCN ? t WHERE id > ? ORDER BY id"
                + " FETCH FIRST 100 ROWS ONLY")) {
      while (true) {
        chunk.setLong(1, scn);
        chunk.setLong(2, last);
        int found = 0;
        try (ResultSet result = chunk.executeQuery()) {
          while (result.next()) {
            last = result.getLong(1);
            found++;
          }
        }
        rows += found;
        if (found == 0) {
          break;
        }
        if (rows == 2000) {
          sql.run("UPDATE big SET v = 'changed' WHERE id > 4000", "COMMIT");
        }
      }
    }
    assertThat(rows).isEqualTo(5000);
    assertThat(sql.one("SELECT COUNT(*) FROM big AS OF SCN ? WHERE v = 'changed'", scn))
        .isEqualTo("0");
  }
}
