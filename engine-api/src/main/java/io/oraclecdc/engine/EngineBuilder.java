package io.oraclecdc.engine;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.format.DebeziumFormat;
import io.oraclecdc.format.FormatSettings;
import io.oraclecdc.ops.OpsListener;
import io.oraclecdc.pipeline.FileDeadLetters;
import io.oraclecdc.position.GuardedPositionStore;
import io.oraclecdc.position.PositionStore;
import io.oraclecdc.schema.SchemaHistoryStore;
import io.oraclecdc.transaction.FileJournal;
import io.oraclecdc.transaction.FileSchemaHistory;
import io.oraclecdc.transaction.Journal;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Collects what an engine needs besides its settings. Exactly one consumer; without a store,
 * positions live in memory and a restart of the process begins anew. Not thread-safe.
 */
public final class EngineBuilder {
  private final OracleCdcConfig config;
  private @Nullable EventConsumer eventConsumer;
  private @Nullable BatchConsumer batchConsumer;
  private ConsumerFailurePolicy failurePolicy = ConsumerFailurePolicy.stop();
  private @Nullable Supplier<PositionStore> stores;
  private @Nullable Supplier<Journal> journals;
  private List<Path> beside = List.of();
  private @Nullable SchemaHistoryStore history;
  private @Nullable Path deadLetterFile;
  private OpsListener opsListener = OpsListener.NONE;
  private boolean heartbeats;
  private Clock clock = Clock.systemUTC();

  EngineBuilder(OracleCdcConfig config) {
    this.config = Objects.requireNonNull(config, "config");
  }

  /**
   * Hands changes over one by one; each is acknowledged when the call returns. Not together with a
   * batch consumer.
   */
  public EngineBuilder notifying(EventConsumer consumer) {
    eventConsumer = Objects.requireNonNull(consumer, "consumer");
    return this;
  }

  /**
   * Hands changes over in batches that the consumer acknowledges. Not together with an event
   * consumer.
   */
  public EngineBuilder notifying(BatchConsumer consumer) {
    batchConsumer = Objects.requireNonNull(consumer, "consumer");
    return this;
  }

  /** What happens when the consumer throws; {@link ConsumerFailurePolicy#stop()} unless set. */
  public EngineBuilder onConsumerFailure(ConsumerFailurePolicy policy) {
    failurePolicy = Objects.requireNonNull(policy, "policy");
    return this;
  }

  /**
   * Keeps the position, the journal of long transactions and the layouts of captured tables in
   * files of this directory, which is created when missing, and there the dead letters of {@code
   * cdc.on.decode.error=dlq}. One engine at a time may use it. The first three are one set: none is
   * taken without the others (CDC-4002).
   */
  public EngineBuilder storingIn(Path directory) {
    Objects.requireNonNull(directory, "directory");
    if (deadLetterFile == null) {
      deadLetterFile = directory.resolve(FileDeadLetters.FILE_NAME);
    }
    Path journal = directory.resolve("journal");
    Path layouts = directory.resolve("schema-history");
    stores = () -> OracleCdcEngine.storeIn(directory);
    beside = List.of(journal, layouts);
    journals = () -> FileJournal.open(journal);
    history = new FileSchemaHistory(layouts);
    return this;
  }

  /**
   * Keeps the position in this store, which the engine closes. It waits for the ends of long
   * transactions unless there is a {@link #journalIn journal}.
   */
  public EngineBuilder stores(PositionStore positions) {
    Objects.requireNonNull(positions, "positions");
    stores = () -> positions;
    beside = List.of();
    journals = null;
    history = null;
    return this;
  }

  /**
   * Keeps the journal of long transactions in files of this directory, beside a store of one's own.
   * Position and journal are one set: neither can be used without the other or with another one.
   */
  public EngineBuilder journalIn(Path directory) {
    Objects.requireNonNull(directory, "directory");
    journals = () -> FileJournal.open(directory);
    beside =
        Stream.concat(
                Stream.of(directory), beside.stream().filter(file -> !file.endsWith("journal")))
            .toList();
    return this;
  }

  /**
   * Keeps rows that cannot be decoded in this file; with {@code cdc.on.decode.error=dlq} and a
   * store of one's own there is no other place.
   */
  public EngineBuilder deadLettersIn(Path file) {
    deadLetterFile = Objects.requireNonNull(file, "file");
    return this;
  }

  /**
   * Tells this listener what operators may want to know: rows kept as dead letters, values that
   * could not be read, lost sessions, the start and the error of the end.
   */
  public EngineBuilder opsListener(OpsListener listener) {
    opsListener = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /**
   * Gives heartbeats to the consumer too, for one that writes their records. Otherwise the engine
   * acknowledges them by itself.
   */
  public EngineBuilder withHeartbeats() {
    heartbeats = true;
    return this;
  }

  /** The clock of heartbeats and waits; the system's unless set. */
  public EngineBuilder clock(Clock newClock) {
    clock = Objects.requireNonNull(newClock, "clock");
    return this;
  }

  /**
   * Builds the engine; nothing is connected yet.
   *
   * @throws IllegalStateException if there is no consumer, or one of each kind
   * @throws io.oraclecdc.errors.CdcException if the store cannot be opened, or another engine uses
   *     it
   */
  public OracleCdcEngine build() {
    if ((eventConsumer == null) == (batchConsumer == null)) {
      throw new IllegalStateException(
          eventConsumer == null
              ? "an engine needs a consumer: notifying(event -> ...) or notifying((batch, committer) -> ...)"
              : "an engine has one consumer: event and batch consumers cannot be combined");
    }
    return new OracleCdcEngine(this);
  }

  OracleCdcConfig config() {
    return config;
  }

  Clock clock() {
    return clock;
  }

  OpsListener opsListener() {
    return opsListener;
  }

  @Nullable Path deadLetterFile() {
    return deadLetterFile;
  }

  @Nullable Supplier<Journal> journals() {
    return journals;
  }

  @Nullable SchemaHistoryStore history() {
    return history;
  }

  PositionStore openStore() {
    PositionStore positions = stores == null ? OracleCdcEngine.storeInMemory() : stores.get();
    return beside.isEmpty() ? positions : new GuardedPositionStore(positions, beside);
  }

  ChangeHandler handler(String engine, BooleanSupplier stopping) {
    DebeziumFormat format = new DebeziumFormat(FormatSettings.of(config));
    Events events = new Events(format, new JsonRecords(), heartbeats);
    FailureHandling failures = new FailureHandling(engine, failurePolicy);
    if (eventConsumer != null) {
      return new SingleEvents(eventConsumer, failures, events, stopping);
    }
    return new EventBatches(Objects.requireNonNull(batchConsumer), failures, events);
  }
}
