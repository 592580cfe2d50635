package io.oraclecdc.pipeline;

import io.oraclecdc.config.ConfigKeys;
import io.oraclecdc.config.DecodeErrorAction;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.SessionFactory;
import io.oraclecdc.database.SessionRole;
import io.oraclecdc.delivery.Acknowledgements;
import io.oraclecdc.delivery.ChangeQueue;
import io.oraclecdc.delivery.SequencedChange;
import io.oraclecdc.doctor.Finding;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ConfigurationException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.model.Scn;
import io.oraclecdc.ops.OpsListener;
import io.oraclecdc.position.Position;
import io.oraclecdc.position.PositionStore;
import io.oraclecdc.position.SnapshotProgress;
import io.oraclecdc.schema.SchemaHistoryStore;
import io.oraclecdc.signal.Signal;
import io.oraclecdc.signal.SignalOutcome;
import io.oraclecdc.snapshot.SnapshotStatus;
import io.oraclecdc.transaction.Journal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything between a database and whoever takes its changes: one capture thread that checks,
 * mines, buffers and orders, and a bounded queue to poll from. What the engine and the connector
 * are built on.
 *
 * <p>{@link #start} once; then one thread polls and anyone acknowledges; {@link #close} ends it, in
 * every state, any number of times. The position store is read by the capture thread before the
 * first change, and written by it once, when it is empty: where a first start begins. From the
 * first change on whoever acknowledges stores {@link #acknowledgedPosition()}.
 */
public final class Capture implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Capture.class);

  /** Bytes of changes that wait for the consumer. */
  private static final long QUEUE_BYTES = 4L << 20;

  /** Changes handed over and not yet acknowledged. */
  private static final int MOST_OUTSTANDING = 100_000;

  private final OracleCdcConfig config;
  private final CaptureSettings settings;
  private final PositionStore store;
  private final @Nullable Supplier<Journal> journals;
  private final @Nullable SchemaHistoryStore history;
  private final DeadLetters deadLetters;
  private final OpsReports ops;
  private final Clock clock;
  private final String name;
  private final ChangeQueue queue;
  private final Acknowledgements acknowledgements = new Acknowledgements(MOST_OUTSTANDING);
  private final CountDownLatch stopRequested = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition progress = lock.newCondition();
  private volatile CaptureStatus status =
      new CaptureStatus(false, Scn.ZERO, 0, 0, 0, 0, 0, 0, 0, 0);
  private volatile @Nullable CdcException failure;
  private @Nullable Thread thread;
  private volatile @Nullable CaptureRun run;
  private volatile @Nullable TableReading reading;

  /**
   * Prepares capture; nothing is connected yet.
   *
   * @param config what to capture from where
   * @param store read for the position to go on from; a first start stores where it begins
   * @param clock of heartbeats and retries
   */
  public Capture(OracleCdcConfig config, PositionStore store, Clock clock) {
    this(config, store, clock, null);
  }

  /**
   * The same with a place for rows that cannot be decoded.
   *
   * @param deadLetterFile where {@code cdc.on.decode.error=dlq} keeps them; null when there is none
   * @throws io.oraclecdc.errors.ConfigurationException if dead letters are asked for and have no
   *     place
   */
  public Capture(
      OracleCdcConfig config, PositionStore store, Clock clock, @Nullable Path deadLetterFile) {
    this(config, store, clock, deadLetterFile, OpsListener.NONE, null);
  }

  /**
   * The same with somebody who is told of what operators may want to know, and with a journal, so
   * that the stored position need not wait for long transactions.
   *
   * @param listener called by the capture thread; what it throws is logged
   * @param journals opens the journal that belongs to the position store, each time capture builds
   *     its stages; null for none
   */
  public Capture(
      OracleCdcConfig config,
      PositionStore store,
      Clock clock,
      @Nullable Path deadLetterFile,
      OpsListener listener,
      @Nullable Supplier<Journal> journals) {
    this(config, store, clock, deadLetterFile, listener, journals, null);
  }

  /**
   * The same with a store of layouts that belongs to the position store, so that tables that are
   * dropped while capture is down can be read to their end.
   *
   * @param history null for none
   */
  public Capture(
      OracleCdcConfig config,
      PositionStore store,
      Clock clock,
      @Nullable Path deadLetterFile,
      OpsListener listener,
      @Nullable Supplier<Journal> journals,
      @Nullable SchemaHistoryStore history) {
    this.history = history;
    this.journals = journals;
    this.config = config;
    this.ops = new OpsReports(config, listener);
    this.deadLetters = ops.on(deadLetters(config, deadLetterFile));
    this.settings = new CaptureSettings(config);
    this.store = store;
    this.clock = clock;
    this.name = config.get(ConfigKeys.TOPIC_PREFIX);
    this.queue =
        new ChangeQueue(Math.max(1000, 4 * config.get(ConfigKeys.POLL_MAX_RECORDS)), QUEUE_BYTES);
  }

  private static DeadLetters deadLetters(OracleCdcConfig config, @Nullable Path file) {
    boolean refusesRows = config.get(ConfigKeys.ON_DECODE_ERROR) == DecodeErrorAction.FAIL;
    if (file == null && !refusesRows) {
      throw new ConfigurationException(
          List.of(
              ConfigKeys.ON_DECODE_ERROR.name()
                  + " is 'dlq', and there is no state directory to keep dead letters in; allowed: fail"));
    }
    if (file == null) {
      return DeadLetters.REFUSED;
    }
    FileDeadLetters letters =
        new FileDeadLetters(
            file,
            config.get(ConfigKeys.TOPIC_PREFIX),
            new CaptureSettings(config).selection()::settingThatWithholds);
    return refusesRows ? letters.refusingRows() : letters;
  }

  /**
   * Examines the database without capturing.
   *
   * @return every finding, blocking ones too
   * @throws CdcException CDC-1001 when the database cannot be reached, CDC-5002 when the login is
   *     refused
   */
  public static List<Finding> validate(OracleCdcConfig config) {
    CaptureSettings settings = new CaptureSettings(config);
    SessionFactory sessions = settings.sessions();
    try (DatabaseSession session = new DatabaseSession(sessions, SessionRole.METADATA)) {
      return settings.doctor(session).fastChecks();
    }
  }

  /** Starts the capture thread. Called once. */
  public void start() {
    lock.lock();
    try {
      if (thread != null) {
        throw new IllegalStateException("capture is started once");
      }
      thread = new Thread(this::capture, "oracle-cdc-" + name + "-capture");
      thread.setDaemon(true);
      thread.start();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes changes in order, waiting for the first.
   *
   * @param max most changes to take, at least 1
   * @param timeout how long to wait for the first
   * @return empty when there was none in time
   * @throws CdcException why capture had to stop, after every change before that was taken
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public List<SequencedChange> poll(int max, Duration timeout) throws InterruptedException {
    return queue.poll(max, timeout);
  }

  /** A change is done. Thread-safe; any order; twice does nothing. */
  public void acknowledge(long ordinal) {
    acknowledgements.acknowledge(ordinal);
    signalProgress();
  }

  /**
   * What may be stored: the position over the unbroken prefix of acknowledged changes; empty before
   * the first.
   */
  public Optional<Position> acknowledgedPosition() {
    return acknowledgements.newest();
  }

  /**
   * A position of this capture was stored: the next start finds it or a later one. What only
   * earlier positions needed of the journal is forgotten some time later. Thread-safe.
   */
  public void stored(Position position) {
    CaptureRun current = run;
    if (current != null) {
      current.stored(position);
    }
  }

  /** Why capture ended by itself; empty while it runs and after a stop that was asked for. */
  public Optional<CdcException> failure() {
    return Optional.ofNullable(failure);
  }

  /** Whether the database was checked and the first step is done. */
  public boolean isStreaming() {
    return status.streaming();
  }

  /** What the reading of tables is doing. */
  public SnapshotStatus snapshotStatus() {
    TableReading current = reading;
    return current == null ? SnapshotStatus.none() : current.status();
  }

  /**
   * Takes a signal. What it asks for is part of the next positions. Thread-safe.
   *
   * @return REJECTED before the database was checked
   */
  public SignalOutcome signal(Signal signal) {
    TableReading current = reading;
    return current == null || !status.streaming()
        ? new SignalOutcome(
            signal.id(), signal.type(), SignalOutcome.Result.REJECTED, "capture has not begun yet")
        : current.signal(signal);
  }

  /** Whether capture has ended and everything was taken. */
  public boolean isFinished() {
    return ended.getCount() == 0 && queue.isFinished();
  }

  /** What capture was doing after its last step. */
  public CaptureStatus status() {
    CaptureStatus now = status;
    return now.with(now.sequenced() - acknowledgements.outstanding(), deadLetters.count());
  }

  /**
   * Waits until {@link #isStreaming()}.
   *
   * @return false when the timeout came first or capture was stopped
   * @throws CdcException why capture failed instead
   * @throws InterruptedException if the calling thread is interrupted
   */
  public boolean awaitStreaming(Duration timeout) throws InterruptedException {
    return await(() -> status.streaming(), timeout) && status.streaming();
  }

  /**
   * Waits until every commit at or below {@code scn} was read, delivered and acknowledged.
   *
   * @return false when the timeout came first or capture was stopped
   * @throws CdcException why capture failed instead
   * @throws InterruptedException if the calling thread is interrupted
   */
  public boolean awaitAcknowledged(Scn scn, Duration timeout) throws InterruptedException {
    return await(
        () -> !status.minedThrough().isBefore(scn) && acknowledgements.outstanding() == 0, timeout);
  }

  /**
   * Waits until every row of tables that was asked for was read, delivered and acknowledged.
   *
   * @return false when the timeout came first or capture was stopped
   * @throws CdcException why capture failed instead
   * @throws InterruptedException if the calling thread is interrupted
   */
  public boolean awaitSnapshot(Duration timeout) throws InterruptedException {
    return await(this::isSnapshotAcknowledged, timeout);
  }

  private boolean isSnapshotAcknowledged() {
    SnapshotProgress acknowledged = acknowledgements.newest().map(Position::snapshot).orElse(null);
    TableReading current = reading;
    if (current == null || !status.streaming()) {
      return false;
    }
    SnapshotProgress now = current.feed().progress();
    return now == null
        || (now.requests().isEmpty() && acknowledged != null && acknowledged.requests().isEmpty());
  }

  private boolean await(java.util.function.BooleanSupplier condition, Duration timeout)
      throws InterruptedException {
    long nanos = timeout.toNanos();
    lock.lockInterruptibly();
    try {
      while (!condition.getAsBoolean()) {
        CdcException failed = failure;
        if (failed != null) {
          throw failed;
        }
        if (nanos <= 0 || ended.getCount() == 0) {
          return false;
        }
        nanos = progress.awaitNanos(nanos);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void signalProgress() {
    lock.lock();
    try {
      progress.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Asks capture to end soon; returns at once. */
  public void stop() {
    stopRequested.countDown();
    queue.close();
    TableReading tables = reading;
    if (tables != null) {
      tables.feed().close();
    }
    CaptureRun current = run;
    if (current != null) {
      current.cancel();
    }
  }

  /**
   * Ends capture and waits for its thread, at most {@code cdc.shutdown.timeout.ms}; after half of
   * it the thread is interrupted. Never throws.
   */
  @Override
  public void close() {
    stop();
    Thread capturing = started();
    if (capturing == null || capturing == Thread.currentThread()) {
      return;
    }
    long half = Math.max(1, config.get(ConfigKeys.SHUTDOWN_TIMEOUT).toMillis() / 2);
    try {
      if (!ended.await(half, TimeUnit.MILLISECONDS)) {
        capturing.interrupt();
        if (!ended.await(half, TimeUnit.MILLISECONDS)) {
          log.warn("[{}] the database does not answer; its session ends when it does", name);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private @Nullable Thread started() {
    lock.lock();
    try {
      return thread;
    } finally {
      lock.unlock();
    }
  }

  private void capture() {
    try {
      RetryBudget retries =
          new RetryBudget(config.get(ConfigKeys.RETRY_MAX_TIME), clock, new Random());
      if (config.get(ConfigKeys.SNAPSHOT_MODE) == SnapshotMode.SNAPSHOT_ONLY) {
        readAlone(retries);
      } else {
        try (CaptureRun opened = open(retries)) {
          stream(opened, retries);
        }
      }
    } catch (InterruptedException e) {
      interrupted(e);
    } catch (CdcException e) {
      fail(e);
    } catch (RuntimeException | Error e) {
      log.error("[{}] unexpected", name, e);
      fail(unexpected(e));
    } finally {
      ended.countDown();
      queue.close();
      signalProgress();
    }
  }

  private void interrupted(InterruptedException e) {
    if (stopRequested.getCount() == 0) {
      log.debug("[{}] capture was interrupted while stopping", name);
      return;
    }
    fail(
        new CdcException(
            ErrorCode.TRANSIENT_DATABASE,
            "the capture thread was interrupted by somebody other than the engine",
            "Leave the threads of the engine alone; a restart goes on from the last acknowledged position.",
            e));
  }

  private void readAlone(RetryBudget retries) throws InterruptedException {
    try (TablesAlone opened =
        opened(
            retries, () -> TablesAlone.open(config, settings, store, this::deliver, ops, clock))) {
      reading = opened.reading();
      publish(new CaptureStatus(true, Scn.ZERO, 0, 0, 0, 0, 0, 0, 0, 0));
      opened.run(() -> stopRequested.getCount() == 0);
      log.info("[{}] every table was read", name);
    }
  }

  private CaptureRun open(RetryBudget retries) throws InterruptedException {
    CaptureRun opened =
        opened(
            retries,
            () ->
                CaptureRun.open(
                    config,
                    settings,
                    store,
                    this::deliver,
                    deadLetters,
                    ops,
                    journals,
                    history,
                    clock));
    run = opened;
    reading = opened.reading();
    retries.succeeded();
    return opened;
  }

  private void deliver(SequencedChange change) throws InterruptedException {
    acknowledgements.register(change);
    queue.deliver(change);
  }

  private <T> T opened(RetryBudget retries, Supplier<T> opening) throws InterruptedException {
    while (true) {
      try {
        return opening.get();
      } catch (RetriableException e) {
        pause(retries, e);
      }
    }
  }

  private void stream(CaptureRun opened, RetryBudget retries) throws InterruptedException {
    ChangePipeline pipeline = opened.pipeline();
    Duration latency = config.get(ConfigKeys.MINING_TARGET_LATENCY);
    Heartbeats heartbeats = new Heartbeats(config.get(ConfigKeys.HEARTBEAT_INTERVAL));
    pipeline.layouts(clock.instant());
    opened.reading().start();
    // Makes what the stores are by now durable before the first change.
    pipeline.heartbeat(clock.instant());
    heartbeats.beat(clock.instant());
    long steps = 0;
    while (stopRequested.getCount() > 0) {
      boolean more;
      try {
        more = pipeline.step();
        opened.look();
        ops.goesOn(retries.failures());
        retries.succeeded();
        steps++;
      } catch (RetriableException e) {
        if (stopRequested.getCount() == 0) {
          return;
        }
        status = opened.status(steps, retries.failures() + 1, status.streaming());
        ops.failed(e);
        pause(retries, e);
        continue;
      }
      publish(opened.status(steps, 0, true));
      if (!more) {
        boolean progressed = opened.reading().feed().takeDirty();
        if (heartbeats.isDue(clock.instant(), pipeline.sequenced()) || progressed) {
          pipeline.heartbeat(clock.instant());
          publish(opened.status(steps, 0, true));
        }
        opened.reading().feed().awaitNews(latency.toMillis());
      }
    }
  }

  private void publish(CaptureStatus now) {
    boolean first = !status.streaming();
    status = now;
    if (first) {
      log.info("[{}] streaming, mined through SCN {}", name, now.minedThrough());
    }
    signalProgress();
  }

  private void pause(RetryBudget retries, RetriableException failed) throws InterruptedException {
    Duration wait = retries.next(failed);
    log.warn(
        "[{}] {}; attempt {}, next in {} ms",
        name,
        failed.observed(),
        retries.failures(),
        wait.toMillis());
    if (stopRequested.await(wait.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new InterruptedException("capture is stopping");
    }
  }

  private void fail(CdcException error) {
    if (stopRequested.getCount() == 0) {
      log.debug("[{}] failed while stopping", name, error);
      return;
    }
    failure = error;
    queue.fail(error);
    ops.stopped(error);
  }

  private static CdcException unexpected(Throwable error) {
    return new CdcException(
        ErrorCode.TRANSIENT_DATABASE,
        "capture failed in a way nobody foresaw (" + error.getClass().getSimpleName() + ")",
        "Report it with the stack trace; nothing was skipped, a restart goes on from the last acknowledged position.",
        error);
  }

  /** When the next heartbeat is due: after an interval in which nothing was delivered. */
  private static final class Heartbeats {
    private final Duration interval;
    private Instant last = Instant.MIN;
    private long sequencedAtLast;

    Heartbeats(Duration interval) {
      this.interval = interval;
    }

    void beat(Instant now) {
      last = now;
    }

    boolean isDue(Instant now, long sequenced) {
      if (interval.isZero()) {
        return false;
      }
      if (sequenced != sequencedAtLast) {
        sequencedAtLast = sequenced;
        last = now;
        return false;
      }
      if (Duration.between(last, now).compareTo(interval) < 0) {
        return false;
      }
      last = now;
      sequencedAtLast = sequenced + 1;
      return true;
    }
  }
}
