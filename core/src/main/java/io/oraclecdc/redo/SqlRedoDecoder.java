package io.oraclecdc.redo;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.ValueCodecs;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decodes rows of V$LOGMNR_CONTENTS by their SQL_REDO text.
 *
 * <p>Means nothing and is passed over: INTERNAL, row locks, recursive DDL, rows of tables that are
 * not captured, temporary-table notices, LOB and XML rows of tables whose LOB columns are not
 * captured. Everything else becomes an event or an error, never silence.
 *
 * <p>Not thread-safe: the capture thread owns it.
 */
public final class SqlRedoDecoder implements RowDecoder {
  private static final String TEMPORARY_NOTICE = "/* No SQL_REDO for temporary tables */";

  /** More table versions than that are not worked on at a time; parsers are cheap to make. */
  private static final int MOST_PARSERS = 10_000;

  private final SchemaCatalog catalog;
  private final RedoSettings settings;
  private final ValueCodecs codecs;
  private final StatementJoiner joiner;
  private final RowChecks checks = new RowChecks();
  private final Map<TableSchema, SqlRedoParser> parsers = new HashMap<>();
  private @Nullable TableSchema lastTable;
  private @Nullable SqlRedoParser lastParser;
  private long temporaryTableRows;

  /**
   * A decoder.
   *
   * @param catalog layouts of captured tables
   * @param settings how statements are read
   */
  public SqlRedoDecoder(SchemaCatalog catalog, RedoSettings settings) {
    this.catalog = catalog;
    this.settings = settings;
    this.codecs = new ValueCodecs(settings.codecs());
    this.joiner = new StatementJoiner(settings.maxStatementCharacters());
  }

  @Override
  public @Nullable RedoEvent decode(MinedRow row) {
    if (joiner.isOpen()) {
      return decodePiece(row);
    }
    if (row.continued()) {
      joiner.open(row, isTextWanted(row));
      return null;
    }
    return interpret(row);
  }

  @Override
  public boolean isInsideStatement() {
    return joiner.isOpen();
  }

  @Override
  public void reset() {
    joiner.clear();
  }

  /** Number of rows that were passed over because they belong to temporary tables. */
  public long temporaryTableRows() {
    return temporaryTableRows;
  }

  private @Nullable RedoEvent decodePiece(MinedRow row) {
    if (!joiner.continuesWith(row)) {
      throw new CdcException(
          ErrorCode.CORRUPTION,
          "a continued statement is not complete: it began at "
              + joiner.firstPiece().place()
              + ", and the next row is "
              + row);
    }
    joiner.append(row);
    if (row.continued()) {
      return null;
    }
    MinedRow whole = joiner.joined();
    boolean wanted = joiner.isWanted();
    boolean tooLong = joiner.isTooLong();
    joiner.clear();
    if (tooLong) {
      throw new DecodeException(
          "a statement is longer than "
              + settings.maxStatementCharacters()
              + " characters at "
              + whole.place(),
          null);
    }
    return wanted ? interpret(whole) : null;
  }

  private boolean isTextWanted(MinedRow row) {
    return switch (row.operation()) {
      case INTERNAL, SELECT_FOR_UPDATE, OTHER -> false;
      case DDL -> !RowChecks.isInternalDdl(row);
      case START, COMMIT, ROLLBACK, MISSING_SCN -> true;
      default -> catalog.layoutOf(row.segment(), row.scn()).isPresent();
    };
  }

  private @Nullable RedoEvent interpret(MinedRow row) {
    checks.stream(row);
    return switch (row.operation()) {
      case INTERNAL, SELECT_FOR_UPDATE, OTHER -> null;
      case START -> row.transaction().xid().isNone() ? null : new RedoEvent.TransactionStarted(row);
      case COMMIT -> row.transaction().xid().isNone() ? null : new RedoEvent.Committed(row);
      case ROLLBACK -> row.transaction().xid().isNone() ? null : new RedoEvent.RolledBack(row);
      case MISSING_SCN ->
          throw new CdcException(
              ErrorCode.CORRUPTION,
              "LogMiner reports missing redo (MISSING_SCN) at " + row.place());
      case DDL -> ddl(row);
      default -> rowOfTable(row);
    };
  }

  private @Nullable RedoEvent ddl(MinedRow row) {
    if (RowChecks.isInternalDdl(row)) {
      return null;
    }
    checks.address(row);
    String sql = row.sqlRedo();
    if (sql == null || sql.isBlank()) {
      if (catalog.layoutOf(row.segment(), row.scn()).isEmpty()) {
        return null;
      }
      throw new CdcException(
          ErrorCode.UNSUPPORTED_DDL, "a DDL row of a captured table has no text at " + row.place());
    }
    return new RedoEvent.DdlExecuted(row, sql);
  }

