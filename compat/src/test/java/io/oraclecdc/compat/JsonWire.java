package io.oraclecdc.compat;

import io.oraclecdc.format.ChangeRecord;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.Converter;

/** Records as they come out of Kafka: written and read again by a converter. */
final class JsonWire {
  private final Converter keys;
  private final Converter values;
  private long offset;

  /** Connect's own JSON converter, with schemas. */
  JsonWire() {
    keys = new JsonConverter();
    keys.configure(Map.of("schemas.enable", "true"), true);
    values = new JsonConverter();
    values.configure(Map.of("schemas.enable", "true"), false);
  }

  /** What a sink gets. */
  SinkRecord through(ChangeRecord item) {
    String topic = item.destination();
    SchemaAndValue key =
        keys.toConnectData(
            topic,
            new RecordHeaders(),
            keys.fromConnectData(topic, new RecordHeaders(), item.keySchema(), item.key()));
    SchemaAndValue value =
        values.toConnectData(
            topic,
            new RecordHeaders(),
            values.fromConnectData(topic, new RecordHeaders(), item.valueSchema(), item.value()));
    return new SinkRecord(
        topic,
        0,
        key.schema(),
        key.value(),
        value.schema(),
        value.value(),
        offset++,
        0L,
        TimestampType.CREATE_TIME,
        item.headers());
  }

  /** A copy of a record, for transforms of a source. */
  SourceRecord copied(ChangeRecord item) {
    SinkRecord read = through(item);
    return new SourceRecord(
        Map.of(),
        Map.of(),
        read.topic(),
        null,
        read.keySchema(),
        read.key(),
        read.valueSchema(),
        read.value(),
        null,
        item.headers().duplicate());
  }

  /** What a transform of the source gets: the record as it is. */
  static SourceRecord unread(ChangeRecord item) {
    return new SourceRecord(
        Map.of(),
        Map.of(),
        item.destination(),
        null,
        item.keySchema(),
        item.key(),
        item.valueSchema(),
        item.value(),
        null,
        item.headers());
  }
}
