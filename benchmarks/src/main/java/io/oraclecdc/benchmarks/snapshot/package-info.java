/** Existing rows of a table, read by the engine beside a plain JDBC loop. */
@NullMarked
package io.oraclecdc.benchmarks.snapshot;

import org.jspecify.annotations.NullMarked;
