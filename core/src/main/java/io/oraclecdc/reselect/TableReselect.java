package io.oraclecdc.reselect;

import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.lob.AssemblySettings.Oversize;
import io.oraclecdc.lob.MissingValues;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.ops.OpsEvent;
import io.oraclecdc.ops.OpsListener;
import io.oraclecdc.reselect.ColumnReader.TooLarge;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.Disguises;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads missing values by flashback queries, at most {@value #MOST_ROWS} rows of a table at a time,
 * by key or else by ROWID. A query that fails for a reason another session may mend is run once
 * more; after that the values stay missing: undo that is gone, a table that was changed, a grant
 * that is missing are answers, not errors. A row that is gone by its key counts as removed only if
 * its ROWID is gone too: else it has another key by then, or its place another row, and its values
 * could not be read. Not thread-safe: the capture thread owns it.
 */
public final class TableReselect implements MissingValues, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TableReselect.class);
  private static final int MOST_ROWS = 32;
  private static final int SECONDS = 60;
  private static final int ATTEMPTS = 2;

  private final DatabaseSession session;
  private final long maxLobBytes;
  private final Oversize oversize;
  private final OpsListener ops;
  private final Visits visits;
  private final Disguises disguises;
  private @Nullable String lastFailure;

  /** Whether the session has to go where a table is. */
  public enum Visits {
    /** It was opened in the only container there is, or in the one that is captured. */
    STAYS,
    /** It enters the container of the table before it reads. */
    ENTERS
  }

  /**
   * A reader.
   *
   * @param session closed with it
   * @param maxLobBytes {@code cdc.lob.max.bytes}
   * @param oversize what to do with a larger value
   * @param ops told of queries that fail
   */
  public TableReselect(
      DatabaseSession session, long maxLobBytes, Oversize oversize, OpsListener ops) {
    this(session, maxLobBytes, oversize, ops, Visits.STAYS, Disguises.NONE);
  }

  /**
   * The same for tables of several containers, or with disguised columns.
   *
   * @param disguises what stands for values that nobody may see; they never leave this class in
   *     clear
   */
  public TableReselect(
      DatabaseSession session,
      long maxLobBytes,
      Oversize oversize,
      OpsListener ops,
      Visits visits,
      Disguises disguises) {
    this.disguises = disguises;
    this.session = session;
    this.visits = visits;
    this.maxLobBytes = maxLobBytes;
    this.oversize = oversize;
    this.ops = ops;
  }

  @Override
  public List<Found> read(Scn asOf, List<MissingRow> rows) {
    Found[] answers = new Found[rows.size()];
    Map<Query, List<Integer>> queries = new LinkedHashMap<>();
    for (int i = 0; i < answers.length; i++) {
      Query query = queryFor(rows.get(i));
      if (query == null) {
        answers[i] = new Found(Outcome.FAILED, null);
        ops.onEvent(
            new OpsEvent.ReselectFailed(rows.get(i).table().id(), asOf, 1, ErrorCode.DECODE, null));
      } else {
        queries.computeIfAbsent(query, q -> new ArrayList<>()).add(i);
      }
    }
    queries.forEach(
        (query, indexes) -> {
          for (int from = 0; from < indexes.size(); from += MOST_ROWS) {
            List<Integer> some = indexes.subList(from, Math.min(indexes.size(), from + MOST_ROWS));
            answer(asOf, query, rows, some, answers);
          }
          if (query.byKey()) {
            doubtGone(asOf, query, rows, indexes, answers);
          }
        });
    return Arrays.asList(answers);
  }

  private void doubtGone(
      Scn asOf, Query query, List<MissingRow> rows, List<Integer> indexes, Found[] answers) {
    List<Integer> doubtful = new ArrayList<>();
    for (int index : indexes) {
      if (answers[index].outcome() == Outcome.GONE && hasRowId(rows.get(index))) {
        doubtful.add(index);
      }
    }
    Found[] places = new Found[answers.length];
    Query byPlace = new Query(query.table(), new BitSet(), false);
    for (int from = 0; from < doubtful.size(); from += MOST_ROWS) {
      List<Integer> some = doubtful.subList(from, Math.min(doubtful.size(), from + MOST_ROWS));
      answer(asOf, byPlace, rows, some, places);
      int kept = 0;
      for (int index : some) {
        if (places[index].outcome() != Outcome.GONE) {
          answers[index] = new Found(Outcome.FAILED, null);
          kept += places[index].outcome() == Outcome.FOUND ? 1 : 0;
        }
      }
      if (kept > 0) {
        ops.onEvent(
            new OpsEvent.ReselectFailed(query.table().id(), asOf, kept, ErrorCode.DECODE, null));
      }
    }
  }

  /** How a row can be asked for, null when it cannot. */
  private static @Nullable Query queryFor(MissingRow row) {
    TableSchema table = row.table();
    if (table.key().kind() == RecordKey.Kind.COLUMNS && hasKey(table, row.row())) {
      return new Query(table, row.columns(), true);
    }
    return hasRowId(row) ? new Query(table, row.columns(), false) : null;
  }

  private static boolean hasRowId(MissingRow row) {
    RowId rowId = row.rowId();
    return rowId != null && !rowId.isTableOnly() && !row.table().isIndexOrganized();
  }

  private static boolean hasKey(TableSchema table, RowImage row) {
    for (int column : table.key().columns()) {
      if (row.get(column) instanceof SpecialValue
          || !ColumnReader.isBindable(table.columns().get(column).type())) {
        return false;
      }
    }
    return true;
  }

  private void answer(
      Scn asOf, Query query, List<MissingRow> rows, List<Integer> indexes, Found[] answers) {
    Map<Object, Found> found = null;
    CdcException failure = null;
    for (int attempt = 1; found == null && attempt <= ATTEMPTS; attempt++) {
      try {
        found = run(asOf, query, indexes.stream().map(rows::get).toList());
        lastFailure = null;
      } catch (CdcException e) {
        if (e.code() == ErrorCode.LOB_TOO_LARGE) {
          throw e;
        }
        failure = e;
        tell(query, e);
        if (!(e instanceof RetriableException)) {
          break;
        }
      }
    }
    if (found == null && failure != null) {
      ops.onEvent(
          new OpsEvent.ReselectFailed(
              query.table().id(), asOf, indexes.size(), failure.code(), oracleError(failure)));
    }
    for (int index : indexes) {
      answers[index] =
          found == null
              ? new Found(Outcome.FAILED, null)
              : found.getOrDefault(identity(query, rows.get(index)), new Found(Outcome.GONE, null));
    }
  }

  private static @Nullable String oracleError(CdcException failure) {
    return failure.getCause() instanceof SQLException cause && cause.getErrorCode() > 0
        ? String.format(Locale.ROOT, "ORA-%05d", cause.getErrorCode())
        : null;
  }

  private void tell(Query query, CdcException e) {
    String failure = query.table().id() + ": " + e.code();
    if (failure.equals(lastFailure)) {
      LOG.debug("Values of table {} could not be read: {}", query.table().id(), e.observed());
    } else {
      LOG.warn("Values of table {} could not be read: {}", query.table().id(), e.observed());
    }
    lastFailure = failure;
  }

  private Map<Object, Found> run(Scn asOf, Query query, List<MissingRow> rows) {
    String doing = "reading values of table " + query.table().id() + " as of SCN " + asOf;
    List<Integer> values = query.columns().stream().boxed().toList();
    String sql =
        query.byKey()
            ? ReselectSql.byKey(query.table(), values, rows.size())
            : ReselectSql.byRowId(query.table(), values, rows.size());
    if (visits == Visits.ENTERS) {
      session.enter(query.table().container().name());
    }
    try (PreparedStatement statement = session.connection().prepareStatement(sql)) {
      statement.setQueryTimeout(SECONDS);
      statement.setFetchSize(MOST_ROWS);
      bind(statement, asOf, query, rows);
      try (ResultSet result = statement.executeQuery()) {
        Map<Object, Found> found = new HashMap<>();
        while (result.next()) {
          read(result, asOf, query, values, found);
        }
        return found;
      }
    } catch (SQLException e) {
      throw session.failed(e, doing);
    }
  }

  private static void bind(
      PreparedStatement statement, Scn asOf, Query query, List<MissingRow> rows)
      throws SQLException {
    int index = 1;
    statement.setBigDecimal(
        index++, new BigDecimal(new BigInteger(Long.toUnsignedString(asOf.value()))));
    for (MissingRow row : rows) {
      if (query.byKey()) {
        for (int column : query.table().key().columns()) {
          ColumnReader.bind(
              statement,
              index++,
              query.table().columns().get(column).type(),
              row.row().get(column));
        }
      } else {
        RowId rowId = row.rowId();
        statement.setString(index++, rowId == null ? "" : rowId.text());
      }
    }
  }

  private void read(
      ResultSet result, Scn asOf, Query query, List<Integer> columns, Map<Object, Found> found)
      throws SQLException {
    TableSchema table = query.table();
    int index = 1;
    Object identity;
    if (query.byKey()) {
      List<Object> key = new ArrayList<>();
      for (int column : table.key().columns()) {
        key.add(
            ColumnReader.comparable(
                ColumnReader.read(
                    result, index++, table.columns().get(column).type(), maxLobBytes)));
      }
      identity = key;
    } else {
      identity = result.getString(index++);
    }
    Object[] values = new Object[table.columns().size()];
    Arrays.fill(values, SpecialValue.NOT_LOGGED);
    for (int column : columns) {
      Column described = table.columns().get(column);
      Object value = ColumnReader.read(result, index++, described.type(), maxLobBytes);
      if (value instanceof TooLarge large) {
        if (oversize == Oversize.FAIL) {
          throw tooLarge(table, described, large, asOf);
        }
        value = SpecialValue.UNAVAILABLE;
      }
      values[column] = disguises.of(described, value);
    }
    found.put(identity, new Found(Outcome.FOUND, RowImage.owning(values)));
  }

  private CdcException tooLarge(TableSchema table, Column column, TooLarge value, Scn asOf) {
    return new CdcException(
        ErrorCode.LOB_TOO_LARGE,
        "a value of column "
            + column.name()
            + " of table "
            + table.id()
            + " has at least "
            + value.bytes()
            + (value.heap()
                ? " bytes, for which the heap has no room, as of commit SCN "
                : " bytes, more than cdc.lob.max.bytes (" + maxLobBytes + "), as of commit SCN ")
            + asOf);
  }

  private static Object identity(Query query, MissingRow row) {
    if (!query.byKey()) {
      RowId rowId = row.rowId();
      return rowId == null ? "" : rowId.text();
    }
    List<Object> key = new ArrayList<>();
    for (int column : query.table().key().columns()) {
      key.add(ColumnReader.comparable(row.row().get(column)));
    }
    return key;
  }

  /** Closes the session. */
  @Override
  public void close() {
    session.close();
  }

  /**
   * Rows that one query can answer.
   *
   * @param columns columns to read
   * @param byKey whether rows are named by their key, else by ROWID
   */
  private record Query(TableSchema table, BitSet columns, boolean byKey) {}
}
