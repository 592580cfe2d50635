package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import org.jspecify.annotations.Nullable;

/**
 * The names a statement is printed with, as the dictionary gives them when it is read.
 *
 * @param owner SEG_OWNER
 * @param name TABLE_NAME
 * @param generic columns are {@code COL n} with internal encodings: the dictionary does not fit
 * @param isAliased UPDATE and DELETE name columns with the alias {@code a}
 */
record PrintedNames(String owner, String name, boolean generic, boolean isAliased) {

  PrintedNames(String owner, String name, boolean generic) {
    this(owner, name, generic, false);
  }

  /** The same with the alias. */
  PrintedNames aliased() {
    return new PrintedNames(owner, name, generic, true);
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

  String table() {
    return "\"" + owner + "\".\"" + name + "\"";
  }

  String column(SimColumn column) {
    return generic ? "COL " + column.internalColumnId() : column.name();
  }
}
