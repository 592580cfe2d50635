package io.oraclecdc.redo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.change.Change;
import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.delivery.SequencedChange;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.Scn;
import io.oraclecdc.pipeline.ChangePipeline;
import io.oraclecdc.position.Position;
import io.oraclecdc.redo.RedoFixtures.RowBuilder;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.FixedSchemaCatalog;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.testing.LaggingJournal;
import io.oraclecdc.testing.ListRedoSource;
import io.oraclecdc.transaction.JournalSettings;
import io.oraclecdc.transaction.TransactionBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rows that cannot be decoded take part in rollbacks like any other row, and become dead letters
 * only when they are committed.
 */
class BadRowUndoTest {
  private static final Position BEGINNING =
      Position.startingAt(new Incarnation(1, new Scn(1)), Scn.ZERO, Scn.ZERO);
  private static final TableSchema N =
      RedoFixtures.table("APP", "N")
          .column("ID", Kind.NUMBER)
          .column("NAME", Kind.VARCHAR2, 50)
          .build();
  private static final TableSchema D =
      RedoFixtures.table("APP", "D")
          .column("ID", Kind.NUMBER)
          .column("NAME", Kind.VARCHAR2, 50)
          .column("C", Kind.CLOB)
          .build();
  private static final TableSchema IOT =
      RedoFixtures.table("APP", "I")
          .column("ID", Kind.NUMBER)
          .column("NAME", Kind.VARCHAR2, 50)
          .indexOrganized()
          .build();
  private static final String ROW = "AAAR9zAAHAAAACrAAA";
  private static final String GOOD = "update \"APP\".\"N\" set \"NAME\" = 'g' where \"ID\" = '1'";
  private static final String BROKEN =
      "update \"APP\".\"N\" set \"NAME\" = BROKEN where \"ID\" = '1'";
  private static final String UNDO =
      "update \"APP\".\"N\" set \"NAME\" = 'g' where ROWID = 'AAAR9zAAHAAAACrAAA'";
  private static final String TO_G = "update {ID=1, NAME=g}";

  @TempDir private Path directory;
  private final List<MinedRow> rows = new ArrayList<>();
  private final List<MinedRow> letters = new ArrayList<>();
  private final List<String> errors = new ArrayList<>();

  @BeforeEach
  void begin() {
    add(RedoFixtures.row(OperationCode.START));
  }

  @Test
  void RB_05_aBadUpdateThatIsUndoneLeavesTheOneBeforeIt() throws Exception {
    update(N, GOOD);
    update(N, BROKEN);
    undo(N, OperationCode.UPDATE, UNDO);
    assertThat(changes()).containsExactly(TO_G);
    assertThat(letters).isEmpty();
  }

  @Test
  void aBadRowThatStaysBecomesADeadLetterAtTheCommit() throws Exception {
    update(N, GOOD);
    update(N, BROKEN);
    assertThat(changes()).containsExactly(TO_G);
    assertThat(letters).hasSize(1);
    MinedRow letter = letters.get(0);
    assertThat(letter.sqlRedo()).isEqualTo(BROKEN);
    assertThat(letter.operation()).isEqualTo(OperationCode.UPDATE);
    assertThat(letter.address()).isEqualTo(rows.get(2).address());
    assertThat(letter.transaction()).isEqualTo(rows.get(2).transaction());
    assertThat(letter.segment()).isEqualTo(rows.get(2).segment());
    assertThat(errors.get(0)).contains("APP.N").doesNotContain("BROKEN");
  }

  @Test
  void aBadRowOfATransactionThatIsRolledBackIsNoDeadLetter() throws Exception {
    update(N, BROKEN);
    add(RedoFixtures.row(OperationCode.ROLLBACK));
    assertThat(play(rows, 2)).isEmpty();
    assertThat(letters).isEmpty();
  }

