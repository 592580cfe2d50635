/**
 * From a change to the records a consumer reads: topics, keys, values, headers. Runs on the
 * consumer's thread, on demand.
 */
@NullMarked
package io.oraclecdc.format;

import org.jspecify.annotations.NullMarked;
