package io.oraclecdc.transaction;

import java.util.List;

/**
 * What a step brought.
 *
 * @param commits transactions with captured rows that committed, in the order of their COMMIT rows
 * @param open what is open after it
 */
public record CompletedStep(List<CommittedTransaction> commits, OpenFloor open) {

  /** Copies the list. */
  public CompletedStep {
    commits = List.copyOf(commits);
  }
}
