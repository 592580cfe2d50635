package io.oraclecdc.connect.debezium;

import io.debezium.converters.recordandmetadata.RecordAndMetadata;
import io.debezium.converters.spi.CloudEventsMaker;
import io.debezium.converters.spi.CloudEventsProvider;
import io.debezium.converters.spi.SerializerType;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/**
 * Lets Debezium's {@code CloudEventsConverter} write records whose {@code source.connector} is
 * {@code oracle-cdc}. Stateless and thread-safe.
 */
public final class CloudEvents implements CloudEventsProvider {

  /** For the ServiceLoader. */
  public CloudEvents() {}

  @Override
  public String getName() {
    return ConnectorName.VALUE;
  }

  @Override
  public CloudEventsMaker createMaker(
      RecordAndMetadata item,
      SerializerType contentType,
      @Nullable String dataSchemaUriBase,
      @Nullable String schemaName) {
    return new Maker(item, contentType, dataSchemaUriBase, schemaName);
  }

  private static final class Maker extends CloudEventsMaker {
    /** Attributes of the event besides those that every connector's events have. */
    private static final Set<String> SOURCE_FIELDS =
        Set.of("txId", "scn", "commit_scn", "redo_thread", "user_name", "row_id", "pdb");

    private final RecordAndMetadata item;

    Maker(
        RecordAndMetadata item,
        SerializerType contentType,
        @Nullable String dataSchemaUriBase,
        @Nullable String schemaName) {
      super(item, contentType, dataSchemaUriBase, schemaName, "before", "after");
      this.item = item;
    }

    /**
     * The same for the same change whenever it is delivered, and another one for every other
     * record. Both records of a change of key stand at one place of their transaction, so the
     * operation is a part.
     */
    @Override
    public String ceId() {
      Struct source = item.source();
      Struct transaction = item.transaction();
      String name = source.getString("name");
      if (transaction != null) {
        return String.join(
            "/",
            name,
            transaction.getString("id"),
            String.valueOf(transaction.getInt64("total_order")),
            item.operation());
      }
      String rowId = source.getString("row_id");
      return String.join(
          "/",
          name,
          source.getString("db"),
          source.getString("schema"),
          source.getString("table"),
          String.valueOf(source.getString("scn")),
          rowId == null ? UUID.randomUUID().toString() : rowId,
          item.operation());
    }

    @Override
    protected Set<String> connectorSpecificSourceFields() {
      return SOURCE_FIELDS;
    }
  }
}
