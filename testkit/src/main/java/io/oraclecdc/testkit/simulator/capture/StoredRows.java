package io.oraclecdc.testkit.simulator.capture;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.functions.Intervals;
import io.oraclecdc.testkit.simulator.functions.RowIdText;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.h2.api.Interval;
import org.h2.api.IntervalQualifier;
import org.jspecify.annotations.Nullable;

/**
 * Rows of the inner tables by their ROWID, past all statements: how a recovery writes them. The
 * caller's session is bound and has no statement, so nothing is captured.
 */
public final class StoredRows {
  private static final int BATCH = 500;

  private final Connection h2;

  /** Rows of the database behind a connection. */
  public StoredRows(Connection h2) {
    this.h2 = h2;
  }

  /** Takes a row that is read. */
  @FunctionalInterface
  public interface Sink {
    /** Takes it. */
    void row(String rowId, @Nullable Object[] values);
  }

  private static String name(SimTable table) {
    return InnerNames.quoted(table.owner(), table.name());
  }

  /** Reads all rows of a table. */
  public void read(SimTable table, Sink sink) throws SQLException {
    String columns =
        table.columns().stream()
            .map(c -> ", " + InnerNames.quoted(c.name()))
            .collect(Collectors.joining());
    String sql =
        "SELECT "
            + InnerNames.ROWID
            + ", "
            + InnerNames.TRANSACTION
            + columns
            + " FROM "
            + name(table);
    try (Statement statement = h2.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        sink.row(RowIdText.encode(rows.getBytes(1)), RowValues.read(rows, table));
      }
    }
  }

  /** Removes all rows of a table. */
  public void clear(SimTable table) throws SQLException {
    try (Statement statement = h2.createStatement()) {
      statement.executeUpdate("DELETE FROM " + name(table));
    }
  }

  /** Removes rows. */
  public void delete(SimTable table, Iterable<String> rowIds) throws SQLException {
    try (PreparedStatement statement =
        h2.prepareStatement("DELETE FROM " + name(table) + " WHERE " + InnerNames.ROWID + " = ?")) {
      int waiting = 0;
      for (String rowId : rowIds) {
        statement.setBytes(1, RowIdText.decode(rowId));
        waiting = add(statement, waiting);
      }
      statement.executeBatch();
    }
  }

  private static int add(PreparedStatement statement, int waiting) throws SQLException {
    statement.addBatch();
    if (waiting + 1 < BATCH) {
      return waiting + 1;
    }
    statement.executeBatch();
    return 0;
  }

  /**
   * Adds rows.
   *
   * @param table the version the values belong to
   * @param rows values by ROWID
   */
  public void insert(SimTable table, Map<String, @Nullable Object[]> rows) throws SQLException {
    int[] stored =
        IntStream.range(0, table.columns().size())
            .filter(i -> !table.columns().get(i).virtual())
            .toArray();
    StringBuilder sql = new StringBuilder("INSERT INTO ").append(name(table));
    sql.append('(').append(InnerNames.ROWID).append(", ").append(InnerNames.TRANSACTION);
    for (int i : stored) {
      sql.append(", ").append(InnerNames.quoted(table.columns().get(i).name()));
    }
    sql.append(") VALUES (?, 0").append(", ?".repeat(stored.length)).append(')');
    try (PreparedStatement statement = h2.prepareStatement(sql.toString())) {
      int waiting = 0;
      for (Map.Entry<String, @Nullable Object[]> row : rows.entrySet()) {
        statement.setBytes(1, RowIdText.decode(row.getKey()));
        for (int i = 0; i < stored.length; i++) {
          set(statement, i + 2, table.columns().get(stored[i]), row.getValue()[stored[i]]);
        }
        waiting = add(statement, waiting);
      }
      statement.executeBatch();
    }
  }

  private static void set(
      PreparedStatement statement, int index, SimColumn column, @Nullable Object value)
      throws SQLException {
    if (value instanceof String text && text.isEmpty()) {
      statement.setCharacterStream(index, new StringReader("")); // an empty LOB is not NULL
    } else if (value instanceof Number months
        && column.type().name().equals("INTERVAL YEAR TO MONTH")) {
      statement.setObject(index, Intervals.yearMonth(months.longValue()));
    } else if (value instanceof Duration duration) {
      Duration size = duration.abs();
      statement.setObject(
          index,
          new Interval(
              IntervalQualifier.DAY_TO_SECOND,
              duration.isNegative(),
              size.toDays(),
              (size.getSeconds() % 86_400) * 1_000_000_000L + size.getNano()));
    } else {
      statement.setObject(index, value);
    }
  }
}
