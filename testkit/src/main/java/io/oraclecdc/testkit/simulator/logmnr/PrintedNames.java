package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The names a statement is printed with, as the dictionary gives them when it is read.
 *
 * @param owner SEG_OWNER
 * @param name TABLE_NAME
 * @param generic columns are {@code COL n} with internal encodings: the dictionary does not fit
 * @param isAliased UPDATE and DELETE name columns with the alias {@code a}
 * @param layout version whose column names count, null for those of the change
 */
record PrintedNames(
    String owner, String name, boolean generic, boolean isAliased, @Nullable SimTable layout) {

  PrintedNames(String owner, String name, boolean generic) {
    this(owner, name, generic, false, null);
  }

  /** The same with the alias. */
  PrintedNames aliased() {
    return new PrintedNames(owner, name, generic, true, layout);
  }

  /** Prefix of columns in UPDATE and DELETE. */
  String prefix() {
    return isAliased ? "a." : "";
  }

  /** The names of the version itself. */
  static PrintedNames of(SimTable table) {
    return new PrintedNames(table.owner(), table.name(), false);
  }

  /** Nothing is known of the object. */
  static PrintedNames unknown(long objectId) {
    return new PrintedNames("UNKNOWN", "OBJ# " + objectId, true);
  }

  /** Resolves a recorded version against the version in force now, null after a drop. */
  static PrintedNames resolve(SimTable recorded, @Nullable SimTable current) {
    if (current == null) {
      return unknown(recorded.objectId());
    }
    boolean stale = current.objectVersion() != recorded.objectVersion();
    return new PrintedNames(current.owner(), current.name(), stale);
  }

  /** The same where a change of a column's name or type alone does no harm. */
  static PrintedNames resolveByColumns(SimTable recorded, @Nullable SimTable current) {
    PrintedNames strict = resolve(recorded, current);
    if (!strict.generic() || current == null || !numbers(recorded).equals(numbers(current))) {
      return strict;
    }
    return new PrintedNames(current.owner(), current.name(), false, false, current);
  }

  private static List<Integer> numbers(SimTable table) {
    return table.columns().stream().map(SimColumn::internalColumnId).toList();
  }

  /** Whether the dictionary knows the table, but another version of it. */
  boolean isStale() {
    return generic && !owner.equals("UNKNOWN");
  }

  String table() {
    return "\"" + owner + "\".\"" + name + "\"";
  }

  String column(SimColumn column) {
    if (generic) {
      return "COL " + column.internalColumnId();
    }
    return layout == null ? column.name() : nameNow(layout, column);
  }

  private static String nameNow(SimTable layout, SimColumn column) {
    return layout.columns().stream()
        .filter(c -> c.internalColumnId() == column.internalColumnId())
        .map(SimColumn::name)
        .findFirst()
        .orElse(column.name());
  }
}
