package io.oraclecdc.redo;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.change.Change;
import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.pipeline.ChangePipeline;
import io.oraclecdc.position.Position;
import io.oraclecdc.schema.FixedSchemaCatalog;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.transaction.TransactionBuffer;
import io.oraclecdc.value.RowImage;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Steps of one log each over statements that LogMiner returns only to a range that holds all of
 * them: none is lost, and no more logs are read together than one of them can lie in.
 */
class StatementsAcrossLogsTest {
  private static final TableSchema DOCS =
      RedoFixtures.table("APP", "D").column("ID", Kind.NUMBER).column("B", Kind.BLOB).build();
  private static final TableSchema PLAIN =
      RedoFixtures.table("APP", "P").column("ID", Kind.NUMBER).build();
  private static final Xid LONG = new Xid(10, 12, 572);
  private static final int DAY = 96;

  @TempDir private Path directory;
  private final Logs logs = new Logs();
  private final List<String> changes = new ArrayList<>();

  @Test
  void aTransactionThatWorksAllDayIsReadWithAFewLogsMore() throws Exception {
    logs.add(1, RedoFixtures.row(OperationCode.START), LONG);
    List<String> expected = new ArrayList<>();
    for (int log = 1; log <= DAY; log++) {
      others(log);
      if (log % 10 == 0) {
        document(log, log + 1, 1000 + log);
        expected.add("D " + (1000 + log) + " 0a0b");
      } else if (log % 10 != 1) {
        insert(log, log);
        expected.add("P " + log);
      }
    }
    logs.add(DAY, RedoFixtures.row(OperationCode.COMMIT), LONG);
    capture(true);

    assertThat(changes.stream().filter(c -> !c.startsWith("P 9")))
        .containsExactlyElementsOf(expected.stream().filter(c -> !c.startsWith("P 9")).toList());
    assertThat(changes).contains("P 92").hasSize(expected.size() + DAY);
    // Two logs bring no row of the transaction where a statement lies across them.
    assertThat(logs.mostAtOnce).isLessThanOrEqualTo(5);
    // 1 for the step itself, which shows that the transaction goes on; 3 for what it may lack.
    assertThat(logs.read).isLessThanOrEqualTo(4 * DAY);
  }

  @Test
  void nothingIsReadTwiceWithoutSuchTables() throws Exception {
    logs.add(1, RedoFixtures.row(OperationCode.START), LONG);
    for (int log = 1; log <= DAY; log++) {
      insert(log, log);
    }
    logs.add(DAY, RedoFixtures.row(OperationCode.COMMIT), LONG);
    capture(false);

    assertThat(changes).hasSize(DAY);
    assertThat(logs.read).isEqualTo(DAY);
  }

  @Test
  void aTransactionThatRestsAllDayIsReadOnceMoreWhenItGoesOn() throws Exception {
    logs.add(1, RedoFixtures.row(OperationCode.START), LONG);
    insert(1, 1);
    document(1, 2, 2);
    for (int log = 2; log < DAY; log++) {
      others(log);
    }
    insert(DAY, 3);
    logs.add(DAY, RedoFixtures.row(OperationCode.COMMIT), LONG);
    capture(true);

    assertThat(changes.subList(changes.size() - 3, changes.size()))
        .containsExactly("P 1", "D 2 0a0b", "P 3");
    assertThat(logs.read).isEqualTo(2 * DAY);
  }

  @Test
  void aTransactionWithNothingButSuchAStatementIsFoundAtItsCommit() throws Exception {
    logs.add(1, RedoFixtures.row(OperationCode.START), LONG);
    document(2, 3, 1);
    others(4);
    logs.add(5, RedoFixtures.row(OperationCode.COMMIT), LONG);
    others(6);
    capture(true);

    assertThat(changes).containsExactly("P 9004", "D 1 0a0b", "P 9006");
  }

  @Test
  void aStatementOfManyLogsComesAlthoughATriggerWroteRowsInsideOfIt() throws Exception {
    logs.add(1, RedoFixtures.row(OperationCode.START), LONG);
    insert(1, 1);
    document(2, 6, 2);
    insert(3, 3);
    logs.add(7, RedoFixtures.row(OperationCode.COMMIT), LONG);
    capture(true);

    assertThat(changes).containsExactlyInAnyOrder("P 1", "D 2 0a0b", "P 3");
  }

