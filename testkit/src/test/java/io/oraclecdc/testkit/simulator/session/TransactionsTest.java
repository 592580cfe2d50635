package io.oraclecdc.testkit.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.MinedRedo;
import io.oraclecdc.testkit.simulator.SimulatorUnderTest;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(SimulatorUnderTest.Way.class)
class TransactionsTest {
  private final SimulatorUnderTest.Way way;
  private SimulatorUnderTest simulator;
  private SqlConsole sql;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  TransactionsTest(SimulatorUnderTest.Way way) {
    this.way = way;
  }

  @BeforeEach
  void start() throws SQLException {
    simulator = way.start("tx");
    sql = open();
    sql.run(
        "CREATE TABLE t (id NUMBER(9) PRIMARY KEY, name VARCHAR2(20))",
        "ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
        "INSERT INTO t VALUES (1, 'one')",
        "INSERT INTO t VALUES (2, 'two')",
        "COMMIT");
  }

  private SqlConsole open() throws SQLException {
    Connection connection = simulator.connectApp();
    connection.setAutoCommit(false);
    return new SqlConsole(connection);
  }

  @AfterEach
  void stop() throws SQLException {
    threads.shutdownNow();
    sql.close();
    simulator.close();
  }

  @Test
  void RB_02_rollbackToASavepointUndoesNewestFirst() throws SQLException {
    sql.run(
        "INSERT INTO t VALUES (10, 'ten')",
        "SAVEPOINT a",
        "INSERT INTO t VALUES (11, 'eleven')",
        "UPDATE t SET name = 'ten!' WHERE id = 10",
        "DELETE FROM t WHERE id = 1",
        "ROLLBACK TO SAVEPOINT a",
        "INSERT INTO t VALUES (12, 'twelve')",
        "COMMIT");
    assertThat(sql.rows("SELECT id, name FROM t ORDER BY id"))
        .containsExactly("1|one", "2|two", "10|ten", "12|twelve");
    List<String> rows = MinedRedo.withEnds(simulator);
    assertThat(rows.subList(3, rows.size()))
        .extracting(r -> r.replaceAll("^(\\w+ rb|\\w+).*", "$1"))
        .containsExactly(
            "INSERT",
            "INSERT",
            "UPDATE",
            "DELETE",
            "INSERT rb",
            "UPDATE rb",
            "DELETE rb",
            "INSERT",
            "COMMIT");
  }

  @Test
  void fullRollbackUndoesEverything() throws SQLException {
    sql.run("INSERT INTO t VALUES (3, 'x')", "UPDATE t SET name = 'y' WHERE id = 1", "ROLLBACK");
    assertThat(sql.rows("SELECT id, name FROM t ORDER BY id")).containsExactly("1|one", "2|two");
    List<String> rows = MinedRedo.withEnds(simulator);
    assertThat(rows.subList(3, rows.size()))
        .extracting(r -> r.replaceAll("^(\\w+ rb|\\w+).*", "$1"))
        .containsExactly("INSERT", "UPDATE", "UPDATE rb", "DELETE rb", "ROLLBACK");
  }

  @Test
  void savepointsNestAndCanBeReturnedToTwice() throws SQLException {
    sql.run(
        "SAVEPOINT a",
        "DELETE FROM t WHERE id = 1",
        "SAVEPOINT b",
        "DELETE FROM t",
        "ROLLBACK TO b");
    assertThat(sql.rows("SELECT id FROM t")).containsExactly("2");
    sql.run("DELETE FROM t", "ROLLBACK TO b", "ROLLBACK TO a");
    assertThat(sql.rows("SELECT id FROM t ORDER BY id")).containsExactly("1", "2");
    assertThat(sql.fails("ROLLBACK TO b")).isEqualTo(1086);
    sql.run("COMMIT");
    assertThat(sql.fails("ROLLBACK TO a")).isEqualTo(1086);
  }

  @Test
  void jdbcSavepoints() throws SQLException {
    Connection connection = sql.connection();
    sql.run("INSERT INTO t VALUES (3, 'x')");
    Savepoint savepoint = connection.setSavepoint();
    sql.run("INSERT INTO t VALUES (4, 'y')");
    connection.rollback(savepoint);
    connection.commit();
    assertThat(sql.rows("SELECT id FROM t ORDER BY id")).containsExactly("1", "2", "3");
  }

