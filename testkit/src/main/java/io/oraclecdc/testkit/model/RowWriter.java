package io.oraclecdc.testkit.model;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.testkit.model.ModelTransaction.Pending;
import io.oraclecdc.testkit.simulator.logmnr.NlsSettings;
import io.oraclecdc.testkit.simulator.logmnr.RenderOptions;
import io.oraclecdc.testkit.simulator.logmnr.SqlRedoRenderer;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Makes rows of what transactions do, and hands them to their thread. */
final class RowWriter {
  private static final int BLOCK_END = 15;
  private static final int MOST_HELD = 60;

  private final ModelOptions options;
  private final ModelClock clock;
  private final SplittableRandom random;
  private final SqlRedoRenderer renderer;
  private final LobRowWriter lobs;

  RowWriter(ModelOptions options, ModelClock clock, SplittableRandom random) {
    this.options = options;
    this.clock = clock;
    this.random = random;
    this.renderer = renderer();
    this.lobs = new LobRowWriter(this, random, options.has(ModelBehaviour.LOB_BLOCKS));
  }

  // The masks of a capture's session, and NO_SQL_DELIMITER and NO_ROWID_IN_STMT as it asks for
  // them.
  private static SqlRedoRenderer renderer() {
    NlsSettings nls =
        new NlsSettings(
            "YYYY-MM-DD HH24:MI:SS AD",
            "YYYY-MM-DD HH24:MI:SS.FF9 AD",
            "YYYY-MM-DD HH24:MI:SS.FF9 TZH:TZM AD",
            ".,",
            "AMERICAN",
            ZoneOffset.UTC);
    try {
      return new SqlRedoRenderer(new RenderOptions(nls, false, false, false, Set.of()));
    } catch (SQLException e) {
      throw new IllegalStateException("the masks of this class are not understood", e);
    }
  }

  String sql(RowChange change) {
    return renderer.redo(change);
  }

  /** Writes the rows of a statement. */
  void statement(ModelTransaction transaction, List<LiveChange> changes) {
    LiveChange previous = null;
    for (LiveChange change : changes) {
      boolean shares = previous != null && isInRecordOf(previous, change);
      if (transaction.writesStart() && !transaction.isStartMissing()) {
        start(transaction, change.row().slot().rowId(), change.scn());
        shares = random.nextInt(4) != 0;
      }
      if (change.table().hasLobs()) {
        lobs.write(transaction, change);
      } else {
        put(
            transaction,
            row(transaction, change, change.change(), false, sql(change.change())),
            shares,
            change);
      }
      previous = change;
      transaction.changes().add(change);
    }
    keepStrandShort(transaction);
  }

  private static boolean isInRecordOf(LiveChange previous, LiveChange change) {
    RowChange.Kind kind = change.change().kind();
    return kind != RowChange.Kind.UPDATE
        && previous.change().kind() == kind
        && !change.table().hasLobs()
        && !change.table().schema().isIndexOrganized()
        && previous.change().rowId().regionMatches(0, change.change().rowId(), 0, BLOCK_END);
  }

  private void keepStrandShort(ModelTransaction transaction) {
    if (transaction.held() > MOST_HELD) {
      transaction.thread().release(transaction);
    }
  }

  /** Writes the START row. */
  void start(ModelTransaction transaction, @Nullable RowId rowId, long scn) {
    put(
        transaction,
        control(transaction, OperationCode.START, scn, rowId, "set transaction read write"),
        false,
        null);
  }

  /** Writes the undo row of a change. */
  void undo(ModelTransaction transaction, LiveChange change, long scn) {
    RowChange original = change.change();
    RowChange.Kind kind =
        switch (original.kind()) {
          case INSERT -> RowChange.Kind.DELETE;
          case DELETE -> RowChange.Kind.INSERT;
          case UPDATE -> RowChange.Kind.UPDATE;
        };
    String sql =
        options.has(ModelBehaviour.UNDO_WITHOUT_TEXT) ? null : renderer.compensation(original);
    put(
        transaction,
        row(transaction, scn, change.table(), kind, change.row().slot(), true, sql),
        false,
        null);
    keepStrandShort(transaction);
  }

  /**
   * Writes the ROLLBACK row behind the undo rows of a rollback to a savepoint, at their address.
   * Its partial XID tells that only ranges without the START row show it.
   */
  void partialRollback(ModelTransaction transaction, long scn) {
    MinedRow row = control(transaction, OperationCode.ROLLBACK, scn, RowId.PLACEHOLDER, "rollback");
    put(transaction, ModelStep.withPartialXid(row, row.userName()), true, null);
  }

  /** Writes the COMMIT row and everything before it; its address. */
  RedoAddress commit(ModelTransaction transaction, long scn) {
    transaction.thread().release(transaction);
    return transaction
        .thread()
        .place(
            transaction,
            new Pending(
                control(transaction, OperationCode.COMMIT, scn, RowId.PLACEHOLDER, "commit"),
                false,
                false,
                null,
                null));
  }

  /** Writes the ROLLBACK row and everything before it. */
  void rollback(ModelTransaction transaction, long scn) {
    transaction.thread().release(transaction);
    boolean zero = options.has(ModelBehaviour.ZERO_ADDRESS_ROLLBACKS) && random.nextInt(3) != 0;
    transaction
        .thread()
        .place(
            transaction,
            new Pending(
                control(transaction, OperationCode.ROLLBACK, scn, RowId.PLACEHOLDER, "rollback"),
                false,
                zero,
                null,
                null));
  }

