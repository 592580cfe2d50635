package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where sessions tell what they did; every call becomes redo records. Thread-safe.
 *
 * <p>Order and numbers follow Oracle: the rows of one statement share an SCN; a commit takes the
 * next one under the latch that CURRENT_SCN reads, so no commit can later appear at or below an SCN
 * that was handed out.
 */
public interface RedoRecorder {

  /**
   * Records the rows of one statement, in the order they were changed. Called at statement end,
   * also for a statement that then fails.
   */
  void statement(RedoTransaction transaction, List<RowChange> rows);

  /**
   * Undoes the newest changes down to {@code keep} of {@link RedoTransaction#changes()}: writes one
   * ROLLBACK = 1 row for each, newest first, and shortens the list.
   */
  void undoTo(RedoTransaction transaction, int keep);

  /**
   * Commits. Takes the commit SCN, writes the COMMIT row and runs {@code innerCommit} while nobody
   * can read CURRENT_SCN. A transaction without an XID only runs {@code innerCommit}.
   *
   * @return the commit SCN, 0 when there was nothing to commit
   */
  long commit(RedoTransaction transaction, InnerCommit innerCommit) throws java.sql.SQLException;

  /**
   * Rolls the whole transaction back: undo rows newest first, then the ROLLBACK row. The caller
   * rolls H2 back.
   */
  void rollback(RedoTransaction transaction);

  /**
   * Records a DDL statement in a transaction of its own (START, DDL, COMMIT). Called while the new
   * dictionary version is being published.
   *
   * @param session who ran it
   * @param owner SEG_OWNER, null when the statement names no object
   * @param objectName TABLE_NAME, null likewise
   * @param table the table it concerns (before a DROP, after anything else), null if none
   * @param text as typed, without a final semicolon
   * @return the SCN of the DDL row
   */
  long ddl(
      SessionInfo session,
      @Nullable String owner,
      @Nullable String objectName,
      @Nullable SimTable table,
      String text);

  /** CURRENT_SCN: every commit that returned is at or below it. */
  long currentScn();

  /** The commit of the storage behind the tables. */
  @FunctionalInterface
  interface InnerCommit {
    /** Commits. */
    void run() throws java.sql.SQLException;
  }
}
