package io.oraclecdc.snapshot;

import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.ops.OpsEvent;
import io.oraclecdc.ops.OpsListener;
import io.oraclecdc.position.SnapshotProgress;
import io.oraclecdc.position.SnapshotProgress.Kind;
import io.oraclecdc.position.SnapshotProgress.Request;
import io.oraclecdc.position.SnapshotProgress.TableRead;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.signal.Signal;
import io.oraclecdc.signal.SignalOutcome;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * One round: plan some chunks that follow one another; connect their readers; hold the stream and
 * take an SCN; read the chunks AS OF it, each on its own session; hand over those before the first
 * that failed or was cut. The next round begins while the rows of this one wait for the stream.
 */
/**
 * Reads the tables that the progress of a feed asks for. Owns a thread that plans and one per
 * reader; what it needs to know of tables the capture thread tells it.
 */
public final class SnapshotReads implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotReads.class);
  private static final long IDLE_MILLIS = 1000;
  private static final long FIRST_WAIT_MILLIS = 200;
  private static final long LONGEST_WAIT_MILLIS = 10_000;
  private static final int PATIENCE_WITH_CONDITIONS = 4;
  private static final long CLOSE_MILLIS = 5000;

  /** An SCN that is older is not read at: its undo may be gone soon. */
  private static final Duration OLDEST_PLACE = Duration.ofSeconds(30);

  private final String name;
  private final SnapshotSettings settings;
  private final SnapshotFeed feed;
  private final OpsListener ops;
  private final Clock clock;
  private final Duration retryTime;
  private final List<ChunkReader> readers = new ArrayList<>();
  private final ChunkPlanner planner;
  private final WaitingRows waiting;
  private final ExecutorService pool;
  private final Thread thread;
  private volatile boolean closed;
  private volatile Map<TableId, TableSchema> tables = Map.of();
  private volatile SnapshotStatus status = SnapshotStatus.none();
  private volatile long retries;
  private volatile Scn noEarlierThan = Scn.ZERO;

  // Of the planning thread alone.
  private List<TableCursor> cursors = List.of();
  private String request = "";
  private long generation = -1;
  private boolean lastSent;
  private boolean ended;
  private final SnapshotSignals signals;
  private final RecentScns scns = new RecentScns();
  private final Set<TableId> known = new HashSet<>();
  private final Set<TableId> skipped = new HashSet<>();
  private @Nullable Instant failingSince;
  private int failures;
  private @Nullable Instant began;
  private long rowsAtBegin;

  /**
   * Prepares reading; nothing is connected and no thread runs yet.
   *
   * @param name of the capture, for threads and messages
   * @param settings how tables are read
   * @param feed where rows go and requests come from
   * @param sessions makes sessions of the database that tables are read from
   * @param waiting keeps rows; closed with this
   * @param ops told of what operators may want to know
   * @param clock of retries and record times
   * @param retryTime how long a database that does not answer is waited for
   */
  public SnapshotReads(
      String name,
      SnapshotSettings settings,
      SnapshotFeed feed,
      Supplier<DatabaseSession> sessions,
      io.oraclecdc.spill.SpillArea waiting,
      OpsListener ops,
      Clock clock,
      Duration retryTime) {
    this.name = name;
    this.settings = settings;
    this.feed = feed;
    this.ops = ops;
    this.clock = clock;
    this.retryTime = retryTime;
    this.waiting = new WaitingRows(waiting);
    feed.keepIn(this.waiting);
    this.signals = new SnapshotSignals(feed, () -> tables.keySet(), ops);
    for (int i = 0; i < settings.readers(); i++) {
      readers.add(new ChunkReader(sessions.get(), settings, System::nanoTime));
    }
    DatabaseSession planning = sessions.get();
    ChunkReader way = new ChunkReader(planning, settings, System::nanoTime);
    this.planner = new ChunkPlanner(planning, way, settings);
    readers.add(way);
    this.pool =
        Executors.newFixedThreadPool(
            settings.readers(), task -> daemon(task, "oracle-cdc-" + name + "-snapshot-reader"));
    this.thread = daemon(this::run, "oracle-cdc-" + name + "-snapshot");
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Tells the layouts of the captured tables; by the capture thread, again after DDL.
   *
   * @param now newest layouts
   * @param readJoining whether tables that were never asked for are to be read
   * @param since SCN of the newest DDL: before it tables had other layouts
   */
  public void tables(List<TableSchema> now, boolean readJoining, Scn since) {
    noEarlierThan = since;
    Map<TableId, TableSchema> byId = new TreeMap<>();
    now.forEach(table -> byId.put(table.id(), table));
    tables = byId;
    SnapshotProgress progress = feed.progress();
    if (progress == null) {
      return;
    }
    boolean open = progress.requests().stream().anyMatch(each -> !each.planned());
    Set<TableId> joining = new HashSet<>(byId.keySet());
    joining.removeAll(progress.known());
    if (open) {
      feed.update(before -> planned(before, byId));
    } else if (!joining.isEmpty() && readJoining) {
      LOG.info("[{}] {} tables joined and are read", name, joining.size());
      String id = "joined-" + clock.instant().toEpochMilli();
      Request more = new Request(id, Kind.INITIAL, true, false, null, inOrder(joining));
      feed.update(before -> before.adding(more));
    } else if (!joining.isEmpty()) {
      feed.update(before -> before.knowing(joining));
    }
  }

  private SnapshotProgress planned(SnapshotProgress before, Map<TableId, TableSchema> byId) {
    List<Request> requests = new ArrayList<>();
    for (Request each : before.requests()) {
      Request listed = each.planned() ? each : each.of(inOrder(byId.keySet()));
      if (!listed.isDone()) {
        requests.add(listed);
      }
    }
    return before.requesting(requests).knowing(byId.keySet());
  }

  /** First those of the setting, then by name. */
  private List<TableRead> inOrder(Set<TableId> wanted) {
    List<TableId> order = new ArrayList<>();
    for (String first : settings.order()) {
      for (TableId table : wanted) {
        boolean named =
            table.toString().equalsIgnoreCase(first)
                || (table.owner() + "." + table.name()).equalsIgnoreCase(first);
        if (named && !order.contains(table)) {
          order.add(table);
        }
      }
    }
    wanted.stream().sorted().filter(table -> !order.contains(table)).forEach(order::add);
    return order.stream().map(table -> TableRead.of(table, null)).toList();
  }

  /** Takes a signal; from any thread, once the tables were told. */
  public SignalOutcome signal(Signal signal) {
    return signals.take(signal);
  }

  /** An SCN was the newest one a moment ago. */
  public void wasCurrent(Scn scn) {
    scns.add(scn, System.nanoTime());
  }

  /** Starts reading; once. */
  public void start() {
    thread.start();
  }

  /** What it was doing. */
  public SnapshotStatus status() {
    return status;
  }

  private void run() {
    try {
      while (!closed) {
        SnapshotProgress progress = feed.progress();
        follow(progress);
        status = describe(progress);
        if (isIdle(progress)) {
          feed.await(() -> feed.progress() != progress, IDLE_MILLIS);
        } else if (isFull()) {
          feed.await(() -> !isFull(), IDLE_MILLIS);
        } else {
          round();
        }
      }
    } catch (InterruptedException e) {
      if (!closed) {
        fail(
            new CdcException(
                ErrorCode.TRANSIENT_DATABASE,
                "reading tables was interrupted by somebody other than the engine",
                e));
      }
    } catch (CdcException e) {
      fail(e);
    } catch (RuntimeException | Error e) {
      LOG.error("[{}] unexpected", name, e);
      fail(
          new CdcException(
              ErrorCode.TRANSIENT_DATABASE,
              "reading tables failed in a way nobody foresaw ("
                  + e.getClass().getSimpleName()
                  + ")",
              "Report it with the stack trace; a restart goes on from the last acknowledged position.",
              e));
    }
  }

  private void fail(CdcException error) {
    if (!closed) {
      feed.fail(error);
    }
  }

  private boolean isIdle(@Nullable SnapshotProgress progress) {
    return progress == null || progress.paused() || progress.running() == null || ended;
  }

  private boolean isFull() {
    return feed.pendingChunks() >= settings.pendingChunks()
        || waiting.bytes() >= settings.memoryMaxBytes();
  }

  /** Makes the plan that of the running request. */
  private void follow(@Nullable SnapshotProgress progress) {
    Request running = progress == null ? null : progress.running();
    if (running == null || !running.planned()) {
      cursors = List.of();
      request = "";
      ended = running != null;
      return;
    }
    long now = feed.generation();
    if (running.id().equals(request) && now == generation) {
      return;
    }
    boolean another = !running.id().equals(request);
    request = running.id();
    generation = now;
    lastSent = false;
    ended = false;
    if (another) {
      known.clear();
      began = clock.instant();
      rowsAtBegin = running.tables().stream().mapToLong(TableRead::rows).sum();
      LOG.info("[{}] reading {} tables ({})", name, running.tables().size(), running.id());
    }
    skipped.clear();
    cursors = new ArrayList<>();
    for (TableRead read : running.tables()) {
      TableSchema table = tables.get(read.table());
      if (table != null) {
        Cut cut = Cut.of(table, RowSource.of(table.id(), settings.overrides()).isSelect());
        cursors.add(new TableCursor(read, table, cut, settings));
      } else if (!read.done()) {
        skipped.add(read.table());
        ops.onEvent(
            new OpsEvent.SnapshotTableSkipped(
                read.table(), "it is not captured, or not there any more"));
      }
    }
  }

  /**
   * A chunk and whose it is.
   *
   * @param cursor plan of its table
   */
  private record Planned(TableCursor cursor, Chunk chunk) {}

  private void round() throws InterruptedException {
    SnapshotBatch batch = null;
    boolean held = false;
    Planned failedAt = null;
    try {
      List<Planned> plan = plan();
      SnapshotProgress progress = feed.progress();
      Request running = progress == null ? null : progress.running();
      boolean closing = plan.isEmpty();
      if (running == null || (closing && !needsEnd(running))) {
        ended = true;
        return;
      }
      for (int i = 0; i < Math.max(1, plan.size()); i++) {
        readers.get(i).enter(closing ? anyTable() : plan.get(i).cursor().table());
      }
      held = true;
      Scn scn = scnBeyond(feed.hold(), running, progress.alone());
      if (scn == null) {
        LOG.debug("[{}] the database that tables are read from is behind the stream", name);
        feed.letGo();
        held = false;
        feed.await(() -> closed, FIRST_WAIT_MILLIS);
        return;
      }
      batch = feed.begin(scn, running, clock.instant());
      long started = System.nanoTime();
      List<ChunkRows> rows = new ArrayList<>();
      ChunkException failure = null;
      List<Future<ChunkRows>> reads = submit(plan, scn, started);
      for (int i = 0; i < plan.size(); i++) {
        try {
          ChunkRows read = await(reads.get(i));
          if (failure == null && (rows.isEmpty() || !isCutBefore(rows, plan, i))) {
            rows.add(read);
          } else {
            read.drop(waiting);
          }
        } catch (ChunkException e) {
          if (failure == null) {
            failure = e;
            failedAt = plan.get(i);
          }
        }
      }
      long millis = (System.nanoTime() - started) / 1_000_000;
      hand(batch, plan, rows, millis, closing, running);
      batch = null;
      held = false;
      if (failure != null) {
        throw failure;
      }
      failures = 0;
      failingSince = null;
    } catch (ChunkException e) {
      handle(e, failedAt);
    } catch (RetriableException e) {
      later(e);
    } finally {
      if (batch != null) {
        feed.abandon(batch);
      } else if (held) {
        feed.letGo();
      }
    }
  }

  /** Whether a chunk of the same table before it ended early, so that it does not follow. */
  private static boolean isCutBefore(List<ChunkRows> rows, List<Planned> plan, int index) {
    if (rows.size() < index) {
      return true;
    }
    return rows.get(index - 1).wasCut() && plan.get(index - 1).cursor() == plan.get(index).cursor();
  }

  private List<Planned> plan() throws ChunkException {
    List<Planned> plan = new ArrayList<>();
    for (TableCursor cursor : cursors) {
      if (plan.size() >= settings.readers()) {
        break;
      }
      if (!cursor.isDone()) {
        for (Chunk chunk : planner.next(cursor, settings.readers() - plan.size())) {
          plan.add(new Planned(cursor, chunk));
        }
      }
    }
    return plan;
  }

  private List<Future<ChunkRows>> submit(List<Planned> plan, Scn scn, long started)
      throws InterruptedException {
    long deadline = started + settings.batchMax().toNanos();
    List<Future<ChunkRows>> reads = new ArrayList<>();
    for (int i = 0; i < plan.size(); i++) {
      ChunkReader reader = readers.get(i);
      Chunk chunk = plan.get(i).chunk();
      try {
        reads.add(pool.submit(() -> reader.read(chunk, scn, deadline, waiting)));
      } catch (RejectedExecutionException e) {
        LOG.debug("[{}] reading ends", name, e);
        throw new InterruptedException("reading was cancelled");
      }
    }
    return reads;
  }

  private static ChunkRows await(Future<ChunkRows> read)
      throws ChunkException, InterruptedException {
    try {
      return read.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ChunkException failed) {
        throw failed;
      }
      if (e.getCause() instanceof InterruptedException interrupted) {
        throw interrupted;
      }
      if (e.getCause() instanceof RuntimeException unforeseen) {
        throw unforeseen;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Hands over what was read; the plan goes on behind it. */
  private void hand(
      SnapshotBatch batch,
      List<Planned> plan,
      List<ChunkRows> rows,
      long millis,
      boolean closing,
      Request running)
      throws InterruptedException {
    for (int i = 0; i < rows.size(); i++) {
      TableCursor cursor = plan.get(i).cursor();
      cursor.advance(rows.get(i));
      cursor.learn(
          rows.get(i), millis, settings.batchMax().toMillis(), cursor.blocks(rows.get(i).chunk()));
    }
    if (rows.isEmpty() && !closing) {
      feed.abandon(batch);
      return;
    }
    List<TableId> empty = new ArrayList<>();
    List<ChunkRows> all = new ArrayList<>(rows);
    boolean last =
        running.kind() == Kind.INITIAL
            && isEnd(batch.scn(), closing ? null : plan.get(rows.size() - 1), rows, empty);
    if (last && rows.stream().allMatch(each -> each.rows() == 0)) {
      tail(batch.scn()).ifPresent(all::add);
    }
    if (last || closing) {
      empty.addAll(skipped);
      skipped.clear();
    }
    lastSent |= last;
    ended = closing || (last && cursors.stream().allMatch(TableCursor::isDone));
    batch.fill(all, empty, last);
    feed.ready(batch);
  }

  private boolean needsEnd(Request running) {
    return !skipped.isEmpty() || (running.kind() == Kind.INITIAL && !lastSent && hasTail());
  }

  private boolean hasTail() {
    return cursors.stream().anyMatch(cursor -> cursor.rows() > 0);
  }

  private TableSchema anyTable() {
    return cursors.isEmpty() ? tables.values().iterator().next() : cursors.get(0).table();
  }

  /**
   * Whether no row follows a batch as of its SCN. Tables that have none then are done: what comes
   * into them later the stream tells.
   */
  private boolean isEnd(
      Scn scn, @Nullable Planned behind, List<ChunkRows> rows, List<TableId> empty)
      throws InterruptedException {
    List<TableCursor> left = new ArrayList<>();
    for (TableCursor cursor : cursors) {
      if (!cursor.isDone()) {
        boolean isBehind = behind != null && behind.cursor() == cursor;
        if (isBehind ? hasRows(cursor, scn) : isKnown(cursor, scn)) {
          return false;
        }
        left.add(cursor);
      }
    }
    for (TableCursor cursor : left) {
      cursor.finish();
      empty.add(cursor.table().id());
    }
    return true;
  }

  /** Whether a table of which nothing was read yet had rows when it was last looked at. */
  private boolean isKnown(TableCursor cursor, Scn scn) throws InterruptedException {
    if (!known.contains(cursor.table().id())) {
      if (!hasRows(cursor, scn)) {
        return false;
      }
      known.add(cursor.table().id());
    }
    return true;
  }

  /** Whether a table has rows behind its frontier. */
  private boolean hasRows(TableCursor cursor, Scn scn) throws InterruptedException {
    if (closed) {
      throw new InterruptedException("reading was cancelled");
    }
    try {
      return readers
          .get(0)
          .hasRows(
              new Chunk(
                  cursor.table(),
                  cursor.read().predicate(),
                  cursor.cut(),
                  cursor.frontier(),
                  List.of(),
                  1,
                  true),
              scn);
    } catch (ChunkException e) {
      LOG.debug("[{}] whether rows follow is not known: {}", name, e.error().observed());
      return true;
    }
  }

  /** A row that is read once more, because the one that was thought to follow it is gone. */
  private java.util.Optional<ChunkRows> tail(Scn scn) throws InterruptedException {
    for (int i = cursors.size() - 1; i >= 0; i--) {
      TableCursor cursor = cursors.get(i);
      if (cursor.rows() == 0) {
        continue;
      }
      Chunk one =
          new Chunk(
              cursor.table(),
              cursor.read().predicate(),
              cursor.cut(),
              List.of(),
              List.of(),
              1,
              true);
      try {
        ChunkRows rows = readers.get(0).read(one, scn, Long.MAX_VALUE, waiting);
        if (rows.rows() > 0) {
          return java.util.Optional.of(rows);
        }
      } catch (ChunkException e) {
        LOG.warn("[{}] no row is marked as the last one: {}", name, e.error().observed());
      }
    }
    return java.util.Optional.empty();
  }

  /** An SCN that the stream has not passed, null when there is none yet. */
  private @Nullable Scn scnBeyond(Scn bound, Request running, boolean alone) {
    Scn fixed = running.asOf();
    if (fixed != null) {
      return fixed;
    }
    Scn now = readers.get(0).currentScn();
    long nanos = System.nanoTime();
    scns.add(now, nanos);
    if (now.isBefore(bound)) {
      return null;
    }
    if (!alone && !bound.isBefore(noEarlierThan) && scns.isWithin(bound, OLDEST_PLACE, nanos)) {
      // The stream is there already: the rows need not wait for it.
      return bound;
    }
    if (alone) {
      feed.update(before -> before.running(each -> each.at(now)));
    }
    return now;
  }

  // ---- what goes wrong ----

  private void handle(ChunkException e, @Nullable Planned failedAt) throws InterruptedException {
    retries++;
    switch (e.reason()) {
      case TOO_OLD -> tooOld(e, failedAt);
      case CHANGED, OTHER_LAYOUT -> {
        if (e.reason() == ChunkException.Reason.OTHER_LAYOUT
            && failures >= PATIENCE_WITH_CONDITIONS
            && isDropped(e)) {
          return;
        }
        newScn();
        later(e.error());
        // The tables may have other layouts by now.
        feed.giveUp();
      }
      case LATER -> later(e.error());
      case NOTHING -> {
        if (!isDropped(e)) {
          throw e.error();
        }
      }
    }
  }

  /** What a signal asked for and cannot be read is given up; capture goes on. */
  private boolean isDropped(ChunkException e) {
    SnapshotProgress progress = feed.progress();
    Request running = progress == null ? null : progress.running();
    if (running == null || running.kind() != Kind.INCREMENTAL) {
      return false;
    }
    LOG.warn("[{}] snapshot {} is given up: {}", name, running.id(), e.error().observed());
    signals.drop(running.id(), e.error().observed());
    return true;
  }

  private void tooOld(ChunkException e, @Nullable Planned failedAt) throws InterruptedException {
    newScn();
    boolean smaller = failedAt != null && failedAt.cursor().shrink();
    failures++;
    LOG.warn(
        "[{}] {}; reading again at a newer SCN{}",
        name,
        e.error().observed(),
        smaller ? ", fewer rows at a time" : "");
    if (!smaller && failures > settings.chunkRetries()) {
      throw new CdcException(
          ErrorCode.SNAPSHOT_TOO_OLD,
          e.error().observed() + ", and chunks cannot be made smaller",
          e.error());
    }
    if (!smaller) {
      feed.await(() -> closed, FIRST_WAIT_MILLIS);
    }
  }

  /** A snapshot without a stream keeps its SCN as long as the database can. */
  private void newScn() {
    SnapshotProgress progress = feed.progress();
    Request running = progress == null ? null : progress.running();
    if (running != null && running.asOf() != null) {
      LOG.warn(
          "[{}] SCN {} cannot be read any more: the rest is read as of a later one, and there is no stream"
              + " that makes up for what changed in between",
          name,
          running.asOf());
      feed.update(before -> before.running(each -> each.at(null)));
    }
  }

  private void later(CdcException error) throws InterruptedException {
    Instant now = clock.instant();
    Instant since = failingSince;
    if (since == null) {
      since = now;
      failingSince = now;
      failures = 0;
    }
    failures++;
    if (Duration.between(since, now).compareTo(retryTime) > 0) {
      throw error;
    }
    long wait =
        Math.min(LONGEST_WAIT_MILLIS, FIRST_WAIT_MILLIS << Math.min(10, Math.max(0, failures - 1)));
    LOG.warn("[{}] {}; next attempt in {} ms", name, error.observed(), wait);
    feed.await(() -> closed, wait);
  }

  // ---- what is told ----

  private SnapshotStatus describe(@Nullable SnapshotProgress progress) {
    if (progress == null) {
      return SnapshotStatus.none();
    }
    Request running = progress.running();
    int pending = feed.pendingChunks();
    if (running == null) {
      return new SnapshotStatus(
          SnapshotStatus.State.COMPLETE,
          null,
          null,
          0,
          0,
          0,
          -1,
          0,
          pending,
          waiting.bytes(),
          feed.chunksDelivered(),
          retries,
          null);
    }
    long rows = running.tables().stream().mapToLong(TableRead::rows).sum();
    long estimate = estimate();
    TableId table =
        running.tables().stream()
            .filter(read -> !read.done())
            .map(TableRead::table)
            .findFirst()
            .orElse(null);
    return new SnapshotStatus(
        progress.paused() ? SnapshotStatus.State.PAUSED : SnapshotStatus.State.RUNNING,
        running.id(),
        table,
        running.tables().size(),
        (int) running.tables().stream().filter(TableRead::done).count(),
        rows,
        estimate,
        progress.requests().size() - 1,
        pending,
        waiting.bytes(),
        feed.chunksDelivered(),
        retries,
        remaining(rows, estimate));
  }

  private long estimate() {
    long sum = 0;
    for (TableCursor cursor : cursors) {
      try {
        long rows = planner.estimate(cursor.table());
        if (rows < 0) {
          return -1;
        }
        sum += Math.max(rows, cursor.rows());
      } catch (ChunkException e) {
        LOG.debug("[{}] no estimate: {}", name, e.error().observed());
        return -1;
      }
    }
    return cursors.isEmpty() ? -1 : sum;
  }

  private @Nullable Duration remaining(long rows, long estimate) {
    Instant since = began;
    long done = rows - rowsAtBegin;
    if (since == null || estimate < 0 || done <= 0) {
      return null;
    }
    double millis = Duration.between(since, clock.instant()).toMillis();
    return Duration.ofMillis((long) (millis / done * Math.max(0, estimate - rows)));
  }

  /** Ends reading; rows that wait are forgotten. Never throws. */
  @Override
  public void close() {
    closed = true;
    feed.close();
    readers.forEach(ChunkReader::cancel);
    pool.shutdownNow();
    try {
      thread.join(CLOSE_MILLIS);
      if (thread.isAlive()) {
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    readers.forEach(ChunkReader::close);
    waiting.close();
  }
}