  /** A START row with an all-zero XID. */
  void zeroXidStart(ModelThread thread, int containerId) {
    foreign(
        thread,
        thread.id(),
        new TransactionKey(containerId, Xid.NONE),
        OperationCode.START,
        clock.next(),
        false,
        "set transaction read write");
  }

  /** A COMMIT row with thread 0, at the address of the row before it. */
  void threadZeroCommit(ModelThread thread, int containerId, long scn) {
    Xid unknown = new Xid(1000 + random.nextInt(8), random.nextInt(8), clock.current());
    foreign(
        thread,
        new RedoThread(0),
        new TransactionKey(containerId, unknown),
        OperationCode.COMMIT,
        scn,
        true,
        "commit");
  }

  private void foreign(
      ModelThread thread,
      RedoThread shown,
      TransactionKey key,
      OperationCode operation,
      long scn,
      boolean sharesAddress,
      String sql) {
    thread.place(
        null,
        new Pending(
            new MinedRow(
                new Scn(scn),
                shown,
                RedoAddress.ZERO,
                0,
                key,
                operation,
                operation.code(),
                false,
                new SegmentRef(key.containerId(), null, null, 0),
                RowId.PLACEHOLDER,
                false,
                0,
                null,
                clock.timeAt(scn),
                null,
                1,
                sql),
            sharesAddress,
            false,
            null,
            null));
  }

  /** Writes a DDL statement in a transaction of its own. */
  void ddl(ModelTransaction transaction, ModelTable table, long scn, String text) {
    start(transaction, RowId.PLACEHOLDER, scn);
    put(
        transaction,
        new MinedRow(
            new Scn(scn),
            transaction.thread().id(),
            RedoAddress.ZERO,
            0,
            transaction.key(),
            OperationCode.DDL,
            OperationCode.DDL.code(),
            false,
            table.segment(),
            RowId.PLACEHOLDER,
            false,
            0,
            "USER DDL (PlSql=0 RecDep=0)",
            clock.timeAt(scn),
            transaction.user(),
            transaction.nextSequence(),
            text),
        true,
        null);
  }

  private MinedRow control(
      ModelTransaction transaction,
      OperationCode operation,
      long scn,
      @Nullable RowId rowId,
      String sql) {
    return new MinedRow(
        new Scn(scn),
        transaction.thread().id(),
        RedoAddress.ZERO,
        0,
        transaction.key(),
        operation,
        operation.code(),
        false,
        new SegmentRef(transaction.key().containerId(), null, null, 0),
        rowId,
        false,
        0,
        null,
        clock.timeAt(scn),
        transaction.user(),
        transaction.nextSequence(),
        sql);
  }

  private MinedRow row(
      ModelTransaction transaction,
      LiveChange change,
      RowChange what,
      boolean undo,
      @Nullable String sql) {
    return row(
        transaction, change.scn(), change.table(), what.kind(), change.row().slot(), undo, sql);
  }

  private MinedRow row(
      ModelTransaction transaction,
      long scn,
      ModelTable table,
      RowChange.Kind kind,
      RowSlot slot,
      boolean undo,
      @Nullable String sql) {
    OperationCode operation = operation(kind);
    boolean hasSlot = kind == RowChange.Kind.INSERT && !table.schema().isIndexOrganized();
    return new MinedRow(
        new Scn(scn),
        transaction.thread().id(),
        RedoAddress.ZERO,
        hasSlot ? slot.number() : 0,
        transaction.key(),
        operation,
        operation.code(),
        undo,
        table.segment(),
        slot.rowId(),
        false,
        0,
        null,
        clock.timeAt(scn),
        transaction.user(),
        transaction.nextSequence(),
        sql);
  }

  static OperationCode operation(RowChange.Kind kind) {
    return switch (kind) {
      case INSERT -> OperationCode.INSERT;
      case DELETE -> OperationCode.DELETE;
      case UPDATE -> OperationCode.UPDATE;
    };
  }

  /** Writes a row of a LOB statement. */
  void lobRow(
      ModelTransaction transaction,
      LiveChange change,
      OperationCode operation,
      RowId rowId,
      @Nullable String sql,
      boolean sharesAddress,
      LobGroup group) {
    boolean isPart = operation == OperationCode.LOB_WRITE || operation == OperationCode.LOB_TRIM;
    boolean isUnnamed = operation == OperationCode.INTERNAL;
    MinedRow row =
        new MinedRow(
            new Scn(change.scn()),
            transaction.thread().id(),
            RedoAddress.ZERO,
            0,
            transaction.key(),
            operation,
            operation.code(),
            false,
            isUnnamed
                ? new SegmentRef(transaction.key().containerId(), null, null, 0)
                : change.table().segment(),
            rowId,
            false,
            isPart ? 2 : 0,
            isPart ? "LOB sql_redo not re-executable" : null,
            clock.timeAt(change.scn()),
            transaction.user(),
            transaction.nextSequence(),
            sql);
    // A locator row without text tells nothing: the change stands where its next row stands.
    boolean tellsNothing = operation == OperationCode.SELECT_LOB_LOCATOR && sql == null;
    transaction
        .thread()
        .write(
            transaction,
            new Pending(row, sharesAddress, false, tellsNothing ? null : change, group));
  }

  private static void put(
      ModelTransaction transaction,
      MinedRow row,
      boolean sharesAddress,
      @Nullable LiveChange change) {
    transaction.thread().write(transaction, new Pending(row, sharesAddress, false, change, null));
  }
}
