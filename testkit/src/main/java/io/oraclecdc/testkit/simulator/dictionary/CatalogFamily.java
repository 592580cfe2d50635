package io.oraclecdc.testkit.simulator.dictionary;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Views of the catalog that differ in what they show of the same rows.
 *
 * @param name without DBA_, ALL_, USER_, CDB_; the whole name for form P
 * @param forms letters: D, A, U, C, P
 * @param keeping where its rows come from
 * @param base family whose stored rows it shows, itself unless it is kept {@code OVER} another
 * @param all its columns in Oracle's order
 */
record CatalogFamily(String name, String forms, Keeping keeping, String base, List<Column> all) {

  /** Where rows come from. */
  enum Keeping {
    /** A table that every DDL statement keeps up to date. */
    STORED,
    /** The table of another family. */
    OVER,
    /** The dictionary, at the moment somebody reads. */
    COMPUTED
  }

  /**
   * A column.
   *
   * @param byDefault value of rows that say nothing of it, as text; null for NULL
   * @param inUser whether USER_ has it
   */
  record Column(String name, SimType type, @Nullable String byDefault, boolean inUser) {
    /** Its line in a CREATE TABLE of H2. */
    String declaration() {
      String text = InnerNames.quoted(name) + ' ' + ColumnTypes.storage(type);
      if (byDefault == null) {
        return text;
      }
      return text + " DEFAULT " + (type.name().equals("NUMBER") ? byDefault : literal(byDefault));
    }

    private static String literal(String value) {
      return "'" + value.replace("'", "''") + "'";
    }
  }

  /** Columns of the rows. */
  List<ViewEntry.Column> columns() {
    return all.stream().map(c -> new ViewEntry.Column(c.name(), c.type())).toList();
  }

  boolean isStored() {
    return keeping == Keeping.STORED;
  }

  boolean isComputed() {
    return keeping == Keeping.COMPUTED;
  }

  boolean isPlain() {
    return forms.startsWith("P");
  }

  boolean has(String column) {
    return all.stream().anyMatch(c -> c.name().equals(column));
  }

  /** The column that names the owner, null for what has none. */
  @Nullable String ownerColumn() {
    String first = all.get(0).name();
    return !isPlain() && first.endsWith("OWNER") ? first : null;
  }

  /** The column that names the object, or its table where there is one. */
  String nameColumn() {
    return has("TABLE_NAME") ? "TABLE_NAME" : all.get(Math.min(1, all.size() - 1)).name();
  }

  /** Columns of one of its views, in order. */
  List<Column> declaredIn(char form) {
    List<Column> result = new ArrayList<>(all);
    if (form == 'U') {
      result.removeIf(c -> !c.inUser() || c.name().equals(ownerColumn()));
    }
    if (form == 'C' && !has("CON_ID")) {
      result.add(new Column("CON_ID", ColumnTypes.number(null, null), null, false));
    }
    return result;
  }

  /** The same with their types only. */
  List<ViewEntry.Column> columnsOf(char form) {
    return declaredIn(form).stream().map(c -> new ViewEntry.Column(c.name(), c.type())).toList();
  }

  String viewName(char form) {
    return switch (form) {
      case 'D' -> "DBA_" + name;
      case 'A' -> "ALL_" + name;
      case 'U' -> "USER_" + name;
      case 'C' -> "CDB_" + (isPlain() ? name.substring(name.indexOf('_') + 1) : name);
      default -> name;
    };
  }
}
