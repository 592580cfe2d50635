package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.SimType;

/**
 * A column of a query's result.
 *
 * @param label heading
 * @param type its Oracle type
 * @param rowId whether it is the pseudo column, ten bytes inside
 * @param nullable whether it may be null as far as known
 */
public record ResultColumn(String label, SimType type, boolean rowId, boolean nullable) {}
