package io.oraclecdc.snapshot;

import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.ops.OpsListener;
import io.oraclecdc.position.SnapshotProgress;
import io.oraclecdc.position.SnapshotProgress.Kind;
import io.oraclecdc.position.SnapshotProgress.Request;
import io.oraclecdc.position.SnapshotProgress.TableRead;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.signal.Signal;
import io.oraclecdc.signal.SignalOutcome;
import io.oraclecdc.snapshot.RequestPlan.Handed;
import io.oraclecdc.snapshot.RequestPlan.Planned;
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
import java.util.concurrent.atomic.AtomicLong;
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
  private final Clock clock;
  private final Duration retryTime;
  private final List<ChunkReader> readers = new ArrayList<>();
  private final WaitingRows waiting;
  private final ExecutorService pool;
  private final Thread thread;
  private volatile boolean closed;
  private volatile Map<TableId, TableSchema> tables = Map.of();
  private volatile SnapshotStatus status = SnapshotStatus.none();
  private final AtomicLong retries = new AtomicLong();
  private volatile Scn noEarlierThan = Scn.ZERO;

  private final SnapshotSignals signals;
  private final RecentScns scns = new RecentScns();

  // Of the planning thread alone.
  private final RequestPlan plan;
  private final StatusReport report;
  private @Nullable Instant failingSince;
  private int failures;

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
    ChunkPlanner planner = new ChunkPlanner(planning, way);
    readers.add(way);
    this.plan = new RequestPlan(settings, planner, readers.get(0), this.waiting, ops);
    this.report = new StatusReport(feed, this.waiting, planner, clock);
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
        long revision = feed.revision();
        SnapshotProgress progress = feed.progress();
        Request running = progress == null ? null : progress.running();
        if (plan.follow(running, feed.generation(), tables) && running != null) {
          report.begins(running);
          LOG.info("[{}] reading {} tables ({})", name, running.tables().size(), running.id());
        }
        status = report.of(progress, plan.cursors(), retries.get());
        if (isIdle(progress)) {
          feed.await(() -> feed.revision() != revision, IDLE_MILLIS);
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
    return progress == null || progress.paused() || progress.running() == null || plan.isEnded();
  }

  private boolean isFull() {
    return feed.pendingChunks() >= settings.pendingChunks()
        || waiting.bytes() >= settings.memoryMaxBytes();
  }

  private void round() throws InterruptedException {
    SnapshotBatch batch = null;
    boolean held = false;
    Reading reading = new Reading();
    try {
      List<Planned> chunks = plan.next();
      SnapshotProgress progress = feed.progress();
      Request running = progress == null ? null : progress.running();
      if (progress == null || running == null || (chunks.isEmpty() && !plan.needsEnd(running))) {
        plan.end();
        return;
      }
      connect(chunks);
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
      reading.read(chunks, scn);
      if (chunks.isEmpty() || !reading.rows.isEmpty()) {
        Handed handed = plan.take(running, scn, chunks, reading.rows, reading.millis());
        batch.fill(handed.rows(), handed.empty(), handed.last());
        feed.ready(batch);
        batch = null;
        held = false;
      }
      if (reading.failure != null) {
        throw reading.failure;
      }
      failures = 0;
      failingSince = null;
    } catch (ChunkException e) {
      handle(e, reading.failedAt);
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

  /** Opens the sessions before anybody waits for them. */
  private void connect(List<Planned> chunks) {
    List<TableCursor> cursors = plan.cursors();
    if (chunks.isEmpty() && !cursors.isEmpty()) {
      readers.get(0).enter(cursors.get(0).table());
    }
    for (int i = 0; i < chunks.size(); i++) {
      readers.get(i).enter(chunks.get(i).cursor().table());
    }
  }

  /** The reading of one batch. */
  private final class Reading {
    private final List<ChunkRows> rows = new ArrayList<>();
    private final long started = System.nanoTime();
    private @Nullable ChunkException failure;
    private @Nullable Planned failedAt;

    /** Reads chunks; keeps those before the first that failed or does not follow. */
    void read(List<Planned> chunks, Scn scn) throws InterruptedException {
      List<Future<ChunkRows>> reads = submit(chunks, scn);
      for (int i = 0; i < chunks.size(); i++) {
        try {
          ChunkRows read = SnapshotReads.await(reads.get(i));
          if (failure == null && (i == 0 || !RequestPlan.isCutBefore(rows, chunks, i))) {
            rows.add(read);
          } else {
            read.drop(waiting);
          }
        } catch (ChunkException e) {
          if (failure == null) {
            failure = e;
            failedAt = chunks.get(i);
          }
        }
      }
    }

    private List<Future<ChunkRows>> submit(List<Planned> chunks, Scn scn)
        throws InterruptedException {
      long deadline = System.nanoTime() + settings.batchMax().toNanos();
      List<Future<ChunkRows>> reads = new ArrayList<>();
      for (int i = 0; i < chunks.size(); i++) {
        ChunkReader reader = readers.get(i);
        Chunk chunk = chunks.get(i).chunk();
        try {
          reads.add(pool.submit(() -> reader.read(chunk, scn, deadline, waiting)));
        } catch (RejectedExecutionException e) {
          LOG.debug("[{}] reading ends", name, e);
          throw new InterruptedException("reading was cancelled");
        }
      }
      return reads;
    }

    long millis() {
      return (System.nanoTime() - started) / 1_000_000;
    }
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
    retries.incrementAndGet();
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
