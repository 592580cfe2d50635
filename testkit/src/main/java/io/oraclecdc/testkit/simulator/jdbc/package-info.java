/** The JDBC driver of the simulator. */
@NullMarked
package io.oraclecdc.testkit.simulator.jdbc;

import org.jspecify.annotations.NullMarked;
