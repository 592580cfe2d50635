/**
 * The seam between a database and the stages: a {@link io.oraclecdc.mining.RedoSource} gives steps
 * of rows in the order in which LogMiner returned them. Implemented by {@code mining.logminer} on a
 * database and by scripted and generated sources in the testkit.
 */
@NullMarked
package io.oraclecdc.mining;

import org.jspecify.annotations.NullMarked;
