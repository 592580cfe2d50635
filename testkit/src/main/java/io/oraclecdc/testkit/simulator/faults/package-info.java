/** Faults on demand at every JDBC call. */
@NullMarked
package io.oraclecdc.testkit.simulator.faults;

import org.jspecify.annotations.NullMarked;
