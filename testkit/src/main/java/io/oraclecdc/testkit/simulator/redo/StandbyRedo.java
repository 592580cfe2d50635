package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.logmnr.LogMinerSession;
import io.oraclecdc.testkit.simulator.logmnr.LogMining;
import io.oraclecdc.testkit.simulator.logmnr.SimInstance;
import io.oraclecdc.testkit.simulator.packages.PackageHandler;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The redo half of a physical standby: everything can be read, nothing written. */
public final class StandbyRedo implements RedoDatabase {
  private final RedoOptions options;
  private final StandbySite site;
  private final StandbyInventory inventory;
  private final LogMining mining;

  /**
   * A standby of a primary.
   *
   * @param primary the primary's control
   * @param destination the archive destination that serves it
   * @param directory where the standby keeps what arrives, without a final slash
   * @param instance the standby
   */
  public StandbyRedo(RedoControl primary, int destination, String directory, SimInstance instance) {
    options = primary.options();
    site = new StandbySite(primary, destination, directory);
    inventory = new StandbyInventory(options, site);
    mining = new LogMining(inventory, instance);
  }

  /** Its lag. */
  public StandbySite site() {
    return site;
  }

  @Override
  public LogMinerSession openMiningSession() {
    return mining.openSession();
  }

  @Override
  public void installViews(Connection h2) {
    throw refused();
  }

  @Override
  public List<PackageHandler> packages() {
    return mining.packages();
  }

  @Override
  public void switchLog(int thread) {
    throw refused();
  }

  @Override
  public void purgeArchived(int thread, long upToSequence) {
    primary().purge(site.destination(), thread, upToSequence);
  }

  @Override
  public void removeArchivedFiles(int thread, long upToSequence) {
    primary().remove(site.destination(), thread, upToSequence);
  }

  private RedoControl primary() {
    return new RedoControl(options, site.primary(), inventory);
  }

  @Override
  public long currentSequence(int thread) {
    throw refused();
  }

  @Override
  public void overwriteOnline(int thread, long sequence) {
    throw refused();
  }

  @Override
  public void buildDictionary(SessionInfo session, Collection<SimTable> tables) {
    throw refused();
  }

  @Override
  public long rebuiltRows() {
    return mining.rebuiltRows();
  }

  @Override
  public void holdArchiver() {
    throw refused();
  }

  @Override
  public void releaseArchiver() {
    throw refused();
  }

  @Override
  public LocalDateTime timeOfScn(long scn) throws SQLException {
    return inventory.timeOfScn(scn);
  }

  @Override
  public long scnOfTime(LocalDateTime time) throws SQLException {
    return inventory.scnOfTime(time);
  }

  @Override
  public RedoOptions options() {
    return options;
  }

  @Override
  public void statement(RedoTransaction transaction, List<RowChange> rows) {
    throw refused();
  }

  @Override
  public void undoTo(RedoTransaction transaction, int keep) {}

  @Override
  public long commit(RedoTransaction transaction, InnerCommit innerCommit) throws SQLException {
    innerCommit.run();
    return 0;
  }

  @Override
  public void rollback(RedoTransaction transaction) {}

  @Override
  public long ddl(
      SessionInfo session,
      @Nullable String owner,
      @Nullable String objectName,
      @Nullable SimTable table,
      String text) {
    throw refused();
  }

  @Override
  public long currentScn() {
    return site.appliedScn();
  }

  /** The redo belongs to the primary. */
  @Override
  public void close() {}

  private static IllegalStateException refused() {
    return new IllegalStateException("a physical standby writes no redo");
  }
}
