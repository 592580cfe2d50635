package io.oraclecdc.snapshot;

import io.oraclecdc.change.Change.RowRead;
import io.oraclecdc.change.SnapshotOrigin;
import io.oraclecdc.change.SnapshotOrigin.Marker;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.ops.OpsEvent;
import io.oraclecdc.ops.OpsListener;
import io.oraclecdc.position.SnapshotProgress;
import io.oraclecdc.position.SnapshotProgress.Request;
import io.oraclecdc.position.SnapshotProgress.TableRead;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.FrameInput;
import io.oraclecdc.value.RowImage;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/*
 * The meeting of rows that are read and the stream.
 *
 *   reading thread    hold ... SCN n ... begin(n) ---- read ---- ready
 *   capture thread    commits <= floor | commits <= n | waits | rows of n | commits > n
 *
 * While a place is held the stream does not go beyond what it has released, so the SCN that is read
 * then is never one that the stream has passed. Batches stand in the order of their SCNs; the stream
 * stops at the first that is being read, and goes past those that are ready by delivering them.
 */
/**
 * Where rows that were read wait until the stream has come to their SCN. Thread-safe: one thread
 * reads, the capture thread delivers.
 */
public final class SnapshotFeed {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // All guarded by lock.
  private final Deque<SnapshotBatch> batches = new ArrayDeque<>();
  private final Set<SnapshotBatch> ready = new HashSet<>();
  private Scn floor;
  private boolean held;
  private boolean dirty;
  private boolean closed;
  private boolean news;
  private Scn lastSafe = Scn.ZERO;
  private long generation;
  private @Nullable CdcException failure;
  private volatile @Nullable SnapshotProgress progress;
  private final AtomicLong rowsDelivered = new AtomicLong();
  private final AtomicLong chunksDelivered = new AtomicLong();
  private final AtomicLong revision = new AtomicLong();
  private volatile LayoutCheck layouts = (layout, scn) -> true;
  private volatile OpsListener ops = OpsListener.NONE;
  private volatile @Nullable WaitingRows waiting;

  /** Whether rows were read with the layout that was in force at their SCN. */
  @FunctionalInterface
  public interface LayoutCheck {
    /** Called by the capture thread, when it has read the redo up to the SCN. */
    boolean isInForce(TableSchema layout, Scn scn);
  }

  /** Where delivered rows go. */
  @FunctionalInterface
  public interface RowOutlet {
    /**
     * Takes a row; {@link SnapshotFeed#progress()} is what may be stored with it.
     *
     * @param bytes heap of it, roughly
     */
    void row(RowRead row, long bytes) throws InterruptedException;
  }

  /**
   * Nothing is read yet.
   *
   * @param progress what was acknowledged; null when tables were never to be read
   * @param floor commits at or below it are not delivered any more, because they were
   */
  public SnapshotFeed(@Nullable SnapshotProgress progress, Scn floor) {
    this.progress = progress;
    this.floor = floor;
  }

  /** Tells who knows layouts, and who is told of what is done; before anything is read. */
  public void connect(LayoutCheck check, OpsListener listener) {
    layouts = check;
    ops = listener;
  }

  void keepIn(WaitingRows rows) {
    waiting = rows;
  }

  // ---- the capture thread ----

