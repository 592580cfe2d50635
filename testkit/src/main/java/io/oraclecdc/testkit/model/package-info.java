/**
 * Redo from a seed: sessions, transactions, undo, threads and logs of an imagined database, without
 * SQL engine, threads or clock, and what a capture of it has to deliver.
 *
 * <p>Most readers need {@link io.oraclecdc.testkit.model.RedoModel} and {@link
 * io.oraclecdc.testkit.model.ModelRedoSource}. The same seed and the same calls give the same rows.
 * SQL_REDO is printed by the simulator's renderer. What is expected is taken from what the sessions
 * did, never from the rows.
 */
@NullMarked
package io.oraclecdc.testkit.model;

import org.jspecify.annotations.NullMarked;
