package io.oraclecdc.redo;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.RedoMoment;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.ValueCodecs;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decodes rows of V$LOGMNR_CONTENTS by their SQL_REDO text.
 *
 * <p>Means nothing and is passed over: INTERNAL rows without a ROWID, row locks, recursive DDL,
 * rows of tables that are not captured, temporary-table notices, pieces of LONG values (their
 * statement says that the value is not available). Everything else becomes an event or an error,
 * never silence.
 *
 * <p>Not thread-safe: the capture thread owns it.
 */
public final class SqlRedoDecoder implements RowDecoder {
  private static final String TEMPORARY_NOTICE = "/* No SQL_REDO for temporary tables */";

  /** More table versions than that are not worked on at a time; parsers are cheap to make. */
  private static final int MOST_PARSERS = 10_000;

  private static final int MOST_RENAMED = 1_000;

  private final SchemaCatalog catalog;
  private final RedoSettings settings;
  private final ValueCodecs codecs;
  private final StatementJoiner joiner;
  private final RowChecks checks = new RowChecks();
  private final PieceParser pieces;
  private final Map<TableSchema, TableParsers> parsers = new HashMap<>();
  private final Map<TableSchema, TableSchema> renamed = new HashMap<>();
  private @Nullable TableSchema lastTable;
  private @Nullable TableParsers lastParsers;
  private @Nullable MinedRow whole;
  private long temporaryTableRows;
  private long unreadableValueRows;

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
    this.pieces = new PieceParser(settings.codecs().databaseCharset());
  }

  @Override
  public @Nullable RedoEvent decode(MinedRow row) {
    whole = null;
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
  public MinedRow whole(MinedRow last) {
    MinedRow joined = whole;
    return joined == null ? last : joined;
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
    MinedRow joined = joiner.joined();
    whole = joined;
    boolean wanted = joiner.isWanted();
    boolean tooLong = joiner.isTooLong();
    joiner.clear();
    if (tooLong) {
      throw new DecodeException(
          "a statement is longer than "
              + settings.maxStatementCharacters()
              + " characters at "
              + joined.place(),
          null);
    }
    RedoEvent event = wanted ? interpret(joined) : null;
    whole = null;
    return event;
  }

  private boolean isTextWanted(MinedRow row) {
    return switch (row.operation()) {
      case INTERNAL, SELECT_FOR_UPDATE, OTHER -> false;
      case DDL -> !RowChecks.isInternalDdl(row);
      case START, COMMIT, ROLLBACK, MISSING_SCN -> true;
      default ->
          layoutOf(row).isPresent() || catalog.lostObject(row.segment(), row.scn()).isPresent();
    };
  }

  private @Nullable RedoEvent interpret(MinedRow row) {
    checks.stream(row);
    return switch (row.operation()) {
      case SELECT_FOR_UPDATE, OTHER -> null;
      case INTERNAL ->
          row.namesRow() ? new RedoEvent.StatementMarked(row, RedoEvent.Mark.END) : null;
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
      if (layoutOf(row).isEmpty()) {
        return null;
      }
      throw new CdcException(
          ErrorCode.UNSUPPORTED_DDL, "a DDL row of a captured table has no text at " + row.place());
    }
    return new RedoEvent.DdlExecuted(row, sql);
  }

  private @Nullable RedoEvent rowOfTable(MinedRow row) {
    Optional<TableSchema> layout = layoutOf(row);
    if (layout.isEmpty()) {
      requireNotLost(row);
      // The locators of one text form name no table; they matter to a statement that is open.
      return row.operation() == OperationCode.SELECT_LOB_LOCATOR && row.segment().table() == null
          ? new RedoEvent.StatementMarked(row, RedoEvent.Mark.LOCATOR)
          : null;
    }
    TableSchema table = layout.get();
    return switch (row.operation()) {
      case INSERT -> rowChange(row, table, RowOperation.INSERT);
      case UPDATE -> rowChange(row, table, RowOperation.UPDATE);
      case DELETE -> rowChange(row, table, RowOperation.DELETE);
      case UNSUPPORTED -> unsupported(row, table);
      case LONG_DATA -> null;
      default -> valueRow(row, table);
    };
  }

  private Optional<TableSchema> layoutOf(MinedRow row) {
    return catalog.layoutOf(row.segment(), moment(row));
  }

  private static RedoMoment moment(MinedRow row) {
    return new RedoMoment(row.scn(), row.thread(), row.address());
  }

  private void requireNotLost(MinedRow row) {
    Optional<SchemaCatalog.LostObject> lost = catalog.lostObject(row.segment(), row.scn());
    if (lost.isPresent()) {
      throw new CdcException(
          ErrorCode.DICTIONARY_UNAVAILABLE,
          lost.get().reason() + ", at " + row.place(),
          "Find out which table it was (DROP statements of that time); if it was captured, treat its"
              + " last changes as missing and start anew, else start from a later position.",
          null);
    }
  }

  private RedoEvent unsupported(MinedRow row, TableSchema table) {
    checks.identity(row);
    if (settings.unsupportedRows() == RedoSettings.UnsupportedRows.RESELECT && row.namesRow()) {
      return row.rollback()
          ? new RedoEvent.RowUndone(row, table, RowOperation.UPDATE, null)
          : new RedoEvent.ContentUnknown(row, table);
    }
    throw new DecodeException(
        "LogMiner cannot give the content of a change (UNSUPPORTED)"
            + typesOf(table)
            + " at "
            + row.place(),
        null);
  }

  /** The columns that are the likely reason, for the message. */
  private static String typesOf(TableSchema table) {
    String columns =
        table.columns().stream()
            .filter(column -> column.type().kind().isUnsupported())
            .map(column -> column.name() + " " + column.type().declaration())
            .collect(Collectors.joining(", "));
    return columns.isEmpty() ? "" : "; columns of types it does not know: " + columns + ";";
  }

  /** A row that carries a value, or a part of one, beside the statements. */
  private @Nullable RedoEvent valueRow(MinedRow row, TableSchema table) {
    checks.identity(row);
    if (row.rollback()) {
      // Undone work is told by an undo row of its statement.
      return null;
    }
    boolean stale = checks.isStalePart(row);
    if (row.operation() == OperationCode.XML_DOC_END
        || row.operation() == OperationCode.EXTENDED_STRING_END) {
      return new RedoEvent.ValueEnded(row, table);
    }
    String sql = row.sqlRedo();
    if (sql == null || sql.isBlank()) {
      if (row.operation() == OperationCode.SELECT_LOB_LOCATOR) {
        return new RedoEvent.StatementMarked(row, RedoEvent.Mark.LOCATOR);
      }
      throw new DecodeException(
          "a row that carries a value has no SQL_REDO at " + row.place(), null);
    }
    try {
      return valueEvent(row, table, sql, stale);
    } catch (SqlRedoException e) {
      if (table.columns().stream().noneMatch(SqlRedoDecoder::isFilledByValueRows)) {
        // No field depends on the row: at most an update that shows nothing new is not told.
        unreadableValueRows++;
        return null;
      }
      throw failure(row, table, sql, e);
    }
  }

  private static boolean isFilledByValueRows(Column column) {
    return column.isCaptured() && column.type().isKeptApart();
  }

  /**
   * Number of rows about values that could not be read, of tables in which no column with such
   * values has a field.
   */
  public long unreadableValueRows() {
    return unreadableValueRows;
  }

  private RedoEvent valueEvent(MinedRow row, TableSchema table, String sql, boolean stale) {
    return switch (row.operation()) {
      case XML_DOC_WRITE -> new RedoEvent.ValueContinued(row, table, pieces.xml(sql));
      case EXTENDED_STRING_WRITE ->
          new RedoEvent.ValueContinued(row, table, pieces.extendedString(sql));
      default -> {
        if (stale) {
          yield located(row, table, sql, staleParsers(row, table).staleValues());
        }
        try {
          yield located(row, table, sql, parsersOf(table).values());
        } catch (SqlRedoException e) {
          if (e.fault() != SqlRedoException.Fault.STALE_DICTIONARY) {
            throw e;
          }
          yield located(row, table, sql, staleParsers(row, table).staleValues());
        }
      }
    };
  }

  private static RedoEvent located(
      MinedRow row, TableSchema table, String sql, ValueRowParser parser) {
    try {
      RedoEvent event = locatedBy(row, table, sql, parser);
      parser.checkTable(row.segment());
      return event;
    } finally {
      parser.release();
    }
  }

  private static RedoEvent locatedBy(
      MinedRow row, TableSchema table, String sql, ValueRowParser parser) {
    return switch (row.operation()) {
      case XML_DOC_BEGIN ->
          new RedoEvent.ValueBegun(row, table, RowChecks.fits(row, table, parser.xml(sql)));
      case EXTENDED_STRING_BEGIN ->
          new RedoEvent.ValueBegun(
              row, table, RowChecks.fits(row, table, parser.extendedString(sql)));
      default -> {
        ValueRowParser.LobRow lob = parser.lob(sql);
        if (lob.target() != null) {
          RowChecks.fits(row, table, lob.target());
        }
        if (lob.calls().isEmpty() && mustCall(row, table, lob.target())) {
          throw new SqlRedoException(
              SqlRedoException.Fault.CUT_OFF, sql.length(), "a call of DBMS_LOB is expected");
        }
        yield new RedoEvent.LobTouched(row, table, lob.target(), lob.calls(), lob.lobType());
      }
    };
  }

  /** Only locators do nothing by themselves, and calls on columns without a field are not read. */
  private static boolean mustCall(MinedRow row, TableSchema table, @Nullable ValueTarget target) {
    return row.operation() != OperationCode.SELECT_LOB_LOCATOR
        && (target == null || table.columns().get(target.column()).isCaptured());
  }

  private @Nullable RedoEvent rowChange(MinedRow row, TableSchema table, RowOperation operation) {
    String sql = row.sqlRedo();
    if (sql != null && isTemporaryNotice(sql)) {
      temporaryTableRows++;
      return null;
    }
    checks.identity(row);
    if (row.rollback()) {
      return undone(row, table, operation);
    }
    boolean stale = checks.isStale(row);
    if (sql == null || sql.isBlank()) {
      throw new DecodeException(
          "a row of a captured table has no SQL_REDO at " + row.place(), null);
    }
    RowStatement statement;
    try {
      statement = parse(row, table, sql, stale);
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
    RowChecks.sameRow(row, statement.rowId());
    return new RedoEvent.RowChanged(
        row, table, operation, statement.before(), statement.after(), statement.setsOnlyApart());
  }

  private RowStatement parse(MinedRow row, TableSchema table, String sql, boolean stale) {
    if (stale) {
      return staleParsers(row, table).staleStatements().parse(sql);
    }
    try {
      return parsersOf(table).statements().parse(sql);
    } catch (SqlRedoException e) {
      return switch (e.fault()) {
        case STALE_DICTIONARY -> staleParsers(row, table).staleStatements().parse(sql);
        case UNKNOWN_COLUMN -> parseRenamed(row, table, sql, e);
        default -> throw e;
      };
    }
  }

  /** A row written before columns were renamed may be shown under the names they have now. */
  private RowStatement parseRenamed(
      MinedRow row, TableSchema table, String sql, SqlRedoException unknown) {
    TableSchema known = renamed.get(table);
    if (known != null) {
      try {
        return parsersOf(known).statements().parse(sql);
      } catch (SqlRedoException e) {
        if (e.fault() != SqlRedoException.Fault.UNKNOWN_COLUMN) {
          throw e;
        }
      }
    }
    TableSchema now = catalog.underNamesOfNow(row.segment(), table).orElse(null);
    if (now == null) {
      throw unknown;
    }
    if (renamed.size() >= MOST_RENAMED) {
      renamed.clear();
    }
    renamed.put(table, now);
    return parsersOf(now).statements().parse(sql);
  }

  /**
   * Parsers for a row whose columns are numbered. The numbers are those of the layout the row was
   * written with, so a later layout must never be applied to it.
   */
  private TableParsers staleParsers(MinedRow row, TableSchema table) {
    String sql = row.sqlRedo();
    if (sql == null || !sql.contains("\"COL ")) {
      throw RowChecks.staleDictionary(row, "its text holds no column numbers to go by");
    }
    if (!catalog.isExact(row.segment(), moment(row))) {
      throw RowChecks.staleDictionary(
          row,
          "the layout was read from the database only after the row was written, so it may be a"
              + " later one");
    }
    return parsersOf(table);
  }

  private RedoEvent undone(MinedRow row, TableSchema table, RowOperation operation) {
    RowStatement statement = undoStatement(row, table);
    if (statement == null) {
      return new RedoEvent.RowUndone(row, table, operation, null);
    }
    RowImage image =
        statement.operation() == RowOperation.DELETE ? statement.before() : statement.after();
    return new RedoEvent.RowUndone(
        row,
        table,
        operation,
        image.isEmpty() || !table.isIndexOrganized() ? null : image,
        setsOf(statement));
  }

  private static RedoEvent.RowUndone.Sets setsOf(RowStatement statement) {
    if (statement.operation() != RowOperation.UPDATE) {
      return RedoEvent.RowUndone.Sets.UNKNOWN;
    }
    return statement.setsOnlyApart()
        ? RedoEvent.RowUndone.Sets.KEPT_APART
        : RedoEvent.RowUndone.Sets.STORED;
  }

  private static boolean isTemporaryNotice(String sql) {
    return sql.startsWith("/*")
        && sql.startsWith(TEMPORARY_NOTICE)
        && sql.substring(TEMPORARY_NOTICE.length()).replace(';', ' ').isBlank();
  }

  /**
   * What an undo row says, needed where row ids do not tell rows apart and where a statement can be
   * several rows. Undo rows are matched by identity and their text is often partial or missing, so
   * a text that cannot be read is the same as none: the transaction stage stops when it then finds
   * no match.
   */
  private @Nullable RowStatement undoStatement(MinedRow row, TableSchema table) {
    String sql = row.sqlRedo();
    boolean needed = table.isIndexOrganized() || table.keepsValuesApart();
    if (!needed || sql == null || sql.isBlank()) {
      return null;
    }
    try {
      return parsersOf(table).statements().parse(sql);
    } catch (SqlRedoException e) {
      return null;
    }
  }

  private TableParsers parsersOf(TableSchema table) {
    if (table == lastTable && lastParsers != null) {
      return lastParsers;
    }
    TableParsers known = parsers.get(table);
    if (known == null) {
      if (parsers.size() >= MOST_PARSERS) {
        parsers.clear();
      }
      known = new TableParsers(table, codecs, settings.unescapedQuotes());
      parsers.put(table, known);
    }
    lastTable = table;
    lastParsers = known;
    return known;
  }

  private CdcException failure(
      MinedRow row, TableSchema table, String sql, SqlRedoException failure) {
    boolean numbered = sql.contains("\"COL ");
    if (failure.fault() == SqlRedoException.Fault.STALE_DICTIONARY
        || (numbered && failure.fault() == SqlRedoException.Fault.UNKNOWN_COLUMN)) {
      return RowChecks.staleDictionary(
          row,
          failure.getMessage()
              + " (offset "
              + failure.offset()
              + " of "
              + sql.length()
              + " characters), of which this layout knows nothing");
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
