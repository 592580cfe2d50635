package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.SimType;
import java.nio.charset.StandardCharsets;

/** How redo and LogMiner treat a column of a type. */
public enum ColumnKind {
  /** Printed as a literal, logged like any value. */
  SCALAR,
  /** LONG and LONG RAW: printed, never in a WHERE. */
  LONG,
  /** CLOB, NCLOB, BLOB: EMPTY_ placeholder in the INSERT, never in a WHERE. */
  LOB,
  /** Strings and RAWs beyond the standard sizes: stored like LOBs, never in a WHERE. */
  EXTENDED,
  /** UROWID: the value is {@code Unsupported Type}. */
  UNPRINTABLE,
  /** XMLTYPE: not listed at all. */
  UNLISTED,
  /** JSON, BOOLEAN, VECTOR, BFILE and everything else: each row of the table is UNSUPPORTED. */
  UNSUPPORTED;

  private static final int LONGEST_NAME_BYTES = 30;
  private static final int STANDARD_STRING = 4000;
  private static final int STANDARD_RAW = 2000;

  /** Kind of a column type. */
  public static ColumnKind of(SimType type) {
    return switch (type.name()) {
      case "VARCHAR2", "NVARCHAR2" -> type.length() > STANDARD_STRING ? EXTENDED : SCALAR;
      case "RAW" -> type.length() > STANDARD_RAW ? EXTENDED : SCALAR;
      case "CHAR",
          "NCHAR",
          "ROWID",
          "NUMBER",
          "FLOAT",
          "BINARY_FLOAT",
          "BINARY_DOUBLE",
          "DATE",
          "TIMESTAMP",
          "TIMESTAMP WITH TIME ZONE",
          "TIMESTAMP WITH LOCAL TIME ZONE",
          "INTERVAL YEAR TO MONTH",
          "INTERVAL DAY TO SECOND" ->
          SCALAR;
      case "LONG", "LONG RAW" -> LONG;
      case "CLOB", "NCLOB", "BLOB" -> LOB;
      case "UROWID" -> UNPRINTABLE;
      case "XMLTYPE" -> UNLISTED;
      default -> UNSUPPORTED;
    };
  }

  /** Whether values can be written in rows of their own. */
  public boolean isKeptApart() {
    return this == LOB || this == EXTENDED || this == UNLISTED;
  }

  /** Whether LogMiner shows the table's changes only as UNSUPPORTED rows. */
  public static boolean isUnsupported(SimTable table) {
    return isUnsupported(table, false);
  }

  /** The same; BOOLEAN columns may be no reason. */
  static boolean isUnsupported(SimTable table, boolean withoutBooleans) {
    return tooLong(table.name())
        || table.columns().stream()
            .filter(c -> !withoutBooleans || !c.type().name().equals("BOOLEAN"))
            .filter(c -> !c.isUnused())
            .anyMatch(c -> tooLong(c.name()) || (!c.virtual() && of(c.type()) == UNSUPPORTED));
  }

  private static boolean tooLong(String name) {
    return name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME_BYTES;
  }
}
