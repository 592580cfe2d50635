package io.oraclecdc.testkit.simulator.dictionary;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A constraint of a table.
 *
 * @param name constraint name
 * @param type {@code P}, {@code U}, {@code R}, {@code C}
 * @param columns its columns in order
 * @param condition text of a check, null for keys
 * @param notNull whether the check is a NOT NULL
 * @param references the referenced key, null unless {@code R}
 * @param enabled STATUS
 * @param validated VALIDATED
 * @param generatedName whether Oracle made the name
 */
public record ConstraintDef(
    String name,
    char type,
    List<String> columns,
    @Nullable String condition,
    boolean notNull,
    @Nullable Reference references,
    boolean enabled,
    boolean validated,
    boolean generatedName) {

  /**
   * What a foreign key points to.
   *
   * @param table referenced table
   * @param constraint name of its key
   * @param columns columns of that key
   * @param deleteRule {@code NO ACTION}, {@code CASCADE} or {@code SET NULL}
   */
  public record Reference(
      ObjectKey table, String constraint, List<String> columns, String deleteRule) {}

  /** The same constraint in another state. */
  public ConstraintDef withState(boolean nowEnabled, boolean nowValidated) {
    return new ConstraintDef(
        name,
        type,
        columns,
        condition,
        notNull,
        references,
        nowEnabled,
        nowValidated,
        generatedName);
  }

  /** The same constraint under another name. */
  public ConstraintDef withName(String newName) {
    return new ConstraintDef(
        newName, type, columns, condition, notNull, references, enabled, validated, false);
  }

  /** The same constraint on other column names and another reference. */
  public ConstraintDef withColumns(
      List<String> newColumns, @Nullable String newCondition, @Nullable Reference newReference) {
    return new ConstraintDef(
        name,
        type,
        newColumns,
        newCondition,
        notNull,
        newReference,
        enabled,
        validated,
        generatedName);
  }

  /** Primary or unique key. */
  public boolean isKey() {
    return type == 'P' || type == 'U';
  }
}