  /**
   * How far the stream may go now.
   *
   * @param safe how far it could go
   */
  public Scn bound(Scn safe) {
    lock.lock();
    try {
      lastSafe = safe;
      Scn bound = safe;
      if (held) {
        bound = Scn.min(bound, floor);
      }
      for (SnapshotBatch batch : batches) {
        if (!ready.contains(batch)) {
          bound = Scn.min(bound, batch.scn());
          break;
        }
      }
      floor = Scn.max(floor, bound);
      return bound;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes the next batch that stands before a commit; rows that were read with another layout than
   * that of their SCN are given up on the way, to be read again.
   *
   * @param commit SCN of the next commit that may be delivered, null when there is none
   * @return null when there is none, or when the next one is still being read
   */
  public @Nullable SnapshotBatch next(@Nullable Scn commit) {
    lock.lock();
    try {
      Scn place = commit == null ? floor : new Scn(commit.value() - 1);
      SnapshotBatch batch = batches.peek();
      if (batch == null || !ready.contains(batch) || batch.scn().isAfter(place)) {
        return null;
      }
      for (ChunkRows rows : batch.chunks()) {
        if (rows.rows() > 0 && !layouts.isInForce(rows.chunk().table(), batch.scn())) {
          giveUp();
          return null;
        }
      }
      batches.remove();
      ready.remove(batch);
      changed.signalAll();
      return batch;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Delivers a batch that was taken.
   *
   * @throws InterruptedException if capture is stopping
   */
  public void deliver(SnapshotBatch batch, RowOutlet outlet) throws InterruptedException {
    for (int i = 0; i < batch.chunks().size(); i++) {
      deliver(batch, i, outlet);
    }
    finish(batch);
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void deliver(SnapshotBatch batch, int index, RowOutlet outlet)
      throws InterruptedException {
    ChunkRows rows = batch.chunks().get(index);
    WaitingRows store = waiting;
    long left = rows.rows();
    boolean endsAll = batch.isLast() && isLastWithRows(batch, index);
    for (WaitingRows.Block block : rows.blocks()) {
      if (store == null) {
        throw new IllegalStateException("rows wait nowhere");
      }
      FrameInput input = store.take(block);
      long bytes = 400 + 3 * (block.bytes() / block.rows());
      for (int i = 0; i < block.rows(); i++) {
        left--;
        Marker marker = marker(batch.isInitial(), isBegun(batch), endsAll && left == 0);
        SnapshotOrigin origin =
            new SnapshotOrigin(batch.scn(), batch.readAt(), marker, rowId(input));
        RowRead read =
            new RowRead(rows.chunk().table(), origin, RowImage.owning(RowFrames.values(input)));
        if (left == 0) {
          advance(batch, rows.chunk().table().id(), rows);
          if (endsAll) {
            finish(batch);
          }
        }
        rowsDelivered.incrementAndGet();
        outlet.row(read, bytes);
      }
    }
    if (rows.rows() == 0) {
      advance(batch, rows.chunk().table().id(), rows);
    }
    chunksDelivered.incrementAndGet();
    ops.onEvent(
        new OpsEvent.SnapshotChunkDone(rows.chunk().table().id(), batch.scn(), rows.rows()));
  }

  /** Tables that have no more rows are done with the last row that there is. */
  private void finish(SnapshotBatch batch) {
    batch.alsoDone().forEach(table -> advance(batch, table, null));
  }

  private static @Nullable RowId rowId(FrameInput input) {
    String text = RowFrames.rowId(input);
    return text == null ? null : new RowId(text);
  }

  private static boolean isLastWithRows(SnapshotBatch batch, int index) {
    int last = -1;
    for (int i = 0; i < batch.chunks().size(); i++) {
      if (batch.chunks().get(i).rows() > 0) {
        last = i;
      }
    }
    return last == index;
  }

  /** Whether the first row of the request was delivered; notes that it is from now on. */
  private boolean isBegun(SnapshotBatch batch) {
    Request running = runningOf(batch);
    if (running == null || running.begun()) {
      return true;
    }
    update(SnapshotProgress::begun, false);
    return false;
  }

  private @Nullable Request runningOf(SnapshotBatch batch) {
    SnapshotProgress now = progress;
    Request running = now == null ? null : now.running();
    return running != null && running.id().equals(batch.request()) ? running : null;
  }

  private static Marker marker(boolean initial, boolean begun, boolean last) {
    if (!initial) {
      return Marker.INCREMENTAL;
    }
    if (last) {
      return Marker.LAST;
    }
    return begun ? Marker.TRUE : Marker.FIRST;
  }

  private void advance(SnapshotBatch batch, TableId table, @Nullable ChunkRows rows) {
    Request running = runningOf(batch);
    TableRead before = running == null ? null : running.table(table).orElse(null);
    if (running == null
        || before == null
        || before.done()
        || (rows != null && rows.chunk().oneRow())) {
      return;
    }
    TableRead after =
        rows == null
            ? before.advanced(before.basis(), before.frontier(), 0, true)
            : before.advanced(
                rows.chunk().cut().basis(),
                rows.chunk().upper(),
                rows.rows(),
                rows.chunk().isLastOfTable());
    update(now -> now.with(after), true);
    if (after.done()) {
      ops.onEvent(new OpsEvent.SnapshotComplete(running.id(), table.toString(), after.rows()));
      SnapshotProgress now = progress;
      if (now != null && runningOf(batch) == null) {
        long all = running.with(after).tables().stream().mapToLong(TableRead::rows).sum();
        ops.onEvent(new OpsEvent.SnapshotComplete(running.id(), "*", all));
      }
    }
  }

  /** What may be stored with the next change; null when tables were never to be read. */
  public @Nullable SnapshotProgress progress() {
    return progress;
  }

  /** Grows with every change of the progress. */
  public long revision() {
    return revision.get();
  }

  /** Whether progress was made that no delivered change carries; asked once. */
  public boolean takeDirty() {
    lock.lock();
    try {
      boolean was = dirty;
      dirty = false;
      return was;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Throws why reading had to end.
   *
   * @throws CdcException the reason
   */
  public void requireHealthy() {
    lock.lock();
    try {
      if (failure != null) {
        throw failure;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Changes the progress beside the rows; carried by the next change. Thread-safe.
   *
   * @param change given an empty progress where there is none
   */
  public void update(UnaryOperator<SnapshotProgress> change) {
    update(change, true);
  }

  private void update(UnaryOperator<SnapshotProgress> change, boolean tell) {
    lock.lock();
    try {
      SnapshotProgress now = progress;
      progress = change.apply(now == null ? SnapshotProgress.NONE : now);
      revision.incrementAndGet();
      dirty |= tell;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Rows delivered since the start. */
  long rowsDelivered() {
    return rowsDelivered.get();
  }

  /** Chunks delivered since the start. */
  long chunksDelivered() {
    return chunksDelivered.get();
  }

  /** Takes the next batch that is ready, where there is no stream beside the rows. */
  public @Nullable SnapshotBatch nextOfAll() {
    lock.lock();
    try {
      SnapshotBatch batch = batches.peek();
      if (batch == null || !ready.contains(batch)) {
        return null;
      }
      batches.remove();
      ready.remove(batch);
      changed.signalAll();
      return batch;
    } finally {
      lock.unlock();
    }
  }

  // ---- the reading thread ----

  /**
   * Stops the stream where it is, so that an SCN can be read.
   *
   * @return commits above it are not delivered yet
   */
  Scn hold() {
    lock.lock();
    try {
      held = true;
      SnapshotBatch last = batches.peekLast();
      return last == null ? floor : Scn.max(floor, last.scn());
    } finally {
      lock.unlock();
    }
  }

  /** Lets the stream go on without a batch. */
  void letGo() {
    lock.lock();
    try {
      held = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** From now on the stream may go to an SCN, and no farther until the batch is ready. */
  SnapshotBatch begin(Scn scn, Request request, Instant now) {
    lock.lock();
    try {
      SnapshotBatch batch = new SnapshotBatch(scn, request, now);
      batches.add(batch);
      held = false;
      return batch;
    } finally {
      lock.unlock();
    }
  }

  /**
   * A batch was read.
   *
   * @return false when nobody wants it any more: its rows are dropped
   */
  boolean ready(SnapshotBatch batch) {
    lock.lock();
    try {
      if (!batches.contains(batch)) {
        drop(batch);
        return false;
      }
      ready.add(batch);
      news = true;
      changed.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** A batch could not be read. */
  void abandon(SnapshotBatch batch) {
    lock.lock();
    try {
      batches.remove(batch);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Gives up every batch that was not taken: what they were to read is planned anew. */
  void giveUp() {
    lock.lock();
    try {
      for (SnapshotBatch batch : batches) {
        if (ready.contains(batch)) {
          drop(batch);
        }
      }
      batches.clear();
      ready.clear();
      generation++;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void drop(SnapshotBatch batch) {
    WaitingRows store = waiting;
    if (store != null) {
      batch.drop(store);
    }
  }

  /** Counts how often plans became void. */
  long generation() {
    lock.lock();
    try {
      return generation;
    } finally {
      lock.unlock();
    }
  }

  /** Chunks that wait for delivery. */
  int pendingChunks() {
    lock.lock();
    try {
      return batches.stream().mapToInt(batch -> Math.max(1, batch.chunks().size())).sum();
    } finally {
      lock.unlock();
    }
  }

  void fail(CdcException error) {
    lock.lock();
    try {
      if (failure == null) {
        failure = error;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until something changed or a time is over. */
  void await(BooleanSupplier until, long millis) throws InterruptedException {
    long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
    lock.lockInterruptibly();
    try {
      while (!closed && nanos > 0 && !until.getAsBoolean()) {
        nanos = changed.awaitNanos(nanos);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until there is something to do for the stream: a batch became ready or can be delivered,
   * progress changed beside the rows, reading failed; or until a time is over.
   */
  public void awaitNews(long millis) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      await(() -> news || dirty || failure != null || isDeliverable(), millis);
      news = false;
    } finally {
      lock.unlock();
    }
  }

  private boolean isDeliverable() {
    SnapshotBatch first = batches.peek();
    return first != null && ready.contains(first) && !first.scn().isAfter(Scn.max(floor, lastSafe));
  }

  /** Wakes whoever waits, for good. */
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }
}
