package io.oraclecdc.testkit.simulator.dictionary;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.message.DbException;
import org.h2.result.Row;
import org.h2.table.Table;
import org.h2.value.Value;
import org.h2.value.ValueToObjectConverter;
import org.jspecify.annotations.Nullable;

/**
 * Adds rows to tables of the catalog. Goes to H2's tables directly: every DDL statement makes H2
 * forget what it has prepared, so with SQL most of the time of a CREATE TABLE would be parsing of
 * the same INSERT texts.
 */
final class CatalogInserts {
  private CatalogInserts() {}

  /**
   * Adds rows and commits.
   *
   * @param connection to H2 in autocommit mode
   * @param name of a table in SYS
   * @param rows values by column
   * @param more values that every row has beside its own, by column
   */
  static void into(
      Connection connection,
      String name,
      List<Map<String, @Nullable Object>> rows,
      Map<String, @Nullable Object> more)
      throws SQLException {
    if (rows.isEmpty()) {
      return;
    }
    SessionLocal session = (SessionLocal) connection.unwrap(JdbcConnection.class).getSession();
    session.lock();
    try {
      Table table = session.getDatabase().getSchema("SYS").getTableOrView(session, name);
      session.startStatementWithinTransaction(null);
      table.lock(session, Table.WRITE_LOCK);
      for (Map<String, @Nullable Object> values : rows) {
        Row row = table.getTemplateRow();
        fill(session, table, row, values);
        fill(session, table, row, more);
        table.convertInsertRow(session, row, null);
        table.addRow(session, row);
      }
      session.endStatement();
      session.commit(false);
    } catch (DbException e) {
      session.rollback();
      throw DbException.toSQLException(e);
    } finally {
      session.unlock();
    }
  }

  private static void fill(
      SessionLocal session, Table table, Row row, Map<String, @Nullable Object> values) {
    for (Map.Entry<String, @Nullable Object> each : values.entrySet()) {
      Value value = ValueToObjectConverter.objectToValue(session, each.getValue(), Value.UNKNOWN);
      row.setValue(table.getColumn(each.getKey()).getColumnId(), value);
    }
  }
}
