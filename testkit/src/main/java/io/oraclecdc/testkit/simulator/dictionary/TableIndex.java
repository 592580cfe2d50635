package io.oraclecdc.testkit.simulator.dictionary;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds tables by what belongs to them: constraints, indexes, foreign keys that point to others.
 * With ten thousand tables every DDL statement asks.
 */
final class TableIndex {
  private final Map<ObjectKey, ObjectKey> constraints = new ConcurrentHashMap<>();
  private final Map<ObjectKey, ObjectKey> indexes = new ConcurrentHashMap<>();
  private final Map<ObjectKey, Set<ObjectKey>> children = new ConcurrentHashMap<>();

  void add(TableEntry entry) {
    ObjectKey table = entry.key();
    for (ConstraintDef constraint : entry.constraints()) {
      constraints.put(new ObjectKey(table.owner(), constraint.name()), table);
      ConstraintDef.Reference reference = constraint.references();
      if (reference != null) {
        children
            .computeIfAbsent(reference.table(), key -> ConcurrentHashMap.newKeySet())
            .add(table);
      }
    }
    for (IndexDef index : entry.indexes()) {
      indexes.put(new ObjectKey(index.owner(), index.name()), table);
    }
  }

  void remove(TableEntry entry) {
    ObjectKey table = entry.key();
    for (ConstraintDef constraint : entry.constraints()) {
      constraints.remove(new ObjectKey(table.owner(), constraint.name()), table);
      ConstraintDef.Reference reference = constraint.references();
      if (reference != null) {
        children.computeIfPresent(
            reference.table(),
            (key, tables) -> {
              tables.remove(table);
              return tables.isEmpty() ? null : tables;
            });
      }
    }
    for (IndexDef index : entry.indexes()) {
      indexes.remove(new ObjectKey(index.owner(), index.name()), table);
    }
  }

  /** The table that has a constraint. */
  Optional<ObjectKey> ofConstraint(ObjectKey constraint) {
    return Optional.ofNullable(constraints.get(constraint));
  }

  /** The table that has an index. */
  Optional<ObjectKey> ofIndex(ObjectKey index) {
    return Optional.ofNullable(indexes.get(index));
  }

  /** Tables with a foreign key to this one. */
  Set<ObjectKey> childrenOf(ObjectKey table) {
    return children.getOrDefault(table, Set.of());
  }
}