  @Test
  void othersSeeCommittedRowsOnly() throws SQLException {
    try (SqlConsole other = open()) {
      sql.run("UPDATE t SET name = 'new' WHERE id = 1");
      assertThat(other.one("SELECT name FROM t WHERE id = 1")).isEqualTo("one");
      sql.run("COMMIT");
      assertThat(other.one("SELECT name FROM t WHERE id = 1")).isEqualTo("new");
    }
  }

  @Test
  void aLockedRowIsWaitedFor() throws Exception {
    sql.run("UPDATE t SET name = 'mine' WHERE id = 1");
    CountDownLatch begun = new CountDownLatch(1);
    Future<Integer> waiting =
        threads.submit(
            () -> {
              try (SqlConsole other = open()) {
                begun.countDown();
                int count = other.update("UPDATE t SET name = name || '+' WHERE id = 1");
                other.run("COMMIT");
                return count;
              }
            });
    begun.await();
    assertThat(open().fails("SELECT * FROM t WHERE id = 1 FOR UPDATE NOWAIT")).isEqualTo(54);
    assertThat(open().fails("SELECT * FROM t WHERE id = 1 FOR UPDATE WAIT 1")).isEqualTo(30006);
    assertThat(waiting.isDone()).isFalse();
    sql.run("COMMIT");
    assertThat(waiting.get(10, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(sql.one("SELECT name FROM t WHERE id = 1")).isEqualTo("mine+");
  }

  @Test
  void aWaitCanBeCancelledAndTimesOut() throws Exception {
    sql.run("UPDATE t SET name = 'mine' WHERE id = 1");
    try (SqlConsole other = open();
        Statement statement = other.connection().createStatement()) {
      statement.setQueryTimeout(1);
      SQLException timeout =
          SqlConsole.failure(() -> statement.execute("DELETE FROM t WHERE id = 1"));
      assertThat((Throwable) timeout).isInstanceOf(SQLTimeoutException.class);
      assertThat(timeout.getErrorCode()).isEqualTo(1013);
      statement.setQueryTimeout(0);
      Future<SQLException> waiting =
          threads.submit(
              () -> SqlConsole.failure(() -> statement.execute("DELETE FROM t WHERE id = 1")));
      Awaitility.await()
          .atMost(10, TimeUnit.SECONDS)
          .until(
              () -> {
                statement.cancel();
                return waiting.isDone();
              });
      assertThat(waiting.get().getErrorCode()).isEqualTo(1013);
    }
  }

  @Test
  void insertsOfTheSameKeyWaitForEachOther() throws Exception {
    sql.run("INSERT INTO t VALUES (5, 'first')");
    Future<Integer> second =
        threads.submit(
            () -> {
              try (SqlConsole other = open()) {
                return other.fails(
                    "INSERT INTO t SELECT level + 3, 'second' FROM DUAL CONNECT BY level <= 3");
              }
            });
    assertThat(second.isDone()).isFalse();
    sql.run("COMMIT");
    assertThat(second.get(10, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(sql.rows("SELECT id FROM t ORDER BY id")).containsExactly("1", "2", "5");
  }

  @Test
  void aDeadlockEndsOneOfTheTwo() throws Exception {
    SqlConsole other = open();
    sql.run("UPDATE t SET name = 'a' WHERE id = 1");
    other.run("UPDATE t SET name = 'b' WHERE id = 2");
    Future<SQLException> waiting =
        threads.submit(() -> other.error("UPDATE t SET name = 'b' WHERE id = 1"));
    SQLException mine = sql.error("UPDATE t SET name = 'a' WHERE id = 2");
    if (mine != null) {
      assertThat(mine.getErrorCode()).isEqualTo(60);
    } else {
      assertThat(waiting.get(10, TimeUnit.SECONDS).getErrorCode()).isEqualTo(60);
    }
    sql.run("ROLLBACK");
    waiting.get(10, TimeUnit.SECONDS);
    other.run("ROLLBACK");
    other.close();
  }

  @Test
  void readOnlyTransactionsRefuseChanges() throws SQLException {
    sql.run("SET TRANSACTION READ ONLY");
    assertThat(sql.fails("DELETE FROM t")).isEqualTo(1456);
    sql.run("COMMIT", "DELETE FROM t WHERE id = 1");
    assertThat(sql.fails("SET TRANSACTION READ ONLY")).isEqualTo(1453);
  }

  @Test
  void closeCommitsWhatIsOpen() throws SQLException {
    SqlConsole other = open();
    other.run("INSERT INTO t VALUES (7, 'left')");
    other.close();
    assertThat(sql.one("SELECT name FROM t WHERE id = 7")).isEqualTo("left");
  }

  @Test
  void autocommitCommitsEachStatement() throws SQLException {
    try (SqlConsole other = new SqlConsole(simulator.connectApp())) {
      other.run("INSERT INTO t VALUES (8, 'auto')");
      assertThat(sql.one("SELECT name FROM t WHERE id = 8")).isEqualTo("auto");
      assertThat(SqlConsole.failure(() -> other.connection().commit()).getErrorCode())
          .isEqualTo(17273);
    }
  }

  @Test
  void manySessionsWriteAtOnceAndTheRedoTellsTheSame() throws Exception {
    sql.run("CREATE TABLE w (id NUMBER PRIMARY KEY, n NUMBER, v VARCHAR2(20))");
    List<Future<Void>> writers = new ArrayList<>();
    for (int w = 0; w < 4; w++) {
      int writer = w;
      writers.add(
          threads.submit(
              () -> {
                write(writer);
                return null;
              }));
    }
    for (Future<Void> writer : writers) {
      writer.get(60, TimeUnit.SECONDS);
    }
    assertThat(replayed())
        .isEqualTo(
            sql.rows("SELECT id || '|' || n || '|' || v FROM w ORDER BY id").stream()
                .sorted()
                .toList());
  }

  private void write(int writer) throws SQLException {
    Random random = new Random(17 + writer);
    try (SqlConsole console = open();
        PreparedStatement insert =
            console.connection().prepareStatement("INSERT INTO w VALUES (?, ?, ?)")) {
      for (int i = 0; i < 60; i++) {
        int id = writer * 1000 + i;
        insert.setInt(1, id);
        insert.setInt(2, i);
        insert.setString(3, "w" + writer);
        insert.executeUpdate();
        console.run("SAVEPOINT s");
        console.update("UPDATE w SET n = n + 100, v = 'u' WHERE id = ?", id - random.nextInt(3));
        if (random.nextInt(4) == 0) {
          console.run("ROLLBACK TO s");
        }
        switch (random.nextInt(5)) {
          case 0 -> console.run("ROLLBACK");
          case 1 -> console.update("DELETE FROM w WHERE id = ?", id - 1);
          case 2, 3 -> console.run("COMMIT");
          default -> {
            // the transaction goes on
          }
        }
      }
      console.run("COMMIT");
    }
  }

  /** Applies the mined rows of table W in commit order by ROWID; the state they lead to. */
  private List<String> replayed() throws SQLException {
    try (Connection capture = simulator.connectCapture();
        SqlConsole console = new SqlConsole(capture)) {
      console.run(
          "BEGIN DBMS_LOGMNR.ADD_LOGFILE('/u01/oradata/redo/redo01.log', DBMS_LOGMNR.NEW); END;",
          "BEGIN DBMS_LOGMNR.START_LOGMNR(OPTIONS => DBMS_LOGMNR.DICT_FROM_ONLINE_CATALOG +"
              + " DBMS_LOGMNR.NO_ROWID_IN_STMT + DBMS_LOGMNR.COMMITTED_DATA_ONLY); END;");
      java.util.Map<String, String> state = new java.util.TreeMap<>();
      for (String row :
          console.rows(
              "SELECT OPERATION, ROW_ID, SQL_REDO FROM V$LOGMNR_CONTENTS WHERE TABLE_NAME = 'W' AND"
                  + " OPERATION_CODE IN (1, 2, 3)")) {
        String[] parts = row.split("\\|", 3);
        apply(state, parts[0], parts[1], parts[2]);
      }
      return state.values().stream().sorted().toList();
    }
  }

  private static void apply(
      java.util.Map<String, String> state, String operation, String rowId, String text) {
    switch (operation) {
      case "INSERT" ->
          state.put(
              rowId, text.replaceAll(".*values \\('(\\d+)','(\\d+)','(\\w+)'\\);?", "$1|$2|$3"));
      case "DELETE" -> assertThat(state.remove(rowId)).as(text).isNotNull();
      default -> {
        String id = state.getOrDefault(rowId, "gone").split("\\|", 2)[0];
        state.put(
            rowId,
            id + "|" + text.replaceAll(".*set \"N\" = '(\\d+)', \"V\" = '(\\w+)'.*", "$1|$2"));
      }
    }
  }
}
