/** DBMS_ packages: their procedures, functions and constants. */
@NullMarked
package io.oraclecdc.testkit.simulator.packages;

import org.jspecify.annotations.NullMarked;
