package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.functions.RowIdText;
import io.oraclecdc.testkit.simulator.redo.LobCall;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import java.sql.SQLException;

/** The LOB of a row that its transaction has locked. */
final class TableLob extends LobHandle {
  private final SimSession session;
  private final TableEntry table;
  private final String column;
  private final String rowId;
  private final RedoTransaction transaction;

  TableLob(SimSession session, TableEntry table, String column, String rowId) {
    this.session = session;
    this.table = table;
    this.column = column;
    this.rowId = rowId;
    this.transaction = session.work().redo();
  }

  TableEntry table() {
    return table;
  }

  String column() {
    return column;
  }

  byte[] rowId() throws SQLException {
    return RowIdText.decode(rowId);
  }

  String query() {
    return "SELECT "
        + InnerNames.quoted(column)
        + " FROM "
        + table.innerName()
        + " WHERE "
        + InnerNames.ROWID
        + " = ?";
  }

  String update() {
    return "UPDATE "
        + table.innerName()
        + " SET "
        + InnerNames.quoted(column)
        + " = ? WHERE "
        + InnerNames.ROWID
        + " = ?";
  }

  @Override
  public boolean isText() {
    return table.column(column).map(c -> !c.type().name().equals("BLOB")).orElse(true);
  }

  @Override
  public Object content() throws SQLException {
    return session.lobRunner().content(this);
  }

  @Override
  public void apply(LobCall call) throws SQLException {
    if (session.work().redo() != transaction) {
      throw OraErrors.of(22920, "row containing the LOB value is not locked");
    }
    session.lobRunner().change(this, call);
  }
}
