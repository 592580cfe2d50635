package io.oraclecdc.connect.debezium;

import io.debezium.transforms.outbox.EventRouterConfigurationProvider;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lets Debezium's outbox {@code EventRouter} route records whose {@code source.connector} is {@code
 * oracle-cdc} without settings: the fields have the names of the columns in upper case, as Oracle
 * keeps them. What the transform's own settings say goes first. Configured once before use.
 */
public final class OutboxFields implements EventRouterConfigurationProvider {
  private Map<String, ?> settings = Map.of();

  /** For the ServiceLoader. */
  public OutboxFields() {}

  @Override
  public String getName() {
    return ConnectorName.VALUE;
  }

  @Override
  public void configure(Map<String, ?> configured) {
    settings = new HashMap<>(configured);
  }

  @Override
  public String getFieldEventId() {
    return field("table.field.event.id", "ID");
  }

  @Override
  public String getFieldEventKey() {
    return field("table.field.event.key", "AGGREGATEID");
  }

  /** Null: the time of the record. */
  @Override
  public @Nullable String getFieldEventTimestamp() {
    Object set = settings.get("table.field.event.timestamp");
    return set == null ? null : set.toString();
  }

  @Override
  public String getFieldPayload() {
    return field("table.field.event.payload", "PAYLOAD");
  }

  @Override
  public String getRouteByField() {
    return field("route.by.field", "AGGREGATETYPE");
  }

  private String field(String setting, String column) {
    Object set = settings.get(setting);
    return set == null ? column : set.toString();
  }
}
