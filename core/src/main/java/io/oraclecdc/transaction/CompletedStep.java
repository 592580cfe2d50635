package io.oraclecdc.transaction;

import java.util.List;

/**
 * What a step brought.
 *
 * @param commits transactions with captured rows that committed, in the order of their COMMIT rows
 * @param open what is open after it
 * @param excluded open transactions of users that are not captured
 * @param endedExcluded those that ended in the step
 */
public record CompletedStep(
    List<CommittedTransaction> commits,
    OpenFloor open,
    List<OpenExcluded> excluded,
    List<EndedExcluded> endedExcluded) {

  /** Copies the lists. */
  public CompletedStep {
    commits = List.copyOf(commits);
    excluded = List.copyOf(excluded);
    endedExcluded = List.copyOf(endedExcluded);
  }
}