  /** As after a restart from a position that did not wait for it: no such table was captured. */
  @Test
  void aTransactionOlderThanTheFirstStepLosesNothingEither() throws Exception {
    logs.add(1, RedoFixtures.row(OperationCode.START), LONG);
    others(2);
    document(3, 5, 1);
    others(5);
    logs.add(6, RedoFixtures.row(OperationCode.COMMIT), LONG);
    capture(true, 2000);

    assertThat(changes).containsExactly("P 9002", "P 9005", "D 1 0a0b");
  }

  /** Seen under load: the row that tells the ROWID is the first, and only, row of the next log. */
  @Test
  void aStatementWhoseLastRowIsAloneInTheNextLogIsUndoneWhole() throws Exception {
    String rowId = "AAAR3sAAEAAAACXAAB";
    logs.add(1, RedoFixtures.row(OperationCode.START), LONG);
    insert(1, 1);
    logs.beginStatement();
    addDocument(1, 2);
    logs.add(1, write("0a", 1), LONG);
    logs.add(2, RedoFixtures.row(OperationCode.INTERNAL).rowId(rowId), LONG);
    logs.endStatement();
    logs.beginStatement();
    addDocument(3, 3);
    logs.add(3, write("0c", 1), LONG);
    logs.add(4, RedoFixtures.row(OperationCode.INTERNAL).rowId("AAAR3sAAEAAAACXAAC"), LONG);
    logs.endStatement();
    logs.add(5, RedoFixtures.row(DOCS, OperationCode.DELETE).rowId(rowId).rollback(), LONG);
    logs.add(6, RedoFixtures.row(OperationCode.COMMIT), LONG);
    capture(true);

    assertThat(changes).containsExactly("P 1", "D 3 0c");
  }

  /** What began before the position and is in none of its lists was delivered or rolled back. */
  @Test
  void whatBeganBeforeThePositionAsksForNothing() throws Exception {
    Xid rolledBack = new Xid(10, 13, 4);
    logs.add(1, RedoFixtures.row(OperationCode.START), LONG);
    logs.add(1, RedoFixtures.row(OperationCode.START), rolledBack);
    insert(3, 1);
    insert(4, 2, rolledBack);
    logs.add(5, RedoFixtures.row(OperationCode.COMMIT), LONG);
    logs.add(6, RedoFixtures.row(OperationCode.ROLLBACK), rolledBack);
    others(7);
    Position start =
        new Position(
            new Incarnation(1, new Scn(1)),
            new Scn(2500),
            Scn.ZERO,
            Map.of(
                new RedoThread(1),
                new Position.ThreadPosition(
                    new RedoAddress(3, 0, 0),
                    new Position.LastCommit(
                        new RedoAddress(5, 1, 16), new Scn(5000), new TransactionKey(0, LONG)))),
            null);
    capture(true, start);

    assertThat(changes).containsExactly("P 9007");
    assertThat(logs.read).isEqualTo(5);
  }

  // ---- redo

  private void insert(int log, int id) {
    insert(log, id, LONG);
  }

  private void insert(int log, int id, Xid xid) {
    logs.add(
        log,
        RedoFixtures.row(PLAIN, OperationCode.INSERT)
            .sql("insert into \"APP\".\"P\"(\"ID\") values ('" + id + "')"),
        xid);
  }

  /** A transaction of somebody else. */
  private void others(int log) {
    Xid xid = new Xid(11, 1, 1000 + log);
    logs.add(log, RedoFixtures.row(OperationCode.START), xid);
    insert(log, 9000 + log, xid);
    logs.add(log, RedoFixtures.row(OperationCode.COMMIT), xid);
  }

  /** An insert with a LOB that begins in one log and ends in another. */
  private void document(int first, int last, int id) {
    logs.beginStatement();
    addDocument(first, id);
    logs.add(first, write("0a", 1), LONG);
    logs.add(last, write("0b", 2), LONG);
    logs.endStatement();
  }

  private void addDocument(int first, int id) {
    logs.add(
        first,
        RedoFixtures.row(DOCS, OperationCode.INSERT)
            .rowId("AAAAAAAAAAAAAAAAAA")
            .sql("insert into \"APP\".\"D\"(\"ID\",\"B\") values ('" + id + "',EMPTY_BLOB())"),
        LONG);
    logs.add(
        first,
        RedoFixtures.row(DOCS, OperationCode.SELECT_LOB_LOCATOR)
            .rowId("AAAAAAAAAAAAAAAAAA")
            .sql(
                "select \"B\" into loc_b from \"APP\".\"D\" where \"ID\" = '"
                    + id
                    + "' for update;"),
        LONG);
  }

