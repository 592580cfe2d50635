package io.oraclecdc.testkit.simulator.logmnr;

import static io.oraclecdc.testkit.simulator.logmnr.MiningBench.DEFAULT_OPTIONS;
import static io.oraclecdc.testkit.simulator.logmnr.MiningBench.num;
import static io.oraclecdc.testkit.simulator.logmnr.MiningBench.number;
import static io.oraclecdc.testkit.simulator.logmnr.MiningBench.text;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.insert;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.rowId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.SimTable.SupplementalLogging;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedoLogsAndRangesTest {
  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-02-28T12:00:00Z"), ZoneOffset.UTC);

  private final SimTable emp = SimTables.emp(SupplementalLogging.ALL);
  private MiningBench bench;
  private int id;

  @BeforeEach
  void open() throws SQLException {
    open(RedoOptions.builder().clock(NOON).build());
  }

  private void open(RedoOptions options) throws SQLException {
    if (bench != null) {
      bench.close();
    }
    bench = new MiningBench(options);
    bench.know(emp);
  }

  @AfterEach
  void close() throws SQLException {
    bench.close();
  }

  private long write() throws SQLException {
    id++;
    return bench.committed(insert(emp, rowId(emp, 9, id), num(id), "x", null));
  }

  private static void assertOra(int code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(SQLException.class)
        .hasMessageStartingWith("ORA-%05d: ".formatted(code))
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isEqualTo(code);
  }

  private String archived(int sequence) throws SQLException {
    return text(
        bench.query("SELECT NAME FROM V$ARCHIVED_LOG WHERE SEQUENCE# = " + sequence).get(0),
        "NAME");
  }

  private String online(int sequence) throws SQLException {
    return text(
        bench
            .query(
                "SELECT F.MEMBER FROM V$LOG L JOIN V$LOGFILE F ON F.GROUP# = L.GROUP# WHERE"
                    + " L.SEQUENCE# = "
                    + sequence)
            .get(0),
        "MEMBER");
  }

  @Test
  void aSwitchArchivesTheLogAndChainsTheScns() throws SQLException {
    write();
    bench.redo().switchLog(1);
    write();

    List<Map<String, Object>> logs = bench.query("SELECT * FROM V$LOG ORDER BY GROUP#");
    Map<String, Object> archivedLog = bench.query("SELECT * FROM V$ARCHIVED_LOG").get(0);

    assertThat(logs)
        .extracting(r -> r.get("STATUS"))
        .containsExactly("ACTIVE", "CURRENT", "UNUSED");
    assertThat(logs).extracting(r -> r.get("ARCHIVED")).containsExactly("YES", "NO", "YES");
    assertThat(number(logs.get(0), "NEXT_CHANGE#"))
        .isEqualTo(number(logs.get(1), "FIRST_CHANGE#"))
        .isEqualTo(number(archivedLog, "NEXT_CHANGE#"));
    assertThat(logs.get(1).get("NEXT_CHANGE#")).hasToString("9295429630892703743");
    assertThat(logs.get(1)).containsEntry("NEXT_TIME", null);
    assertThat(archivedLog)
        .containsEntry("DELETED", "NO")
        .containsEntry("STATUS", "A")
        .containsEntry("ARCHIVED", "YES");
    assertThat((String) archivedLog.get("NAME")).startsWith("/u01/oradata/archive/1_1_");
    assertThat(bench.redo().currentSequence(1)).isEqualTo(2);
  }

  @Test
  void fullLogsSwitchByThemselvesAndGroupsAreReused() throws SQLException {
    open(RedoOptions.builder().clock(NOON).logSizeBytes(8192).memoryBudgetBytes(64 << 10).build());
    for (int i = 0; i < 300; i++) {
      write();
    }

    assertThat(bench.redo().currentSequence(1)).isGreaterThan(5);
    List<Map<String, Object>> archivedLogs =
        bench.query("SELECT NAME FROM V$ARCHIVED_LOG ORDER BY SEQUENCE#");
    int options = 1;
    for (Map<String, Object> log : archivedLogs) {
      bench.logMiner().addLogfile(text(log, "NAME"), options);
      options = 3;
    }
    bench.logMiner().addLogfile(online((int) bench.redo().currentSequence(1)), 3);
    bench.logMiner().start(0, 0, null, null, DEFAULT_OPTIONS);

    assertThat(bench.query("SELECT SQL_REDO FROM V$LOGMNR_CONTENTS WHERE OPERATION_CODE = 1"))
        .hasSize(300);
  }

  @Test
  void aHeldArchiverLeavesALogActiveAndUnarchived() throws SQLException {
    bench.redo().holdArchiver();
    write();
    bench.redo().switchLog(1);

    assertThat(bench.query("SELECT * FROM V$ARCHIVED_LOG")).isEmpty();
    assertThat(bench.query("SELECT STATUS, ARCHIVED FROM V$LOG WHERE SEQUENCE# = 1").get(0))
        .containsEntry("STATUS", "ACTIVE")
        .containsEntry("ARCHIVED", "NO");

    bench.redo().releaseArchiver();

    assertThat(bench.query("SELECT * FROM V$ARCHIVED_LOG")).hasSize(1);
  }

  @Test
  void withoutArchivelogAReusedLogIsGone() throws SQLException {
    open(RedoOptions.builder().clock(NOON).archivelog(false).build());
    write();
    bench.redo().overwriteOnline(1, 1);

    assertThat(bench.query("SELECT * FROM V$ARCHIVED_LOG")).isEmpty();
    assertThat(bench.query("SELECT LOG_MODE FROM V$DATABASE").get(0))
        .containsEntry("LOG_MODE", "NOARCHIVELOG");
    assertThat(bench.query("SELECT * FROM V$LOG WHERE SEQUENCE# = 1")).isEmpty();
    assertThat(bench.query("SELECT * FROM V$LOG_HISTORY")).hasSize(2);
  }

  @Test
  void aPurgedLogIsKnownToTheCatalogARemovedOneIsNot() throws SQLException {
    write();
    bench.redo().switchLog(1);
    write();
    bench.redo().switchLog(1);
    final String first = archived(1);
    final String second = archived(2);

    bench.redo().purgeArchived(1, 1);
    bench.redo().removeArchivedFiles(1, 2);

    List<Map<String, Object>> rows = bench.query("SELECT * FROM V$ARCHIVED_LOG ORDER BY SEQUENCE#");
    assertThat(rows.get(0))
        .containsEntry("DELETED", "YES")
        .containsEntry("STATUS", "D")
        .containsEntry("NAME", null);
    assertThat(rows.get(1))
        .containsEntry("DELETED", "NO")
        .containsEntry("STATUS", "A")
        .containsEntry("NAME", second);
    assertOra(1284, () -> bench.logMiner().addLogfile(first, 1));
    assertThatThrownBy(() -> bench.logMiner().addLogfile(second, 1))
        .hasMessageContaining("ORA-00308");
  }

  @Test
  void aLogRemovedAfterItsRegistrationFailsTheStart() throws SQLException {
    write();
    bench.redo().switchLog(1);
    bench.logMiner().addLogfile(archived(1), 1);
    bench.redo().removeArchivedFiles(1, 1);

    assertOra(1284, () -> bench.logMiner().start(0, 0, null, null, DEFAULT_OPTIONS));
  }

  @Test
  void aLogRemovedBeforeTheCursorGetsThereFailsTheRead() throws SQLException {
    write();
    bench.redo().switchLog(1);
    write();
    bench.redo().switchLog(1);
    bench.logMiner().addLogfile(archived(1), 1);
    bench.logMiner().addLogfile(archived(2), 3);
    bench.logMiner().start(0, 0, null, null, DEFAULT_OPTIONS);
    try (Statement statement = bench.h2().createStatement();
        ResultSet result = statement.executeQuery("SELECT SCN FROM V$LOGMNR_CONTENTS")) {
      assertThat(result.next()).isTrue();
      bench.redo().removeArchivedFiles(1, 2);
      assertThat(result.next()).isTrue();
      assertThat(result.next()).isTrue();

      assertOra(308, result::next);
    }
  }

  @Test
  void archivedCopiesSurviveTheReuseOfTheirGroup() throws SQLException {
    write();
    bench.redo().overwriteOnline(1, 1);
    bench.logMiner().addLogfile(archived(1), 1);
    bench.logMiner().start(0, 0, null, null, DEFAULT_OPTIONS);

    assertThat(bench.contents()).hasSize(3);
  }

  @Test
  void duplicateAndUnlistedLogsAreRefused() throws SQLException {
    write();
    bench.redo().switchLog(1);
    String copy = archived(1);
    String original = online(1);
    bench.logMiner().addLogfile(copy, 1);

    assertOra(1289, () -> bench.logMiner().addLogfile(original, 3));
    assertOra(1289, () -> bench.logMiner().addLogfile(copy, 3));
    assertOra(1290, () -> bench.logMiner().removeLogfile(original));
    assertOra(1284, () -> bench.logMiner().addLogfile("/nowhere.log", 3));
    assertOra(1283, () -> bench.logMiner().addLogfile(original, 9));
  }

  @Test
  void rangesAreChecked() throws SQLException {
    assertOra(1292, () -> bench.logMiner().start(0, 0, null, null, 16));
    write();
    bench.redo().switchLog(1);
    final long second = write();
    bench.redo().switchLog(1);
    bench.logMiner().addLogfile(archived(1), 1);
    LocalDateTime noon = LocalDateTime.of(2026, 2, 28, 12, 0);

    assertOra(1281, () -> bench.logMiner().start(second, second - 1, null, null, 16));
    assertOra(1281, () -> bench.logMiner().start(-1, 0, null, null, 16));
    assertOra(1282, () -> bench.logMiner().start(0, 0, noon, noon.minusDays(1), 16));
    assertOra(1291, () -> bench.logMiner().start(1, 0, null, null, 16));
    assertOra(1291, () -> bench.logMiner().start(second, 0, null, null, 16));
    assertOra(1298, () -> bench.logMiner().start(0, 0, null, null, 48));
    assertOra(1298, () -> bench.logMiner().start(0, 0, null, null, 24));
    assertOra(1371, () -> bench.logMiner().start(0, 0, null, null, 40));
    assertOra(1283, () -> bench.logMiner().start(0, 0, null, null, 1 << 20));
    assertOra(44609, () -> bench.logMiner().start(0, 0, null, null, 1024 + 16));
    bench.logMiner().start(0, Long.MAX_VALUE, null, null, 16);
    assertThat(bench.contents()).hasSize(3);
    bench.logMiner().start(0, 0, noon, null, 16);
    assertThat(bench.contents()).hasSize(3);
  }

  @Test
  void equalBoundsAreARangeOfOneScnOrAnError() throws SQLException {
    long scn = write();
    bench.mineOnline(DEFAULT_OPTIONS);
    bench.logMiner().start(scn, scn, null, null, DEFAULT_OPTIONS);
    assertThat(bench.contents()).hasSize(1);

    open(
        RedoOptions.builder()
            .clock(NOON)
            .behaviour(RedoBehaviour.EQUAL_SCN_BOUNDS_REFUSED)
            .build());
    long other = write();
    bench.mineOnline(DEFAULT_OPTIONS);
    assertOra(1281, () -> bench.logMiner().start(other, other, null, null, DEFAULT_OPTIONS));
  }

  @Test
  void aHoleBetweenLogsIsMissing() throws SQLException {
    for (int i = 0; i < 3; i++) {
      write();
      bench.redo().switchLog(1);
    }
    bench.logMiner().addLogfile(archived(1), 1);
    bench.logMiner().addLogfile(archived(3), 3);

    assertOra(1291, () -> bench.logMiner().start(0, 0, null, null, DEFAULT_OPTIONS));
    List<Map<String, Object>> logs = bench.query("SELECT * FROM V$LOGMNR_LOGS ORDER BY STATUS");
    assertThat(logs).extracting(r -> number(r, "STATUS")).containsExactly(0L, 0L, 4L);
    assertThat((String) logs.get(2).get("FILENAME")).contains("sequence(s) 2 to 2");
    assertOra(1306, () -> bench.contents());
  }

  @Test
  void startTellsWhichLogsItWillRead() throws SQLException {
    write();
    bench.redo().switchLog(1);
    write();
    bench.redo().switchLog(1);
    final long third = write();
    bench.logMiner().addLogfile(archived(1), 1);
    bench.logMiner().addLogfile(archived(2), 3);
    bench.logMiner().addLogfile(online(3), 3);
    bench.logMiner().start(third - 1, third, null, null, DEFAULT_OPTIONS);

    assertThat(bench.query("SELECT * FROM V$LOGMNR_LOGS ORDER BY THREAD_SQN"))
        .extracting(r -> number(r, "STATUS"))
        .containsExactly(2L, 2L, 1L);
    assertThat(bench.query("SELECT * FROM V$LOGMNR_PARAMETERS").get(0))
        .satisfies(r -> assertThat(number(r, "END_SCN")).isEqualTo(third))
        .satisfies(r -> assertThat(number(r, "OPTIONS")).isEqualTo(DEFAULT_OPTIONS));
  }

  @Test
  void anotherAddEndsTheStartedRange() throws SQLException {
    write();
    bench.redo().switchLog(1);
    bench.logMiner().addLogfile(online(1), 1);
    bench.logMiner().start(0, 0, null, null, DEFAULT_OPTIONS);
    bench.logMiner().addLogfile(online(2), 3);

    assertOra(1306, () -> bench.contents());
    bench.logMiner().end();
    assertOra(1307, () -> bench.logMiner().end());
    assertThat(bench.query("SELECT * FROM V$LOGMNR_LOGS")).isEmpty();
  }

  @Test
  void aRegisteredOnlineLogThatWasReusedFailsTheStart() throws SQLException {
    write();
    bench.logMiner().addLogfile(online(1), 1);
    bench.redo().overwriteOnline(1, 1);

    assertOra(1368, () -> bench.logMiner().start(0, 0, null, null, DEFAULT_OPTIONS));
  }

  @Test
  void anOpenEndIsFixedByStartAGivenEndByTheQuery() throws SQLException {
    write();
    bench.mineOnline(DEFAULT_OPTIONS);
    write();
    assertThat(bench.contents()).hasSize(3);

    bench.logMiner().start(0, Long.MAX_VALUE, null, null, DEFAULT_OPTIONS);
    write();
    assertThat(bench.contents()).hasSize(9);
  }

  @Test
  void startOfATransactionBeforeTheRangeIsWithheld() throws SQLException {
    RedoTransaction transaction = bench.begin();
    bench.change(transaction, insert(emp, rowId(emp, 9, 1), num(1), "a", null));
    long scn = bench.redo().currentScn();
    bench.change(transaction, insert(emp, rowId(emp, 9, 2), num(2), "b", null));
    bench.commit(transaction);
    bench.mineOnline(DEFAULT_OPTIONS);
    bench.logMiner().start(scn + 1, 0, null, null, DEFAULT_OPTIONS);

    List<Map<String, Object>> rows = bench.contents();

    assertThat(rows).extracting(r -> r.get("OPERATION")).containsExactly("INSERT", "COMMIT");
    assertThat(rows).extracting(r -> r.get("USERNAME")).containsOnly("UNKNOWN");
  }

  @Test
  void callsOfThePackageReachTheSession() throws SQLException {
    write();
    bench.call("DBMS_LOGMNR", "ADD_LOGFILE", "LOGFILENAME", online(1), "OPTIONS", 1);
    bench.call(
        "DBMS_LOGMNR",
        "START_LOGMNR",
        "STARTSCN",
        "0",
        "ENDSCN",
        new java.math.BigDecimal("9295429630892703743"),
        "OPTIONS",
        DEFAULT_OPTIONS);
    assertThat(bench.contents()).hasSize(3);
    bench.call("DBMS_LOGMNR", "REMOVE_LOGFILE", "LOGFILENAME", online(1));
    assertOra(6502, () -> bench.call("DBMS_LOGMNR", "START_LOGMNR", "STARTSCN", "many"));
    assertOra(1307, () -> bench.call("DBMS_LOGMNR", "END_LOGMNR"));
    assertThat(bench.redo().packages().get(0).constants())
        .containsEntry("NEW", 1)
        .containsEntry("DICT_FROM_ONLINE_CATALOG", 16)
        .containsEntry("STRING_LITERALS_IN_STMT", 4096);
  }

  @Test
  void threadsAreMergedByScnAndKeepTheirOwnSequences() throws SQLException {
    open(RedoOptions.builder().clock(NOON).threads(2).build());
    RedoTransaction second =
        new RedoTransaction(
            new io.oraclecdc.testkit.simulator.redo.SessionInfo(0, "FREE", 2, "APP", 5, 5));
    write();
    bench.change(second, insert(emp, rowId(emp, 1, 1), num(1), "t2", null));
    write();
    bench.redo().commit(second, () -> {});

    List<Map<String, Object>> rows = bench.contents(DEFAULT_OPTIONS);

    assertThat(rows).extracting(r -> number(r, "THREAD#")).contains(1L, 2L);
    assertThat(rows).extracting(r -> number(r, "SCN")).isSorted();
    assertThat(rows.stream().filter(r -> number(r, "THREAD#") == 2))
        .extracting(r -> number(r, "XIDUSN"))
        .containsOnly(11L);
    assertThat(bench.query("SELECT * FROM V$THREAD")).hasSize(2);
  }
}
