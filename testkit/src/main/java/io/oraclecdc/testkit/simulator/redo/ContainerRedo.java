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

/** The redo of a container database as a pluggable database uses it: one stream for all. */
final class ContainerRedo implements RedoDatabase {
  private final RedoDatabase whole;
  private final LogMining mining;

  ContainerRedo(RedoDatabase whole, LogMining mining) {
    this.whole = whole;
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

  @Override
  public void switchLog(int thread) {
    whole.switchLog(thread);
  }

  @Override
  public void purgeArchived(int thread, long upToSequence) {
    whole.purgeArchived(thread, upToSequence);
  }

  @Override
  public void removeArchivedFiles(int thread, long upToSequence) {
    whole.removeArchivedFiles(thread, upToSequence);
  }

  @Override
  public long currentSequence(int thread) {
    return whole.currentSequence(thread);
  }

  @Override
  public void overwriteOnline(int thread, long sequence) {
    whole.overwriteOnline(thread, sequence);
  }

  @Override
  public void buildDictionary(SessionInfo session, Collection<SimTable> tables) {
    whole.buildDictionary(session, tables);
  }

  @Override
  public void holdArchiver() {
    whole.holdArchiver();
  }

  @Override
  public void releaseArchiver() {
    whole.releaseArchiver();
  }

  @Override
  public LocalDateTime timeOfScn(long scn) throws SQLException {
    return whole.timeOfScn(scn);
  }

  @Override
  public long scnOfTime(LocalDateTime time) throws SQLException {
    return whole.scnOfTime(time);
  }

  @Override
  public RedoOptions options() {
    return whole.options();
  }

  @Override
  public RedoControl control() {
    return whole.control();
  }

  @Override
  public RedoDatabase forContainer(SimInstance container) {
    return whole.forContainer(container);
  }

  @Override
  public void statement(RedoTransaction transaction, List<RowChange> rows) {
    whole.statement(transaction, rows);
  }

  @Override
  public void undoTo(RedoTransaction transaction, int keep) {
    whole.undoTo(transaction, keep);
  }

  @Override
  public long commit(RedoTransaction transaction, InnerCommit innerCommit) throws SQLException {
    return whole.commit(transaction, innerCommit);
  }

  @Override
  public void rollback(RedoTransaction transaction) {
    whole.rollback(transaction);
  }

  @Override
  public long ddl(
      SessionInfo session,
      @Nullable String owner,
      @Nullable String objectName,
      @Nullable SimTable table,
      String text) {
    return whole.ddl(session, owner, objectName, table, text);
  }

  @Override
  public long currentScn() {
    return whole.currentScn();
  }

  /** The redo belongs to the whole database. */
  @Override
  public void close() {}
}
