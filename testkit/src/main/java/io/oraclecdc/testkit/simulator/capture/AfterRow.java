package io.oraclecdc.testkit.simulator.capture;

import io.oraclecdc.testkit.simulator.functions.RowIdText;
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
      scope.complete(RowIdText.encode(row.getBytes(1)));
    }
  }
}
