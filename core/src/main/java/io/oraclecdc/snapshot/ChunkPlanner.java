package io.oraclecdc.snapshot;

import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.TableSchema;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds where chunks begin and end, one after the other from the frontier. A bound is a value that
 * was there a moment ago; which rows lie between two bounds is asked AS OF the SCN of the batch, so
 * every row is in exactly one chunk. One thread: the one that reads.
 */
final class ChunkPlanner {
  private static final Logger LOG = LoggerFactory.getLogger(ChunkPlanner.class);

  private final DatabaseSession session;
  private final ChunkReader way;
  private final Map<TableId, Long> estimates = new HashMap<>();

  /**
   * A planner.
   *
   * @param session of {@code way}
   * @param way goes to the container of a table
   */
  ChunkPlanner(DatabaseSession session, ChunkReader way) {
    this.session = session;
    this.way = way;
  }

  /**
   * The next chunks of a table.
   *
   * @param most how many
   * @return at least one
   * @throws ChunkException when the database does not answer as it should
   */
  List<Chunk> next(TableCursor cursor, int most) throws ChunkException {
    List<Chunk> chunks = new ArrayList<>();
    try {
      way.enter(cursor.table());
      if (cursor.cut() instanceof Cut.ByRowId && cursor.extents() == null) {
        cursor.extents(extents(cursor.table()), rowsOfABlock(cursor.table()));
      }
      List<String> lower = cursor.frontier();
      boolean ended = false;
      while (chunks.size() < most && !ended) {
        List<String> upper = upper(cursor, lower);
        chunks.add(
            new Chunk(
                cursor.table(),
                cursor.read().predicate(),
                cursor.cut(),
                lower,
                upper,
                cursor.target(),
                false));
        lower = upper;
        ended = upper.isEmpty();
      }
      return chunks;
    } catch (CdcException e) {
      throw new ChunkException(e);
    }
  }

  private List<String> upper(TableCursor cursor, List<String> lower) {
    if (cursor.cut() instanceof Cut.ByKey key) {
      return keyBound(cursor, key, lower);
    }
    return cursor.cut() instanceof Cut.ByRowId ? cursor.rowIdBound(lower) : List.of();
  }

  private List<String> keyBound(TableCursor cursor, Cut.ByKey key, List<String> lower) {
    TableSchema table = cursor.table();
    String sql = SnapshotSql.bound(table, key, !lower.isEmpty(), cursor.target());
    try (PreparedStatement statement = session.connection().prepareStatement(sql)) {
      ChunkReader.bind(statement, 1, key, lower);
      try (ResultSet result = statement.executeQuery()) {
        if (!result.next()) {
          return List.of();
        }
        List<String> bound = new ArrayList<>();
        for (int i = 0; i < key.columns().size(); i++) {
          bound.add(key.columns().get(i).read(result, i + 1));
        }
        return bound;
      }
    } catch (SQLException e) {
      throw session.failed(e, "looking for bounds of chunks of table " + table.id());
    }
  }

  private List<TableCursor.Extent> extents(TableSchema table) {
    try {
      List<TableCursor.Extent> extents =
          session.query(
              "reading the extents of table " + table.id(),
              SnapshotSql.EXTENTS,
              row ->
                  new TableCursor.Extent(
                      new RowPlaceId(row.getLong(1), row.getInt(2), row.getLong(3), 0),
                      row.getLong(4)),
              table.id().owner(),
              table.id().name());
      List<TableCursor.Extent> inOrder = new ArrayList<>(extents);
      inOrder.sort(Comparator.comparing(TableCursor.Extent::begin));
      return inOrder;
    } catch (CdcException e) {
      if (e.code() != ErrorCode.PRIVILEGE) {
        throw e;
      }
      LOG.warn(
          "table {} has no key to cut it by and DBA_EXTENTS cannot be read, so it is read in one piece: {}",
          table.id(),
          e.observed());
      return List.of();
    }
  }

  private @org.jspecify.annotations.Nullable Double rowsOfABlock(TableSchema table) {
    List<Double> known =
        session.query(
            "reading statistics of table " + table.id(),
            SnapshotSql.STATISTICS,
            row -> {
              BigDecimal rows = row.getBigDecimal(1);
              BigDecimal blocks = row.getBigDecimal(2);
              return rows == null || blocks == null || blocks.signum() == 0
                  ? 0.0
                  : rows.doubleValue() / blocks.doubleValue();
            },
            table.id().owner(),
            table.id().name());
    return known.isEmpty() || known.get(0) == 0.0 ? null : known.get(0);
  }

  /** How many rows the dictionary says a table has; -1 when it does not say. */
  long estimate(TableSchema table) throws ChunkException {
    Long known = estimates.get(table.id());
    if (known != null) {
      return known;
    }
    try {
      way.enter(table);
      List<Long> rows =
          session.query(
              "reading statistics of table " + table.id(),
              SnapshotSql.STATISTICS,
              row -> {
                BigDecimal number = row.getBigDecimal(1);
                return number == null ? -1L : number.longValue();
              },
              table.id().owner(),
              table.id().name());
      long estimate = rows.isEmpty() ? -1L : rows.get(0);
      estimates.put(table.id(), estimate);
      return estimate;
    } catch (CdcException e) {
      throw new ChunkException(e);
    }
  }
}
