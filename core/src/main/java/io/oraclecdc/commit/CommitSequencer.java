package io.oraclecdc.commit;

import io.oraclecdc.change.Change;
import io.oraclecdc.delivery.Delivery;
import io.oraclecdc.delivery.SequencedChange;
import io.oraclecdc.lob.AssemblySettings;
import io.oraclecdc.lob.CompletedRow;
import io.oraclecdc.lob.MissingValues;
import io.oraclecdc.lob.ValueAssembler;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.position.Position;
import io.oraclecdc.position.Position.InFlight;
import io.oraclecdc.position.Position.JournalMark;
import io.oraclecdc.position.Position.LastCommit;
import io.oraclecdc.position.Position.ThreadPosition;
import io.oraclecdc.position.SnapshotProgress;
import io.oraclecdc.schema.LayoutChange;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.snapshot.SnapshotBatch;
import io.oraclecdc.snapshot.SnapshotFeed;
import io.oraclecdc.transaction.BadRows;
import io.oraclecdc.transaction.BufferedChange;
import io.oraclecdc.transaction.CommittedChanges;
import io.oraclecdc.transaction.CommittedTransaction;
import io.oraclecdc.transaction.CompletedStep;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * Order. Within a thread commits keep the order of their addresses. Over threads the queues are
 * merged by rank, the running maximum of the commit SCN per thread, lower thread first when equal;
 * only up to the SCN that every thread is known to have passed, so a commit that comes later can
 * never belong before one that was delivered.
 *
 * Position. Each change carries what may be stored once it and all before it are acknowledged. The
 * redo is needed again from the first row of whatever is open, waits, or is not delivered to its
 * end, else from the end of the step. That bound is computed from the back of the released commits
 * once, so that the cost per transaction is constant. It never goes back: a transaction that began
 * long ago with rows nobody captures does not ask for logs again that were given up meanwhile.
 *
 * After a restart. Commits up to the last one acknowledged of their thread are left out whole; of the
 * transaction in flight the first changes are left out if the settings that decide which changes
 * exist are the same and the last of them is the one that was acknowledged. The transaction in
 * flight comes first again: everything that was merged before it is acknowledged.
 *
 * Rows of tables. The feed tells how far the stream may go; a batch that was read AS OF an SCN stands
 * behind every commit up to it. Its rows carry the position between these commits.
 */
/**
 * Merges commits of all redo threads into the delivery order. Not thread-safe: the capture thread
 * owns it.
 */
public final class CommitSequencer {
  private static final Logger LOG = LoggerFactory.getLogger(CommitSequencer.class);
  private static final long HEARTBEAT_BYTES = 400;
  private static final long LAYOUT_BYTES = 400;
  private static final int MOST_ENDED_EXCLUDED = 1 << 16;

  private final Position start;
  private final DeliveredKinds kinds;
  private Predicate<TableSchema> leftOut = layout -> false;
  private final String fingerprint;
  private final ChangeFactory changes;
  private final ValueAssembler assembler;
  private final ValueCompletion completion;
  private final SnapshotFeed feed;
  private final TreeMap<RedoThread, ThreadQueue> queues = new TreeMap<>();
  private final Deque<Item> released = new ArrayDeque<>();
  private final Map<RedoThread, LastCommit> lastCommits = new HashMap<>();
  private final Map<RedoThread, RedoAddress> cursors = new HashMap<>();
  private Scn lowestScn;
  private ResumePoint resume;
  private @Nullable InFlight interrupted;
  private @Nullable JournalMark journal;
  private Scn passedScn = Scn.ZERO;
  private final ExcludedAround excluded;
  private long nextOrdinal;

  /**
   * A sequencer that goes on after a position.
   *
   * @param start what was acknowledged
   * @param zone zone of the database host's clock, in which the redo tells times
   * @param fingerprint of the settings that decide which changes exist
   */
  public CommitSequencer(Position start, ZoneId zone, String fingerprint) {
    this(start, zone, fingerprint, AssemblySettings.defaults(), MissingValues.UNAVAILABLE);
  }

  /** A sequencer without rows of tables. */
  public CommitSequencer(
      Position start,
      ZoneId zone,
      String fingerprint,
      AssemblySettings settings,
      MissingValues missing) {
    this(start, zone, fingerprint, settings, missing, DeliveredKinds.ROWS);
  }

