/** Tests of databases in a directory. */
@NullMarked
package io.oraclecdc.testkit.simulator.durable;

import org.jspecify.annotations.NullMarked;
