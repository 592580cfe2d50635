package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns what sessions did into redo records. One lock, the commit latch, guards clock, transaction
 * ids and logs, so the order of records is the order of calls.
 */
final class RedoWriter implements RedoRecorder {
  private static final int ARRAY_DELETE_ROWS = 255;
  private static final long STRAND_BYTES = 128 << 10;

  private final RedoOptions options;
  private final Runnable settled;
  private final ReentrantLock latch = new ReentrantLock();
  private final ScnClock clock;
  private final RedoLogs logs;
  private final RecordEncoder encoder;
  private final Map<UndoOwner, XidAllocator> xids = new HashMap<>();
  private final Map<Integer, Rba> lastAddress = new HashMap<>();
  private final Set<RedoTransaction> strands = new LinkedHashSet<>();
  private final LobRows rowSteps;
  private final RowMoves rowMoves;
  private long lastChangeScn;
  private boolean switching;

  RedoWriter(RedoOptions options, Runnable settled) {
    this.options = options;
    this.settled = settled;
    rowSteps = new LobRows(options::has);
    rowMoves = new RowMoves(options);
    clock = new ScnClock(options.clock(), options.initialScn());
    logs = new RedoLogs(options, clock);
    encoder = new RecordEncoder(logs.registry());
  }

  /** Runs a step while nobody writes redo or takes an SCN. */
  <T> T underLatch(Supplier<T> step) {
    latch.lock();
    try {
      return step.get();
    } finally {
      latch.unlock();
    }
  }

  /** Returns when all redo that was written so far is safe; never under the latch. */
  void settle() {
    settled.run();
  }

  /** Guarded by {@link #underLatch}. */
  RedoLogs logs() {
    return logs;
  }

  /** SCN of the newest commit or DDL. Guarded by {@link #underLatch}. */
  long lastChangeScn() {
    return lastChangeScn;
  }

  /** Guarded by {@link #underLatch}. */
  ScnClock clock() {
    return clock;
  }

  @Override
  public void statement(RedoTransaction transaction, List<RowChange> changed) {
    List<RowChange> rows = rowMoves.written(changed);
    if (rows.isEmpty()) {
      return;
    }
    latch.lock();
    try {
      if (transaction.isDead()) {
        return; // its instance is gone, and the storage is rolled back
      }
      long scn = clock.next();
      RowChange previous = null;
      int shared = 0;
      for (RowChange row : rows) {
        if (previous != null && options.has(RedoBehaviour.SCN_PER_ROW)) {
          scn = clock.next();
        }
        boolean starts = transaction.xid() == null;
        RecordEncoder.Origin origin = origin(transaction, scn, row.rowId());
        boolean shares = !starts && previous != null && shareRecord(previous, row, shared);
        shared = shares ? shared + 1 : 1;
        boolean sharesStart = starts && !has(RedoBehaviour.START_HAS_OWN_RS_ID);
        write(transaction, origin, row, shares || sharesStart, shared - 1);
        transaction.joined().set(transaction.changes().size(), shares);
        transaction.changes().add(row);
        previous = row;
      }
    } finally {
      latch.unlock();
    }
  }

  /** Whether rows of a kind are numbered inside their redo record. */
  private boolean countsRows(RowChange.Kind kind) {
    return switch (kind) {
      case INSERT -> has(RedoBehaviour.INSERT_SSN_COUNTS_ROWS);
      case DELETE -> has(RedoBehaviour.ARRAY_DELETE_ROWS_NUMBERED);
      case UPDATE -> false;
    };
  }

