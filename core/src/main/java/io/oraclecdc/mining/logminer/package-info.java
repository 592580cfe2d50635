/**
 * Redo through DBMS_LOGMNR: which logs to read, how many at a time, the LogMiner session, and rows
 * of V$LOGMNR_CONTENTS as {@link io.oraclecdc.mining.MinedRow}s.
 *
 * <pre>
 * LogInventory   reads the views            -> LogListing
 * LogPlanner     listing + start, no I/O    -> StepPlan: these logs from this SCN, or wait, or a typed stop
 * LogMinerSource registers, starts, queries -> LogMinerStep: rows, then the check that the logs are still the same
 * StepSizing     how many logs the next step takes
 * FlushedBounds  from which SCN the next step has to start
 * </pre>
 *
 * <p>Imports words, {@code mining} and {@code database}. One thread: the capture thread.
 */
@NullMarked
package io.oraclecdc.mining.logminer;

import org.jspecify.annotations.NullMarked;
