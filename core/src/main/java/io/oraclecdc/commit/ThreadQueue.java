package io.oraclecdc.commit;

import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.transaction.CommittedTransaction;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Commits of one redo thread in the order of their addresses. Each has a rank, the running maximum
 * of the commit SCNs of its thread, so that a merge by rank never turns that order round.
 */
final class ThreadQueue {
  private final RedoThread thread;
  private final Deque<Ranked> waiting = new ArrayDeque<>();
  private Scn maximum;

  ThreadQueue(RedoThread thread, Scn maximum) {
    this.thread = thread;
    this.maximum = maximum;
  }

  RedoThread thread() {
    return thread;
  }

  void add(CommittedTransaction commit) {
    maximum = Scn.max(maximum, commit.commitScn());
    waiting.add(new Ranked(commit, maximum));
  }

  @Nullable Ranked first() {
    return waiting.peek();
  }

  CommittedTransaction takeFirst() {
    return waiting.remove().commit();
  }

  Iterable<Ranked> waiting() {
    return waiting;
  }

  /**
   * A commit that waits.
   *
   * @param commit the transaction
   * @param rank highest commit SCN of the thread so far
   */
  record Ranked(CommittedTransaction commit, Scn rank) {}
}
