package io.oraclecdc.testkit.simulator.capture;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.flashback.RowVersion;
import io.oraclecdc.testkit.simulator.functions.RowIdText;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import io.oraclecdc.testkit.simulator.session.H2Values;
import io.oraclecdc.testkit.simulator.sql.Kind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.h2.tools.TriggerAdapter;
import org.jspecify.annotations.Nullable;

/** Fires after H2 changed a row: the attempt that {@link BeforeRow} announced succeeded. */
public final class AfterRow extends TriggerAdapter {

  /** Made by H2. */
  public AfterRow() {}

  @Override
  public void fire(Connection connection, @Nullable ResultSet oldRow, @Nullable ResultSet newRow)
      throws SQLException {
    StatementScope scope = CaptureSession.current().scope();
    ResultSet row = newRow == null ? oldRow : newRow;
    if (scope != null && row != null) {
      RowChange done = scope.complete(RowIdText.encode(row.getBytes(1)));
      boolean temporary = done != null && CaptureSession.current().isTemporary(done.table());
      if (oldRow != null && !temporary) {
        scope.supersede(version(CaptureSession.current(), oldRow));
      }
      if (done != null) {
        CaptureSession.current().rowTriggers().after(done);
        scope.takeNested();
      }
    }
  }

  private RowVersion version(CaptureSession session, ResultSet row) throws SQLException {
    SimTable table = BeforeRow.table(session, triggerName);
    @Nullable Object[] values = new Object[table.columns().size()];
    for (int i = 0; i < values.length; i++) {
      Kind kind = Kind.of(table.columns().get(i).type());
      int index = InnerNames.HIDDEN_COLUMNS + i + 1;
      values[i] = kind == Kind.OTHER ? row.getObject(index) : H2Values.read(row, index, kind);
    }
    return new RowVersion(table, row.getBytes(1), row.getLong(2), values);
  }
}
