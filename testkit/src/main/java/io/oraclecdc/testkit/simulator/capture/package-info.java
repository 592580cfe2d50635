/** H2 row triggers that turn changes into redo. */
@NullMarked
package io.oraclecdc.testkit.simulator.capture;

import org.jspecify.annotations.NullMarked;
