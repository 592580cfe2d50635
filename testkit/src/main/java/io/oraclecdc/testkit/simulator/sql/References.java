package io.oraclecdc.testkit.simulator.sql;

import java.util.LinkedHashSet;
import java.util.Set;

/** Which FROM items a condition names, by alias, and which of them with {@code (+)}. */
final class References {
  private final Set<String> plain = new LinkedHashSet<>();
  private final Set<String> marked = new LinkedHashSet<>();
  private int marks;
  private boolean correlated;

  void named(Relation relation) {
    plain.add(relation.alias());
  }

  /** The column just named has an outer join operator behind it. */
  void marked(Relation relation) {
    marked.add(relation.alias());
    marks++;
  }

  /** A column of a block further out was named. */
  void correlated() {
    correlated = true;
  }

  boolean isCorrelated() {
    return correlated;
  }

  /** All that are named, marked or not. */
  Set<String> all() {
    return plain;
  }

  Set<String> outer() {
    return marked;
  }

  int marks() {
    return marks;
  }

  /** Takes over what another condition names. */
  void add(References other) {
    plain.addAll(other.plain);
    marked.addAll(other.marked);
    marks += other.marks;
    correlated |= other.correlated;
  }
}
