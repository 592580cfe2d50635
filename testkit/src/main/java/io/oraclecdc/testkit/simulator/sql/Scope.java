package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The names a query block can use: its FROM items, then those of the blocks around it. */
final class Scope {
  private final @Nullable Scope outer;
  private final List<Relation> relations = new ArrayList<>();
  private final Map<String, Expr> joined = new LinkedHashMap<>();
  private final Map<String, Boolean> joinedBy = new LinkedHashMap<>();
  private References references = new References();
  private @Nullable Hierarchy hierarchy;
  private @Nullable Grouping grouping;
  private boolean joinsAreMarked;

  Scope(@Nullable Scope outer) {
    this.outer = outer;
  }

  void add(Relation relation) {
    relations.add(relation);
  }

  /** Columns of JOIN .. USING are not ambiguous: both sides are one. */
  void joinedBy(String column, Expr value) {
    joined.put(column, value);
  }

  boolean isJoinedBy(String column) {
    return joined.containsKey(column);
  }

  /** Columns of JOIN .. USING in order. */
  Map<String, Expr> joined() {
    return joined;
  }

  /** Whether there are rows to compute something for. */
  boolean isOfStatement() {
    return !relations.isEmpty() || (outer != null && outer.isOfStatement());
  }

  List<Relation> relations() {
    return relations;
  }

  /** From here on the relations from {@code first} on are columns of a derived table. */
  void hold(int first, String holder) {
    for (int i = first; i < relations.size(); i++) {
      relations.set(i, relations.get(i).heldBy(holder, ""));
    }
  }

  /** Starts to note which relations the next condition names. */
  References noting() {
    references = new References();
    return references;
  }

  /** What was noted since. */
  References references() {
    return references;
  }

  /** Whether {@code (+)} may be written: in WHERE only. */
  boolean joinsAreMarked() {
    return joinsAreMarked;
  }

  void joinsAreMarked(boolean value) {
    joinsAreMarked = value;
  }

  /** The hierarchical query of this block, null when it is none. */
  @Nullable Hierarchy hierarchy() {
    return hierarchy;
  }

  void hierarchy(Hierarchy value) {
    hierarchy = value;
  }

  /** GROUP BY with several sets, null when there is none. */
  @Nullable Grouping grouping() {
    return grouping;
  }

  void grouping(Grouping value) {
    grouping = value;
  }

  /** A column by its unqualified name. */
  Optional<Expr> column(String name) throws SQLException {
    Expr found = null;
    Relation owner = null;
    for (Relation relation : relations) {
      Optional<Expr> candidate = relation.column(name);
      if (candidate.isPresent()) {
        if (relation.isAmbiguous(name) || (found != null && !joined.containsKey(name))) {
          throw OraErrors.of(918, name + ": column ambiguously specified");
        }
        found = found == null ? candidate.get() : found;
        owner = owner == null ? relation : owner;
      }
    }
    Expr merged = joined.get(name);
    if (found != null && owner != null) {
      references.named(owner);
      return Optional.of(merged == null ? found : merged);
    }
    return outer == null ? Optional.empty() : outside(outer.column(name));
  }

  private Optional<Expr> outside(Optional<Expr> found) {
    if (found.isPresent()) {
      references.correlated();
    }
    return found;
  }

  /** A column by qualified name. */
  Optional<Expr> column(@Nullable String schema, String qualifier, String name)
      throws SQLException {
    for (Relation relation : relations) {
      if (matches(relation, schema, qualifier)) {
        Optional<Expr> column = relation.column(name);
        Boolean natural = joinedBy.get(relation.alias() + "." + name);
        if (column.isPresent() && natural != null) {
          throw natural
              ? OraErrors.of(25155, "column used in NATURAL join cannot have qualifier")
              : OraErrors.of(25154, "column part of USING clause cannot have qualifier");
        }
        if (relation.isAmbiguous(name)) {
          throw OraErrors.of(918, name + ": column ambiguously specified");
        }
        column.ifPresent(c -> references.named(relation));
        return column;
      }
    }
    return outer == null ? Optional.empty() : outside(outer.column(schema, qualifier, name));
  }

  /** Notes that the column of that relation is common to both sides of a join. */
  void joins(Relation relation, String column, boolean natural) {
    joinedBy.put(relation.alias() + "." + column, natural);
  }

  /** The relation whose column a name is, in this block only. */
  Optional<Relation> owner(List<String> path) {
    String name = path.get(path.size() - 1);
    String qualifier = path.size() > 1 ? path.get(path.size() - 2) : null;
    String schema = path.size() > 2 ? path.get(path.size() - 3) : null;
    return relations.stream()
        .filter(r -> qualifier == null || matches(r, schema, qualifier))
        .filter(r -> r.column(name).isPresent())
        .findFirst();
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
