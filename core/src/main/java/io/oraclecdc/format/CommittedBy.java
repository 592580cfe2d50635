package io.oraclecdc.format;

import io.oraclecdc.change.TransactionInfo;
import java.time.Instant;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.jspecify.annotations.Nullable;

/** What all records of one transaction have in common, turned into texts and numbers once. */
final class CommittedBy {
  private final TransactionInfo info;
  private final String id;
  private final String commitScn;
  private final long millis;
  private final long micros;
  private final @Nullable Long nanos;
  private final SchemaAndValue commitScnHeader;
  private final SchemaAndValue idHeader;
  private final SchemaAndValue eventCountHeader;

  CommittedBy(TransactionInfo info) {
    this.info = info;
    this.id = info.key().xid().toString();
    this.commitScn = info.commitScn().toString();
    Instant time = info.commitTime();
    this.millis = time == null ? 0 : time.toEpochMilli();
    this.micros = Math.multiplyExact(millis, 1_000L);
    this.nanos = nanosOf(millis);
    this.commitScnHeader = new SchemaAndValue(Schema.INT64_SCHEMA, info.commitScn().value());
    this.idHeader = new SchemaAndValue(Schema.STRING_SCHEMA, id);
    this.eventCountHeader = new SchemaAndValue(Schema.INT32_SCHEMA, info.eventCount());
  }

  /** Null for a time that does not fit, after the year 2262. */
  private static @Nullable Long nanosOf(long millis) {
    long limit = Long.MAX_VALUE / 1_000_000L;
    return millis > limit || millis < -limit ? null : Long.valueOf(millis * 1_000_000L);
  }

  TransactionInfo info() {
    return info;
  }

  /** {@code usn.slot.sqn}. */
  String id() {
    return id;
  }

  String commitScn() {
    return commitScn;
  }

  /** Commit time since the epoch, 0 when the redo carries none. */
  long millis() {
    return millis;
  }

  long micros() {
    return micros;
  }

  @Nullable Long nanos() {
    return nanos;
  }

  SchemaAndValue commitScnHeader() {
    return commitScnHeader;
  }

  SchemaAndValue idHeader() {
    return idHeader;
  }

  SchemaAndValue eventCountHeader() {
    return eventCountHeader;
  }
}
