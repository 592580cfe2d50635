package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.logmnr.LogMinerSession;
import io.oraclecdc.testkit.simulator.logmnr.SimInstance;
import io.oraclecdc.testkit.simulator.packages.PackageHandler;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A redo half that stands before another one and passes every call on; those that do more override
 * what they need.
 */
public abstract class ForwardingRedo implements RedoDatabase {
  private final RedoDatabase redo;

  /** Stands before {@code redo}. */
  protected ForwardingRedo(RedoDatabase redo) {
    this.redo = redo;
  }

  @Override
  public LogMinerSession openMiningSession() {
    return redo.openMiningSession();
  }

  @Override
  public void installViews(Connection h2) throws SQLException {
    redo.installViews(h2);
  }

  @Override
  public List<PackageHandler> packages() {
    return redo.packages();
  }

  @Override
  public void switchLog(int thread) {
    redo.switchLog(thread);
  }

  @Override
  public void purgeArchived(int thread, long upToSequence) {
    redo.purgeArchived(thread, upToSequence);
  }

  @Override
  public void removeArchivedFiles(int thread, long upToSequence) {
    redo.removeArchivedFiles(thread, upToSequence);
  }

  @Override
  public long currentSequence(int thread) {
    return redo.currentSequence(thread);
  }

  @Override
  public void overwriteOnline(int thread, long sequence) {
    redo.overwriteOnline(thread, sequence);
  }

  @Override
  public void buildDictionary(SessionInfo session, Collection<SimTable> tables) {
    redo.buildDictionary(session, tables);
  }

  @Override
  public long rebuiltRows() {
    return redo.rebuiltRows();
  }

  @Override
  public void holdArchiver() {
    redo.holdArchiver();
  }

  @Override
  public void releaseArchiver() {
    redo.releaseArchiver();
  }

  @Override
  public LocalDateTime timeOfScn(long scn) throws SQLException {
    return redo.timeOfScn(scn);
  }

  @Override
  public long scnOfTime(LocalDateTime time) throws SQLException {
    return redo.scnOfTime(time);
  }

  @Override
  public RedoOptions options() {
    return redo.options();
  }

  @Override
  public RedoControl control() {
    return redo.control();
  }

  @Override
  public RedoDatabase forContainer(SimInstance container) {
    return redo.forContainer(container);
  }

  @Override
  public void statement(RedoTransaction transaction, List<RowChange> rows) {
    redo.statement(transaction, rows);
  }

  @Override
  public void undoTo(RedoTransaction transaction, int keep) {
    redo.undoTo(transaction, keep);
  }

  @Override
  public long commit(RedoTransaction transaction, InnerCommit innerCommit) throws SQLException {
    return redo.commit(transaction, innerCommit);
  }

  @Override
  public void rollback(RedoTransaction transaction) {
    redo.rollback(transaction);
  }

  @Override
  public long ddl(
      SessionInfo session,
      @Nullable String owner,
      @Nullable String objectName,
      @Nullable SimTable table,
      String text) {
    return redo.ddl(session, owner, objectName, table, text);
  }

  @Override
  public long currentScn() {
    return redo.currentScn();
  }

  @Override
  public void close() {
    redo.close();
  }
}
