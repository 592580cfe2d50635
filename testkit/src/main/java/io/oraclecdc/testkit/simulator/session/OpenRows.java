package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.functions.RowIdText;
import io.oraclecdc.testkit.simulator.sql.Locator;
import io.oraclecdc.testkit.simulator.sql.ResultColumn;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An open result of H2 with the Oracle types of its columns.
 *
 * @param statement to be closed with it
 * @param rows H2's result
 * @param columns Oracle's view of it
 * @param locators LOBs of rows that the query locks, by column
 */
public record OpenRows(
    PreparedStatement statement,
    ResultSet rows,
    List<ResultColumn> columns,
    Map<Integer, Locator> locators)
    implements AutoCloseable {

  OpenRows(PreparedStatement statement, ResultSet rows, List<ResultColumn> columns) {
    this(statement, rows, columns, Map.of());
  }

  /** The locator in a column of the current row, null when the column is no LOB of a locked row. */
  public @Nullable LobHandle locator(SimSession session, int index) throws SQLException {
    Locator locator = locators.get(index);
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
