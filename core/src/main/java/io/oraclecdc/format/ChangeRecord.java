package io.oraclecdc.format;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * One record as a topic would hold it.
 *
 * @param destination topic name
 * @param keySchema schema of the key, null when the record has no key
 * @param key null when the record has no key
 * @param valueSchema schema of the value, null for a tombstone
 * @param value null for a tombstone
 * @param headers never null, possibly empty
 */
public record ChangeRecord(
    String destination,
    @Nullable Schema keySchema,
    @Nullable Object key,
    @Nullable Schema valueSchema,
    @Nullable Object value,
    Headers headers) {}