  private @Nullable RedoEvent rowOfTable(MinedRow row) {
    Optional<TableSchema> layout = catalog.layoutOf(row.segment(), row.scn());
    if (layout.isEmpty()) {
      return null;
    }
    TableSchema table = layout.get();
    return switch (row.operation()) {
      case INSERT -> rowChange(row, table, RowOperation.INSERT);
      case UPDATE -> rowChange(row, table, RowOperation.UPDATE);
      case DELETE -> rowChange(row, table, RowOperation.DELETE);
      case UNSUPPORTED -> {
        checks.identity(row);
        throw new DecodeException(
            "LogMiner cannot give the content of a change (UNSUPPORTED) at " + row.place(), null);
      }
      default -> {
        checks.valueInOtherRows(row, table);
        yield null;
      }
    };
  }

  private @Nullable RedoEvent rowChange(MinedRow row, TableSchema table, RowOperation operation) {
    String sql = row.sqlRedo();
    if (sql != null && isTemporaryNotice(sql)) {
      temporaryTableRows++;
      return null;
    }
    checks.identity(row);
    if (row.rollback()) {
      return new RedoEvent.RowUndone(row, table, operation, undoImage(row, table));
    }
    checks.status(row);
    if (sql == null || sql.isBlank()) {
      throw new DecodeException(
          "a row of a captured table has no SQL_REDO at " + row.place(), null);
    }
    RowStatement statement;
    try {
      statement = parserOf(table).parse(sql);
    } catch (SqlRedoException e) {
      throw failure(row, table, sql, e);
    }
    if (statement.operation() != operation) {
      throw new DecodeException(
          "operation code "
              + row.operationCode()
              + " and the verb of the statement ("
              + statement.operation()
              + ") disagree at "
              + row.place(),
          null);
    }
    return new RedoEvent.RowChanged(row, table, operation, statement.before(), statement.after());
  }

  private static boolean isTemporaryNotice(String sql) {
    return sql.startsWith("/*")
        && sql.startsWith(TEMPORARY_NOTICE)
        && sql.substring(TEMPORARY_NOTICE.length()).replace(';', ' ').isBlank();
  }

  /**
   * Values of an undo row, needed where row ids do not tell rows apart. Undo rows are matched by
   * identity and their text is often partial or missing, so a text that cannot be read is the same
   * as none: the transaction stage stops when it then finds no match.
   */
  private @Nullable RowImage undoImage(MinedRow row, TableSchema table) {
    String sql = row.sqlRedo();
    if (!table.isIndexOrganized() || sql == null || sql.isBlank()) {
      return null;
    }
    RowStatement statement;
    try {
      statement = parserOf(table).parse(sql);
    } catch (SqlRedoException e) {
      return null;
    }
    RowImage image =
        statement.operation() == RowOperation.DELETE ? statement.before() : statement.after();
    return image.isEmpty() ? null : image;
  }

  private SqlRedoParser parserOf(TableSchema table) {
    if (table == lastTable && lastParser != null) {
      return lastParser;
    }
    SqlRedoParser parser = parsers.get(table);
    if (parser == null) {
      if (parsers.size() >= MOST_PARSERS) {
        parsers.clear();
      }
      parser = SqlRedoParser.ofValues(table, codecs, settings.unescapedQuotes());
      parsers.put(table, parser);
    }
    lastTable = table;
    lastParser = parser;
    return parser;
  }

  private CdcException failure(
      MinedRow row, TableSchema table, String sql, SqlRedoException failure) {
    if (failure.fault() == SqlRedoException.Fault.STALE_DICTIONARY) {
      return RowChecks.staleDictionary(row);
    }
    boolean shown = settings.showSensitive() && RowChecks.mayBeShown(table);
    return new DecodeException(
        "SQL_REDO cannot be read: "
            + failure.getMessage()
            + " (offset "
            + failure.offset()
            + " of "
            + sql.length()
            + " characters, "
            + (shown ? "text: " + excerpt(sql, failure.offset()) : "text withheld")
            + ") at "
            + row.place(),
        failure);
  }

  private static String excerpt(String sql, int offset) {
    int from = Math.max(0, offset - 40);
    return sql.substring(from, Math.min(sql.length(), Math.max(from, offset) + 80));
  }
}
