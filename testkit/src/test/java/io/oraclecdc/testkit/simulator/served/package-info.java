@NullMarked
package io.oraclecdc.testkit.simulator.served;

import org.jspecify.annotations.NullMarked;
