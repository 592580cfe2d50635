package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.redo.ThreadState.Enabled;
import java.util.Collection;
import java.util.List;

/**
 * What an administrator does with threads, incarnations and archive destinations. Says nothing of
 * sessions: who closes a thread has ended them before. Thread-safe.
 */
public final class RedoControl {
  private final RedoOptions options;
  private final RedoWriter writer;
  private final RedoInventory inventory;
  private final Keeper keeper;

  RedoControl(RedoOptions options, RedoWriter writer, RedoInventory inventory) {
    this(options, writer, inventory, (operation, arguments, step) -> step.run());
  }

  private RedoControl(
      RedoOptions options, RedoWriter writer, RedoInventory inventory, Keeper keeper) {
    this.options = options;
    this.writer = writer;
    this.inventory = inventory;
    this.keeper = keeper;
  }

  /** Runs every change, so that it can be kept and repeated. */
  @FunctionalInterface
  public interface Keeper {
    /**
     * Runs a change.
     *
     * @param operation name of the method
     * @param arguments its arguments
     * @param step to be run once
     */
    void run(String operation, List<Object> arguments, Runnable step);
  }

  /** The same, with somebody who keeps the changes. */
  public RedoControl keptBy(Keeper other) {
    return new RedoControl(options, writer, inventory, other);
  }

  /** Rows of V$THREAD. */
  public List<ThreadState> threads() {
    return inventory.threadStates();
  }

  /** The life of the database that goes on. */
  public DatabaseIncarnation incarnation() {
    return inventory.incarnation();
  }

  /** Archived logs as the control file lists them. */
  public List<RedoInventory.ArchivedLog> archivedLogs() {
    return inventory.archivedLogs();
  }

  /** An instance opens a thread; one that crashed before goes to its next log. */
  public void openThread(int thread) {
    change(
        "openThread",
        List.of(thread),
        () -> {
          boolean advances = logs().states().isCrashed(thread);
          logs().states().open(thread);
          if (advances && !logs().mustWait(thread)) {
            logs().switchLog(thread);
          }
        });
  }

  /** An instance ended in order, or its thread was recovered. */
  public void closeThread(int thread) {
    change("closeThread", List.of(thread), () -> logs().states().close(thread));
  }

  /**
   * An instance died: its thread takes no redo any more, and what its sessions had not written to
   * the log is gone.
   */
  public void crash(int thread, Collection<RedoTransaction> open) {
    change(
        "crash",
        List.of(thread, open),
        () -> {
          open.forEach(writer::kill);
          logs().states().crashed(thread);
        });
  }

  /** Whether a thread waits for recovery. */
  public boolean isCrashed(int thread) {
    return writer.underLatch(() -> logs().states().isCrashed(thread));
  }

  /**
   * Undoes a transaction of a dead instance.
   *
   * @param dead the transaction
   * @param by session that does it; its thread gets the undo rows
   */
  public void recover(RedoTransaction dead, SessionInfo by) {
    keeper.run("recover", List.of(dead, by), () -> writer.recover(dead, by));
  }

  /** ALTER DATABASE ENABLE [PUBLIC] THREAD; the thread has logs. */
  public void enableThread(int thread, Enabled kind) {
    change(
        "enableThread",
        List.of(thread, kind),
        () -> {
          long scn = writer.clock().next();
          if (!logs().states().isEnabled(thread)) {
            logs().prepare(thread, scn);
          }
          logs().states().enable(thread, kind, scn);
        });
  }

  /** ALTER DATABASE DISABLE THREAD; the thread is closed. */
  public void disableThread(int thread) {
    change(
        "disableThread",
        List.of(thread),
        () -> {
          long scn = writer.clock().next();
          logs().finish(thread, scn);
          logs().states().disable(thread, scn);
        });
  }

  /** ALTER DATABASE ADD LOGFILE THREAD n, so many groups. */
  public void addLogfiles(int thread, int groups) {
    change("addLogfiles", List.of(thread, groups), () -> logs().addLogfiles(thread, groups));
  }