  private void write(
      RedoTransaction transaction,
      RecordEncoder.Origin origin,
      RowChange row,
      boolean shares,
      int rowOfRecord) {
    List<RowChange> done = transaction.changes();
    RowChange before = done.isEmpty() ? null : done.get(done.size() - 1);
    List<LobRows.Step> steps = rowSteps.steps(row, before);
    boolean ownScns = steps.size() > 1 && has(RedoBehaviour.LOB_ROWS_TAKE_SCNS);
    for (int i = 0; i < steps.size(); i++) {
      LobRows.Step step = steps.get(i);
      RecordEncoder.Origin at = ownScns && i > 0 ? origin.at(clock.next()) : origin;
      byte[] record = encoded(at, transaction.nextRow(), step);
      RecordEncoder.path(record, row.path());
      if (steps.size() > 1) {
        RecordEncoder.ofStatement(record, i, steps.size());
      }
      if (step.hidden()) {
        RecordEncoder.hideRowId(record);
      }
      if (i == 0 && countsRows(row.kind())) {
        RecordEncoder.ssn(record, rowOfRecord);
      }
      put(transaction, record, i == 0 ? shares : step.shares());
      if (i == 0
          && steps.size() > 1
          && row.kind() == RowChange.Kind.INSERT
          && has(RedoBehaviour.SECOND_START_IN_LOB_INSERT)) {
        put(transaction, encoder.control(RedoOperation.START, at, 1, placeholder()), false);
      }
    }
  }

  private byte[] encoded(RecordEncoder.Origin origin, int sequence, LobRows.Step step) {
    RowChange change = step.change();
    ValuePart part = step.part();
    if (part != null) {
      return encoder.part(origin, sequence, change.table(), change.rowId(), part);
    }
    return switch (step.form()) {
      case END -> encoder.internal(origin, sequence, change.table(), change.rowId());
      case UNSUPPORTED -> encoder.unsupported(origin, sequence, change, false);
      default -> encoder.change(origin, sequence, change, change.rowId());
    };
  }

  @Override
  public void undoTo(RedoTransaction transaction, int keep) {
    latch.lock();
    try {
      if (!transaction.isDead()) {
        undo(transaction, keep);
      }
    } finally {
      latch.unlock();
    }
  }

  private void undo(RedoTransaction transaction, int keep) {
    List<RowChange> changes = transaction.changes();
    if (changes.size() <= keep) {
      return;
    }
    RecordEncoder.Origin origin = origin(transaction, clock.next(), null);
    while (changes.size() > keep) {
      int first = changes.size() - 1;
      while (has(RedoBehaviour.UNDO_OF_ARRAYS_OLDEST_FIRST)
          && first > keep
          && transaction.joined().get(first)) {
        first--;
      }
      List<RowChange> undone = changes.subList(first, changes.size());
      undone.forEach(change -> undo(transaction, origin, change));
      undone.clear();
    }
  }

  private void undo(RedoTransaction transaction, RecordEncoder.Origin origin, RowChange change) {
    int sequence = transaction.nextRow();
    byte[] record =
        rowSteps.isUnsupported(change.table())
            ? encoder.unsupported(origin, sequence, change, true)
            : encoder.undo(origin, sequence, Compensation.of(change));
    if (has(RedoBehaviour.UNDO_KEEPS_SSN)) {
      RecordEncoder.ssn(record, RecordEncoder.ssn(change));
    }
    boolean untold =
        change.path() == RowChange.Path.UNLOGGED
            || (change.path() == RowChange.Path.DIRECT
                && has(RedoBehaviour.DIRECT_PATH_UNDO_NOT_SHOWN));
    RecordEncoder.path(record, untold ? RowChange.Path.UNLOGGED : RowChange.Path.CONVENTIONAL);
    put(transaction, record, false);
  }

  @Override
  public long commit(RedoTransaction transaction, InnerCommit innerCommit) throws SQLException {
    latch.lock();
    try {
      if (transaction.isDead()) {
        throw OraErrors.of(3113, "end-of-file on communication channel");
      }
      innerCommit.run();
      if (transaction.xid() == null) {
        return 0;
      }
      long scn = end(transaction, RedoOperation.COMMIT);
      transaction.committed(scn);
      return scn;
    } finally {
      latch.unlock();
    }
  }

  @Override
  public void rollback(RedoTransaction transaction) {
    latch.lock();
    try {
      if (transaction.xid() != null && !transaction.isDead()) {
        undo(transaction, 0);
        end(transaction, RedoOperation.ROLLBACK);
      }
    } finally {
      latch.unlock();
    }
  }

