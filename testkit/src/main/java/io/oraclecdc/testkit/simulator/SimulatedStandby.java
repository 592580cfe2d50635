package io.oraclecdc.testkit.simulator;

import io.oraclecdc.testkit.simulator.dictionary.DatabaseLogging;
import io.oraclecdc.testkit.simulator.jdbc.OracleSimulatorDriver;
import io.oraclecdc.testkit.simulator.redo.ArchiveDestination;
import io.oraclecdc.testkit.simulator.redo.StandbyRedo;
import io.oraclecdc.testkit.simulator.redo.StandbySite;
import io.oraclecdc.testkit.simulator.session.Database;
import io.oraclecdc.testkit.simulator.session.DatabaseSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/**
 * A physical standby of a simulated database: READ ONLY WITH APPLY, its logs are those the primary
 * has delivered.
 *
 * <p>Users, catalog and rows are the primary's own. So the catalog may be ahead of what is applied,
 * and rows of tables cannot be read (ORA-00600) while the standby lags. Close it before the
 * primary. Thread-safe.
 */
public final class SimulatedStandby implements AutoCloseable {
  private final String name;
  private final Database database;
  private final StandbySite site;

  private SimulatedStandby(String name, Database database, StandbySite site) {
    this.name = name;
    this.database = database;
    this.site = site;
  }

  static SimulatedStandby start(Database primary, String name, int destination) {
    primary.redo().control().addDestination(ArchiveDestination.standby(destination, name));
    DatabaseSettings settings =
        new DatabaseSettings(
            name,
            primary.databaseName(),
            0,
            primary.release(),
            primary.clock(),
            DatabaseLogging.OFF,
            Map.of(),
            "");
    Database standby =
        Database.standbyOf(
            primary,
            settings,
            instance ->
                new StandbyRedo(
                    primary.redo().control(), destination, "/u01/oradata/" + name, instance));
    OracleSimulatorDriver.register(name, standby);
    return new SimulatedStandby(name, standby, ((StandbyRedo) standby.redo()).site());
  }

  /** JDBC URL. */
  public String url() {
    return OracleSimulatorDriver.PREFIX + name;
  }

  /** A connection of a user of the primary. */
  public Connection connect(String user, String password) throws SQLException {
    return OracleSimulatorDriver.connect(name, user, password);
  }

  /** A connection of the capture user. */
  public Connection connectCapture() throws SQLException {
    return connect(OracleSimulator.CAPTURE_USER, OracleSimulator.CAPTURE_PASSWORD);
  }

  /** What arrived and what is applied. */
  public StandbySite site() {
    return site;
  }

  /** Mounted instead of open: only SYS gets in. */
  public void mounted(boolean value) {
    database.mounted(value);
  }

  /** Ends it; the primary goes on. */
  @Override
  public void close() throws SQLException {
    OracleSimulatorDriver.unregister(name);
    database.close();
  }
}
