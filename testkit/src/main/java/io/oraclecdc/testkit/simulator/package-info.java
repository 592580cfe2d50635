/**
 * A simulated Oracle database in this process: {@code jdbc:oracle-simulator:<name>}.
 *
 * <p>Most users need {@code OracleSimulator} only. The packages below it follow the life of a
 * statement: {@code jdbc} (driver), {@code sql} (translation to H2), {@code session}, {@code
 * dictionary}, {@code capture} (triggers), {@code redo} (records and logs), {@code logmnr} (what a
 * mining session reads). Nothing here may use a parser, a codec or a format of the library: the two
 * must not be able to share a mistake.
 */
@NullMarked
package io.oraclecdc.testkit.simulator;

import org.jspecify.annotations.NullMarked;
