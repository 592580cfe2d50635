/** ORA errors and the mapping of H2's errors to them. */
@NullMarked
package io.oraclecdc.testkit.simulator.errors;

import org.jspecify.annotations.NullMarked;