  /** The same with a choice of what is delivered, and without rows of tables. */
  public CommitSequencer(
      Position start,
      ZoneId zone,
      String fingerprint,
      AssemblySettings settings,
      MissingValues missing,
      DeliveredKinds kinds) {
    this(
        start,
        zone,
        fingerprint,
        settings,
        missing,
        kinds,
        new SnapshotFeed(start.snapshot(), deliveredBefore(start)));
  }

  /**
   * The same with rows of tables.
   *
   * @param feed rows that are read beside the stream
   */
  public CommitSequencer(
      Position start,
      ZoneId zone,
      String fingerprint,
      AssemblySettings settings,
      MissingValues missing,
      DeliveredKinds kinds,
      SnapshotFeed feed) {
    this.feed = feed;
    this.start = start;
    this.kinds = kinds;
    this.assembler = new ValueAssembler(settings);
    this.completion = new ValueCompletion(missing);
    this.fingerprint = fingerprint;
    this.changes = new ChangeFactory(zone);
    this.lowestScn = start.resumeScn();
    this.interrupted = start.inFlight();
    this.excluded = new ExcludedAround(start.excluded(), start.released(), MOST_ENDED_EXCLUDED);
    start
        .threads()
        .forEach(
            (thread, position) -> {
              cursors.put(thread, position.resumeAddress());
              LastCommit last = position.lastCommit();
              if (last != null) {
                lastCommits.put(thread, last);
              }
            });
    this.journal = start.journal();
    JournalMark mark = start.journal();
    this.resume =
        new ResumePoint(
            lowestScn,
            cursors,
            mark == null ? Map.of() : mark.chunks(),
            mark == null ? null : mark.need(),
            start.oldest());
  }

  /** Commits above this SCN may still be delivered after a position. */
  public static Scn deliveredBefore(Position start) {
    Scn delivered = start.ignoreCommitsThrough();
    for (ThreadPosition thread : start.threads().values()) {
      LastCommit last = thread.lastCommit();
      if (last != null) {
        delivered = Scn.max(delivered, last.scn());
      }
    }
    return delivered;
  }

  /** Changes of these layouts are counted and not delivered. */
  public void leaveOut(Predicate<TableSchema> layouts) {
    leftOut = layouts;
  }

  /**
   * Takes what a step committed and how far it went.
   *
   * @param step commits in the order of their rows
   * @param end how far redo was read
   */
  public void accept(CompletedStep step, StepEnd end) {
    for (CommittedTransaction commit : step.commits()) {
      queues.computeIfAbsent(commit.thread(), this::newQueue).add(commit);
    }
    lowestScn = Scn.max(lowestScn, end.nextLowestScn());
    end.cursors()
        .forEach(
            (thread, address) ->
                cursors.merge(thread, address, (one, other) -> one.isAfter(other) ? one : other));
    release(safeScn(end), step);
  }

  private ThreadQueue newQueue(RedoThread thread) {
    LastCommit last = lastCommits.get(thread);
    return new ThreadQueue(thread, last == null ? Scn.ZERO : last.scn());
  }

  private Scn safeScn(StepEnd end) {
    Scn safe = null;
    for (Scn passed : end.passedScns().values()) {
      safe = safe == null ? passed : Scn.min(safe, passed);
    }
    return safe == null ? passedScn : Scn.max(passedScn, safe);
  }

  private void release(Scn safe, CompletedStep step) {
    List<Object> order = new ArrayList<>();
    Scn bound = feed.bound(safe);
    ThreadQueue next = lowest(bound);
    addRows(order, next);
    while (next != null && !isUndecided(next, safe)) {
      order.add(next.takeFirst());
      next = lowest(bound);
      addRows(order, next);
    }
    if (next == null) {
      passedScn = Scn.max(passedScn, bound);
    }
    journal = step.journal();
    ResumePoint point = new ResumePoint(lowestScn, cursors).including(step.open());
    for (ThreadQueue queue : queues.values()) {
      for (ThreadQueue.Ranked waiting : queue.waiting()) {
        point = point.including(waiting.commit().floor());
      }
    }
    if (!released.isEmpty()) {
      throw new IllegalStateException("the commits of the step before were not delivered");
    }
    point = excluded.accept(step, point, resume);
    if (order.isEmpty()) {
      resume = point;
      return;
    }
    for (int i = order.size() - 1; i >= 0; i--) {
      if (order.get(i) instanceof SnapshotBatch batch) {
        released.addFirst(new Rows(batch, point));
      } else {
        CommittedTransaction commit = (CommittedTransaction) order.get(i);
        ResumePoint before = point.including(commit.floor()).notBefore(resume);
        released.addFirst(new Release(commit, before, point));
        point = before;
      }
    }
  }

