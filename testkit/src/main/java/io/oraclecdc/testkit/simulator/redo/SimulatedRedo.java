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

/** Puts writer, logs and LogMiner together. */
final class SimulatedRedo implements RedoDatabase {
  private final RedoOptions options;
  private final RedoWriter writer;
  private final RedoInventory inventory;
  private final LogMining mining;

  SimulatedRedo(RedoOptions options, SimInstance instance, Runnable settled) {
    this.options = options;
    writer = new RedoWriter(options, settled);
    inventory = new RedoInventory(options, writer);
    mining = new LogMining(inventory, instance);
  }

  @Override
  public RedoOptions options() {
    return options;
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
    writer.switchLog(thread);
  }

  @Override
  public long currentSequence(int thread) {
    return writer.underLatch(() -> writer.logs().current(thread).sequence());
  }

  @Override
  public void overwriteOnline(int thread, long sequence) {
    while (holdsOnline(thread, sequence)) {
      writer.switchLog(thread);
    }
  }

  private boolean holdsOnline(int thread, long sequence) {
    return inventory.onlineLogs().stream()
        .map(RedoInventory.OnlineLog::content)
        .anyMatch(c -> c != null && c.thread() == thread && c.sequence() == sequence);
  }

  @Override
  public void buildDictionary(SessionInfo session, Collection<SimTable> tables) {
    writer.buildDictionary(session, tables);
  }

  @Override
  public long rebuiltRows() {
    return mining.rebuiltRows();
  }

  @Override
  public void holdArchiver() {
    change(() -> writer.logs().holdArchiver());
  }

  @Override
  public void releaseArchiver() {
    change(() -> writer.logs().releaseArchiver());
  }

  @Override
  public void purgeArchived(int thread, long upToSequence) {
    change(() -> writer.logs().purge(0, thread, upToSequence));
  }

  @Override
  public void removeArchivedFiles(int thread, long upToSequence) {
    change(() -> writer.logs().remove(0, thread, upToSequence));
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
  public void statement(RedoTransaction transaction, List<RowChange> rows) {
    writer.statement(transaction, rows);
  }

  @Override
  public void undoTo(RedoTransaction transaction, int keep) {
    writer.undoTo(transaction, keep);
  }

  @Override
  public long commit(RedoTransaction transaction, InnerCommit innerCommit) throws SQLException {
    return writer.commit(transaction, innerCommit);
  }

  @Override
  public void rollback(RedoTransaction transaction) {
    writer.rollback(transaction);
  }

  @Override
  public long ddl(
      SessionInfo session,
      @Nullable String owner,
      @Nullable String objectName,
      @Nullable SimTable table,
      String text) {
    return writer.ddl(session, owner, objectName, table, text);
  }

  @Override
  public long currentScn() {
    return writer.currentScn();
  }

  @Override
  public RedoControl control() {
    return new RedoControl(options, writer, inventory);
  }

  @Override
  public RedoDatabase forContainer(SimInstance container) {
    return forContainer(container, this);
  }

  @Override
  public RedoDatabase forContainer(SimInstance container, RedoDatabase whole) {
    return new ContainerRedo(whole, new LogMining(inventory, container));
  }

  @Override
  public void close() {
    change(() -> writer.logs().close());
  }

  private void change(Runnable step) {
    writer.underLatch(
        () -> {
          step.run();
          return true;
        });
  }
}
