package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.packages.PackageHandler;
import io.oraclecdc.testkit.simulator.redo.RedoInventory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** LogMiner of one simulated database: sessions, views, package. Thread-safe. */
public final class LogMining {
  private final RedoInventory inventory;
  private final SimInstance instance;
  private final LongAdder rebuiltRows = new LongAdder();

  /**
   * LogMiner over the logs of {@code inventory}.
   *
   * @param inventory logs and clock
   * @param instance dictionary, sessions and parameters
   */
  public LogMining(RedoInventory inventory, SimInstance instance) {
    this.inventory = inventory;
    this.instance = instance;
  }

  /** State for a new connection. */
  public LogMinerSession openSession() {
    return new MiningSession(inventory, instance, rebuiltRows);
  }

  /**
   * Rows of V$LOGMNR_CONTENTS that sessions have had rebuilt from redo so far: all of a started
   * range that was read, whether a query wanted them or not.
   */
  public long rebuiltRows() {
    return rebuiltRows.sum();
  }

  /** Packages for the block interpreter. */
  public List<PackageHandler> packages() {
    return List.of(new DbmsLogmnr());
  }

  /** Creates the views in schema SYS, each with the synonym that grants name ({@code V_$X}). */
  public void installViews(Connection h2) throws SQLException {
    try (Statement statement = h2.createStatement()) {
      statement.execute("CREATE SCHEMA IF NOT EXISTS SYS");
      for (VView view : VViewColumns.views()) {
        statement.execute(view.createTable(VViewEngine.class));
        String synonym = view.name().replace("V$", "V_$");
        if (!synonym.equals(view.name())) {
          statement.execute(
              "CREATE SYNONYM SYS.\"%s\" FOR SYS.\"%s\"".formatted(synonym, view.name()));
        }
      }
    }
  }
}
