/**
 * Rows of tables as they are, read beside the stream of their changes: chunks by key, by ROWID or
 * whole, several at a time AS OF one SCN, handed to the sequencer at the place of that SCN.
 *
 * <p>A thread of its own plans and reads ({@link io.oraclecdc.snapshot.SnapshotReads}); the capture
 * thread delivers ({@link io.oraclecdc.snapshot.SnapshotFeed}).
 */
@NullMarked
package io.oraclecdc.snapshot;

import org.jspecify.annotations.NullMarked;