  @Test
  void aBadRowInPiecesOrByItsTypeIsUndoneToo() throws Exception {
    update(N, GOOD);
    add(RedoFixtures.row(N, OperationCode.UPDATE).rowId(ROW).sql(BROKEN).continued());
    // the pieces of a statement stand at one address
    rows.add(
        RedoFixtures.row(N, OperationCode.UPDATE)
            .rowId(ROW)
            .sql(" nonsense")
            .address(rows.get(rows.size() - 1).address())
            .build());
    update(N, "update \"APP\".\"N\" set \"ID\" = 'x' where \"ID\" = '1'");
    undo(N, OperationCode.UPDATE, UNDO);
    undo(N, OperationCode.UPDATE, UNDO);
    assertThat(changes()).containsExactly(TO_G);
    assertThat(letters).isEmpty();
  }

  @Test
  void anUnsupportedRowIsUndoneByWhateverUndoRowItHas() throws Exception {
    add(
        RedoFixtures.row(N, OperationCode.INSERT)
            .rowId(ROW)
            .sql("insert into \"APP\".\"N\"(\"ID\",\"NAME\") values ('1','a')"));
    update(N, GOOD);
    add(RedoFixtures.row(N, OperationCode.UNSUPPORTED).rowId(ROW).sql("Unsupported"));
    undo(N, OperationCode.UPDATE, UNDO);
    add(RedoFixtures.row(N, OperationCode.UNSUPPORTED).rowId(ROW).sql("Unsupported"));
    add(RedoFixtures.row(N, OperationCode.UNSUPPORTED).rowId(ROW).sql("Unsupported").rollback());
    assertThat(changes()).containsExactly("insert {ID=1, NAME=a}", TO_G);
    assertThat(letters).isEmpty();
  }

  @Test
  void goodAndBadRowsBetweenEachOther() throws Exception {
    update(N, GOOD);
    update(N, BROKEN);
    update(N, "update \"APP\".\"N\" set \"NAME\" = 'h' where \"ID\" = '1'");
    undo(N, OperationCode.UPDATE, UNDO);
    undo(N, OperationCode.UPDATE, UNDO);
    assertThat(changes()).containsExactly(TO_G);
    assertThat(letters).isEmpty();
  }

  @Test
  void everyKindOfBadRowIsMatchedByItsKind() throws Exception {
    insert("1");
    update(N, BROKEN);
    undo(N, OperationCode.UPDATE, UNDO);
    add(
        RedoFixtures.row(N, OperationCode.DELETE)
            .rowId(ROW)
            .sql("delete from \"APP\".\"N\" where BROKEN"));
    undo(N, OperationCode.INSERT, null);
    add(
        RedoFixtures.row(N, OperationCode.DELETE)
            .rowId(ROW)
            .sql("delete from \"APP\".\"N\" where \"ID\" = '1' and \"NAME\" = 'a'"));
    add(RedoFixtures.row(N, OperationCode.INSERT).rowId(ROW).sql("insert into BROKEN"));
    undo(N, OperationCode.DELETE, null);
    assertThat(changes()).containsExactly("insert {ID=1, NAME=a}", "delete {ID=1, NAME=a}");
    assertThat(letters).isEmpty();
  }

  @Test
  void aBadCallOfDbmsLobIsUndoneWithItsUndoRow() throws Exception {
    String update = "update \"APP\".\"D\" set \"NAME\" = 'g' where \"ID\" = '1'";
    String locator =
        """
        DECLARE
         loc_c CLOB;
         buf_c VARCHAR2(32767);
         loc_b BLOB;
         buf_b RAW(32767);
         loc_nc NCLOB;
         buf_nc NVARCHAR2(32767);
        BEGIN
         select "C" into loc_c from "APP"."D" where "ID" = '1' for update;
        """;
    update(D, update);
    add(RedoFixtures.row(D, OperationCode.SELECT_LOB_LOCATOR).rowId(ROW).sql(locator));
    add(
        RedoFixtures.row(D, OperationCode.LOB_WRITE)
            .rowId(ROW)
            .sql("\n buf_c := 'abc'; \n dbms_lob.write(loc_c, 7, 1, buf_c);\nEND;\n"));
    undo(D, OperationCode.UPDATE, "update \"APP\".\"D\" set \"C\" = EMPTY_CLOB()");
    assertThat(changes()).containsExactly("update {ID=1, NAME=g, C=UNAVAILABLE}");
    assertThat(letters).isEmpty();
  }