  /** Its instance died. What waits in its strand is lost if nothing of it was written before. */
  void kill(RedoTransaction transaction) {
    SimXid xid = transaction.xid();
    if (strands.contains(transaction) && xid != null && transaction.isUnwritten()) {
      strands.remove(transaction);
      transaction.release();
      transaction.changes().clear();
      xids(transaction.session()).release(xid);
    } else {
      flush(transaction);
    }
    transaction.kill();
  }

  /** Instance recovery: undo rows of a dead transaction, in the redo of who recovers. */
  void recover(RedoTransaction dead, SessionInfo by) {
    latch.lock();
    try {
      SimXid xid = dead.xid();
      if (xid == null || dead.isUnwritten()) {
        return;
      }
      RedoTransaction recovered = dead.takenOver(by);
      undo(recovered, 0);
      if (has(RedoBehaviour.RECOVERY_WITHOUT_ROLLBACK_ROW)) {
        flush(recovered);
      } else {
        end(recovered, RedoOperation.ROLLBACK);
      }
      xids(dead.session()).release(xid);
    } finally {
      latch.unlock();
    }
  }

  private long end(RedoTransaction transaction, RedoOperation operation) {
    flush(transaction);
    makeRoom(transaction.session().thread());
    RecordEncoder.Origin origin = origin(transaction, clock.next(), null);
    place(
        transaction.session().thread(),
        encoder.control(operation, origin, transaction.nextRow(), placeholder()),
        false);
    logs.current(transaction.session().thread()).finishBlock();
    xids(transaction.session()).release(origin.xid());
    lastChangeScn = operation == RedoOperation.COMMIT ? origin.scn() : lastChangeScn;
    return origin.scn();
  }

  @Override
  public long ddl(
      SessionInfo session,
      @Nullable String owner,
      @Nullable String objectName,
      @Nullable SimTable table,
      String text) {
    latch.lock();
    try {
      RedoTransaction transaction = new RedoTransaction(session);
      long scn = clock.next();
      RecordEncoder.Origin origin = origin(transaction, scn, RedoRecord.PLACEHOLDER_ROW_ID);
      put(
          transaction,
          encoder.ddl(
              origin, transaction.nextRow(), table, new RedoRecord.Ddl(owner, objectName, text)),
          !has(RedoBehaviour.START_HAS_OWN_RS_ID));
      end(transaction, RedoOperation.COMMIT);
      return scn;
    } finally {
      latch.unlock();
    }
  }

  /** Writes a dictionary into the logs of a session's thread. */
  void buildDictionary(SessionInfo session, Collection<SimTable> tables) {
    latch.lock();
    try {
      int thread = session.thread();
      boolean switches = !has(RedoBehaviour.DICTIONARY_BUILD_WITHOUT_SWITCHES);
      if (switches) {
        switchLog(thread);
      }
      long scn = clock.next();
      long first = logs.current(thread).sequence();
      logs.current(thread).occupy(DictionaryBuild.headBytes());
      for (SimTable table : tables) {
        if (logs.isFull(logs.current(thread)) && !logs.mustWait(thread)) {
          switchLog(thread);
        }
        logs.current(thread).occupy(DictionaryBuild.bytes(table));
      }
      if (switches && logs.mustWait(thread)) {
        throw new ArchiverStuckException(thread); // what was written is no whole dictionary
      }
      logs.builds()
          .add(
              new DictionaryBuild(
                  session.containerId(),
                  new DictionaryBuild.Place(
                      thread,
                      logs.incarnation().resetlogsScn(),
                      first,
                      logs.current(thread).sequence(),
                      scn),
                  tables));
      if (switches) {
        switchLog(thread);
      }
    } finally {
      latch.unlock();
    }
  }

  @Override
  public long currentScn() {
    long scn = underLatch(clock::current);
    settled.run();
    return scn;
  }

  void switchLog(int thread) {
    latch.lock();
    try {
      switching = true; // strands may overfill the log they belong to
      for (RedoTransaction held : new ArrayList<>(strands)) {
        if (held.session().thread() == thread) {
          flush(held);
        }
      }
      logs.switchLog(thread);
    } finally {
      switching = false;
      latch.unlock();
    }
  }

