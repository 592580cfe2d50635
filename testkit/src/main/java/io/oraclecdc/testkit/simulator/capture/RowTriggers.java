package io.oraclecdc.testkit.simulator.capture;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import java.sql.SQLException;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** The application's FOR EACH ROW triggers. */
public interface RowTriggers {

  /**
   * Runs BEFORE triggers.
   *
   * @param after new values, which triggers may change in place
   * @return positions that triggers changed
   */
  BitSet before(
      RowChange.Kind kind,
      SimTable table,
      @Nullable Object @Nullable [] before,
      @Nullable Object @Nullable [] after)
      throws SQLException;

  /** Runs AFTER triggers. */
  void after(RowChange row) throws SQLException;
}
