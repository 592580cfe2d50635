package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names a query block can use: its FROM items, then those of the blocks around it. */
final class Scope {
  private final @Nullable Scope outer;
  private final List<Relation> relations = new ArrayList<>();
  private final Set<String> joined = new HashSet<>();

  Scope(@Nullable Scope outer) {
    this.outer = outer;
  }

  void add(Relation relation) {
    relations.add(relation);
  }

  /** Columns of JOIN .. USING are not ambiguous: the first table's counts. */
  void joinedBy(String column) {
    joined.add(column);
  }

  boolean isJoinedBy(String column) {
    return joined.contains(column);
  }

  List<Relation> relations() {
    return relations;
  }

  /** A column by its unqualified name. */
  Optional<Expr> column(String name) throws SQLException {
    Expr found = null;
    for (Relation relation : relations) {
      Optional<Expr> candidate = relation.column(name);
      if (candidate.isPresent()) {
        if (found != null && !joined.contains(name)) {
          throw OraErrors.of(918, name + ": column ambiguously specified");
        }
        found = found == null ? candidate.get() : found;
      }
    }
    if (found != null) {
      return Optional.of(found);
    }
    return outer == null ? Optional.empty() : outer.column(name);
  }

  /** A column by qualified name. */
  Optional<Expr> column(@Nullable String schema, String qualifier, String name) {
    for (Relation relation : relations) {
      if (matches(relation, schema, qualifier)) {
        return relation.column(name);
      }
    }
    return outer == null ? Optional.empty() : outer.column(schema, qualifier, name);
  }

  /** The FROM item of that name in this block. */
  Optional<Relation> relation(@Nullable String schema, String qualifier) {
    return relations.stream().filter(r -> matches(r, schema, qualifier)).findFirst();
  }

  private static boolean matches(Relation relation, @Nullable String schema, String qualifier) {
    if (schema == null) {
      return relation.alias().equals(qualifier);
    }
    return relation.key() != null
        && relation.key().owner().equals(schema)
        && relation.key().name().equals(qualifier)
        && relation.alias().equals(qualifier);
  }
}
