/** The subset of PL/SQL that blocks and JDBC calls use; see {@code BlockInterpreter}. */
@NullMarked
package io.oraclecdc.testkit.simulator.plsql;

import org.jspecify.annotations.NullMarked;
