package io.oraclecdc.compat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A table with a column of every type, small enough values that every sink can hold them. */
final class WideTable {
  static final String NAME = "TYPES";

  /**
   * A column.
   *
   * @param name upper case
   * @param type as DDL writes it
   */
  record Column(String name, String type) {}

  static final Column KEY = new Column("ID", "NUMBER(18)");

  /** All columns but the key. */
  static final List<Column> COLUMNS =
      columns(
          "N NUMBER",
          "N_TINY NUMBER(2)",
          "N_SMALL NUMBER(4)",
          "N_INT NUMBER(9)",
          "N_LONG NUMBER(18)",
          "N_BIG NUMBER(38)",
          "N_SCALED NUMBER(12,2)",
          "N_STAR NUMBER(*,3)",
          "N_NEG NUMBER(8,-2)",
          "F FLOAT",
          "BF BINARY_FLOAT",
          "BD BINARY_DOUBLE",
          "V VARCHAR2(200 CHAR)",
          "NV NVARCHAR2(100)",
          "C CHAR(10)",
          "NC NCHAR(5)",
          "R RAW(40)",
          "D DATE",
          "TS0 TIMESTAMP(0)",
          "TS3 TIMESTAMP(3)",
          "TS6 TIMESTAMP(6)",
          "TS9 TIMESTAMP(9)",
          "TZ TIMESTAMP(6) WITH TIME ZONE",
          "TZ9 TIMESTAMP(9) WITH TIME ZONE",
          "LTZ TIMESTAMP(6) WITH LOCAL TIME ZONE",
          "YM INTERVAL YEAR(4) TO MONTH",
          "DS INTERVAL DAY(5) TO SECOND(6)",
          "RID ROWID",
          "URID UROWID",
          "LG LONG",
          "BODY CLOB",
          "NOTES NCLOB",
          "PICTURE BLOB",
          "DOC XMLTYPE");

  private WideTable() {}

  private static List<Column> columns(String... definitions) {
    List<Column> columns = new ArrayList<>();
    for (String definition : definitions) {
      int blank = definition.indexOf(' ');
      columns.add(new Column(definition.substring(0, blank), definition.substring(blank + 1)));
    }
    return List.copyOf(columns);
  }

  /** CREATE TABLE and its logging. */
  static List<String> definition() {
    return List.of(
        "CREATE TABLE types (id NUMBER(18) PRIMARY KEY, "
            + COLUMNS.stream().map(c -> c.name() + " " + c.type()).collect(Collectors.joining(", "))
            + ")",
        "ALTER TABLE types ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
  }
}
