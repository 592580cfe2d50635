package io.oraclecdc.compat;

import io.debezium.connector.jdbc.JdbcSinkConnectorTask;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** Debezium's JDBC sink task as a Connect worker would run it. */
final class JdbcSink implements AutoCloseable {
  private final JdbcSinkConnectorTask task = new JdbcSinkConnectorTask();

  JdbcSink(String url, String user, String password) {
    Map<String, String> settings = new HashMap<>();
    settings.put("connection.url", url);
    settings.put("connection.username", user);
    settings.put("connection.password", password);
    settings.put("insert.mode", "upsert");
    settings.put("delete.enabled", "true");
    settings.put("primary.key.mode", "record_key");
    settings.put("schema.evolution", "basic");
    settings.put("quote.identifiers", "true");
    settings.put("topics", "unused");
    task.initialize(
        (SinkTaskContext)
            Proxy.newProxyInstance(
                JdbcSink.class.getClassLoader(),
                new Class<?>[] {SinkTaskContext.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "configs" -> settings;
                      case "assignment" -> Set.of();
                      default -> null;
                    }));
    task.start(settings);
  }

  /** Writes records; fails when one of them cannot be written. */
  void put(List<SinkRecord> records) {
    task.put(records);
    // the sink reports a failure with the next call
    task.put(List.of());
  }

  @Override
  public void close() {
    task.stop();
  }
}
