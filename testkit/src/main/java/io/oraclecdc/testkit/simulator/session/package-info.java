/** One connection's settings, transaction, savepoints and statement scope. */
@NullMarked
package io.oraclecdc.testkit.simulator.session;

import org.jspecify.annotations.NullMarked;
