package io.oraclecdc.testkit.simulator.sql;

/**
 * A column of something in FROM.
 *
 * @param name its name
 * @param type its type
 * @param nullable whether it may be null as far as known
 * @param hidden not part of {@code *}
 * @param stored its name in H2, another one where a view renames it
 */
record RelationColumn(String name, SqlType type, boolean nullable, boolean hidden, String stored) {

  RelationColumn(String name, SqlType type, boolean nullable, boolean hidden) {
    this(name, type, nullable, hidden, name);
  }

  /** The same under another name. */
  RelationColumn as(String other) {
    return new RelationColumn(other, type, nullable, false, stored);
  }
}
