package io.oraclecdc.commit;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.transaction.CompletedStep;
import io.oraclecdc.transaction.EndedExcluded;
import io.oraclecdc.transaction.OpenExcluded;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Transactions of users that are not captured, inside of which redo may have to be read again: the
 * redo behind their START rows does not tell their users, so positions name them.
 *
 * <p>Those that ended are kept until no position can lie inside of them. Beyond a number of them
 * the eldest are forgotten, and positions stay out of the time they span instead. Not thread-safe.
 */
final class ExcludedAround {
  private final int most;
  private final Deque<EndedExcluded> ended = new ArrayDeque<>();
  private final Map<RedoThread, RedoAddress> spanBegin = new HashMap<>();
  private @Nullable Scn spanFrom;
  private Scn spanEnd = Scn.ZERO;
  private Set<TransactionKey> keys;
  private Set<TransactionKey> released;

  /** At the beginning: what the stored position names. */
  ExcludedAround(Set<TransactionKey> keys, int most) {
    this(keys, Set.of(), most);
  }

  /** The same with those of them that must not commit. */
  ExcludedAround(Set<TransactionKey> keys, Set<TransactionKey> released, int most) {
    this.released = released;
    this.keys = keys;
    this.most = most;
  }

  /** What a position has to name. */
  Set<TransactionKey> keys() {
    return keys;
  }

  /** Those that must not commit. */
  Set<TransactionKey> released() {
    return released;
  }

  /**
   * Takes what a step told.
   *
   * @param wanted from where redo is needed
   * @param promised from where it was needed so far
   * @return the same or an earlier point, which positions may name
   */
  ResumePoint accept(CompletedStep step, ResumePoint wanted, ResumePoint promised) {
    ended.addAll(step.endedExcluded());
    ended.removeIf(e -> e.endScn().isBefore(promised.scn()));
    while (ended.size() > most) {
      forget(ended.removeFirst());
    }
    ResumePoint point = outsideOfSpan(wanted).notBefore(promised);
    Set<TransactionKey> around = new HashSet<>();
    Set<TransactionKey> notToCommit = new HashSet<>(0);
    for (OpenExcluded open : step.excluded()) {
      add(around, open, point);
      if (open.released() && around.contains(open.key())) {
        notToCommit.add(open.key());
      }
    }
    released = notToCommit.isEmpty() ? Set.of() : notToCommit;
    for (EndedExcluded over : ended) {
      add(around, over.transaction(), point);
    }
    keys = around;
    return point;
  }

  private static void add(Set<TransactionKey> around, OpenExcluded excluded, ResumePoint point) {
    if (excluded.beganBefore(point.scn(), point.addresses())) {
      around.add(excluded.key());
    }
  }

  private void forget(EndedExcluded eldest) {
    OpenExcluded transaction = eldest.transaction();
    Scn from = spanFrom;
    spanFrom = from == null ? transaction.scn() : Scn.min(from, transaction.scn());
    spanEnd = Scn.max(spanEnd, eldest.endScn());
    if (!transaction.address().isZero()) {
      spanBegin.merge(
          transaction.thread(),
          transaction.address(),
          (one, other) -> one.isAfter(other) ? other : one);
    }
  }

  private ResumePoint outsideOfSpan(ResumePoint wanted) {
    Scn from = spanFrom;
    if (from == null) {
      return wanted;
    }
    if (wanted.scn().isAfter(spanEnd)) {
      spanFrom = null;
      spanEnd = Scn.ZERO;
      spanBegin.clear();
      return wanted;
    }
    return wanted.including(from, spanBegin);
  }
}
