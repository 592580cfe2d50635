package io.oraclecdc.redo;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import org.jspecify.annotations.Nullable;

/** What must hold for a row before its text is looked at. */
final class RowChecks {
  private static final int STATUS_READABLE = 0;
  private static final int STATUS_NOT_EXECUTABLE = 2;
  private static final int STATUS_NO_SUPPLEMENTAL_LOG = 3;
  private static final int STATUS_CORRUPT_BLOCK = 4;
  private static final int STATUS_HOLE_IN_LOGS = 1291;
  private static final int STATUS_CORRUPTION_SKIPPED = 1343;

  /** STATUS values that speak about the stream of redo, on whatever row they stand. */
  void stream(MinedRow row) {
    switch (row.status()) {
      case STATUS_CORRUPT_BLOCK, STATUS_CORRUPTION_SKIPPED ->
          throw new CdcException(
              ErrorCode.CORRUPTION,
              "LogMiner reports corrupt blocks in the redo (STATUS "
                  + row.status()
                  + ") at "
                  + row.place());
      case STATUS_HOLE_IN_LOGS ->
          throw new CdcException(
              ErrorCode.LOG_GAP, "LogMiner reports a hole in the redo logs at " + row.place());
      default -> {
        // speaks about this row alone
      }
    }
  }

  /** A row with data has a transaction and a place. */
  void identity(MinedRow row) {
    if (row.transaction().xid().isNone()) {
      throw new CdcException(
          ErrorCode.CORRUPTION, "a row with data has an all-zero transaction id at " + row.place());
    }
    address(row);
  }

  /** A row with data or DDL has a place. */
  void address(MinedRow row) {
    if (row.address().isZero()) {
      throw new CdcException(
          ErrorCode.CORRUPTION, "a row with data has an all-zero redo address at " + row.place());
    }
  }

  /** STATUS of an INSERT, UPDATE or DELETE row. */
  void status(MinedRow row) {
    switch (row.status()) {
      case STATUS_READABLE -> {
        // as it should be
      }
      case STATUS_NOT_EXECUTABLE -> notExecutable(row);
      case STATUS_NO_SUPPLEMENTAL_LOG ->
          throw new DecodeException(
              "the redo holds no supplemental logging for a row (STATUS 3), so its text cannot be"
                  + " trusted; switch minimal supplemental logging on (ALTER DATABASE ADD"
                  + " SUPPLEMENTAL LOG DATA); at "
                  + row.place(),
              null);
      default ->
          throw new DecodeException(
              "a row has STATUS "
                  + row.status()
                  + ", whose text cannot be trusted, at "
                  + row.place(),
              null);
    }
  }

  /** STATUS 2: harmless without INFO, else the dictionary does not fit or the row is special. */
  private static void notExecutable(MinedRow row) {
    String info = row.info();
    if (isMismatch(info) || isMismatch(row.sqlRedo())) {
      throw staleDictionary(row);
    }
    if (info == null || info.isBlank()) {
      return;
    }
    if (hasInventedNames(row.sqlRedo())) {
      throw staleDictionary(row);
    }
    throw new DecodeException(
        "a row has STATUS 2 with an INFO that is not known for its operation at " + row.place(),
        null);
  }

  private static boolean isMismatch(@Nullable String text) {
    if (text == null) {
      return false;
    }
    String begin = text.stripLeading();
    return begin.startsWith("Dictionary Mismatch")
        || begin.startsWith("Dictionary Version Mismatch");
  }

  private static boolean hasInventedNames(@Nullable String sql) {
    return sql != null && (sql.contains("\"COL ") || sql.contains("\"UNKNOWN\".\"OBJ# "));
  }

  static CdcException staleDictionary(MinedRow row) {
    return new CdcException(
        ErrorCode.DICTIONARY_UNAVAILABLE,
        "LogMiner's dictionary does not know the layout that a row was written with at "
            + row.place());
  }

  /**
   * A row that brings a part of a value which its table's statements do not show.
   *
   * @throws DecodeException if the value belongs to a captured column
   */
  void valueInOtherRows(MinedRow row, TableSchema table) {
    boolean captured =
        switch (row.operation()) {
          case LONG_DATA -> captures(table, Kind.LONG, Kind.LONG_RAW);
          case EXTENDED_STRING_BEGIN -> capturesExtendedString(row, table);
          case EXTENDED_STRING_WRITE, EXTENDED_STRING_END ->
              // the row that began the value was let through
              false;
          default -> captures(table, Kind.CLOB, Kind.NCLOB, Kind.BLOB, Kind.XMLTYPE);
        };
    if (captured) {
      throw new DecodeException(
          "values that come in rows of their own ("
              + row.operation()
              + ") are not assembled by this version; set cdc.lob.mode=skip or exclude the column;"
              + " at "
              + row.place(),
          null);
    }
  }

  private static boolean captures(TableSchema table, Kind... kinds) {
    for (Column column : table.columns()) {
      if (column.isCaptured()) {
        for (Kind kind : kinds) {
          if (column.type().kind() == kind) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /**
   * Looks at the column of {@code set "NAME" = :DATA}; when it is not found, at the whole table.
   */
  private static boolean capturesExtendedString(MinedRow row, TableSchema table) {
    String sql = row.sqlRedo();
    int marker = sql == null ? -1 : sql.indexOf("\" = :DATA");
    if (sql != null && marker > 0) {
      int open = sql.lastIndexOf('"', marker - 1);
      int column = open < 0 ? -1 : table.indexOf(sql.substring(open + 1, marker));
      if (column >= 0) {
        return table.columns().get(column).isCaptured();
      }
    }
    return captures(table, Kind.VARCHAR2, Kind.NVARCHAR2, Kind.RAW);
  }

  /** DDL that Oracle runs for itself. */
  static boolean isInternalDdl(MinedRow row) {
    String info = row.info();
    return info != null && info.stripLeading().startsWith("INTERNAL DDL");
  }

  /** Whether text of the table's statements may be shown: it has no excluded columns. */
  static boolean mayBeShown(TableSchema table) {
    return table.columns().stream().noneMatch(column -> column.use() == Column.Use.EXCLUDED);
  }
}
