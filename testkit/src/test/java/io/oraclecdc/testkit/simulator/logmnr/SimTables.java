package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.SimTable.SupplementalLogging;
import io.oraclecdc.testkit.simulator.dictionary.SimType;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes tables and row changes for tests without a dictionary. */
public final class SimTables {
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  private SimTables() {}

  public static SimType type(String name) {
    return switch (name) {
      case "NUMBER" -> new SimType("NUMBER", 22, 0, null, null, null);
      case "FLOAT" -> new SimType("FLOAT", 22, 0, null, 126, null);
      case "VARCHAR2", "CHAR" -> new SimType(name, 200, 50, "C", null, null);
      case "NVARCHAR2", "NCHAR" -> new SimType(name, 100, 50, "C", null, null);
      case "DATE" -> new SimType("DATE", 7, 0, null, null, null);
      default -> new SimType(name, 100, 0, null, null, null);
    };
  }

  public static SimType timestamp(String name, int digits) {
    return new SimType(name, 11, 0, null, null, digits);
  }

  public static SimType interval(String name, int leading, @Nullable Integer fraction) {
    return new SimType(name, 11, 0, null, leading, fraction);
  }

  /** A table in APP with a key on its first column; columns as name, type. */
  public static SimTable table(String name, SupplementalLogging logging, List<SimColumn> columns) {
    return new SimTable(
        0,
        "APP",
        name,
        74000 + Math.floorMod(name.hashCode(), 1000),
        75000 + Math.floorMod(name.hashCode(), 1000),
        1,
        columns,
        List.of(columns.get(0).name()),
        logging,
        Set.of());
  }

  public static List<SimColumn> columns(Object... namesAndTypes) {
    List<SimColumn> columns = new ArrayList<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      Object type = namesAndTypes[i + 1];
      columns.add(
          column(
              (String) namesAndTypes[i],
              type instanceof SimType simType ? simType : type((String) type),
              columns.size() + 1));
    }
    return columns;
  }

  public static SimColumn column(String name, SimType type, int position) {
    return new SimColumn(name, type, position > 1, position, position, false, false, null);
  }

  /** {@code EMP(ID, NAME, LVL)}. */
  public static SimTable emp(SupplementalLogging logging) {
    return table("EMP", logging, columns("ID", "NUMBER", "NAME", "VARCHAR2", "LVL", "NUMBER"));
  }

  public static SimTable withVersion(SimTable table, int version) {
    return new SimTable(
        table.containerId(),
        table.owner(),
        table.name(),
        table.objectId(),
        table.dataObjectId(),
        version,
        table.columns(),
        table.primaryKey(),
        table.logging(),
        table.logGroupColumns());
  }

  public static RowChange insert(SimTable table, String rowId, @Nullable Object... after) {
    return new RowChange(RowChange.Kind.INSERT, table, rowId, null, after, new BitSet());
  }

  public static RowChange delete(SimTable table, String rowId, @Nullable Object... before) {
    return new RowChange(RowChange.Kind.DELETE, table, rowId, before, null, new BitSet());
  }

  public static RowChange update(
      SimTable table,
      String rowId,
      @Nullable Object[] before,
      @Nullable Object[] after,
      int... assigned) {
    BitSet set = new BitSet();
    for (int position : assigned) {
      set.set(position);
    }
    return new RowChange(RowChange.Kind.UPDATE, table, rowId, before, after, set);
  }

  public static @Nullable Object[] row(@Nullable Object... values) {
    return values;
  }

  /** A ROWID of a block of a table. */
  public static String rowId(SimTable table, int block, int slot) {
    return base64(table.dataObjectId(), 6) + base64(4, 3) + base64(block, 6) + base64(slot, 3);
  }

  private static String base64(long value, int digits) {
    StringBuilder text = new StringBuilder();
    for (int i = digits - 1; i >= 0; i--) {
      text.append(DIGITS.charAt((int) (value >> (6 * i)) & 63));
    }
    return text.toString();
  }
}
