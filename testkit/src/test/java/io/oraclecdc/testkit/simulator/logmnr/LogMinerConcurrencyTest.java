package io.oraclecdc.testkit.simulator.logmnr;

import static io.oraclecdc.testkit.simulator.logmnr.MiningBench.DEFAULT_OPTIONS;
import static io.oraclecdc.testkit.simulator.logmnr.MiningBench.num;
import static io.oraclecdc.testkit.simulator.logmnr.MiningBench.number;
import static io.oraclecdc.testkit.simulator.logmnr.MiningBench.text;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.insert;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.rowId;
import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.SimTable.SupplementalLogging;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogMinerConcurrencyTest {
  private static final int WRITERS = 4;
  private static final int TRANSACTIONS = 60;

  private final SimTable emp = SimTables.emp(SupplementalLogging.ALL);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sessionsWriteWhileLogsSwitchAndNothingIsLost(boolean privateStrands) throws Exception {
    RedoOptions.Builder options = RedoOptions.builder().logSizeBytes(16 << 10).onlineGroups(2);
    if (privateStrands) {
      options.behaviour(RedoBehaviour.PRIVATE_STRANDS);
    }
    try (MiningBench bench = new MiningBench(options.build())) {
      bench.know(emp);
      ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
      try {
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
          int writer = i;
          tasks.add(() -> write(bench, writer));
        }
        int committed = 0;
        for (Future<Integer> done : writers.invokeAll(tasks)) {
          committed += done.get();
        }

        List<Map<String, Object>> rows = mineEverything(bench);

        assertThat(rows.stream().filter(r -> "COMMIT".equals(r.get("OPERATION"))))
            .hasSize(committed);
        assertThat(rows.stream().filter(r -> "START".equals(r.get("OPERATION"))))
            .hasSize(WRITERS * TRANSACTIONS);
        assertThat(rows).extracting(r -> text(r, "RS_ID")).isSorted();
        assertThat(rows.stream().filter(r -> "COMMIT".equals(r.get("OPERATION"))))
            .extracting(r -> number(r, "SCN"))
            .isSorted();
      } finally {
        writers.shutdownNow();
      }
    }
  }

  private int write(MiningBench bench, int writer) throws Exception {
    Random random = new Random(writer);
    SessionInfo session = new SessionInfo(0, "FREE", 1, "APP", 100 + writer, 1);
    int committed = 0;
    for (int i = 0; i < TRANSACTIONS; i++) {
      RedoTransaction transaction = new RedoTransaction(session);
      for (int row = 0; row <= random.nextInt(5); row++) {
        bench.change(
            transaction, insert(emp, rowId(emp, writer, row), num(row), "x".repeat(row), null));
      }
      if (random.nextInt(4) == 0) {
        bench.redo().rollback(transaction);
      } else {
        bench.redo().commit(transaction, () -> {});
        committed++;
      }
    }
    return committed;
  }

  private static List<Map<String, Object>> mineEverything(MiningBench bench) throws Exception {
    long current = bench.redo().currentSequence(1);
    int add = 1;
    for (Map<String, Object> log :
        bench.query("SELECT NAME FROM V$ARCHIVED_LOG ORDER BY SEQUENCE#")) {
      bench.logMiner().addLogfile(text(log, "NAME"), add);
      add = 3;
    }
    String member =
        text(
            bench
                .query(
                    "SELECT F.MEMBER FROM V$LOG L JOIN V$LOGFILE F ON F.GROUP# = L.GROUP# WHERE"
                        + " L.SEQUENCE# = "
                        + current)
                .get(0),
            "MEMBER");
    bench.logMiner().addLogfile(member, add);
    bench.logMiner().start(0, 0, null, null, DEFAULT_OPTIONS);
    assertThat(current).isGreaterThan(3);
    assertThat(
            bench.query(
                "SELECT COUNT(*) N, MAX(SCN) S, TRIM(RS_ID) R FROM V$LOGMNR_CONTENTS WHERE"
                    + " SEG_OWNER LIKE 'AP%' AND (OPERATION_CODE = 1 OR OPERATION_CODE IN (2, 3))"
                    + " GROUP BY TRIM(RS_ID) ORDER BY 1 DESC FETCH FIRST 3 ROWS ONLY"))
        .hasSize(3);
    return bench.contents();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noRowOfTheViewIsLongerThanItsColumn(long seed) throws Exception {
    Random random = new Random(seed);
    NlsSettings longMasks =
        new NlsSettings(
            "DAY MONTH YYYY HH24:MI:SS",
            "MONTH DAY YYYY HH24:MI:SS.FF9",
            "MONTH DAY YYYY HH24:MI:SS.FF9 TZH:TZM",
            ".,",
            "AMERICAN",
            java.time.ZoneOffset.UTC);
    try (MiningBench bench = new MiningBench(RedoOptions.defaults())) {
      bench.nls(longMasks);
      for (int i = 0; i < 150; i++) {
        SimTable table = bench.know(randomTable(random, i));
        Object[] before = randomRow(random, table);
        Object[] after = random.nextBoolean() ? before : randomRow(random, table);
        bench.committed(
            insert(table, rowId(table, 1, 1), before),
            SimTables.update(table, rowId(table, 1, 1), before, after, 1),
            SimTables.delete(table, rowId(table, 1, 1), after));
        if (random.nextInt(4) == 0) {
          bench.know(SimTables.withVersion(table, 2));
        }
      }
      for (Map<String, Object> row : bench.contents(16)) {
        assertThat(text(row, "SQL_REDO").length()).isLessThanOrEqualTo(4000);
        assertThat(text(row, "SQL_UNDO").length()).isLessThanOrEqualTo(4000);
      }
    }
  }

  private static SimTable randomTable(Random random, int number) {
    List<Object> columns = new ArrayList<>(List.of("ID", "NUMBER"));
    int count = 2 + random.nextInt(18);
    for (int i = 0; i < count; i++) {
      columns.add("COLUMN_" + "N".repeat(random.nextInt(20)) + i);
      columns.add(
          switch (random.nextInt(5)) {
            case 0 -> SimTables.type("NUMBER");
            case 1 -> SimTables.type("NVARCHAR2");
            case 2 -> SimTables.type("DATE");
            case 3 -> SimTables.type("RAW");
            default -> SimTables.type("VARCHAR2");
          });
    }
    SimTable table =
        SimTables.table(
            "T" + number, SupplementalLogging.ALL, SimTables.columns(columns.toArray()));
    return new SimTable(
        0,
        "APP",
        table.name(),
        1000 + number,
        1000 + number,
        1,
        table.columns(),
        List.of("ID"),
        SupplementalLogging.ALL,
        Set.of());
  }

  private static Object[] randomRow(Random random, SimTable table) {
    Object[] row = new Object[table.columns().size()];
    for (int i = 0; i < row.length; i++) {
      int length = random.nextInt(120);
      row[i] =
          switch (table.columns().get(i).type().name()) {
            case "NUMBER" -> new java.math.BigDecimal(new java.math.BigInteger(100, random), 20);
            case "DATE" -> java.time.LocalDateTime.of(2026, 9, 30, 23, 59, 59);
            case "RAW" -> new byte[length];
            case "NVARCHAR2" -> "é".repeat(length);
            default -> "'".repeat(length);
          };
    }
    return row;
  }
}
