package io.oraclecdc.testkit.simulator.logmnr;

import static io.oraclecdc.testkit.simulator.logmnr.MiningBench.DEFAULT_OPTIONS;
import static io.oraclecdc.testkit.simulator.logmnr.MiningBench.num;
import static io.oraclecdc.testkit.simulator.logmnr.MiningBench.number;
import static io.oraclecdc.testkit.simulator.logmnr.MiningBench.text;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.delete;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.insert;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.row;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.rowId;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.SimTable.SupplementalLogging;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogMinerContentsTest {
  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-02-28T12:00:00.750Z"), ZoneOffset.ofHours(1));

  private final SimTable emp = SimTables.emp(SupplementalLogging.ALL);
  private MiningBench bench;

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

  private void openWith(RedoBehaviour... behaviours) throws SQLException {
    open(RedoOptions.builder().clock(NOON).behaviours(List.of(behaviours)).build());
  }

  @AfterEach
  void close() throws SQLException {
    bench.close();
  }

  @Test
  void oneSmallTransactionShowsStartRowsAndCommit() throws SQLException {
    RedoTransaction transaction = bench.begin();
    bench.change(transaction, insert(emp, rowId(emp, 9, 4), num(5), "five", null));
    bench.change(
        transaction,
        update(emp, rowId(emp, 9, 4), row(num(5), "five", null), row(num(5), "FIVE", null), 1));
    bench.change(transaction, delete(emp, rowId(emp, 9, 4), num(5), "FIVE", null));
    bench.commit(transaction);

    assertThat(bench.lines(DEFAULT_OPTIONS))
        .containsExactly(
            "START set transaction read write",
            "INSERT insert into \"APP\".\"EMP\"(\"ID\",\"NAME\",\"LVL\") values ('5','five',NULL)",
            "UPDATE update \"APP\".\"EMP\" set \"NAME\" = 'FIVE' where \"ID\" = '5' and \"NAME\" ="
                + " 'five' and \"LVL\" IS NULL",
            "DELETE delete from \"APP\".\"EMP\" where \"ID\" = '5' and \"NAME\" = 'FIVE' and"
                + " \"LVL\" IS NULL",
            "COMMIT commit");
  }

  @Test
  void columnsOfRowsCarryWhatTheFactsSay() throws SQLException {
    RedoTransaction transaction = bench.begin();
    bench.change(transaction, insert(emp, rowId(emp, 9, 4), num(5), "five", num("1.5")));
    long commitScn = bench.commit(transaction);

    List<Map<String, Object>> rows = bench.contents(DEFAULT_OPTIONS);

    Map<String, Object> start = rows.get(0);
    Map<String, Object> insert = rows.get(1);
    Map<String, Object> commit = rows.get(2);
    assertThat(insert.get("RS_ID"))
        .isEqualTo(start.get("RS_ID"))
        .isEqualTo(" 0x000001.00000002.0010 ");
    assertThat(start)
        .containsEntry("ROW_ID", rowId(emp, 9, 4))
        .containsEntry("USERNAME", "APP")
        .containsEntry("SEG_OWNER", null);
    assertThat(insert)
        .containsEntry("SEG_OWNER", "APP")
        .containsEntry("TABLE_NAME", "EMP")
        .containsEntry("SEG_NAME", "EMP")
        .containsEntry("ROW_ID", rowId(emp, 9, 4))
        .containsEntry("TIMESTAMP", Timestamp.valueOf("2026-02-28 13:00:00"))
        .containsEntry("INFO", null)
        .containsEntry("SRC_CON_NAME", null)
        .containsEntry("COMMIT_SCN", null);
    assertThat(number(insert, "SSN")).isEqualTo(4);
    assertThat(number(insert, "OPERATION_CODE")).isEqualTo(1);
    assertThat(number(insert, "SEQUENCE#")).isEqualTo(2);
    assertThat(number(insert, "DATA_OBJ#")).isEqualTo(emp.objectId());
    assertThat(number(insert, "DATA_OBJD#")).isEqualTo(emp.dataObjectId());
    assertThat(number(insert, "DATA_OBJV#")).isEqualTo(1);
    assertThat(number(insert, "DATA_BLK#")).isEqualTo(9);
    assertThat(number(insert, "SCN")).isEqualTo(number(start, "SCN"));
    assertThat(number(insert, "STATUS")).isZero();
    assertThat(number(insert, "CON_ID")).isZero();
    assertThat((byte[]) insert.get("XID")).isEqualTo((byte[]) commit.get("XID"));
    assertThat((byte[]) insert.get("XID")).containsExactly(1, 0, 0, 0, 0x3c, 2, 0, 0);
    assertThat(number(insert, "XIDUSN")).isEqualTo(1);
    assertThat(number(insert, "XIDSQN")).isEqualTo(572);
    assertThat(number(commit, "SCN")).isEqualTo(commitScn);
    assertThat(commit).containsEntry("ROW_ID", "A".repeat(18)).containsEntry("TABLE_NAME", null);
  }

  @Test
  void rowsOfAStatementShareTheScnAndInsertsOfABlockTheAddress() throws SQLException {
    bench.committed(
        insert(emp, rowId(emp, 9, 0), num(1), "a", null),
        insert(emp, rowId(emp, 9, 1), num(2), "b", null),
        insert(emp, rowId(emp, 10, 0), num(3), "c", null));

    List<Map<String, Object>> rows = bench.contents(DEFAULT_OPTIONS).subList(1, 4);

    assertThat(rows).extracting(r -> number(r, "SCN")).containsOnly(number(rows.get(0), "SCN"));
    assertThat(rows.get(1).get("RS_ID")).isEqualTo(rows.get(0).get("RS_ID"));
    assertThat(rows.get(2).get("RS_ID")).isNotEqualTo(rows.get(0).get("RS_ID"));
    assertThat(rows).extracting(r -> number(r, "SSN")).containsExactly(0L, 1L, 0L);
  }

  @Test
  void deletesOfAStatementShareAddressAndSsnInRunsOf255() throws SQLException {
    List<RowChange> deletes = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      deletes.add(delete(emp, rowId(emp, 9, i), num(i), "x", null));
    }
    bench.committed(deletes.toArray(RowChange[]::new));

    List<Map<String, Object>> rows =
        bench.contents(DEFAULT_OPTIONS).stream()
            .filter(r -> "DELETE".equals(r.get("OPERATION")))
            .toList();

    assertThat(rows).hasSize(600);
    assertThat(rows).extracting(r -> number(r, "SSN")).containsOnly(0L);
    assertThat(rows.stream().map(r -> r.get("RS_ID")).distinct()).hasSize(3);
    assertThat(rows.stream().filter(r -> text(r, "RS_ID").equals(text(rows.get(0), "RS_ID"))))
        .hasSize(255);
  }

  @Test
  void updatesOfAStatementHaveAddressesOfTheirOwn() throws SQLException {
    bench.committed(
        update(emp, rowId(emp, 9, 0), row(num(1), "a", null), row(num(1), "b", null), 1),
        update(emp, rowId(emp, 9, 1), row(num(2), "a", null), row(num(2), "b", null), 1));

    List<Map<String, Object>> rows = bench.contents(DEFAULT_OPTIONS).subList(1, 3);

    assertThat(rows.stream().map(r -> r.get("RS_ID")).distinct()).hasSize(2);
    assertThat(rows).extracting(r -> number(r, "SSN")).containsOnly(0L);
  }

  @Test
  void savepointRollbackWritesUndoRowsNewestFirst() throws SQLException {
    RedoTransaction transaction = bench.begin();
    bench.change(transaction, insert(emp, rowId(emp, 9, 0), num(1), "one", null));
    bench.change(
        transaction,
        update(emp, rowId(emp, 9, 0), row(num(1), "one", null), row(num(1), "two", null), 1));
    bench.change(transaction, insert(emp, rowId(emp, 9, 1), num(2), "two", null));
    bench.change(transaction, delete(emp, rowId(emp, 9, 1), num(2), "two", null));
    bench.redo().undoTo(transaction, 1);
    bench.commit(transaction);

    List<Map<String, Object>> rows = bench.contents(DEFAULT_OPTIONS);

    assertThat(transaction.changes()).hasSize(1);
    List<Map<String, Object>> undo = rows.stream().filter(r -> number(r, "ROLLBACK") == 1).toList();
    assertThat(undo)
        .extracting(r -> r.get("SQL_REDO"))
        .containsExactly(
            "insert into \"APP\".\"EMP\"(\"ID\",\"NAME\",\"LVL\") values ('2','two',NULL)",
            "delete from \"APP\".\"EMP\" where ROWID = '" + rowId(emp, 9, 1) + "'",
            "update \"APP\".\"EMP\" set \"NAME\" = 'one'");
    assertThat(undo).extracting(r -> number(r, "SCN")).containsOnly(number(undo.get(0), "SCN"));
    assertThat(undo).extracting(r -> r.get("SQL_UNDO")).containsOnlyNulls();
    assertThat(undo.get(2)).containsEntry("ROW_ID", rowId(emp, 9, 0));
  }

  @Test
  void undoOfAnUpdateEndsInTheRowidWithoutTheOption() throws SQLException {
    RedoTransaction transaction = bench.begin();
    bench.change(
        transaction,
        update(emp, rowId(emp, 9, 0), row(num(1), "one", null), row(num(1), "two", null), 1));
    bench.redo().rollback(transaction);

    assertThat(bench.lines(16))
        .containsExactly(
            "START set transaction read write;",
            "UPDATE update \"APP\".\"EMP\" set \"NAME\" = 'two' where \"ID\" = '1' and \"NAME\" ="
                + " 'one' and \"LVL\" IS NULL and ROWID = '"
                + rowId(emp, 9, 0)
                + "';",
            "UPDATE rb update \"APP\".\"EMP\" set \"NAME\" = 'one' where ROWID = '"
                + rowId(emp, 9, 0)
                + "';",
            "ROLLBACK rollback;");
  }

  @Test
  void ddlStandsInATransactionOfItsOwn() throws SQLException {
    bench.redo().ddl(bench.writer(), "APP", "EMP", emp, "ALTER TABLE app.emp ADD (x NUMBER)");

    List<Map<String, Object>> rows = bench.contents(DEFAULT_OPTIONS);

    assertThat(rows).extracting(r -> r.get("OPERATION")).containsExactly("START", "DDL", "COMMIT");
    assertThat(rows.get(1))
        .containsEntry("SQL_REDO", "ALTER TABLE app.emp ADD (x NUMBER)")
        .containsEntry("INFO", "USER DDL (PlSql=0 RecDep=0)")
        .containsEntry("SEG_OWNER", "APP")
        .containsEntry("TABLE_NAME", "EMP")
        .containsEntry("USERNAME", "APP");
    assertThat(number(rows.get(1), "DATA_OBJ#")).isEqualTo(emp.objectId());
    assertThat(number(rows.get(1), "DATA_OBJD#")).isZero();
  }

  @Test
  void longStatementsContinueInFurtherRows() throws SQLException {
    SimTable wide =
        bench.know(
            SimTables.table(
                "WIDE",
                SupplementalLogging.ALL,
                SimTables.columns(
                    "ID", "NUMBER", "A", "VARCHAR2", "B", "VARCHAR2", "C", "VARCHAR2")));
    bench.committed(
        insert(
            wide, rowId(wide, 1, 0), num(1), "a".repeat(3000), "b'".repeat(900), "c".repeat(1984)));

    List<Map<String, Object>> rows =
        bench.contents(DEFAULT_OPTIONS).stream()
            .filter(r -> "INSERT".equals(r.get("OPERATION")))
            .toList();

    assertThat(rows).extracting(r -> number(r, "CSF")).containsExactly(1L, 0L);
    assertThat((String) rows.get(0).get("SQL_REDO")).hasSize(4000);
    assertThat(rows.get(0).get("SQL_REDO") + (String) rows.get(1).get("SQL_REDO"))
        .isEqualTo(
            "insert into \"APP\".\"WIDE\"(\"ID\",\"A\",\"B\",\"C\") values ('1','"
                + "a".repeat(3000)
                + "','"
                + "b''".repeat(900)
                + "','"
                + "c".repeat(1984)
                + "')");
    assertThat(rows.get(1).get("RS_ID")).isEqualTo(rows.get(0).get("RS_ID"));
    assertThat((String) rows.get(0).get("SQL_UNDO")).hasSize(4000);
    assertThat((String) rows.get(1).get("SQL_UNDO")).endsWith("c'");
  }

  @Test
  void aStaleDictionaryShowsNumberedColumnsWithInternalBytes() throws SQLException {
    bench.committed(insert(emp, rowId(emp, 9, 0), num(1), "ab", null));
    bench.committed(
        update(emp, rowId(emp, 9, 0), row(num(1), "ab", null), row(num(1), "ac", null), 1));
    bench.know(SimTables.withVersion(emp, 2));

    List<Map<String, Object>> rows = bench.contents(DEFAULT_OPTIONS);

    assertThat(rows.get(1))
        .containsEntry(
            "SQL_REDO",
            "insert into \"APP\".\"EMP\"(\"COL 1\",\"COL 2\",\"COL 3\") values"
                + " (HEXTORAW('c102'),HEXTORAW('6162'),NULL)")
        .containsEntry("INFO", "Dictionary Mismatch")
        .containsEntry("SEG_OWNER", "APP");
    assertThat(number(rows.get(1), "STATUS")).isEqualTo(2);
    assertThat(rows.get(4))
        .containsEntry(
            "SQL_REDO",
            "update \"APP\".\"EMP\" set \"COL 2\" = HEXTORAW('6163') where \"COL 1\" ="
                + " HEXTORAW('c102') and \"COL 2\" = HEXTORAW('6162') and \"COL 3\" IS NULL");
  }

  @Test
  void aDroppedTableIsUnknown() throws SQLException {
    bench.committed(insert(emp, rowId(emp, 9, 0), num(1), "ab", null));
    bench.forget(emp);

    Map<String, Object> insert = bench.contents(DEFAULT_OPTIONS).get(1);

    assertThat(insert)
        .containsEntry("SEG_OWNER", "UNKNOWN")
        .containsEntry("TABLE_NAME", "OBJ# " + emp.objectId());
    assertThat((String) insert.get("SQL_REDO"))
        .startsWith("insert into \"UNKNOWN\".\"OBJ# " + emp.objectId() + "\"(\"COL 1\"");
  }

  @Test
  void withoutADictionaryEverythingIsUnknown() throws SQLException {
    bench.committed(insert(emp, rowId(emp, 9, 0), num(1), "ab", null));

    assertThat(bench.contents(64).get(1)).containsEntry("SEG_OWNER", "UNKNOWN");
  }

  @Test
  void smallLobsComeAsPlaceholderInsertAndUpdate() throws SQLException {
    SimTable docs =
        bench.know(
            SimTables.table(
                "DOCS",
                SupplementalLogging.ALL,
                SimTables.columns("ID", "NUMBER", "BODY", "CLOB", "PIC", "BLOB")));
    bench.committed(insert(docs, rowId(docs, 1, 3), num(1), "short", null));
    bench.committed(insert(docs, rowId(docs, 1, 4), num(2), "", new byte[0]));

    List<Map<String, Object>> rows =
        bench.contents(DEFAULT_OPTIONS).stream()
            .filter(r -> r.get("ROW_ID") != null && !"START".equals(r.get("OPERATION")))
            .filter(r -> !"COMMIT".equals(r.get("OPERATION")))
            .toList();

    assertThat(rows)
        .extracting(r -> r.get("OPERATION"))
        .containsExactly("INSERT", "UPDATE", "INSERT", "INTERNAL");
    assertThat(rows.get(0))
        .containsEntry("ROW_ID", "A".repeat(18))
        .containsEntry(
            "SQL_REDO",
            "insert into \"APP\".\"DOCS\"(\"ID\",\"BODY\",\"PIC\") values"
                + " ('1',EMPTY_CLOB(),EMPTY_BLOB())");
    assertThat(rows.get(1))
        .containsEntry("ROW_ID", rowId(docs, 1, 3))
        .containsEntry(
            "SQL_REDO",
            "update \"APP\".\"DOCS\" set \"BODY\" = 'short', \"PIC\" = NULL where \"ID\" = '1'");
    assertThat(rows.get(3))
        .containsEntry("ROW_ID", rowId(docs, 1, 4))
        .containsEntry("SEG_OWNER", null)
        .containsEntry("SQL_REDO", null);
  }

  @Test
  void tablesWithUnreadableColumnsGiveUnsupportedRows() throws SQLException {
    SimTable json =
        bench.know(
            SimTables.table(
                "J", SupplementalLogging.ALL, SimTables.columns("ID", "NUMBER", "DOC", "JSON")));
    bench.committed(insert(json, rowId(json, 1, 0), num(1), "{}"));

    Map<String, Object> row = bench.contents(DEFAULT_OPTIONS).get(1);

    assertThat(row)
        .containsEntry("OPERATION", "UNSUPPORTED")
        .containsEntry("SQL_REDO", "Unsupported")
        .containsEntry("TABLE_NAME", "J");
    assertThat(number(row, "OPERATION_CODE")).isEqualTo(255);
    assertThat(number(row, "STATUS")).isEqualTo(2);
  }

  @Test
  void minimalLoggingOffIsStatusThree() throws SQLException {
    SimTable off = bench.know(SimTables.emp(SupplementalLogging.OFF));
    bench.committed(insert(off, rowId(off, 1, 0), num(1), "a", null));

    Map<String, Object> row = bench.contents(DEFAULT_OPTIONS).get(1);

    assertThat(number(row, "STATUS")).isEqualTo(3);
    assertThat(row).containsEntry("INFO", "no supplemental log data found");
  }

  @Test
  void privateStrandsReachTheLogLateWithTheirOldScns() throws SQLException {
    openWith(RedoBehaviour.PRIVATE_STRANDS);
    RedoTransaction slow = bench.begin();
    bench.change(slow, insert(emp, rowId(emp, 9, 0), num(1), "slow", null));
    long quick = bench.committed(insert(emp, rowId(emp, 9, 1), num(2), "quick", null));
    bench.commit(slow);

    List<Map<String, Object>> rows = bench.contents(DEFAULT_OPTIONS);

    assertThat(rows)
        .extracting(r -> r.get("OPERATION"))
        .containsExactly("START", "INSERT", "COMMIT", "START", "INSERT", "COMMIT");
    assertThat((String) rows.get(4).get("SQL_REDO")).contains("slow");
    assertThat(number(rows.get(4), "SCN")).isLessThan(quick);
    assertThat((String) rows.get(4).get("RS_ID")).isGreaterThan((String) rows.get(2).get("RS_ID"));
  }

  @Test
  void anScnRangeFiltersLateRowsByScn() throws SQLException {
    openWith(RedoBehaviour.PRIVATE_STRANDS);
    RedoTransaction slow = bench.begin();
    bench.change(slow, insert(emp, rowId(emp, 9, 0), num(1), "slow", null));
    long quick = bench.committed(insert(emp, rowId(emp, 9, 1), num(2), "quick", null));
    bench.commit(slow);

    bench.mineOnline(DEFAULT_OPTIONS);
    bench.logMiner().start(quick, 0, null, null, DEFAULT_OPTIONS);

    assertThat(bench.contents())
        .extracting(r -> r.get("OPERATION"))
        .containsExactly("COMMIT", "COMMIT");
  }

  @Test
  void aLogSwitchFlushesTheStrands() throws SQLException {
    openWith(RedoBehaviour.PRIVATE_STRANDS);
    RedoTransaction slow = bench.begin();
    bench.change(slow, insert(emp, rowId(emp, 9, 0), num(1), "slow", null));
    bench.redo().switchLog(1);
    bench.commit(slow);

    List<Map<String, Object>> rows = bench.contents(DEFAULT_OPTIONS);

    assertThat(rows).extracting(r -> number(r, "RBASQN")).containsExactly(1L, 1L, 2L);
  }

  @Test
  void undoOutsideTheRangeLosesItsSequenceWhenSwitchedOn() throws SQLException {
    openWith(RedoBehaviour.PARTIAL_XID_OUTSIDE_RANGE, RedoBehaviour.ZERO_RS_ID_ON_ROLLBACK);
    RedoTransaction transaction = bench.begin();
    bench.change(transaction, insert(emp, rowId(emp, 9, 0), num(1), "a", null));
    long scn = bench.redo().currentScn();
    bench.redo().rollback(transaction);

    bench.mineOnline(DEFAULT_OPTIONS);
    bench.logMiner().start(scn + 1, 0, null, null, DEFAULT_OPTIONS);
    List<Map<String, Object>> rows = bench.contents();

    assertThat(rows).extracting(r -> r.get("OPERATION")).containsExactly("DELETE", "ROLLBACK");
    assertThat(rows).extracting(r -> number(r, "XIDSQN")).containsOnly(4294967295L);
    assertThat(rows).extracting(r -> r.get("USERNAME")).containsOnly("UNKNOWN");
    assertThat(rows.get(1)).containsEntry("RS_ID", " 0x000000.00000000.0000 ");
    assertThat((byte[]) rows.get(1).get("XID")).endsWith(-1, -1, -1, -1);
    assertThat(bench.contents(DEFAULT_OPTIONS))
        .extracting(r -> number(r, "XIDSQN"))
        .containsOnly(572L);
  }

  @Test
  void aRollbackToASavepointOutsideTheRangeEndsInARollbackRowWhenSwitchedOn() throws SQLException {
    openWith(RedoBehaviour.PARTIAL_ROLLBACK_AFTER_SAVEPOINT);
    RedoTransaction transaction = bench.begin();
    bench.change(transaction, insert(emp, rowId(emp, 9, 0), num(1), "a", null));
    long scn = bench.redo().currentScn();
    bench.change(transaction, insert(emp, rowId(emp, 9, 1), num(2), "b", null));
    bench.redo().undoTo(transaction, 1);
    bench.change(transaction, insert(emp, rowId(emp, 9, 2), num(3), "c", null));
    bench.commit(transaction);

    bench.mineOnline(DEFAULT_OPTIONS);
    bench.logMiner().start(scn + 1, 0, null, null, DEFAULT_OPTIONS);

    assertThat(bench.contents())
        .extracting(r -> r.get("OPERATION") + " " + number(r, "XIDSQN"))
        .containsExactly(
            "INSERT 572", "DELETE 572", "ROLLBACK 4294967295", "INSERT 572", "COMMIT 572");
    assertThat(bench.contents(DEFAULT_OPTIONS))
        .extracting(r -> r.get("OPERATION"))
        .doesNotContain("ROLLBACK");
  }

  @Test
  void emptyCommitsAndZeroTransactionsAppearWhenSwitchedOn() throws SQLException {
    openWith(RedoBehaviour.EMPTY_COMMITS_ON_THREAD_ZERO, RedoBehaviour.ZERO_XID_STARTS);
    bench.committed(insert(emp, rowId(emp, 9, 0), num(1), "a", null));

    List<Map<String, Object>> rows = bench.contents(DEFAULT_OPTIONS);

    assertThat(rows)
        .extracting(
            r -> r.get("OPERATION") + " " + number(r, "THREAD#") + " " + number(r, "XIDSQN"))
        .containsExactly(
            "START 1 0", "START 1 572", "INSERT 1 572", "COMMIT 1 572", "COMMIT 0 572");
  }

  @Test
  void startTakesAnAddressOfItsOwnWhenSwitchedOn() throws SQLException {
    openWith(
        RedoBehaviour.START_HAS_OWN_RS_ID,
        RedoBehaviour.CONTROL_ROWS_WITHOUT_ROW_ID,
        RedoBehaviour.SCN_PER_ROW,
        RedoBehaviour.UNDO_WITHOUT_TEXT);
    RedoTransaction transaction = bench.begin();
    bench.change(
        transaction,
        insert(emp, rowId(emp, 9, 0), num(1), "a", null),
        insert(emp, rowId(emp, 9, 1), num(2), "b", null));
    bench.redo().rollback(transaction);

    List<Map<String, Object>> rows = bench.contents(DEFAULT_OPTIONS);

    assertThat(rows.get(1).get("RS_ID")).isNotEqualTo(rows.get(0).get("RS_ID"));
    assertThat(rows.get(0)).containsEntry("ROW_ID", null);
    assertThat(number(rows.get(2), "SCN")).isEqualTo(number(rows.get(1), "SCN") + 1);
    assertThat(rows.get(3)).containsEntry("SQL_REDO", null);
  }

  @Test
  void committedDataOnlyGroupsTransactionsAndHidesUndoneWork() throws SQLException {
    RedoTransaction first = bench.begin();
    RedoTransaction second = bench.begin();
    RedoTransaction lost = bench.begin();
    bench.change(first, insert(emp, rowId(emp, 9, 0), num(1), "a", null));
    bench.change(second, insert(emp, rowId(emp, 9, 1), num(2), "b", null));
    bench.change(lost, insert(emp, rowId(emp, 9, 2), num(3), "c", null));
    bench.change(first, insert(emp, rowId(emp, 9, 3), num(4), "d", null));
    bench.redo().undoTo(first, 1);
    bench.redo().rollback(lost);
    bench.commit(second);
    long commitScn = bench.commit(first);

    List<Map<String, Object>> rows = bench.contents(DEFAULT_OPTIONS + 2);

    assertThat(rows)
        .extracting(r -> r.get("OPERATION") + " " + number(r, "XIDUSN"))
        .containsExactly("START 2", "INSERT 2", "COMMIT 2", "START 1", "INSERT 1", "COMMIT 1");
    assertThat(number(rows.get(4), "COMMIT_SCN")).isEqualTo(commitScn);
    assertThat(number(rows.get(4), "START_SCN")).isEqualTo(number(rows.get(3), "SCN"));
  }

  @Test
  void rowsAreComputedWhileTheResultIsRead() throws SQLException {
    for (int i = 0; i < 50; i++) {
      bench.committed(insert(emp, rowId(emp, 9, i), num(i), "a", null));
    }
    bench.mineOnline(DEFAULT_OPTIONS);
    try (Statement statement = bench.h2().createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT SCN, SQL_REDO FROM V$LOGMNR_CONTENTS WHERE OPERATION_CODE IN (1, 2, 3)"
                    + " AND SEG_OWNER = 'APP'")) {
      for (int i = 0; i < 10; i++) {
        assertThat(result.next()).isTrue();
      }
      bench.redo().overwriteOnline(1, 1);

      assertThatThrownBy(result::next)
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("ORA-00310")
          .hasMessageContaining("ORA-00334")
          .extracting(e -> ((SQLException) e).getErrorCode())
          .isEqualTo(310);
    }
  }

  @Test
  void anOverwrittenLogCanEndTheResultSilently() throws SQLException {
    openWith(RedoBehaviour.OVERWRITTEN_LOG_ENDS_SILENTLY);
    for (int i = 0; i < 50; i++) {
      bench.committed(insert(emp, rowId(emp, 9, i), num(i), "a", null));
    }
    bench.mineOnline(DEFAULT_OPTIONS);
    try (Statement statement = bench.h2().createStatement();
        ResultSet result = statement.executeQuery("SELECT SCN FROM V$LOGMNR_CONTENTS")) {
      assertThat(result.next()).isTrue();
      bench.redo().overwriteOnline(1, 1);

      assertThat(result.next()).isFalse();
    }
  }
}
