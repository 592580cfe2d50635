package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.ConstraintDef;
import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks deferrable foreign keys of a session: at the end of a statement while they are immediate,
 * at the commit otherwise. Rows that other sessions have not committed are not seen.
 */
final class DeferredChecks {
  private final SimDictionary dictionary;
  private final Connection h2;
  private final Map<ObjectKey, Boolean> modes = new HashMap<>();
  private @Nullable Boolean allDeferred;

  DeferredChecks(SimDictionary dictionary, Connection h2) {
    this.dictionary = dictionary;
    this.h2 = h2;
  }

  /** SET CONSTRAINTS is over with the transaction. */
  void startOver() {
    modes.clear();
    allDeferred = null;
  }

  boolean none() {
    return dictionary.deferrables().isEmpty();
  }

  /** SET CONSTRAINTS; empty names mean all. */
  void set(String schema, List<String> names, boolean deferred) throws SQLException {
    if (names.isEmpty()) {
      allDeferred = deferred;
      modes.clear();
    }
    for (String name : names) {
      ObjectKey key = new ObjectKey(schema, name);
      if (dictionary.tableOfConstraint(schema, name).isEmpty()) {
        throw OraErrors.of(2448, "constraint does not exist");
      }
      if (!dictionary.deferrables().containsKey(key)) {
        throw OraErrors.of(2447, "cannot defer a constraint that is not deferrable");
      }
      modes.put(key, deferred);
    }
  }

  private boolean isDeferred(ObjectKey key, boolean initially) {
    Boolean mode = modes.getOrDefault(key, allDeferred);
    return mode == null ? initially : mode;
  }

  /** Checks what is immediate now. */
  void checkImmediate(Set<Long> touched) throws SQLException {
    check(touched, false);
  }

  /** Checks everything. */
  void checkAll(Set<Long> touched) throws SQLException {
    check(touched, true);
  }

  private void check(Set<Long> touched, boolean all) throws SQLException {
    for (Map.Entry<ObjectKey, Boolean> entry : dictionary.deferrables().entrySet()) {
      ObjectKey key = entry.getKey();
      TableEntry child = dictionary.tableOfConstraint(key.owner(), key.name()).orElse(null);
      if (child == null || (!all && isDeferred(key, entry.getValue()))) {
        continue;
      }
      ConstraintDef constraint = child.constraint(key.name()).orElseThrow();
      ConstraintDef.Reference reference = constraint.references();
      if (reference != null && constraint.enabled()) {
        boolean childTouched = touched.contains(child.table().objectId());
        boolean parentTouched =
            dictionary
                .table(reference.table())
                .filter(t -> touched.contains(t.table().objectId()))
                .isPresent();
        if ((childTouched || parentTouched) && isViolated(child, constraint, reference)) {
          throw childTouched
              ? OraErrors.of(
                  2291, "integrity constraint (" + key + ") violated - parent key not found")
              : OraErrors.of(
                  2292, "integrity constraint (" + key + ") violated - child record found");
        }
      }
    }
  }

  private boolean isViolated(
      TableEntry child, ConstraintDef constraint, ConstraintDef.Reference reference)
      throws SQLException {
    List<String> given = new ArrayList<>();
    List<String> equal = new ArrayList<>();
    for (int i = 0; i < constraint.columns().size(); i++) {
      String column = "C." + InnerNames.quoted(constraint.columns().get(i));
      given.add(column + " IS NOT NULL");
      equal.add("P." + InnerNames.quoted(reference.columns().get(i)) + " = " + column);
    }
    String sql =
        "SELECT 1 FROM "
            + child.innerName()
            + " C WHERE "
            + String.join(" AND ", given)
            + " AND NOT EXISTS (SELECT 1 FROM "
            + InnerNames.quoted(reference.table().owner(), reference.table().name())
            + " P WHERE "
            + String.join(" AND ", equal)
            + ") FETCH FIRST 1 ROWS ONLY";
    try (Statement statement = h2.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next();
    }
  }
}