  /** Puts rows that were read as of an SCN below the next commit before it. */
  private void addRows(List<Object> order, @Nullable ThreadQueue next) {
    ThreadQueue.Ranked first = next == null ? null : next.first();
    Scn commit = first == null ? null : first.rank();
    for (SnapshotBatch batch = feed.next(commit); batch != null; batch = feed.next(commit)) {
      order.add(batch);
    }
  }

  // What follows it waits with it: the order of delivery has no gaps.
  private boolean isUndecided(ThreadQueue queue, Scn safe) {
    ThreadQueue.Ranked first = queue.first();
    return first != null && !isDone(first.commit()) && first.commit().isUndecidedAt(safe);
  }

  private @Nullable ThreadQueue lowest(Scn safe) {
    ThreadQueue lowest = null;
    Scn lowestRank = safe;
    for (ThreadQueue queue : queues.values()) {
      ThreadQueue.Ranked first = queue.first();
      if (first != null
          && (lowest == null
              ? !first.rank().isAfter(lowestRank)
              : first.rank().isBefore(lowestRank))) {
        lowest = queue;
        lowestRank = first.rank();
      }
    }
    return lowest;
  }

  /**
   * Delivers every released change.
   *
   * @return how many
   * @throws InterruptedException if capture is stopping; the sequencer must not be used afterwards
   * @throws io.oraclecdc.errors.CdcException CDC-3001 when an undo row cannot be matched, CDC-3002
   *     when a spill file is damaged
   */
  public int deliver(Delivery delivery) throws InterruptedException {
    return deliver(
        delivery,
        (row, error) -> {
          throw error;
        });
  }

  /**
   * Delivers every released change, and rows of theirs that could not be decoded.
   *
   * @param badRows told before the changes of their transaction
   * @return how many changes
   */
  public int deliver(Delivery delivery, BadRows badRows) throws InterruptedException {
    int delivered = 0;
    while (!released.isEmpty()) {
      Item item = released.element();
      if (item instanceof Rows rows) {
        delivered += deliver(rows, delivery);
        released.remove();
        continue;
      }
      Release next = (Release) item;
      if (!isDone(next.commit())) {
        delivered += deliver(next, delivery, badRows);
      }
      InFlight pending = interrupted;
      if (pending != null
          && pending.thread().equals(next.commit().thread())
          && !pending.commitAddress().isAfter(next.commit().commitAddress())) {
        interrupted = null;
      }
      resume = next.after();
      next.commit().close();
      released.remove();
    }
    return delivered;
  }

  @SuppressWarnings("ReferenceEquality") // a progress that did not change is the same object
  private int deliver(Rows rows, Delivery delivery) throws InterruptedException {
    resume = rows.at();
    RowPositions positions = new RowPositions();
    long first = nextOrdinal;
    feed.deliver(
        rows.batch(),
        (row, bytes) ->
            delivery.deliver(
                new SequencedChange(nextOrdinal++, row, positions.now(), heapSize(bytes))));
    return (int) (nextOrdinal - first);
  }

  /** One position for all rows with the same progress. */
  private final class RowPositions {
    private long revision = -1;
    private @Nullable Position position;

    Position now() {
      Position known = position;
      if (known == null || revision != feed.revision()) {
        revision = feed.revision();
        known = position(resume);
        position = known;
      }
      return known;
    }
  }

  private boolean isDone(CommittedTransaction commit) {
    if (!commit.commitScn().isAfter(start.ignoreCommitsThrough())) {
      return true;
    }
    LastCommit last = lastCommits.get(commit.thread());
    return last != null && !commit.commitAddress().isAfter(last.address());
  }