  /** ALTER SYSTEM ARCHIVE LOG CURRENT: every enabled thread switches, closed ones too. */
  public void archiveCurrent() {
    keeper.run(
        "archiveCurrent",
        List.of(),
        () -> {
          for (ThreadState thread : threads()) {
            if (thread.enabled() != Enabled.DISABLED) {
              writer.switchLog(thread.thread());
            }
          }
        });
  }

  /** OPEN RESETLOGS: a new incarnation, sequences begin at 1. */
  public DatabaseIncarnation resetLogs() {
    change("resetLogs", List.of(), () -> logs().resetLogs());
    return incarnation();
  }

  /** Archive destinations that are set. */
  public List<ArchiveDestination> destinations() {
    return inventory.destinations().stream().map(RedoInventory.DestinationStatus::config).toList();
  }

  /** Adds an archive destination; it gets the logs that end from now on. */
  public void addDestination(ArchiveDestination destination) {
    change("addDestination", List.of(destination), () -> logs().archive().add(destination));
  }

  /** Copies to a destination fail from now on. */
  public void failDestination(int destination, String error) {
    change(
        "failDestination",
        List.of(destination, error),
        () -> logs().archive().state(destination, DestinationState.ERROR, error));
  }

  /** LOG_ARCHIVE_DEST_n = '': no destination any more; the copies that lie there stay. */
  public void removeDestination(int destination) {
    change(
        "removeDestination",
        List.of(destination),
        () -> logs().archive().removeDestination(destination));
  }

  /** LOG_ARCHIVE_DEST_STATE_n = DEFER. */
  public void deferDestination(int destination) {
    change(
        "deferDestination",
        List.of(destination),
        () -> logs().archive().state(destination, DestinationState.DEFERRED, null));
  }

  /** The destination works again. A standby fetches what it missed, a directory does not. */
  public void enableDestination(int destination) {
    change(
        "enableDestination",
        List.of(destination),
        () -> {
          logs().archive().state(destination, DestinationState.VALID, null);
          logs().archiveEnded();
        });
  }

  /** Copies to a destination are late from now on: they come when they are released. */
  public void holdDestination(int destination) {
    change("holdDestination", List.of(destination), () -> logs().archive().hold(destination));
  }

  /** Delivers the oldest {@code most} logs a destination waits for. */
  public void releaseDestination(int destination, int most) {
    change(
        "releaseDestination",
        List.of(destination, most),
        () -> {
          logs().archive().release(destination, most);
          logs().archiveEnded();
        });
  }

  /** RMAN deletes the copies of one destination up to a sequence. */
  public void purge(int destination, int thread, long upToSequence) {
    change(
        "purge",
        List.of(destination, thread, upToSequence),
        () -> logs().purge(destination, thread, upToSequence));
  }

  /** Files of one destination vanish, the catalog still lists them. */
  public void remove(int destination, int thread, long upToSequence) {
    change(
        "remove",
        List.of(destination, thread, upToSequence),
        () -> logs().remove(destination, thread, upToSequence));
  }

  /** The same, and RMAN's crosscheck noticed: STATUS X. */
  public void expire(int destination, int thread, long upToSequence) {
    change(
        "expire",
        List.of(destination, thread, upToSequence),
        () -> {
          List<LogArchive.Copy> present =
              logs().archive().presentUpTo(destination, thread, upToSequence);
          logs().remove(destination, thread, upToSequence);
          present.forEach(copy -> copy.status = CopyStatus.EXPIRED);
        });
  }

  /** RMAN's CHANGE .. UNAVAILABLE: STATUS U, the files are there. */
  public void markUnavailable(int destination, int thread, long upToSequence) {
    change(
        "markUnavailable",
        List.of(destination, thread, upToSequence),
        () ->
            logs()
                .archive()
                .presentUpTo(destination, thread, upToSequence)
                .forEach(copy -> copy.status = CopyStatus.UNAVAILABLE));
  }

  RedoOptions options() {
    return options;
  }

  RedoWriter writer() {
    return writer;
  }

  private RedoLogs logs() {
    return writer.logs();
  }

  private void change(String operation, List<Object> arguments, Runnable step) {
    keeper.run(
        operation,
        arguments,
        () ->
            writer.underLatch(
                () -> {
                  step.run();
                  return true;
                }));
  }
}
