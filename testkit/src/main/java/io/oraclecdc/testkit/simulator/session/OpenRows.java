package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.sql.ResultColumn;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * An open result of H2 with the Oracle types of its columns.
 *
 * @param statement to be closed with it
 * @param rows H2's result
 * @param columns Oracle's view of it
 */
public record OpenRows(PreparedStatement statement, ResultSet rows, List<ResultColumn> columns)
    implements AutoCloseable {
  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
