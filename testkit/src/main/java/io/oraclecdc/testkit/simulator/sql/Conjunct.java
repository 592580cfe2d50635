package io.oraclecdc.testkit.simulator.sql;

/**
 * One of the conditions that AND connects in a WHERE clause.
 *
 * @param condition translated
 * @param references what it names
 */
record Conjunct(Expr condition, References references) {}