  private int deliver(Release release, Delivery delivery, BadRows badRows)
      throws InterruptedException {
    CommittedTransaction commit = release.commit();
    if (commit.isExcluded()) {
      finish(commit);
      return 0;
    }
    commit.requireDecodable();
    commit.resolve();
    commit.badRows(badRows);
    int skipped = TransactionOutlet.countOf(commit) == 0 ? 0 : acknowledgedOf(commit);
    TransactionOutlet outlet =
        new TransactionOutlet(commit, kinds, changes, skipped, new Places(release, delivery));
    int index = outlet.deliverDdl();
    assembler.startTransaction(commit.hasParts());
    completion.start(commit);
    try (CommittedChanges reader = commit.changes()) {
      for (BufferedChange next = reader.next(assembler);
          next != null;
          next = reader.next(assembler)) {
        index++;
        if (index <= skipped) {
          outlet.skip(next);
          continue;
        }
        if (leftOut.test(next.table())) {
          outlet.deliver(completion.take());
          outlet.leaveOut(next);
          continue;
        }
        PendingChange pending = complete(commit, next, index);
        if (completion.passes(pending)) {
          outlet.deliver(pending);
        } else if (completion.add(pending)) {
          outlet.deliver(completion.take());
        }
      }
    }
    outlet.deliver(completion.take());
    return outlet.end();
  }

  private PendingChange complete(CommittedTransaction commit, BufferedChange change, int index) {
    if (change.isWithoutValues()) {
      assembler.passed(change.table(), change.rowId());
      CompletedRow row = new CompletedRow(change.before(), change.after(), new BitSet(0), 0);
      return new PendingChange(change, row, index);
    }
    CompletedRow row =
        assembler.complete(
            change.operation(),
            change.before(),
            change.after(),
            change.rowId(),
            new Place(commit, change));
    return new PendingChange(change, row, index);
  }

  /** Where a change stands, printed only when something is wrong with it. */
  private record Place(CommittedTransaction commit, BufferedChange change) {
    @Override
    public String toString() {
      return "transaction "
          + commit.key()
          + ", commit SCN "
          + commit.commitScn()
          + ", redo address "
          + change.address();
    }
  }

  private void finish(CommittedTransaction commit) {
    lastCommits.put(
        commit.thread(), new LastCommit(commit.commitAddress(), commit.commitScn(), commit.key()));
    InFlight pending = interrupted;
    if (pending != null && pending.transaction().equals(commit.key())) {
      interrupted = null;
    }
  }

  private InFlight inFlight(CommittedTransaction commit, int count, RedoAddress lastChange) {
    return new InFlight(
        commit.thread(), commit.key(), commit.commitAddress(), count, lastChange, fingerprint);
  }

  /** How many changes of a transaction were acknowledged before the restart. */
  private int acknowledgedOf(CommittedTransaction commit) {
    InFlight part = interrupted;
    if (part == null
        || !part.transaction().equals(commit.key())
        || !part.thread().equals(commit.thread())
        || !part.commitAddress().equals(commit.commitAddress())) {
      return 0;
    }
    if (!part.fingerprint().equals(fingerprint)) {
      LOG.warn(
          "Settings that decide which changes exist are not those of the stored position: transaction {} is delivered again whole",
          commit.key());
      return 0;
    }
    // All of them, when only the end of the transaction was not.
    if (part.acknowledged() <= TransactionOutlet.countOf(commit)
        && part.lastChange().equals(addressOf(commit, part.acknowledged()))) {
      return part.acknowledged();
    }
    LOG.warn(
        "Change {} of transaction {} is not the one that the stored position names: the transaction is delivered again whole",
        part.acknowledged(),
        commit.key());
    return 0;
  }

  private @Nullable RedoAddress addressOf(CommittedTransaction commit, int number) {
    int truncated = TransactionOutlet.countOf(commit) - commit.changeCount();
    if (number <= truncated) {
      return TransactionOutlet.truncatedAt(commit, number);
    }
    try (CommittedChanges reader = commit.changes()) {
      BufferedChange change = null;
      for (int i = truncated; i < number; i++) {
        change = reader.next(assembler);
      }
      return change == null ? null : change.address();
    }
  }

  private static int heapSize(long bytes) {
    return (int) Math.min(Integer.MAX_VALUE, bytes);
  }

  /** What is delivered. */
  public DeliveredKinds kinds() {
    return kinds;
  }

