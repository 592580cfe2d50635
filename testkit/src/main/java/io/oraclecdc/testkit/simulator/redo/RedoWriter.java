package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import java.sql.SQLException;
import java.util.ArrayList;
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
  private final Map<Integer, XidAllocator> xids = new HashMap<>();
  private final Map<Integer, Rba> lastAddress = new HashMap<>();
  private final Set<RedoTransaction> strands = new LinkedHashSet<>();
  private final LobRows rowSteps = new LobRows();
  private boolean switching;

  RedoWriter(RedoOptions options, Runnable settled) {
    this.options = options;
    this.settled = settled;
    clock = new ScnClock(options.clock(), options.initialScn());
    logs = new RedoLogs(options, clock);
    encoder = new RecordEncoder(logs.registry());
    logs.threads().forEach(t -> xids.put(t, new XidAllocator(t)));
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

  /** Guarded by {@link #underLatch}. */
  ScnClock clock() {
    return clock;
  }

  @Override
  public void statement(RedoTransaction transaction, List<RowChange> rows) {
    if (rows.isEmpty()) {
      return;
    }
    latch.lock();
    try {
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
        write(transaction, origin, row, shares || sharesStart);
        transaction.changes().add(row);
        previous = row;
      }
    } finally {
      latch.unlock();
    }
  }

  private void write(
      RedoTransaction transaction, RecordEncoder.Origin origin, RowChange row, boolean shares) {
    boolean sharesAddress = shares;
    for (LobRows.Step step : rowSteps.steps(row)) {
      int sequence = transaction.nextRow();
      byte[] record =
          switch (step.form()) {
            case PLAIN -> encoder.change(origin, sequence, step.change(), row.rowId());
            case PLACEHOLDER ->
                encoder.change(origin, sequence, step.change(), RedoRecord.PLACEHOLDER_ROW_ID);
            case END -> encoder.internal(origin, sequence, row.table(), row.rowId());
            case UNSUPPORTED -> encoder.unsupported(origin, sequence, row, false);
          };
      put(transaction, record, sharesAddress);
      sharesAddress = false;
    }
  }

  @Override
  public void undoTo(RedoTransaction transaction, int keep) {
    latch.lock();
    try {
      undo(transaction, keep);
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
      RowChange change = changes.remove(changes.size() - 1);
      int sequence = transaction.nextRow();
      byte[] record =
          rowSteps.isUnsupported(change.table())
              ? encoder.unsupported(origin, sequence, change, true)
              : encoder.undo(origin, sequence, Compensation.of(change));
      put(transaction, record, false);
    }
  }

  @Override
  public long commit(RedoTransaction transaction, InnerCommit innerCommit) throws SQLException {
    latch.lock();
    try {
      innerCommit.run();
      if (transaction.xid() == null) {
        return 0;
      }
      return end(transaction, RedoOperation.COMMIT);
    } finally {
      latch.unlock();
    }
  }

  @Override
  public void rollback(RedoTransaction transaction) {
    latch.lock();
    try {
      if (transaction.xid() != null) {
        undo(transaction, 0);
        end(transaction, RedoOperation.ROLLBACK);
      }
    } finally {
      latch.unlock();
    }
  }

  private long end(RedoTransaction transaction, RedoOperation operation) {
    flush(transaction);
    RecordEncoder.Origin origin = origin(transaction, clock.next(), null);
    place(
        transaction.session().thread(),
        encoder.control(operation, origin, transaction.nextRow(), placeholder()),
        false);
    logs.current(transaction.session().thread()).finishBlock();
    xids(transaction.session().thread()).release(origin.xid());
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
      xid = xids(transaction.session().thread()).allocate();
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
      place(transaction.session().thread(), record, sharesAddress);
    }
  }

  private void flush(RedoTransaction transaction) {
    strands.remove(transaction);
    for (RedoTransaction.Pending pending : transaction.release()) {
      place(transaction.session().thread(), pending.bytes(), pending.sharesAddress());
    }
  }

  private void place(int thread, byte[] record, boolean sharesAddress) {
    Rba address = sharesAddress ? lastAddress.get(thread) : null;
    if (address == null) {
      if (!switching && logs.isFull(logs.current(thread))) {
        switchLog(thread);
      }
      address = logs.current(thread).nextAddress();
      lastAddress.put(thread, address);
    }
    RecordEncoder.place(record, address);
    logs.current(thread).append(record);
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

  private XidAllocator xids(int thread) {
    XidAllocator found = xids.get(thread);
    if (found == null) {
      throw new IllegalArgumentException("no redo thread " + thread);
    }
    return found;
  }
}
