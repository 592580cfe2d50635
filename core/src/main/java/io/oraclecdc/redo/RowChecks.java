package io.oraclecdc.redo;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.RowId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
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
  private static final int STATUS_NEEDS_ASSEMBLY = 5;
  private static final int PHYSICAL_ROW_ID = 18;

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

  /**
   * STATUS of an INSERT, UPDATE or DELETE row.
   *
   * @return whether LogMiner says that its dictionary does not fit the row
   */
  boolean isStale(MinedRow row) {
    return switch (row.status()) {
      case STATUS_READABLE -> false;
      case STATUS_NOT_EXECUTABLE -> isStaleNotExecutable(row);
      default -> throw unreadable(row);
    };
  }

  /** STATUS of a row that carries a part of a value; such rows are never executable. */
  boolean isStalePart(MinedRow row) {
    return switch (row.status()) {
      case STATUS_READABLE, STATUS_NOT_EXECUTABLE, STATUS_NEEDS_ASSEMBLY ->
          isMismatch(row.info()) || isMismatch(row.sqlRedo());
      default -> throw unreadable(row);
    };
  }

  private static DecodeException unreadable(MinedRow row) {
    return row.status() == STATUS_NO_SUPPLEMENTAL_LOG
        ? new DecodeException(
            "the redo holds no supplemental logging for a row (STATUS 3), so its text cannot be"
                + " trusted; switch minimal supplemental logging on (ALTER DATABASE ADD"
                + " SUPPLEMENTAL LOG DATA); at "
                + row.place(),
            null)
        : new DecodeException(
            "a row has STATUS "
                + row.status()
                + ", whose text cannot be trusted, at "
                + row.place(),
            null);
  }

  /** STATUS 2: harmless without INFO, else the dictionary does not fit or the row is special. */
  private static boolean isStaleNotExecutable(MinedRow row) {
    String info = row.info();
    if (isMismatch(info) || isMismatch(row.sqlRedo())) {
      return true;
    }
    if (info == null || info.isBlank()) {
      return false;
    }
    if (hasInventedNames(row.sqlRedo())) {
      return true;
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

  /** The ROWID of a statement, if it has one, is that of its row; logical ones are not compared. */
  static void sameRow(MinedRow row, @Nullable String inText) {
    RowId rowId = row.rowId();
    if (inText == null
        || rowId == null
        || rowId.isPlaceholder()
        || rowId.isTableOnly()
        || inText.length() != PHYSICAL_ROW_ID
        || rowId.text().length() != PHYSICAL_ROW_ID
        || rowId.text().equals(inText)) {
      return;
    }
    throw new DecodeException(
        "the ROWID in the text and the ROW_ID of the row disagree at " + row.place(), null);
  }

  /** A row that LogMiner's dictionary does not fit and that cannot be decoded without it. */
  static CdcException staleDictionary(MinedRow row, String why) {
    return new CdcException(
        ErrorCode.DICTIONARY_UNAVAILABLE,
        "LogMiner's dictionary does not know the layout that a row was written with, and "
            + why
            + ", at "
            + row.place());
  }

  /** DDL that Oracle runs for itself. */
  static boolean isInternalDdl(MinedRow row) {
    String info = row.info();
    return info != null && info.stripLeading().startsWith("INTERNAL DDL");
  }

  /**
   * The target of a row about a value, whose column must be of a type that has such rows: otherwise
   * its content would become the value of a column that never is outside its row.
   */
  static ValueTarget fits(MinedRow row, TableSchema table, ValueTarget target) {
    Column column = table.columns().get(target.column());
    OracleType.Kind kind = column.type().kind();
    boolean fits =
        switch (row.operation()) {
          case XML_DOC_BEGIN -> kind == OracleType.Kind.XMLTYPE;
          case EXTENDED_STRING_BEGIN ->
              kind == OracleType.Kind.VARCHAR2
                  || kind == OracleType.Kind.NVARCHAR2
                  || kind == OracleType.Kind.RAW;
          default ->
              kind == OracleType.Kind.CLOB
                  || kind == OracleType.Kind.NCLOB
                  || kind == OracleType.Kind.BLOB;
        };
    if (!fits && column.isCaptured()) {
      throw new DecodeException(
          "a row of operation "
              + row.operation()
              + " names column "
              + column.name()
              + ", whose type "
              + kind
              + " has no such rows, at "
              + row.place(),
          null);
    }
    return target;
  }

  /** Whether text of the table's statements may be shown: it has no excluded columns. */
  static boolean mayBeShown(TableSchema table) {
    return table.columns().stream().noneMatch(column -> column.use() == Column.Use.EXCLUDED);
  }
}
