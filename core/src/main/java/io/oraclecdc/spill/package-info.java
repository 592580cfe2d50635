/**
 * Append-only logs of framed bytes that live in memory until a budget is exceeded and then in
 * segment files, with marks to return to. Nothing here survives a restart: leftovers are removed at
 * start.
 *
 * <p>Most readers need {@link io.oraclecdc.spill.SpillArea} and {@link
 * io.oraclecdc.spill.SpillLog}. One thread at a time.
 */
@NullMarked
package io.oraclecdc.spill;

import org.jspecify.annotations.NullMarked;
