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
  private final Map<TransactionKey, End> ends = bounded();
  private final Map<TransactionKey, End> endsInStep = bounded();

  private static Map<TransactionKey, End> bounded() {
    return new LinkedHashMap<>() {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<TransactionKey, End> eldest) {
        return size() > MAX;
      }
    };
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
    endsInStep.clear();
  }

  void discardStep() {
    endsInStep.clear();
  }

  /** Whether a row belongs to a transaction that ended in an earlier step. */
  boolean isOld(MinedRow row) {
    End end = ends.get(row.transaction());
    return end != null
        && (!end.thread().equals(row.thread()) || !row.address().isAfter(end.address()));
  }

  /** Address of the newest commit of earlier steps, null when there is none. */
  @Nullable RedoAddress lastCommit(RedoThread thread) {
    return lastCommits.get(thread);
  }

  private record End(RedoThread thread, RedoAddress address) {}
}
