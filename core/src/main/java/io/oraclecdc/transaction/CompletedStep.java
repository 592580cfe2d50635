package io.oraclecdc.transaction;

import io.oraclecdc.position.Position.JournalMark;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a step brought.
 *
 * @param commits transactions with captured rows that committed, in the order of their COMMIT rows
 * @param open what is open after it
 * @param excluded open transactions of users that are not captured
 * @param endedExcluded those that ended in the step
 * @param journal what positions tell of the journal beside transactions, null without one
 */
public record CompletedStep(
    List<CommittedTransaction> commits,
    OpenFloor open,
    List<OpenExcluded> excluded,
    List<EndedExcluded> endedExcluded,
    @Nullable JournalMark journal) {

  /** Copies the lists. */
  public CompletedStep {
    commits = List.copyOf(commits);
    excluded = List.copyOf(excluded);
    endedExcluded = List.copyOf(endedExcluded);
  }

  /** A step of a buffer without journal. */
  public CompletedStep(
      List<CommittedTransaction> commits,
      OpenFloor open,
      List<OpenExcluded> excluded,
      List<EndedExcluded> endedExcluded) {
    this(commits, open, excluded, endedExcluded, null);
  }
}
