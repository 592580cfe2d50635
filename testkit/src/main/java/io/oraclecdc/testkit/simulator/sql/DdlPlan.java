package io.oraclecdc.testkit.simulator.sql;

/**
 * DDL. It is parsed when it runs, under the dictionary's lock.
 *
 * @param text as typed, without a final semicolon
 */
public record DdlPlan(String text) implements Plan {}
