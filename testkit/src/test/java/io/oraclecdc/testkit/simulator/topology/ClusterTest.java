package io.oraclecdc.testkit.simulator.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClusterTest {
  private OracleSimulator oracle;
  private SqlConsole sys;

  @BeforeEach
  void start() throws SQLException {
    open(OracleSimulator.builder("rac").threads(3));
  }

  private void open(OracleSimulator.Builder builder) throws SQLException {
    oracle = builder.start();
    sys = new SqlConsole(oracle.connect(1, "SYS", "oracle"));
    try (SqlConsole app = app(1)) {
      app.run(
          "CREATE TABLE t (id NUMBER(9) PRIMARY KEY, v VARCHAR2(20))",
          "ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    }
  }

  @AfterEach
  void stop() throws SQLException {
    sys.close();
    oracle.close();
  }

  private SqlConsole app(int instance) throws SQLException {
    SqlConsole app =
        new SqlConsole(
            oracle.pdbs().isEmpty() ? oracle.connect(instance, "APP", "app") : oracle.connectApp());
    app.connection().setAutoCommit(false);
    return app;
  }

  private void write(int instance, String... statements) throws SQLException {
    try (SqlConsole app = app(instance)) {
      app.run(statements).run("COMMIT");
    }
  }

  @Test
  void sessionsAreSpreadOverTheInstances() throws SQLException {
    for (int i = 0; i < 3; i++) {
      oracle.connectApp();
    }
    assertThat(sys.rows("SELECT DISTINCT INST_ID FROM GV$SESSION ORDER BY 1"))
        .containsExactly("1", "2", "3");
    assertThat(sys.one("SELECT COUNT(*) FROM V$SESSION WHERE USERNAME = 'APP'")).isEqualTo("1");
    assertThat(sys.one("SELECT INSTANCE_NUMBER, INSTANCE_NAME, PARALLEL FROM V$INSTANCE"))
        .isEqualTo("1|free1|YES");
    try (SqlConsole second = new SqlConsole(oracle.connect(2, "SYS", "oracle"))) {
      assertThat(second.one("SELECT INSTANCE_NUMBER, THREAD# FROM V$INSTANCE")).isEqualTo("2|2");
      assertThat(second.value("SYS_CONTEXT('USERENV', 'INSTANCE')")).isEqualTo("2");
    }
    assertThat(sys.rows("SELECT INST_ID, INSTANCE_NUMBER FROM GV$INSTANCE ORDER BY 1"))
        .containsExactly("1|1", "2|2", "3|3");
    assertThat(sys.one("SELECT COUNT(*) FROM GV$LOG")).isEqualTo("27");
    assertThat(SqlConsole.failure(() -> oracle.connect(4, "APP", "app")).getErrorCode())
        .isEqualTo(12514);
  }

  @Test
  void everyInstanceWritesItsThread() throws SQLException {
    write(2, "INSERT INTO t VALUES (2, 'two')");
    write(3, "INSERT INTO t VALUES (3, 'three')");
    write(1, "INSERT INTO t VALUES (1, 'one')");
    assertThat(Mining.rows(sys, "THREAD#, SQL_REDO"))
        .containsExactly(
            "2|insert into \"APP\".\"T\"(\"ID\",\"V\") values ('2','two')",
            "3|insert into \"APP\".\"T\"(\"ID\",\"V\") values ('3','three')",
            "1|insert into \"APP\".\"T\"(\"ID\",\"V\") values ('1','one')");
    assertThat(
            sys.rows(
                "SELECT THREAD#, MIN(XIDUSN), MAX(XIDUSN) FROM V$LOGMNR_CONTENTS"
                    + " WHERE OPERATION_CODE = 1 GROUP BY THREAD# ORDER BY 1"))
        .allSatisfy(
            row -> {
              int thread = row.charAt(0) - '0';
              int usn = Integer.parseInt(row.substring(2, row.indexOf('|', 2)));
              assertThat((usn - 1) / 10 + 1).isEqualTo(thread);
            });
    assertThat(sys.rows("SELECT THREAD#, SEQUENCE# FROM V$LOG WHERE STATUS = 'CURRENT' ORDER BY 1"))
        .containsExactly("1|1", "2|1", "3|1");
    try (SqlConsole third = new SqlConsole(oracle.connect(3, "SYS", "oracle"))) {
      third.run("ALTER SYSTEM SWITCH LOGFILE");
    }
    assertThat(sys.rows("SELECT THREAD#, SEQUENCE# FROM V$LOG WHERE STATUS = 'CURRENT' ORDER BY 1"))
        .containsExactly("1|1", "2|1", "3|2");
    assertThat(sys.rows("SELECT THREAD#, SEQUENCE# FROM V$ARCHIVED_LOG")).containsExactly("3|1");
    sys.run("ALTER SYSTEM ARCHIVE LOG CURRENT");
    assertThat(
            sys.rows("SELECT THREAD#, SEQUENCE# FROM V$ARCHIVED_LOG ORDER BY THREAD#, SEQUENCE#"))
        .containsExactly("1|1", "2|1", "3|1", "3|2");
  }

  @Test
  void changesOfOneRowByTwoInstancesHaveRisingScns() throws SQLException {
    write(1, "INSERT INTO t VALUES (1, 'first')");
    for (int i = 0; i < 6; i++) {
      write(1 + i % 3, "UPDATE t SET v = 'v" + i + "' WHERE id = 1");
    }
    List<String> rows = Mining.rows(sys, "SCN, THREAD#, SQL_REDO");
    assertThat(rows).hasSize(7);
    assertThat(rows.stream().map(r -> Long.valueOf(r.substring(0, r.indexOf('|')))).toList())
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(rows.get(6)).contains("\"V\" = 'v5'").contains("\"V\" = 'v4'");
  }

  @Test
  void aThreadClosesWithItsInstanceAndOpensAgain() throws SQLException {
    write(2, "INSERT INTO t VALUES (2, 'two')");
    SqlConsole lost = app(2);
    lost.run("INSERT INTO t VALUES (20, 'rolled back')");
    oracle.cluster().shutdown(2);
    assertThat(lost.fails("COMMIT")).isEqualTo(1089);
    assertThat(sys.rows("SELECT THREAD#, STATUS, ENABLED FROM V$THREAD ORDER BY 1"))
        .containsExactly("1|OPEN|PUBLIC", "2|CLOSED|PUBLIC", "3|OPEN|PUBLIC");
    String closed = "SELECT CHECKPOINT_CHANGE#, LAST_REDO_CHANGE# FROM V$THREAD WHERE THREAD# = 2";
    String before = sys.one(closed);
    write(1, "INSERT INTO t VALUES (1, 'one')");
    assertThat(sys.one(closed)).isEqualTo(before);
    assertThat(
            sys.one(
                "SELECT COUNT(*) FROM V$THREAD T, V$DATABASE D"
                    + " WHERE T.THREAD# = 1 AND T.LAST_REDO_CHANGE# >= D.CURRENT_SCN - 1"))
        .isEqualTo("1");
    assertThat(sys.rows("SELECT INST_ID FROM GV$INSTANCE ORDER BY 1")).containsExactly("1", "3");
    assertThat(sys.one("SELECT COUNT(*) FROM app.t WHERE id = 20")).isEqualTo("0");
    oracle.cluster().startup(2);
    write(2, "INSERT INTO t VALUES (22, 'again')");
    assertThat(sys.one("SELECT STATUS, SEQUENCE# FROM V$THREAD WHERE THREAD# = 2"))
        .isEqualTo("OPEN|1");
  }

  @Test
  void threadsAreDisabledAndEnabledPubliclyOrPrivately() throws SQLException {
    assertThat(sys.fails("ALTER DATABASE DISABLE THREAD 2")).isEqualTo(1615);
    assertThat(sys.fails("ALTER DATABASE ENABLE PUBLIC THREAD 2")).isEqualTo(1612);
    assertThat(sys.fails("ALTER DATABASE ENABLE THREAD 9")).isEqualTo(1617);
    oracle.cluster().shutdown(2);
    sys.run("ALTER DATABASE DISABLE THREAD 2");
    assertThat(sys.one("SELECT STATUS, ENABLED FROM V$THREAD WHERE THREAD# = 2"))
        .isEqualTo("CLOSED|DISABLED");
    assertThat(sys.one("SELECT COUNT(*) FROM V$LOG WHERE THREAD# = 2 AND STATUS = 'CURRENT'"))
        .isEqualTo("0");
    assertThat(
            sys.one(
                "SELECT COUNT(*) FROM V$ARCHIVED_LOG A JOIN V$THREAD T ON T.THREAD# = A.THREAD#"
                    + " WHERE T.THREAD# = 2 AND A.NEXT_CHANGE# = T.DISABLE_CHANGE#"))
        .isEqualTo("1");
    assertThat(SqlConsole.failure(() -> oracle.cluster().startup(2)).getErrorCode())
        .isEqualTo(1618);
    sys.run("ALTER DATABASE ENABLE THREAD 2");
    assertThat(sys.one("SELECT STATUS, ENABLED, SEQUENCE# FROM V$THREAD WHERE THREAD# = 2"))
        .isEqualTo("CLOSED|PRIVATE|2");
    oracle.cluster().startup(2);
    write(2, "INSERT INTO t VALUES (2, 'two')");
    assertThat(Mining.rows(sys, "THREAD#")).containsExactly("2");
  }

  @Test
  void aNewThreadGetsLogsAndIsEnabled() throws SQLException {
    sys.run("ALTER DATABASE ADD LOGFILE THREAD 4 GROUP 10 SIZE 50M");
    assertThat(sys.one("SELECT ENABLED, GROUPS FROM V$THREAD WHERE THREAD# = 4"))
        .isEqualTo("DISABLED|1");
    assertThat(sys.fails("ALTER DATABASE ENABLE PUBLIC THREAD 4")).isEqualTo(1613);
    sys.run(
        "ALTER DATABASE ADD LOGFILE THREAD 4 GROUP 11 ('/a.log', '/b.log') SIZE 50M",
        "ALTER DATABASE ENABLE PUBLIC THREAD 4");
    oracle.cluster().startup(4);
    write(4, "INSERT INTO t VALUES (4, 'four')");
    assertThat(Mining.rows(sys, "THREAD#, RBASQN")).containsExactly("4|1");
  }

  @Test
  void undoOfADeadInstanceStandsInTheRedoOfASurvivor() throws SQLException {
    SqlConsole lost = app(2);
    lost.run("INSERT INTO t VALUES (20, 'committed')", "COMMIT");
    lost.run("INSERT INTO t VALUES (21, 'open')", "UPDATE t SET v = 'open' WHERE id = 20");
    oracle.cluster().crash(2);
    assertThat(lost.fails("COMMIT")).isEqualTo(3113);
    assertThat(sys.one("SELECT STATUS FROM V$THREAD WHERE THREAD# = 2")).isEqualTo("OPEN");
    assertThat(sys.rows("SELECT SID FROM GV$SESSION WHERE INST_ID = 2")).isEmpty();
    assertThat(sys.rows("SELECT XID FROM GV$TRANSACTION")).isEmpty();
    sys.connection().setAutoCommit(false);
    assertThat(sys.fails("SELECT * FROM app.t WHERE id = 20 FOR UPDATE NOWAIT")).isEqualTo(54);
    oracle.cluster().recover();
    assertThat(sys.rows("SELECT id, v FROM app.t FOR UPDATE NOWAIT"))
        .containsExactly("20|committed");
    sys.run("COMMIT");
    assertThat(sys.one("SELECT STATUS FROM V$THREAD WHERE THREAD# = 2")).isEqualTo("CLOSED");
    assertThat(Mining.rows(sys, "THREAD#, ROLLBACK, OPERATION"))
        .containsExactly("2|0|INSERT", "2|0|INSERT", "2|0|UPDATE", "1|1|UPDATE", "1|1|DELETE");
    assertThat(sys.rows("SELECT THREAD#, XIDUSN FROM V$LOGMNR_CONTENTS WHERE OPERATION_CODE = 36"))
        .singleElement()
        .asString()
        .startsWith("1|1");
    assertThat(
            sys.one(
                "SELECT COUNT(DISTINCT XID) FROM V$LOGMNR_CONTENTS"
                    + " WHERE OPERATION_CODE IN (3, 36)"))
        .isEqualTo("1");
    oracle.cluster().startup(2);
    write(2, "UPDATE t SET v = 'again' WHERE id = 20");
    assertThat(sys.one("SELECT SEQUENCE# FROM V$THREAD WHERE THREAD# = 2"))
        .as("a thread that crashed opens with its next log")
        .isEqualTo("2");
  }

  @Test
  void aCrashInAPrivateStrandLeavesNothing() throws SQLException {
    stop();
    open(
        OracleSimulator.builder("rac-strands")
            .threads(2)
            .redoOptions(o -> o.behaviour(RedoBehaviour.PRIVATE_STRANDS)));
    SqlConsole lost = app(2);
    lost.run("INSERT INTO t VALUES (21, 'open')");
    oracle.cluster().crash(2);
    oracle.cluster().recover();
    assertThat(lost.fails("SELECT 1 FROM DUAL")).isEqualTo(3113);
    assertThat(Mining.rows(sys, "THREAD#, ROLLBACK, OPERATION")).isEmpty();
    assertThat(sys.one("SELECT COUNT(*) FROM app.t")).isEqualTo("0");
  }

  @Test
  void byASwitchTheUndoWaitsForTheDeadInstance() throws SQLException {
    stop();
    open(
        OracleSimulator.builder("rac-own")
            .threads(2)
            .redoOptions(
                o ->
                    o.behaviour(RedoBehaviour.RECOVERY_IN_OWN_THREAD)
                        .behaviour(RedoBehaviour.RECOVERY_WITHOUT_ROLLBACK_ROW)));
    SqlConsole lost = app(2);
    lost.run("INSERT INTO t VALUES (21, 'open')");
    oracle.cluster().crash(2);
    oracle.cluster().recover();
    assertThat(Mining.rows(sys, "THREAD#, ROLLBACK, OPERATION")).containsExactly("2|0|INSERT");
    oracle.cluster().startup(2);
    assertThat(Mining.rows(sys, "THREAD#, ROLLBACK, OPERATION"))
        .containsExactly("2|0|INSERT", "2|1|DELETE");
    assertThat(sys.rows("SELECT SCN FROM V$LOGMNR_CONTENTS WHERE OPERATION_CODE = 36")).isEmpty();
    assertThat(lost.fails("SELECT 1 FROM DUAL")).isEqualTo(3113);
  }

  @Test
  void aSwitchSaysWhetherEveryThreadMustReachBack() throws SQLException {
    stop();
    open(
        OracleSimulator.builder("rac-reach")
            .threads(2)
            .redoOptions(o -> o.behaviour(RedoBehaviour.EVERY_THREAD_MUST_REACH_BACK)));
    long start = oracle.currentScn();
    write(1, "INSERT INTO t VALUES (1, 'one')");
    oracle.redo().switchLog(2);
    write(2, "INSERT INTO t VALUES (2, 'two')");
    String first = sys.one("SELECT MEMBER FROM V$LOGFILE WHERE GROUP# = 1");
    String second = sys.one("SELECT MEMBER FROM V$LOGFILE WHERE GROUP# = 5");
    Mining.register(sys, first, "NEW");
    Mining.register(sys, second, "ADDFILE");
    assertThat(sys.fails(Mining.START_AT, start)).isEqualTo(1291);
    assertThat(sys.one("SELECT FILENAME FROM V$LOGMNR_LOGS WHERE STATUS = 4")).contains("thread 2");
  }

  @Test
  void byASwitchThreadsComeLogByLog() throws SQLException {
    stop();
    open(
        OracleSimulator.builder("rac-log-by-log")
            .threads(2)
            .redoOptions(o -> o.behaviour(RedoBehaviour.THREADS_LOG_BY_LOG)));
    for (int i = 0; i < 4; i++) {
      write(1 + i % 2, "INSERT INTO t VALUES (" + i + ", 'x')");
    }
    assertThat(Mining.rows(sys, "THREAD#")).containsExactly("1", "1", "2", "2");
  }

  @Test
  void anInstanceCanCrashUnderLoad() throws Exception {
    ExecutorService workers = Executors.newFixedThreadPool(4);
    AtomicInteger numbers = new AtomicInteger();
    Set<Integer> committed = ConcurrentHashMap.newKeySet();
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int instance = 2 + i % 2;
      running.add(workers.submit(() -> insertUntilTheEnd(instance, numbers, committed)));
    }
    await().until(() -> committed.size() > 40);
    oracle.cluster().crash(2);
    oracle.cluster().recover();
    int then = committed.size();
    await().until(() -> committed.size() > then + 40);
    oracle.cluster().shutdown(3);
    for (Future<?> worker : running) {
      worker.get(30, TimeUnit.SECONDS);
    }
    workers.shutdown();
    Set<Integer> stored = new HashSet<>();
    sys.rows("SELECT id FROM app.t").forEach(id -> stored.add(Integer.valueOf(id)));
    assertThat(stored).containsAll(committed);
    Mining.registerAll(sys);
    sys.run(
        "BEGIN DBMS_LOGMNR.START_LOGMNR(OPTIONS => DBMS_LOGMNR.DICT_FROM_ONLINE_CATALOG"
            + " + DBMS_LOGMNR.COMMITTED_DATA_ONLY); END;");
    Set<Integer> mined = new HashSet<>();
    for (String redo :
        sys.rows("SELECT SQL_REDO FROM V$LOGMNR_CONTENTS WHERE OPERATION_CODE = 1")) {
      int from = redo.indexOf("values ('") + 9;
      mined.add(Integer.valueOf(redo.substring(from, redo.indexOf('\'', from))));
    }
    assertThat(mined).isEqualTo(stored);
    assertThat(sys.rows("SELECT XID FROM GV$TRANSACTION")).isEmpty();
  }

  private boolean insertUntilTheEnd(int instance, AtomicInteger numbers, Set<Integer> committed)
      throws SQLException {
    try (SqlConsole app = app(instance)) {
      while (true) {
        List<Integer> open = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          int number = numbers.incrementAndGet();
          app.run("INSERT INTO t VALUES (" + number + ", 'x')");
          open.add(number);
        }
        app.connection().commit();
        committed.addAll(open);
      }
    } catch (SQLException e) {
      return e.getErrorCode() == 3113 || e.getErrorCode() == 1089;
    }
  }

  @Test
  void aClusterCanBeAContainerDatabase() throws SQLException {
    stop();
    open(OracleSimulator.builder("rac-cdb").threads(2).containerDatabase("P"));
    assertThat(sys.one("SELECT COUNT(*) FROM CDB_TABLES WHERE OWNER = 'APP'")).isEqualTo("1");
  }
}
