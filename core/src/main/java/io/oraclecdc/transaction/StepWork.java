package io.oraclecdc.transaction;

import java.util.ArrayList;
import java.util.List;

/**
 * What the step that is being read did to transactions, until it is completed or discarded. Not
 * thread-safe.
 */
final class StepWork {
  private final List<OpenTransaction> touched = new ArrayList<>();
  private final List<OpenTransaction> dropped = new ArrayList<>();
  private final List<CommittedTransaction> commits = new ArrayList<>();
  private long number;
  private boolean running;
  private long committed;
  private long rolledBack;
  private long excluded;
  private long partialRowsDropped;
  private long valuesWithoutOwner;

  void begin() {
    if (running) {
      throw new IllegalStateException("the step before has neither been completed nor discarded");
    }
    running = true;
    number++;
    committed = 0;
    rolledBack = 0;
    excluded = 0;
    partialRowsDropped = 0;
    valuesWithoutOwner = 0;
  }

  void end() {
    if (!running) {
      throw new IllegalStateException("no step has begun");
    }
    running = false;
  }

  void clear() {
    touched.clear();
    dropped.clear();
    commits.clear();
  }

  /** Number of the step. */
  long number() {
    return number;
  }

  /** Makes sure that what is done to a transaction can be taken back. */
  void touch(OpenTransaction transaction) {
    if (transaction.touch(number)) {
      touched.add(transaction);
    }
  }

  /** A transaction is not needed any more once the step is complete. */
  void drop(OpenTransaction transaction) {
    if (transaction.isCreatedIn(number)) {
      transaction.log().close();
    } else {
      dropped.add(transaction);
    }
  }

  void commit(CommittedTransaction transaction) {
    commits.add(transaction);
    committed += transaction.isExcluded() ? 0 : 1;
  }

  void countRolledBack() {
    rolledBack++;
  }

  void countExcluded() {
    excluded++;
  }

  void countPartialRowDropped() {
    partialRowsDropped++;
  }

  void countValuesWithoutOwner(int values) {
    valuesWithoutOwner += values;
  }

  List<OpenTransaction> touched() {
    return touched;
  }

  List<OpenTransaction> dropped() {
    return dropped;
  }

  List<CommittedTransaction> commits() {
    return commits;
  }

  BufferCounts addTo(BufferCounts before) {
    return new BufferCounts(
        before.committed() + committed,
        before.rolledBack() + rolledBack,
        before.excluded() + excluded,
        before.partialRowsDropped() + partialRowsDropped,
        before.valuesWithoutOwner() + valuesWithoutOwner,
        before.discarded());
  }
}
