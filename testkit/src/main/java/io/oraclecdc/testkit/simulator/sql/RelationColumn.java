package io.oraclecdc.testkit.simulator.sql;

/**
 * A column of something in FROM.
 *
 * @param name its name
 * @param type its type
 * @param nullable whether it may be null as far as known
 * @param hidden not part of {@code *}
 */
record RelationColumn(String name, SqlType type, boolean nullable, boolean hidden) {}
