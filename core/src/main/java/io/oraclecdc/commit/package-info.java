/**
 * Puts committed transactions into one order over all redo threads, leaves out what was
 * acknowledged before, numbers changes and gives each its position. One thread: the capture thread.
 */
@NullMarked
package io.oraclecdc.commit;

import org.jspecify.annotations.NullMarked;
