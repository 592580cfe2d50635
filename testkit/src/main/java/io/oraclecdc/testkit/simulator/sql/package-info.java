/** Lexing, classifying and translating Oracle SQL to H2. */
@NullMarked
package io.oraclecdc.testkit.simulator.sql;

import org.jspecify.annotations.NullMarked;