  @Test
  void aStatementThatBeginsWithABadRowIsUndoneAsAWhole() throws Exception {
    String none = "AAAAAAAAAAAAAAAAAA";
    update(D, "update \"APP\".\"D\" set \"NAME\" = 'g' where \"ID\" = '1'");
    add(RedoFixtures.row(D, OperationCode.LOB_WRITE).rowId(none).sql("DECLARE\n BROKEN"));
    add(
        RedoFixtures.row(D, OperationCode.UPDATE)
            .rowId(ROW)
            .sql("update \"APP\".\"D\" set \"C\" = 'x' where \"ID\" = '1'"));
    undo(D, OperationCode.UPDATE, "update \"APP\".\"D\" set \"C\" = EMPTY_CLOB()");
    assertThat(changes()).containsExactly("update {ID=1, NAME=g, C=UNAVAILABLE}");
    assertThat(letters).isEmpty();
  }

  @Test
  void aBadRowOfATableWithoutUsableRowIdsIsUndoneByTheEarliestUndoRow() throws Exception {
    update(IOT, GOOD.replace("\"N\"", "\"I\""));
    update(IOT, BROKEN.replace("\"N\"", "\"I\""));
    undo(IOT, OperationCode.UPDATE, "update \"APP\".\"I\" set \"NAME\" = 'g' where \"ID\" = '1'");
    assertThat(changes()).containsExactly(TO_G);
    assertThat(letters).isEmpty();
  }

  @Test
  void aStatementAboutAnotherRowThanItsOwnIsRefused() throws Exception {
    update(N, GOOD + " and a . ROWID = '" + ROW + "'");
    update(N, GOOD + " and ROWID = 'AAAR9zAAHAAAACrAAB'");
    assertThat(changes()).containsExactly(TO_G);
    assertThat(letters).hasSize(1);
    assertThat(errors.get(0)).contains("disagree");
  }

