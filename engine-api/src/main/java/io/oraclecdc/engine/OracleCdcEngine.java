package io.oraclecdc.engine;

import static java.util.Objects.requireNonNull;

import io.oraclecdc.config.ConfigKeys;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.delivery.SequencedChange;
import io.oraclecdc.doctor.Finding;
import io.oraclecdc.model.Scn;
import io.oraclecdc.pipeline.Capture;
import io.oraclecdc.position.MemoryPositionStore;
import io.oraclecdc.position.Position;
import io.oraclecdc.position.PositionStore;
import io.oraclecdc.signal.Signal;
import io.oraclecdc.signal.SignalOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Captures committed row changes of an Oracle database and hands them to a consumer in this
 * process.
 *
 * <pre>{@code
 * try (OracleCdcEngine engine = OracleCdcEngine.create(config)
 *     .notifying(event -> mailer.send(event.after().getString("STATUS")))
 *     .storingIn(Path.of("cdc-state"))
 *     .build()) {
 *   engine.start();
 *   engine.completion().join();
 * }
 * }</pre>
 *
 * <p>Life: {@code CREATED -> STARTING -> STREAMING -> STOPPING -> STOPPED}, or {@code FAILED} from
 * any running state; an engine is started once. {@link #close()} is legal in every state, from
 * every thread (the consumer's too), any number of times. All methods are thread-safe; the consumer
 * is called by one thread at a time.
 */
public final class OracleCdcEngine implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OracleCdcEngine.class);
  private static final Duration LINGER = Duration.ofMillis(50);

  /** How often a waiting caller looks whether the engine has ended meanwhile. */
  private static final Duration LOOK = Duration.ofMillis(200);

  private final String name;
  private final OracleCdcConfig config;
  private final Capture capture;
  private final PositionStore store;
  private final ChangeHandler handler;
  private final AtomicReference<EngineState> state = new AtomicReference<>(EngineState.CREATED);
  private final CompletableFuture<Void> completion = new CompletableFuture<>();
  private final AtomicLong delivered = new AtomicLong();
  private final Duration shutdownTimeout;
  private volatile boolean stopRequested;
  private volatile @Nullable Thread deliveryThread;
  private final @Nullable SignalFile signals;
  private @Nullable Position storedPosition;

  OracleCdcEngine(EngineBuilder builder) {
    this.config = builder.config();
    this.name = config.get(ConfigKeys.TOPIC_PREFIX);
    this.shutdownTimeout = config.get(ConfigKeys.SHUTDOWN_TIMEOUT);
    this.store = builder.openStore();
    this.capture = captureOf(builder);
    this.signals = config.find(ConfigKeys.SIGNALS_FILE).map(SignalFile::new).orElse(null);
    this.handler = builder.handler(name, () -> stopRequested);
  }

  private Capture captureOf(EngineBuilder builder) {
    try {
      return new Capture(
          config,
          store,
          builder.clock(),
          builder.deadLetterFile(),
          builder.opsListener(),
          builder.journals(),
          builder.history());
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  /** Begins an engine for checked settings. */
  public static EngineBuilder create(OracleCdcConfig config) {
    return new EngineBuilder(config);
  }

  /**
   * Starts capture on threads of its own and returns at once.
   *
   * @throws IllegalStateException if the engine was started before or is closed
   */
  public void start() {
    begin();
    Thread thread = new Thread(this::deliver, "oracle-cdc-" + name + "-delivery");
    deliveryThread = thread;
    thread.start();
  }

  /**
   * Captures on the calling thread until the engine is closed or fails.
   *
   * @throws io.oraclecdc.errors.CdcException why capture stopped
   * @throws ConsumerException why the consumer stopped it
   * @throws IllegalStateException if the engine was started before or is closed
   */
  public void run() {
    begin();
    deliveryThread = Thread.currentThread();
    deliver();
    throwFailure();
  }

  private void begin() {
    if (!state.compareAndSet(EngineState.CREATED, EngineState.STARTING)) {
      throw new IllegalStateException("an engine is started once; this one is " + state.get());
    }
    LOG.info("[{}] starting", name);
    capture.start();
  }

  /**
   * Waits until changes flow: the database was checked and the first mining step is done.
   *
   * @return false when the timeout came first
   * @throws io.oraclecdc.errors.CdcException why capture stopped instead
   * @throws InterruptedException if the calling thread is interrupted
   */
  public boolean awaitStreaming(Duration timeout) throws InterruptedException {
    return capture.awaitStreaming(timeout);
  }

  /**
   * Waits until every change committed at or below an SCN has been handed to the consumer and
   * acknowledged; for tests and batch jobs.
   *
   * @return false when the timeout came first or the engine was closed
   * @throws io.oraclecdc.errors.CdcException why the engine ended instead
   * @throws ConsumerException likewise
   * @throws InterruptedException if the calling thread is interrupted
   */
  public boolean awaitDelivered(Scn scn, Duration timeout) throws InterruptedException {
    Instant deadline = Instant.now().plus(timeout);
    while (!completion.isDone()) {
      Duration slice = Duration.between(Instant.now(), deadline);
      if (slice.isNegative()) {
        return false;
      }
      if (capture.awaitAcknowledged(scn, slice.compareTo(LOOK) < 0 ? slice : LOOK)) {
        return true;
      }
    }
    throwFailure();
    return false;
  }

  /** Throws what ended the engine, if it was an error. */
  private void throwFailure() {
    try {
      completion.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  /**
   * Ends when the engine has ended and released everything: normally after {@link #close()},
   * exceptionally with the {@link io.oraclecdc.errors.CdcException} or {@link ConsumerException}
   * that ended it.
   */
  public CompletableFuture<Void> completion() {
    return completion.copy();
  }

  /**
   * Waits until every row that was asked for when it is called has been read, handed to the
   * consumer and acknowledged.
   *
   * @return false when the timeout came first or the engine was closed
   * @throws io.oraclecdc.errors.CdcException why the engine ended instead
   * @throws ConsumerException likewise
   * @throws InterruptedException if the calling thread is interrupted
   */
  public boolean awaitSnapshot(Duration timeout) throws InterruptedException {
    Instant deadline = Instant.now().plus(timeout);
    while (!completion.isDone() || capture.awaitSnapshot(Duration.ZERO)) {
      Duration slice = Duration.between(Instant.now(), deadline);
      if (slice.isNegative()) {
        return false;
      }
      if (capture.awaitSnapshot(slice.compareTo(LOOK) < 0 ? slice : LOOK)) {
        return true;
      }
    }
    throwFailure();
    return false;
  }

  /**
   * Asks something of the running engine: to read tables anew, to pause, go on with or give up
   * reading. Taken once per id, also over restarts; what it asks for is part of the stored position
   * from the next change or heartbeat on.
   *
   * @return what became of it; rejected before the engine streams and with {@code
   *     cdc.snapshot.mode=snapshot_only}
   */
  public SignalOutcome signal(Signal signal) {
    return capture.signal(signal);
  }

  /** What the engine is doing now. */
  public EngineStatus status() {
    return new EngineStatus(
        state(),
        delivered.get(),
        capture.acknowledgedPosition(),
        capture.status(),
        capture.snapshotStatus());
  }

  private EngineState state() {
    EngineState now = requireNonNull(state.get());
    return now == EngineState.STARTING && capture.isStreaming() ? EngineState.STREAMING : now;
  }

  /**
   * Checks the database without starting: connection, grants, logging, keys, types. Legal in every
   * state.
   *
   * @return every finding, blocking ones too
   * @throws io.oraclecdc.errors.CdcException when the database cannot be asked (CDC-1001, CDC-5002)
   */
  public List<Finding> validate() {
    return Capture.validate(config);
  }

  /**
   * Stops capture, stores the position and releases everything. Returns when that is done, at the
   * latest after {@code cdc.shutdown.timeout.ms} twice; called by the consumer, it returns at once
   * and the engine ends when the consumer does. Never throws.
   */
  @Override
  public void close() {
    stopRequested = true;
    if (state.compareAndSet(EngineState.CREATED, EngineState.STOPPED)) {
      store.close();
      completion.complete(null);
      return;
    }
    EngineState now = requireNonNull(state.get());
    if (now.isTerminal()) {
      return;
    }
    state.compareAndSet(EngineState.STARTING, EngineState.STOPPING);
    capture.stop();
    Thread delivery = deliveryThread;
    if (delivery == null || delivery == Thread.currentThread()) {
      return;
    }
    if (!awaitEnd(shutdownTimeout)) {
      LOG.warn(
          "[{}] the consumer did not return within {}; interrupting it", name, shutdownTimeout);
      delivery.interrupt();
      if (!awaitEnd(shutdownTimeout)) {
        LOG.warn("[{}] the consumer ignores the interrupt; its thread ends when it returns", name);
        capture.close();
      }
    }
  }

  private boolean awaitEnd(Duration timeout) {
    try {
      completion.handle((done, error) -> true).get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (java.util.concurrent.TimeoutException e) {
      return false;
    }
  }

  private void deliver() {
    Throwable failure = null;
    try {
      int most = config.get(ConfigKeys.POLL_MAX_RECORDS);
      while (!stopRequested) {
        List<SequencedChange> changes = capture.poll(most, LINGER);
        if (!changes.isEmpty()) {
          delivered.addAndGet(handler.handle(changes, capture::acknowledge));
        }
        storePosition();
        if (changes.isEmpty() && capture.isFinished()) {
          break;
        }
        if (signals != null && capture.isStreaming()) {
          signals.look(System.nanoTime(), capture::signal);
        }
      }
    } catch (InterruptedException e) {
      if (!stopRequested) {
        failure =
            new ConsumerException(
                "the delivery thread was interrupted by somebody other than the engine; nothing was skipped",
                e);
      }
    } catch (Throwable e) {
      failure = e;
    }
    end(failure);
  }

  private void end(@Nullable Throwable failure) {
    Throwable outcome = failure;
    state.compareAndSet(EngineState.STARTING, EngineState.STOPPING);
    capture.close();
    if (outcome == null) {
      // Capture failed before the engine was asked to stop, and nobody polled since.
      outcome = capture.failure().orElse(null);
    }
    try {
      storePosition();
    } catch (RuntimeException e) {
      outcome = firstOf(outcome, e);
    }
    try {
      store.close();
    } catch (RuntimeException e) {
      outcome = firstOf(outcome, e);
    }
    if (outcome == null) {
      state.set(EngineState.STOPPED);
      LOG.info("[{}] stopped after {} changes", name, delivered.get());
      completion.complete(null);
    } else {
      state.set(EngineState.FAILED);
      LOG.error("[{}] stopped: {}", name, outcome.getMessage());
      completion.completeExceptionally(outcome);
    }
  }

  private static Throwable firstOf(@Nullable Throwable first, RuntimeException next) {
    if (first == null) {
      return next;
    }
    first.addSuppressed(next);
    return first;
  }

  private void storePosition() {
    Optional<Position> newest = capture.acknowledgedPosition();
    if (newest.isPresent() && !newest.get().equals(storedPosition)) {
      store.store(newest.get());
      storedPosition = newest.get();
      capture.stored(newest.get());
    }
  }

  /** Name and state. */
  @Override
  public String toString() {
    return "OracleCdcEngine[" + name + ", " + state() + "]";
  }

  static PositionStore storeIn(Path directory) {
    return io.oraclecdc.position.FilePositionStore.open(directory);
  }

  static PositionStore storeInMemory() {
    return new MemoryPositionStore();
  }
}
