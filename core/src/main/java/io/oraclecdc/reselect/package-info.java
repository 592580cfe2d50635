/**
 * Reads values that the redo does not carry from the tables as they were at a commit, by flashback
 * queries. One thread: the capture thread.
 */
@NullMarked
package io.oraclecdc.reselect;

import org.jspecify.annotations.NullMarked;
