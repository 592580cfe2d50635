package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.logmnr.LogMinerSession;
import io.oraclecdc.testkit.simulator.logmnr.LogMining;
import io.oraclecdc.testkit.simulator.packages.PackageHandler;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The redo of a container database as a pluggable database uses it: one stream for all. */
final class ContainerRedo extends ForwardingRedo {
  private final LogMining mining;

  ContainerRedo(RedoDatabase whole, LogMining mining) {
    super(whole);
    this.mining = mining;
  }

  @Override
  public LogMinerSession openMiningSession() {
    return mining.openSession();
  }

  @Override
  public void installViews(Connection h2) throws SQLException {
    mining.installViews(h2);
  }

  @Override
  public List<PackageHandler> packages() {
    return mining.packages();
  }

  /** The redo belongs to the whole database. */
  @Override
  public void close() {}
}
