package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.TableEntry;

/**
 * A LOB column in the result of a query that locks its rows.
 *
 * @param table whose column
 * @param column its name
 * @param rowIdColumn where H2's result has the ROWID, 1-based
 */
public record Locator(TableEntry table, String column, int rowIdColumn) {}
