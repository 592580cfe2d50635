package io.oraclecdc.testkit.simulator.logmnr;

import static io.oraclecdc.testkit.simulator.logmnr.MiningBench.num;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.column;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.columns;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.delete;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.insert;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.row;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.type;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.update;
import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.SimTable.SupplementalLogging;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SqlRedoRendererTest {
  private static final String ROW_ID = "AAAR3sAAEAAAACXAAB";

  private static SqlRedoRenderer renderer(int options) throws SQLException {
    return new SqlRedoRenderer(RenderOptions.of(MiningBench.ISO, options, Set.of()));
  }

  private static RowChange rename(SimTable table) {
    return update(table, ROW_ID, row(num(1), "old", num(2)), row(num(1), "new", num(2)), 1);
  }

  private static String redo(RowChange change) throws SQLException {
    return renderer(MiningBench.DEFAULT_OPTIONS).redo(change);
  }

  @Test
  void theWhereOfAnUpdateFollowsTheLoggingLevel() throws SQLException {
    assertThat(redo(rename(SimTables.emp(SupplementalLogging.ALL))))
        .endsWith(" where \"ID\" = '1' and \"NAME\" = 'old' and \"LVL\" = '2'");
    assertThat(redo(rename(SimTables.emp(SupplementalLogging.PRIMARY_KEY))))
        .endsWith(" where \"ID\" = '1' and \"NAME\" = 'old'");
    assertThat(redo(rename(SimTables.emp(SupplementalLogging.MINIMAL))))
        .isEqualTo("update \"APP\".\"EMP\" set \"NAME\" = 'new' where \"NAME\" = 'old'");
  }

  @Test
  void primaryKeyLoggingWithoutAKeyLogsEverything() throws SQLException {
    assertThat(redo(rename(with(List.of(), SupplementalLogging.PRIMARY_KEY, Set.of()))))
        .endsWith(" where \"ID\" = '1' and \"NAME\" = 'old' and \"LVL\" = '2'");
  }

  @Test
  void columnsOfLogGroupsAreLoggedToo() throws SQLException {
    assertThat(redo(rename(with(List.of("ID"), SupplementalLogging.MINIMAL, Set.of("LVL")))))
        .endsWith(" where \"NAME\" = 'old' and \"LVL\" = '2'");
  }

  @Test
  void deletesListEveryColumnUnderEveryLevel() throws SQLException {
    assertThat(
            redo(delete(SimTables.emp(SupplementalLogging.MINIMAL), ROW_ID, num(1), null, num(2))))
        .isEqualTo(
            "delete from \"APP\".\"EMP\" where \"ID\" = '1' and \"NAME\" IS NULL and \"LVL\" ="
                + " '2'");
  }

  @Test
  void assignedButUnchangedColumnsStayInTheSet() throws SQLException {
    RowChange change =
        update(
            SimTables.emp(SupplementalLogging.MINIMAL),
            ROW_ID,
            row(num(1), "old", num(2)),
            row(num(1), "new", num(2)),
            0,
            1);

    assertThat(redo(change))
        .isEqualTo(
            "update \"APP\".\"EMP\" set \"ID\" = '1', \"NAME\" = 'new' where \"ID\" = '1' and"
                + " \"NAME\" = 'old'");
  }

  @Test
  void anUpdateOfNothingListsAllColumnsOnlyWhenAllAreLogged() throws SQLException {
    Object[] same = row(num(1), "same", null);

    assertThat(redo(update(SimTables.emp(SupplementalLogging.ALL), ROW_ID, same, same, 1)))
        .startsWith("update \"APP\".\"EMP\" set \"ID\" = '1', \"NAME\" = 'same', \"LVL\" = NULL ");
    assertThat(redo(update(SimTables.emp(SupplementalLogging.MINIMAL), ROW_ID, same, same, 2)))
        .isEqualTo("update \"APP\".\"EMP\" set \"LVL\" = NULL where \"LVL\" IS NULL");
  }

  @Test
  void undoTextsReverseTheChange() throws SQLException {
    SimTable emp = SimTables.emp(SupplementalLogging.ALL);
    SqlRedoRenderer plain = renderer(16);

    assertThat(plain.undo(insert(emp, ROW_ID, num(1), "a", null)))
        .isEqualTo(
            "delete from \"APP\".\"EMP\" where \"ID\" = '1' and \"NAME\" = 'a' and \"LVL\" IS NULL"
                + " and ROWID = '"
                + ROW_ID
                + "';");
    assertThat(plain.undo(delete(emp, ROW_ID, num(1), "a", null)))
        .isEqualTo("insert into \"APP\".\"EMP\"(\"ID\",\"NAME\",\"LVL\") values ('1','a',NULL);");
    assertThat(plain.undo(rename(emp)))
        .isEqualTo(
            "update \"APP\".\"EMP\" set \"NAME\" = 'old' where \"ID\" = '1' and \"NAME\" = 'new'"
                + " and \"LVL\" = '2' and ROWID = '"
                + ROW_ID
                + "';");
  }

  @Test
  void virtualAndXmlColumnsAreNotListed() throws SQLException {
    SimColumn total = new SimColumn("TOTAL", type("NUMBER"), true, null, 3, true, true, "\"ID\"*2");
    SimTable table =
        SimTables.table(
            "X",
            SupplementalLogging.ALL,
            List.of(
                column("ID", type("NUMBER"), 1),
                column("DOC", type("XMLTYPE"), 2),
                total,
                column("U", type("UROWID"), 4)));

    assertThat(redo(insert(table, ROW_ID, num(1), null, num(2), "*BAAA")))
        .isEqualTo("insert into \"APP\".\"X\"(\"ID\",\"U\") values ('1',Unsupported Type)");
  }

  @Test
  void valuesOutsideTheRowHaveRowsOfTheirOwn() throws SQLException {
    SimTable docs =
        SimTables.table(
            "DOCS",
            SupplementalLogging.ALL,
            columns("ID", "NUMBER", "BODY", "CLOB", "X", "XMLTYPE"));
    try (MiningBench bench = new MiningBench(RedoOptions.defaults())) {
      bench.know(docs);
      bench.committed(insert(docs, ROW_ID, num(1), "x".repeat(1985), "<a/>"));

      List<String> lines = bench.lines(MiningBench.DEFAULT_OPTIONS);

      assertThat(lines)
          .element(1)
          .isEqualTo(
              "INSERT insert into \"APP\".\"DOCS\"(\"ID\",\"BODY\") values ('1',EMPTY_CLOB())");
      assertThat(lines)
          .extracting(l -> l.substring(0, Math.min(l.length(), 10)))
          .contains("LOB_WRITE ", "XML DOC BE", "XML DOC WR", "XML DOC EN");
    }
  }

  @Test
  void valuesOfVirtualColumnsNeverReachTheRedo() throws SQLException {
    SimColumn total = new SimColumn("TOTAL", type("NUMBER"), true, null, 2, true, true, "\"ID\"*2");
    SimTable table =
        SimTables.table(
            "V", SupplementalLogging.ALL, List.of(column("ID", type("NUMBER"), 1), total));
    try (MiningBench bench = new MiningBench(RedoOptions.defaults())) {
      bench.know(table);
      bench.committed(update(table, ROW_ID, row(num(1), 2L), row(num(2), 4L), 0));

      assertThat(bench.lines(MiningBench.DEFAULT_OPTIONS).get(1))
          .isEqualTo("UPDATE update \"APP\".\"V\" set \"ID\" = '2' where \"ID\" = '1'");
    }
  }

  @Test
  void redoBeyondTheMemoryBudgetIsReadBackFromItsFile() throws SQLException {
    SimTable emp = SimTables.emp(SupplementalLogging.ALL);
    try (MiningBench bench =
        new MiningBench(RedoOptions.builder().memoryBudgetBytes(40 << 10).build())) {
      bench.know(emp);
      for (int i = 0; i < 1500; i++) {
        bench.committed(insert(emp, SimTables.rowId(emp, 1, i), num(i), "n" + i, null));
      }

      List<String> inserts =
          bench.lines(MiningBench.DEFAULT_OPTIONS).stream()
              .filter(l -> l.startsWith("INSERT"))
              .toList();

      assertThat(inserts).hasSize(1500);
      assertThat(inserts.get(3)).contains("('3','n3',NULL)");
      assertThat(inserts.get(1499)).contains("('1499','n1499',NULL)");
    }
  }

  private static SimTable with(
      List<String> key, SupplementalLogging logging, Set<String> logGroup) {
    SimTable emp = SimTables.emp(logging);
    return new SimTable(
        0,
        emp.owner(),
        emp.name(),
        emp.objectId(),
        emp.dataObjectId(),
        1,
        emp.columns(),
        key,
        logging,
        logGroup);
  }
}
