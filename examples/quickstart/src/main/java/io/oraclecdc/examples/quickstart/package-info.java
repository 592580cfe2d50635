/**
 * The quickstart: one command, a simulated database, an application writing to it, its committed
 * changes printed.
 */
@NullMarked
package io.oraclecdc.examples.quickstart;

import org.jspecify.annotations.NullMarked;
