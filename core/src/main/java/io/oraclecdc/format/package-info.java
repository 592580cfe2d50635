/**
 * From a change to the records a consumer reads: topics, keys, values, headers. Runs on the
 * consumer's thread, on demand.
 *
 * <p>Begin with {@link io.oraclecdc.format.RecordFormat}; {@link
 * io.oraclecdc.format.DebeziumFormat} is the only one so far. What a record looks like is specified
 * in {@code docs/record-formats.md}, whose examples are checked by the tests of this package.
 */
@NullMarked
package io.oraclecdc.format;

import org.jspecify.annotations.NullMarked;