  @Test
  void aBadUndoRowThatNamesNoRowStops() {
    update(IOT, GOOD.replace("\"N\"", "\"I\""));
    add(RedoFixtures.row(IOT, OperationCode.UNSUPPORTED).sql("Unsupported").rollback());
    assertThatThrownBy(this::changes)
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DECODE));
    assertThat(letters).isEmpty();
  }

  @Test
  void textOfTablesWithExcludedColumnsIsNotKept() throws Exception {
    TableSchema table =
        RedoFixtures.table("APP", "N")
            .column("ID", Kind.NUMBER)
            .column("NAME", Kind.VARCHAR2, 50, Column.Use.EXCLUDED)
            .build();
    update(N, BROKEN);
    add(RedoFixtures.row(OperationCode.COMMIT));
    play(new FixedSchemaCatalog(List.of(table)), rows, 1);
    assertThat(letters).hasSize(1);
    assertThat(letters.get(0).sqlRedo()).isEqualTo("<withheld>");
  }

  @Test
  void aBadRowInsideAStatementIsALetterByItselfAndItsValueUnavailable() throws Exception {
    String bad = statementWithABadPiece();
    assertThat(changes()).containsExactly("insert {ID=1, NAME=n, C=UNAVAILABLE}");
    assertThat(letters)
        .singleElement()
        .satisfies(
            letter -> {
              assertThat(letter.sqlRedo()).isEqualTo(bad);
              assertThat(letter.operation()).isEqualTo(OperationCode.LOB_WRITE);
              assertThat(letter.address()).isEqualTo(rows.get(3).address());
            });
    assertThat(errors.get(0)).contains("APP.D").doesNotContain("secret");
  }

  @Test
  void aBadRowInsideAStatementIsWithheldWithTheTextOfItsTable() throws Exception {
    TableSchema table =
        RedoFixtures.table("APP", "D")
            .column("ID", Kind.NUMBER)
            .column("NAME", Kind.VARCHAR2, 50, Column.Use.EXCLUDED)
            .column("C", Kind.CLOB)
            .build();
    statementWithABadPiece();
    add(RedoFixtures.row(OperationCode.COMMIT));
    List<String> lines = play(new FixedSchemaCatalog(List.of(table)), rows, 1);
    assertThat(lines).containsExactly("insert {ID=1, C=UNAVAILABLE}");
    assertThat(letters)
        .singleElement()
        .satisfies(letter -> assertThat(letter.sqlRedo()).isEqualTo("<withheld>"));
  }

  @Test
  void aBadRowBeforeTheInsertItsValueBelongsToLeavesNoNullAndNoRest() throws Exception {
    String none = "AAAAAAAAAAAAAAAAAA";
    String insert = "insert into \"APP\".\"D\"(\"ID\",\"NAME\",\"C\") values ('%s','n',NULL)";
    add(RedoFixtures.row(D, OperationCode.LOB_WRITE).rowId(none).sql(" buf_c := BROKEN"));
    add(
        RedoFixtures.row(D, OperationCode.LOB_WRITE)
            .rowId(none)
            .sql(" buf_c := 'more'; \n  dbms_lob.write(loc_c, 4, 8, buf_c);"));
    add(RedoFixtures.row(D, OperationCode.INSERT).rowId(none).sql(insert.formatted(1)));
    add(RedoFixtures.row(OperationCode.INTERNAL).rowId(ROW));
    add(RedoFixtures.row(D, OperationCode.INSERT).rowId(none).sql(insert.formatted(2)));
    add(RedoFixtures.row(OperationCode.INTERNAL).rowId("AAAR9zAAHAAAACrAAB"));
    assertThat(changes())
        .containsExactly(
            "insert {ID=1, NAME=n, C=UNAVAILABLE}", "insert {ID=2, NAME=n, C=SQL_NULL}");
    assertThat(letters).hasSize(1);
  }

  /** An INSERT, a locator, two pieces of which the first is damaged, and its last row. */
  private String statementWithABadPiece() {
    String none = "AAAAAAAAAAAAAAAAAA";
    String bad = " buf_c := 'secret'; \n  dbms_lob.write(loc_c, 7, 1, buf_c);";
    add(
        RedoFixtures.row(D, OperationCode.INSERT)
            .rowId(none)
            .sql("insert into \"APP\".\"D\"(\"ID\",\"NAME\",\"C\") values ('1','n',EMPTY_CLOB())"));
    add(
        RedoFixtures.row(D, OperationCode.SELECT_LOB_LOCATOR)
            .rowId(none)
            .sql(
                "DECLARE \n loc_c CLOB; \n buf_c VARCHAR2(6174); \nBEGIN\n select \"C\" into loc_c"
                    + " from \"APP\".\"D\" where \"ID\" = '1' for update;"));
    add(RedoFixtures.row(D, OperationCode.LOB_WRITE).rowId(none).sql(bad));
    add(
        RedoFixtures.row(D, OperationCode.LOB_WRITE)
            .rowId(none)
            .sql(" buf_c := 'more'; \n  dbms_lob.write(loc_c, 4, 8, buf_c);"));
    add(RedoFixtures.row(OperationCode.INTERNAL).rowId(ROW));
    return bad;
  }

  @Test
  void theRowIsInTheJournal() throws Exception {
    update(N, GOOD);
    update(N, BROKEN);
    update(N, BROKEN);
    int killedAt = rows.size();
    undo(N, OperationCode.UPDATE, UNDO);
    add(RedoFixtures.row(OperationCode.COMMIT));
    LaggingJournal journal = new LaggingJournal(new Random(1));
    Position stored = live(journal, BEGINNING, killedAt, new ArrayList<>());
    assertThat(letters).isEmpty();
    List<String> lines = new ArrayList<>();
    live(journal, stored, rows.size(), lines);
    assertThat(lines).containsExactly(TO_G);
    assertThat(letters).hasSize(1);
    assertThat(letters.get(0).sqlRedo()).isEqualTo(BROKEN);
  }

  private Position live(LaggingJournal journal, Position from, int end, List<String> lines)
      throws InterruptedException {
    FixedSchemaCatalog catalog = new FixedSchemaCatalog(List.of(N, D, IOT));
    List<SequencedChange> delivered = new ArrayList<>();
    JournalSettings settings = new JournalSettings(Duration.ofDays(1), 1, 1, "selection");
    Position stored = from;
    try (SpillArea area = new SpillArea(directory, 100, 1L << 30);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      Position start = buffer.journaling(journal, settings, from, (id, column) -> false);
      ChangePipeline pipeline =
          new ChangePipeline(
              new ListRedoSource(rows, reached -> Math.min(end, reached + 1)),
              new SqlRedoDecoder(catalog, RedoSettings.defaults()),
              catalog,
              buffer,
              new CommitSequencer(start, ZoneOffset.UTC, "test"),
              delivered::add,
              start,
              (row, error) -> letters.add(row));
      for (int step = 0; step < 20; step++) {
        pipeline.step();
        pipeline.heartbeat(Instant.EPOCH);
        stored = delivered.get(delivered.size() - 1).position();
        buffer.stored(stored);
      }
    }
    delivered.forEach(change -> lines.addAll(text(change.change())));
    return stored;
  }

  private void insert(String id) {
    add(
        RedoFixtures.row(N, OperationCode.INSERT)
            .rowId(ROW)
            .sql("insert into \"APP\".\"N\"(\"ID\",\"NAME\") values ('" + id + "','a')"));
  }

  private void update(TableSchema table, String sql) {
    add(RedoFixtures.row(table, OperationCode.UPDATE).rowId(ROW).sql(sql));
  }

  private void undo(
      TableSchema table, OperationCode operation, @org.jspecify.annotations.Nullable String sql) {
    add(RedoFixtures.row(table, operation).rowId(ROW).sql(sql).rollback());
  }

  private void add(RowBuilder row) {
    rows.add(row.address(new RedoAddress(1, rows.size() + 1, 16)).build());
  }

  private List<String> changes() throws InterruptedException {
    add(RedoFixtures.row(OperationCode.COMMIT));
    List<String> whole = play(rows, rows.size());
    List<MinedRow> lettersOfWhole = List.copyOf(letters);
    letters.clear();
    assertThat(play(rows, 2)).as("in small steps").isEqualTo(whole);
    assertThat(letters).isEqualTo(lettersOfWhole);
    return whole;
  }

  private List<String> play(List<MinedRow> all, int rowsOfStep) throws InterruptedException {
    return play(new FixedSchemaCatalog(List.of(N, D, IOT)), all, rowsOfStep);
  }

  private List<String> play(FixedSchemaCatalog catalog, List<MinedRow> all, int rowsOfStep)
      throws InterruptedException {
    List<String> lines = new ArrayList<>();
    Random random = new Random(rowsOfStep);
    // So small that everything moves to disk.
    try (SpillArea area = new SpillArea(directory, 100, 1L << 30);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      ChangePipeline pipeline =
          new ChangePipeline(
              new ListRedoSource(all, reached -> reached + 1 + random.nextInt(rowsOfStep)),
              new SqlRedoDecoder(catalog, RedoSettings.defaults()),
              catalog,
              buffer,
              new CommitSequencer(BEGINNING, ZoneOffset.UTC, "test"),
              change -> lines.addAll(text(change.change())),
              BEGINNING,
              (row, error) -> {
                letters.add(row);
                errors.add(error.observed());
              });
      int again = 0;
      for (int step = 0; step < 8 * all.size(); step++) {
        try {
          if (!pipeline.step()) {
            break;
          }
        } catch (io.oraclecdc.errors.RetriableException e) {
          // The step ended inside a statement; the next one goes further.
          again++;
        }
      }
      assertThat(again).isLessThan(8 * all.size());
    }
    return lines;
  }

  private static List<String> text(Change change) {
    if (change instanceof Change.RowInserted inserted) {
      return List.of("insert " + values(inserted.table(), inserted.after()));
    }
    if (change instanceof Change.RowUpdated updated) {
      return List.of("update " + values(updated.table(), updated.after()));
    }
    if (change instanceof Change.RowDeleted deleted) {
      return List.of("delete " + values(deleted.table(), deleted.before()));
    }
    return List.of();
  }

  private static Map<String, Object> values(TableSchema table, io.oraclecdc.value.RowImage image) {
    return RedoFixtures.valuesOf(table, image);
  }
}