  private static RedoFixtures.RowBuilder write(String hex, int offset) {
    return RedoFixtures.row(DOCS, OperationCode.LOB_WRITE)
        .rowId("AAAAAAAAAAAAAAAAAA")
        .sql(
            " buf_b := HEXTORAW('"
                + hex
                + "'); \n  dbms_lob.write(loc_b, 1, "
                + offset
                + ", buf_b);");
  }

  private void capture(boolean withDocuments) throws Exception {
    capture(withDocuments, 0);
  }

  private void capture(boolean withDocuments, long scn) throws Exception {
    capture(
        withDocuments,
        Position.startingAt(new Incarnation(1, new Scn(1)), new Scn(scn), new Scn(scn)));
  }

  private void capture(boolean withDocuments, Position start) throws Exception {
    FixedSchemaCatalog catalog =
        new FixedSchemaCatalog(withDocuments ? List.of(DOCS, PLAIN) : List.of(PLAIN));
    try (SpillArea area = new SpillArea(directory, 1 << 20, 1L << 30);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      ChangePipeline pipeline =
          new ChangePipeline(
              logs,
              new SqlRedoDecoder(catalog, RedoSettings.defaults()),
              catalog,
              buffer,
              new CommitSequencer(start, ZoneOffset.UTC, "test"),
              change -> changes.add(text(change.change())),
              start);
      while (pipeline.step()) {
        assertThat(logs.read).isLessThan(100 * DAY);
      }
    }
  }

  private static String text(Change change) {
    Change.RowInserted inserted = (Change.RowInserted) change;
    RowImage after = inserted.after();
    String text = inserted.table().id().name() + " " + after.get(0);
    return after.size() == 1
        ? text
        : text + " " + java.util.HexFormat.of().formatHex((byte[]) after.get(1));
  }

  /** Redo in logs. A step covers one log, or as many as it has to hold. */
  private static final class Logs implements RedoSource {
    private final List<List<MinedRow>> rows = new ArrayList<>();
    private final List<List<MinedRow>> statements = new ArrayList<>();
    private @Nullable List<MinedRow> statement;
    private int read;
    private int mostAtOnce;

    void beginStatement() {
      statement = new ArrayList<>();
    }

    void endStatement() {
      statements.add(java.util.Objects.requireNonNull(statement));
      statement = null;
    }

    void add(int log, RedoFixtures.RowBuilder row, Xid xid) {
      while (rows.size() < log) {
        rows.add(new ArrayList<>());
      }
      List<MinedRow> place = rows.get(log - 1);
      MinedRow built =
          row.xid(xid)
              .scn(1000L * log + place.size())
              .address(new RedoAddress(log, place.size() + 1, 16))
              .build();
      place.add(built);
      List<MinedRow> whole = statement;
      if (whole != null) {
        whole.add(built);
      }
    }

    @Override
    public MiningStep open(MiningStart start) {
      RedoThread thread = new RedoThread(1);
      RedoAddress cursor = start.cursors().get(thread);
      int first = cursor == null ? 1 : (int) Math.max(1, cursor.sequence());
      int last = first;
      while (last < rows.size() && start.mustReach(thread, last + 1)) {
        last++;
      }
      read += last - first + 1;
      mostAtOnce = Math.max(mostAtOnce, last - first + 1);
      List<MinedRow> range = new ArrayList<>();
      rows.subList(first - 1, last).forEach(range::addAll);
      range.removeIf(row -> row.scn().isBefore(start.lowestScn()));
      for (List<MinedRow> whole : statements) {
        if (!range.containsAll(whole)) {
          range.removeAll(whole);
        }
      }
      return new Range(range, thread, last, last == rows.size());
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }

  /** Rows of some logs. */
  private static final class Range implements MiningStep {
    private final List<MinedRow> rows;
    private final RedoThread thread;
    private final int last;
    private final boolean caughtUp;
    private int next;

    Range(List<MinedRow> rows, RedoThread thread, int last, boolean caughtUp) {
      this.rows = rows;
      this.thread = thread;
      this.last = last;
      this.caughtUp = caughtUp;
    }

    @Override
    public @Nullable MinedRow next() {
      return next < rows.size() ? rows.get(next++) : null;
    }

    @Override
    public StepEnd finish() {
      Scn nextFirst = new Scn(1000L * (last + 1));
      return new StepEnd(
          Map.of(thread, new RedoAddress(last + 1L, 0, 0)),
          Map.of(thread, new Scn(nextFirst.value() - 1)),
          nextFirst,
          caughtUp);
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }
}