  /** Origin of a record; the first call for a transaction starts it. */
  private RecordEncoder.Origin origin(
      RedoTransaction transaction, long scn, @Nullable String firstRowId) {
    SimXid xid = transaction.xid();
    if (xid == null) {
      xid = xids(transaction.session()).allocate();
      transaction.started(xid, scn);
      RecordEncoder.Origin origin = originOf(transaction, xid, scn);
      String rowId = has(RedoBehaviour.CONTROL_ROWS_WITHOUT_ROW_ID) ? null : firstRowId;
      put(
          transaction,
          encoder.control(RedoOperation.START, origin, transaction.nextRow(), rowId),
          false);
      return origin;
    }
    return originOf(transaction, xid, scn);
  }

  private RecordEncoder.Origin originOf(RedoTransaction transaction, SimXid xid, long scn) {
    return new RecordEncoder.Origin(scn, clock.nowSeconds(), xid, transaction.session());
  }

  private void put(RedoTransaction transaction, byte[] record, boolean sharesAddress) {
    if (has(RedoBehaviour.PRIVATE_STRANDS)) {
      strands.add(transaction);
      long held = transaction.hold(new RedoTransaction.Pending(record, sharesAddress));
      if (held > STRAND_BYTES) {
        flush(transaction);
      }
    } else {
      transaction.written();
      place(transaction.session().thread(), record, sharesAddress);
    }
  }

  private void flush(RedoTransaction transaction) {
    strands.remove(transaction);
    transaction.written();
    for (RedoTransaction.Pending pending : transaction.release()) {
      place(transaction.session().thread(), pending.bytes(), pending.sharesAddress());
    }
  }

  private void place(int thread, byte[] record, boolean sharesAddress) {
    if (!logs.states().takesRedo(thread)) {
      throw new IllegalStateException("redo thread " + thread + " is closed");
    }
    Rba address = sharesAddress ? lastAddress.get(thread) : null;
    if (address == null) {
      // without a place for the next log Oracle would hang here; this log grows instead
      if (!switching && logs.isFull(logs.current(thread)) && !logs.mustWait(thread)) {
        switchLog(thread);
      }
      address = logs.current(thread).nextAddress();
      lastAddress.put(thread, address);
    }
    RecordEncoder.place(record, address);
    // what is written behind a log switch is not older than the log: rows that a statement or a
    // strand has left over when the log is full take the log's first SCN
    RecordEncoder.atLeast(record, logs.current(thread).firstScn());
    RedoLog log = logs.current(thread);
    log.append(record);
    log.occupy(options.redoBesideRowsBytes());
  }

  /** Switches a full log before the next SCN is taken; it grows where the next has no place. */
  private void makeRoom(int thread) {
    if (!switching && logs.isFull(logs.current(thread)) && !logs.mustWait(thread)) {
      switchLog(thread);
    }
  }

  /**
   * Whether a row goes into the redo record of the row before it: an array insert or delete of one
   * block.
   */
  private boolean shareRecord(RowChange previous, RowChange row, int rows) {
    return previous.kind() == row.kind()
        && row.kind() != RowChange.Kind.UPDATE
        && (row.kind() == RowChange.Kind.INSERT || rows < ARRAY_DELETE_ROWS)
        && !rowSteps.isSplit(row)
        && RowIdText.sameBlock(previous.rowId(), row.rowId());
  }

  private @Nullable String placeholder() {
    return has(RedoBehaviour.CONTROL_ROWS_WITHOUT_ROW_ID) ? null : RedoRecord.PLACEHOLDER_ROW_ID;
  }

  private boolean has(RedoBehaviour behaviour) {
    return options.has(behaviour);
  }

  /** Undo is local: every container has segments of its own for each thread. */
  private XidAllocator xids(SessionInfo session) {
    return xids.computeIfAbsent(
        new UndoOwner(session.containerId(), session.thread()),
        owner -> new XidAllocator(owner.thread()));
  }

  private record UndoOwner(int containerId, int thread) {}
}
