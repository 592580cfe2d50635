package io.oraclecdc.mining.logminer;

import io.oraclecdc.model.LogSequence;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the views said about redo logs at one moment.
 *
 * @param identity of the database now
 * @param threads V$THREAD
 * @param online V$LOG with the members of V$LOGFILE that can be read
 * @param archived V$ARCHIVED_LOG of this incarnation, every copy, removed ones included
 * @param destinations V$ARCHIVE_DEST_STATUS
 */
record LogListing(
    DatabaseIdentity identity,
    List<ThreadState> threads,
    List<OnlineLog> online,
    List<ArchivedLog> archived,
    List<ArchiveDestination> destinations) {

  /** Copies the lists. */
  LogListing {
    threads = List.copyOf(threads);
    online = List.copyOf(online);
    archived = List.copyOf(archived);
    destinations = List.copyOf(destinations);
  }

  /**
   * A redo thread.
   *
   * @param thread number
   * @param isOpen whether an instance writes it
   * @param isEnabled PUBLIC or PRIVATE: an instance that asks for its number opens a private one,
   *     and its redo is redo
   * @param checkpointScn where the redo of a closed thread ends at the latest
   * @param enableScn where its redo can begin at the earliest
   * @param lastSequence the log it wrote last, 0 when not known
   */
  record ThreadState(
      RedoThread thread,
      boolean isOpen,
      boolean isEnabled,
      Scn checkpointScn,
      Scn enableScn,
      long lastSequence) {

    /** Whether every change it holds lies at or below an SCN: it is closed, and ended before. */
    boolean endedBy(Scn scn) {
      return !isOpen && !checkpointScn.isAfter(scn);
    }

    /** Whether it was never opened since it was enabled. */
    boolean neverWrote() {
      return !isOpen && !checkpointScn.isAfter(enableScn);
    }
  }

  /**
   * An online log group.
   *
   * @param group GROUP#
   * @param thread its thread
   * @param sequence what it holds now
   * @param status UNUSED, CURRENT, ACTIVE, INACTIVE, CLEARING and so on
   * @param firstScn FIRST_CHANGE#, inclusive
   * @param nextScn NEXT_CHANGE#, exclusive; an open end for the current log
   * @param member a readable file, null when there is none
   */
  record OnlineLog(
      int group,
      RedoThread thread,
      LogSequence sequence,
      String status,
      Scn firstScn,
      Scn nextScn,
      @Nullable String member) {

    boolean isCurrent() {
      return status.equals("CURRENT");
    }

    boolean isReadable() {
      // A log that is not current and has no end yet is in the middle of a switch.
      boolean complete = !nextScn.isOpenEnd() && nextScn.isAfter(firstScn);
      return member != null
          && (isCurrent() || (complete && (status.equals("ACTIVE") || status.equals("INACTIVE"))));
    }
  }

  /**
   * A copy of an archived log.
   *
   * @param name file, null when it was removed or never written
   * @param destination DEST_ID
   * @param thread its thread
   * @param sequence its sequence
   * @param firstScn FIRST_CHANGE#, inclusive
   * @param nextScn NEXT_CHANGE#, exclusive
   * @param isArchived ARCHIVED = YES
   * @param isDeleted DELETED = YES
   * @param status A available, D deleted, U unavailable, X expired
   * @param isStandby whether it was shipped to a standby
   */
  record ArchivedLog(
      @Nullable String name,
      int destination,
      RedoThread thread,
      LogSequence sequence,
      Scn firstScn,
      Scn nextScn,
      boolean isArchived,
      boolean isDeleted,
      String status,
      boolean isStandby) {

    boolean isReadable() {
      return name != null && isArchived && !isDeleted && status.equals("A") && !isStandby;
    }

    /** Whether the catalog says that a copy was there and was taken away. */
    boolean isPurged() {
      return !isStandby && (isDeleted || status.equals("D") || status.equals("X"));
    }
  }

  /**
   * Where logs are archived to.
   *
   * @param id DEST_ID
   * @param name LOG_ARCHIVE_DEST_n
   * @param isValid STATUS = VALID
   * @param isLocal TYPE = LOCAL
   */
  record ArchiveDestination(int id, String name, boolean isValid, boolean isLocal) {}
}
