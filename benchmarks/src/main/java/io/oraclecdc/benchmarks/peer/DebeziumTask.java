package io.oraclecdc.benchmarks.peer;

import io.debezium.connector.oracle.OracleConnectorTask;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.jspecify.annotations.Nullable;

/**
 * Debezium's Oracle connector of one database, as a Connect worker would run it: started, polled
 * until it is closed, stopped. Nothing of it is replaced; only the worker around it is missing, so
 * it starts without offsets unless it is given one.
 *
 * <p>Thread-safe. The consumer runs on one thread.
 */
public final class DebeziumTask implements AutoCloseable {
  private final SourceTask task = new OracleConnectorTask();
  private final Consumer<List<SourceRecord>> consumer;
  private final Thread poller;
  private volatile boolean closing;
  private volatile @Nullable Throwable failure;

  private DebeziumTask(
      Map<String, String> settings,
      Map<String, Object> offset,
      Consumer<List<SourceRecord>> consumer) {
    this.consumer = consumer;
    task.initialize(context(settings, offset));
    poller = new Thread(() -> run(settings), "debezium-task");
    poller.setDaemon(true);
  }

  /**
   * Starts a task.
   *
   * @param settings the connector's properties
   * @param consumer gets what each poll returned, in order
   */
  public static DebeziumTask start(
      Map<String, String> settings, Consumer<List<SourceRecord>> consumer) {
    return startAt(settings, Map.of(), consumer);
  }

  /**
   * Starts a task that has run before.
   *
   * @param settings the connector's properties
   * @param offset what the worker had stored; empty for none
   * @param consumer gets what each poll returned, in order
   */
  public static DebeziumTask startAt(
      Map<String, String> settings,
      Map<String, Object> offset,
      Consumer<List<SourceRecord>> consumer) {
    DebeziumTask started = new DebeziumTask(Map.copyOf(settings), Map.copyOf(offset), consumer);
    started.poller.start();
    return started;
  }

  /** Settings that every run needs: in memory, one database, the named tables. */
  public static Map<String, String> settings(
      String url, String user, String password, String database, String tables) {
    Map<String, String> settings = new HashMap<>();
    settings.put("name", "debezium");
    settings.put("connector.class", "io.debezium.connector.oracle.OracleConnector");
    settings.put("topic.prefix", "cdc");
    settings.put("database.url", url);
    settings.put("database.user", user);
    settings.put("database.password", password);
    settings.put("database.dbname", database);
    settings.put("table.include.list", tables);
    settings.put("schema.history.internal", "io.debezium.relational.history.MemorySchemaHistory");
    settings.put("snapshot.mode", "no_data");
    settings.put("log.mining.strategy", "online_catalog");
    return settings;
  }

  /** What ended the task, null while it runs. */
  public @Nullable Throwable failure() {
    return failure;
  }

  private void run(Map<String, String> settings) {
    try {
      task.start(settings);
      while (!closing) {
        List<SourceRecord> records = task.poll();
        if (records != null && !records.isEmpty()) {
          consumer.accept(records);
          for (SourceRecord item : records) {
            task.commitRecord(item, null);
          }
          task.commit();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      failure = e;
    } finally {
      task.stop();
    }
  }

  @Override
  public void close() {
    closing = true;
    try {
      poller.join(20_000);
      if (poller.isAlive()) {
        poller.interrupt();
        poller.join(20_000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Map<Object, Object> offsets(Collection<?> partitions, Map<String, Object> offset) {
    Map<Object, Object> offsets = new HashMap<>();
    if (!offset.isEmpty()) {
      partitions.forEach(p -> offsets.put(p, new HashMap<>(offset)));
    }
    return offsets;
  }

  private static SourceTaskContext context(
      Map<String, String> settings, Map<String, Object> offset) {
    OffsetStorageReader offsets =
        (OffsetStorageReader)
            Proxy.newProxyInstance(
                DebeziumTask.class.getClassLoader(),
                new Class<?>[] {OffsetStorageReader.class},
                (proxy, method, arguments) ->
                    method.getName().equals("offset")
                        ? offset.isEmpty() ? null : new HashMap<>(offset)
                        : offsets((Collection<?>) arguments[0], offset));
    return (SourceTaskContext)
        Proxy.newProxyInstance(
            DebeziumTask.class.getClassLoader(),
            new Class<?>[] {SourceTaskContext.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "configs" -> settings;
                  case "offsetStorageReader" -> offsets;
                  default -> null;
                });
  }
}
