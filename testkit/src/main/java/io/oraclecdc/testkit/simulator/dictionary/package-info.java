/** The truth about tables, columns and types; H2's own types are only storage. */
@NullMarked
package io.oraclecdc.testkit.simulator.dictionary;

import org.jspecify.annotations.NullMarked;