  /**
   * Tells the consumer the layouts of tables, when layouts are delivered. Call before the first
   * step.
   *
   * @throws InterruptedException if capture is stopping
   */
  public void layouts(List<TableSchema> tables, Instant now, Delivery delivery)
      throws InterruptedException {
    if (!kinds.schemaChanges()) {
      return;
    }
    for (TableSchema table : tables) {
      delivery.deliver(
          new SequencedChange(
              nextOrdinal++,
              new Change.SchemaChanged(
                  new LayoutChange(LayoutChange.Kind.CREATE, table),
                  null,
                  null,
                  start.resumeScn(),
                  now),
              currentPosition(),
              heapSize(LAYOUT_BYTES)));
    }
  }

  /** Changes delivered so far, heartbeats included. */
  public long sequenced() {
    return nextOrdinal;
  }

  /** Every commit at or below this SCN was released; zero before the first step. */
  public Scn passedScn() {
    return passedScn;
  }

  /** What may be stored once everything delivered so far is acknowledged. */
  public Position currentPosition() {
    return position(resume);
  }

  /**
   * Tells the consumer that capture is alive and hands it the current position. Call between steps.
   *
   * @throws InterruptedException if capture is stopping
   */
  public void heartbeat(Instant now, Delivery delivery) throws InterruptedException {
    delivery.deliver(
        new SequencedChange(
            nextOrdinal++,
            new Change.Heartbeat(passedScn, now),
            currentPosition(),
            heapSize(HEARTBEAT_BYTES)));
  }

  private @Nullable SnapshotProgress snapshot() {
    return feed.progress();
  }

  private Position position(ResumePoint from) {
    return new Position(
        start.incarnation(),
        from.scn(),
        start.ignoreCommitsThrough(),
        threadPositions(from),
        interrupted,
        excluded.keys(),
        mark(from),
        start.containers(),
        excluded.released(),
        start.layouts(),
        from.oldest(),
        snapshot());
  }

  private @Nullable JournalMark mark(ResumePoint from) {
    JournalMark known = journal;
    return known == null
        ? null
        : new JournalMark(known.store(), known.sequence(), from.journaled(), from.need());
  }

  private Map<RedoThread, ThreadPosition> threadPositions(ResumePoint from) {
    Map<RedoThread, ThreadPosition> threads = new TreeMap<>();
    from.addresses()
        .forEach(
            (thread, address) ->
                threads.put(thread, new ThreadPosition(address, lastCommits.get(thread))));
    lastCommits.forEach(
        (thread, last) -> threads.putIfAbsent(thread, new ThreadPosition(last.address(), last)));
    return threads;
  }

  /**
   * A commit that may be delivered.
   *
   * @param commit the transaction
   * @param before from where redo is needed while it is not delivered to its end
   * @param after from where redo is needed afterwards
   */
  private record Release(CommittedTransaction commit, ResumePoint before, ResumePoint after)
      implements Item {}

  /**
   * Rows of tables that may be delivered.
   *
   * @param batch the rows
   * @param at from where redo is needed while they are delivered and afterwards
   */
  private record Rows(SnapshotBatch batch, ResumePoint at) implements Item {}

  /** What may be delivered, in order. */
  private sealed interface Item permits Release, Rows {}

  /** Positions around one transaction, and the way out. */
  private final class Places implements TransactionOutlet.Places {
    private final Release release;
    private final Delivery delivery;
    private final Map<RedoThread, ThreadPosition> whileInFlight;
    private final @Nullable JournalMark mark;

    Places(Release release, Delivery delivery) {
      this.release = release;
      this.delivery = delivery;
      this.whileInFlight = Map.copyOf(threadPositions(release.before()));
      this.mark = mark(release.before());
    }

    @Override
    public Position before() {
      return position(release.before());
    }

    @Override
    public Position inside(int changes, RedoAddress last) {
      return new Position(
          start.incarnation(),
          release.before().scn(),
          start.ignoreCommitsThrough(),
          whileInFlight,
          inFlight(release.commit(), changes, last),
          excluded.keys(),
          mark,
          start.containers(),
          excluded.released(),
          start.layouts(),
          release.before().oldest(),
          snapshot());
    }

    @Override
    public Position behind() {
      finish(release.commit());
      return position(release.after());
    }

    @Override
    public void send(Change change, Position position, long bytes) throws InterruptedException {
      delivery.deliver(new SequencedChange(nextOrdinal++, change, position, heapSize(bytes)));
    }
  }
}
