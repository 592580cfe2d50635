package io.oraclecdc.redo;

import io.oraclecdc.model.TableId;
import io.oraclecdc.redo.SqlRedoException.Fault;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import java.util.Arrays;

/**
 * Finds the columns that a statement names. LogMiner lists the columns of a table in the same order
 * again and again, so the column that followed last time is compared in place first; no name is
 * copied while the guess is right.
 */
final class ColumnNames {
  private final TableSchema table;
  private final boolean invented;
  private final String[] quotedNames;
  private final String[] assignedNames;

  ColumnNames(TableSchema table) {
    this(table, false);
  }

  private ColumnNames(TableSchema table, boolean invented) {
    this.table = table;
    this.invented = invented;
    this.quotedNames =
        table.columns().stream()
            .map(column -> '"' + (invented ? inventedName(column) : column.name()) + '"')
            .toArray(String[]::new);
    this.assignedNames =
        Arrays.stream(quotedNames).map(name -> name + " = ").toArray(String[]::new);
  }

  /** The names that LogMiner makes up for the columns when its dictionary does not fit. */
  static ColumnNames invented(TableSchema table) {
    return new ColumnNames(table, true);
  }

  private static String inventedName(Column column) {
    return "COL " + column.internalId();
  }

  private int find(String name) {
    if (!invented) {
      return table.indexOf(name);
    }
    for (int i = 0; i < quotedNames.length; i++) {
      if (inventedName(table.columns().get(i)).equals(name)) {
        return i;
      }
    }
    return -1;
  }

  int count() {
    return quotedNames.length;
  }

  /** A column's name in quotes, for messages. */
  String name(int column) {
    return quotedNames[column];
  }

  /** A column's type, for messages. */
  String type(int column) {
    return table.columns().get(column).type().declaration();
  }

  /** For each column whether its values may lie outside the row. */
  boolean[] keptApart() {
    boolean[] apart = new boolean[quotedNames.length];
    for (int i = 0; i < apart.length; i++) {
      apart[i] = table.columns().get(i).type().isKeptApart();
    }
    return apart;
  }

  /** Which column followed which, for one list of a statement; begins with the table's order. */
  int[] newOrder() {
    int[] order = new int[quotedNames.length + 1];
    Arrays.setAll(order, previous -> previous < quotedNames.length ? previous : 0);
    return order;
  }

  /**
   * Goes past a quoted name.
   *
   * @param scanner stands on the quote
   * @param previous the column before it in the list, -1 for the first
   * @param order what was learnt, corrected when the guess is wrong
   */
  int next(SqlScanner scanner, int previous, int[] order) {
    int guess = order[previous + 1];
    if (guess < quotedNames.length && scanner.skipExpected(quotedNames[guess])) {
      return guess;
    }
    int offset = scanner.position();
    String name = scanner.identifier();
    int column = find(name);
    if (column < 0) {
      throw isInvented(name)
          ? new SqlRedoException(
              Fault.STALE_DICTIONARY, offset, "columns have names of the form COL n")
          : new SqlRedoException(
              Fault.UNKNOWN_COLUMN, offset, "the table has no column " + shown(scanner, name));
    }
    order[previous + 1] = column;
    return column;
  }

  /**
   * The name, if it is an ordinary one and no value stands before it: damage can turn a part of a
   * value into what looks like a name.
   */
  private static String shown(SqlScanner scanner, String name) {
    return isOrdinary(name) && scanner.sql().lastIndexOf('\'', scanner.position()) < 0
        ? '"' + name + '"'
        : "of this name (name withheld)";
  }

  /** Whether it could be written without quotes. */
  private static boolean isOrdinary(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = c >= 'A' && c <= 'Z';
      boolean later = (c >= '0' && c <= '9') || c == '_' || c == '$' || c == '#';
      if (!letter && (i == 0 || !later)) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  /**
   * Goes past the expected name and the equals sign behind it in one step.
   *
   * @return the column, -1 when something else stands there
   */
  int nextAssigned(SqlScanner scanner, int previous, int[] order) {
    int guess = order[previous + 1];
    return guess < assignedNames.length && scanner.skipExpected(assignedNames[guess]) ? guess : -1;
  }

  /** Whether LogMiner made up the name because it has no dictionary: {@code COL 12}. */
  static boolean isInvented(String name) {
    if (!name.startsWith("COL ") || name.length() < 5) {
      return false;
    }
    for (int i = 4; i < name.length(); i++) {
      if (name.charAt(i) < '0' || name.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  /**
   * Goes past {@code "OWNER"."TABLE"}.
   *
   * @throws SqlRedoException if LogMiner made up the name because it has no dictionary
   */
  void skipTable(SqlScanner scanner) {
    readTable(scanner);
  }

  /**
   * Reads {@code "OWNER"."TABLE"}.
   *
   * @throws SqlRedoException if LogMiner made up the name because it has no dictionary
   */
  NamedTable readTable(SqlScanner scanner) {
    scanner.skipBlanks();
    int offset = scanner.position();
    String owner = scanner.identifier();
    scanner.expectSymbol('.');
    String name = scanner.identifier();
    if (!invented && owner.equals("UNKNOWN") && name.startsWith("OBJ# ")) {
      throw new SqlRedoException(
          Fault.STALE_DICTIONARY, offset, "the table has a name of the form OBJ# n");
    }
    return new NamedTable(owner, name, offset);
  }

  /**
   * A table as a statement names it.
   *
   * @param offset where in the statement
   */
  record NamedTable(String owner, String name, int offset) {

    /** Whether it is the table that a row belongs to by its other columns. */
    boolean isTableOf(SegmentRef segment, TableId layout) {
      if (owner.equals("UNKNOWN") && name.startsWith("OBJ# ")) {
        return segment.objectId() == 0 || name.equals("OBJ# " + segment.objectId());
      }
      // A renamed table has its later name in both, and the earlier one in the layout.
      return (owner.equals(segment.owner()) && name.equals(segment.table()))
          || (owner.equals(layout.owner()) && name.equals(layout.name()));
    }
  }
}
