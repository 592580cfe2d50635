package io.oraclecdc.transaction;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.TransactionKey;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Transactions that ended in earlier steps, whose rows a later step may return again.
 *
 * <p>Exact for commits at any distance: per redo thread the address of the newest commit is kept,
 * and COMMIT addresses rise, so a transaction that shows up again is dropped at its COMMIT row. The
 * bounded list of ends only saves the work of buffering such rows until then.
 */
final class FinishedTransactions {
  private static final int MAX = 1 << 16;

  private final Map<RedoThread, RedoAddress> lastCommits = new HashMap<>();

  /** The last commits that were delivered before this run. */
  private final Map<RedoThread, RedoAddress> commitsBefore = new HashMap<>();

  private final Map<TransactionKey, End> ends = bounded();
  private final Map<TransactionKey, End> endsInStep = bounded();

  /** Highest sequence that began in a slot, by the thread of its rows. */
  private final Map<ThreadSlot, Long> newestOfSlot = bounded();

  private final Map<ThreadSlot, Long> newestInStep = bounded();

  private static <K, V> Map<K, V> bounded() {
    return new LinkedHashMap<>() {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > MAX;
      }
    };
  }

  /** A commit was delivered before this run, and all before it in its thread. */
  void deliveredBefore(RedoThread thread, RedoAddress commit) {
    commitsBefore.put(thread, commit);
  }

  /** Whether a COMMIT row was covered when this run began. */
  boolean wasDeliveredBefore(RedoThread thread, RedoAddress commit) {
    RedoAddress last = commitsBefore.get(thread);
    return last != null && !commit.isAfter(last);
  }

  void ended(TransactionKey key, RedoThread thread, RedoAddress address) {
    endsInStep.put(key, new End(thread, address));
  }

  void completeStep(Iterable<CommittedTransaction> commits) {
    for (CommittedTransaction commit : commits) {
      lastCommits.merge(
          commit.thread(),
          commit.commitAddress(),
          (one, other) -> one.isAfter(other) ? one : other);
    }
    ends.putAll(endsInStep);
    newestInStep.forEach((slot, sequence) -> newestOfSlot.merge(slot, sequence, Math::max));
    newestInStep.clear();
    endsInStep.clear();
  }

  void discardStep() {
    newestInStep.clear();
    endsInStep.clear();
  }

  /** Whether a row belongs to a transaction that ended in an earlier step. */
  boolean isOld(MinedRow row) {
    End end = ends.get(row.transaction());
    return end != null
        && (!end.thread().equals(row.thread()) || !row.address().isAfter(end.address()));
  }

  /** A row that is no undo tells that a transaction uses its slot: all before it are over. */
  void began(MinedRow row) {
    if (!row.rollback() && !row.address().isZero()) {
      newestInStep.merge(
          new ThreadSlot(UndoSlot.of(row.transaction()), row.thread()),
          row.transaction().xid().sequence(),
          Math::max);
    }
  }

  /** Whether a later transaction of its slot began in the redo thread in an earlier step. */
  boolean hasLater(TransactionKey key, RedoThread thread) {
    Long newest = newestOfSlot.get(new ThreadSlot(UndoSlot.of(key), thread));
    return newest != null && newest > key.xid().sequence();
  }

  /** Address of the newest commit of earlier steps, null when there is none. */
  @Nullable RedoAddress lastCommit(RedoThread thread) {
    return lastCommits.get(thread);
  }

  private record ThreadSlot(UndoSlot slot, RedoThread thread) {}

  private record End(RedoThread thread, RedoAddress address) {}
}
