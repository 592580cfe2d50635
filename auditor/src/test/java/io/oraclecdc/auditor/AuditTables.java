package io.oraclecdc.auditor;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The tables of the random work. A row is known by a number; a table says how its key shows it. */
@SuppressWarnings("ImmutableEnumChecker") // the lists never change after the constructor
enum AuditTables {
  /** Every scalar type, a primary key. */
  SCALARS(
      "id NUMBER(18) PRIMARY KEY",
      "n NUMBER",
      "n_small NUMBER(4)",
      "n_int NUMBER(9)",
      "n_long NUMBER(18)",
      "n_big NUMBER(38)",
      "n_scaled NUMBER(12,2)",
      "n_star NUMBER(*,3)",
      "n_neg NUMBER(8,-2)",
      "f FLOAT",
      "bf BINARY_FLOAT",
      "bd BINARY_DOUBLE",
      "v VARCHAR2(200 CHAR)",
      "v_long VARCHAR2(4000)",
      "nv NVARCHAR2(100)",
      "c CHAR(10)",
      "nc NCHAR(5)",
      "r RAW(40)",
      "d DATE",
      "ts0 TIMESTAMP(0)",
      "ts3 TIMESTAMP(3)",
      "ts6 TIMESTAMP(6)",
      "ts9 TIMESTAMP(9)",
      "tz TIMESTAMP(6) WITH TIME ZONE",
      "tz3 TIMESTAMP(3) WITH TIME ZONE",
      "ltz TIMESTAMP(6) WITH LOCAL TIME ZONE",
      "ym INTERVAL YEAR(4) TO MONTH",
      "ds INTERVAL DAY(5) TO SECOND(6)",
      "rid ROWID"),
  /** Lower-case and odd column names, defaults, NOT NULL columns. */
  NAMES(
      "id NUMBER(18) PRIMARY KEY",
      "\"lower\" VARCHAR2(30)",
      "\"Mixed Case\" NUMBER(10)",
      "\"a#b$c\" VARCHAR2(30)",
      "must VARCHAR2(20) DEFAULT 'it''s' NOT NULL",
      "since DATE DEFAULT DATE '2020-02-03'",
      "count_of NUMBER(5) DEFAULT 3 NOT NULL"),
  /** A key of text. */
  CODES("code VARCHAR2(20) PRIMARY KEY", "label VARCHAR2(100)", "price NUMBER(10,2)"),
  /** A unique index over NOT NULL columns instead of a primary key. */
  INDEXED("id NUMBER(18) NOT NULL UNIQUE", "label VARCHAR2(100)", "price NUMBER(10,2)"),
  /** A key of two columns, one of which changes. */
  PAIRS(
      "id NUMBER(18)",
      "part NUMBER(9,2) NOT NULL",
      "label VARCHAR2(100)",
      "PRIMARY KEY (id, part)"),
  /** No key at all. */
  KEYLESS("id NUMBER(18) NOT NULL", "label VARCHAR2(100)", "n NUMBER"),
  /** Partitions. */
  PARTS(
      "id NUMBER(18) PRIMARY KEY",
      "label VARCHAR2(100)",
      "since DATE",
      "PARTITION BY HASH (id) PARTITIONS 4 ENABLE ROW MOVEMENT"),
  /** LOBs. */
  DOCUMENTS(
      "id NUMBER(18) PRIMARY KEY",
      "title VARCHAR2(100)",
      "body CLOB",
      "notes NCLOB",
      "picture BLOB"),
  /** Not captured. */
  HIDDEN("id NUMBER(18) PRIMARY KEY", "v VARCHAR2(200 CHAR)");

  private final Column key;
  private final List<Column> columns = new ArrayList<>();
  private final String body;

  /**
   * A column.
   *
   * @param name as SQL writes it
   * @param type with lengths
   */
  record Column(String name, String type) {}

  AuditTables(String... definitions) {
    List<String> inside = new ArrayList<>();
    String behind = "";
    List<Column> all = new ArrayList<>();
    for (String definition : definitions) {
      if (definition.startsWith("PARTITION")) {
        behind = " " + definition;
        continue;
      }
      inside.add(definition);
      if (!definition.startsWith("PRIMARY KEY")) {
        int end = definition.startsWith("\"") ? definition.indexOf('"', 1) + 1 : 0;
        int blank = definition.indexOf(' ', end);
        all.add(new Column(definition.substring(0, blank), definition.substring(blank + 1)));
      }
    }
    body = "(" + String.join(", ", inside) + ")" + behind;
    key = all.get(0);
    columns.addAll(all.subList(1, all.size()));
  }

  /** CREATE TABLE and its logging. */
  List<String> definition() {
    return List.of(
        "CREATE TABLE " + name() + " " + body,
        "ALTER TABLE " + name() + " ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
  }

  /** Columns but the key. */
  List<Column> columns() {
    return columns;
  }

  /** Whether a row may get the key of one that was deleted: not with LOBs, {@link Difference}. */
  boolean reusesKeys() {
    return this != DOCUMENTS;
  }

  /** Whether a second row with the same id is refused. */
  boolean refusesDuplicates() {
    return this != PAIRS && this != KEYLESS;
  }

  Object keyValue(long id) {
    return key.type().startsWith("VARCHAR2") ? "C-" + id + (id % 3 == 0 ? "'" : "") : (Object) id;
  }

  String insert() {
    String names = columns.stream().map(Column::name).collect(Collectors.joining(", "));
    return "INSERT INTO "
        + name()
        + " ("
        + key.name()
        + ", "
        + names
        + ") VALUES (?"
        + ", ?".repeat(columns.size())
        + ")";
  }

  String update(List<Column> changed, int rows) {
    String sets = changed.stream().map(c -> c.name() + " = ?").collect(Collectors.joining(", "));
    return "UPDATE " + name() + " SET " + sets + where(rows);
  }

  private String where(int rows) {
    return " WHERE " + key.name() + (rows == 1 ? " = ?" : " IN (?" + ", ?".repeat(rows - 1) + ")");
  }

  String changeKey() {
    return "UPDATE " + name() + " SET " + key.name() + " = ? WHERE " + key.name() + " = ?";
  }

  String delete(int rows) {
    return "DELETE FROM " + name() + where(rows);
  }
}
