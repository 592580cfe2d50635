package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.functions.RowIdText;
import io.oraclecdc.testkit.simulator.sql.Locator;
import io.oraclecdc.testkit.simulator.sql.QueryPlan;
import io.oraclecdc.testkit.simulator.sql.ResultColumn;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An open result of H2 with the Oracle types of its columns. One thread at a time uses it. */
public final class OpenRows implements AutoCloseable {
  private final PreparedStatement statement;
  private final ResultSet rows;
  private final QueryPlan plan;
  private @Nullable Boolean first;

  /** A result; the statement is closed with it. */
  OpenRows(PreparedStatement statement, ResultSet rows, QueryPlan plan) {
    this.statement = statement;
    this.rows = rows;
    this.plan = plan;
  }

  /** Reads the first row, which {@link #next} will show: from here on the scan has its snapshot. */
  void readFirst() throws SQLException {
    first = rows.next();
  }

  /** Moves to the next row; called with the session bound. */
  public boolean next() throws SQLException {
    Boolean read = first;
    if (read == null) {
      return rows.next();
    }
    first = null;
    return read;
  }

  /** H2's result, to be read but not moved. */
  public ResultSet rows() {
    return rows;
  }

  /** Oracle's view of it. */
  public List<ResultColumn> columns() {
    return plan.columns();
  }

  /** The locator in a column of the current row, null when the column is no LOB of a locked row. */
  public @Nullable LobHandle locator(SimSession session, int index) throws SQLException {
    Locator locator = plan.locators().get(index);
    if (locator == null) {
      return null;
    }
    byte[] rowId = rows.getBytes(locator.rowIdColumn());
    return new TableLob(session, locator.table(), locator.column(), RowIdText.encode(rowId));
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
