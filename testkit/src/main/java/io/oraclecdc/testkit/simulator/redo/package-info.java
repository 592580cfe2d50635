/** SCN, XID, redo addresses, redo records, online and archived logs. */
@NullMarked
package io.oraclecdc.testkit.simulator.redo;

import org.jspecify.annotations.NullMarked;
