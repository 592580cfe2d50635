package io.oraclecdc.transaction;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the transactions that commit in a step and of which rows may never have been returned.
 *
 * <p>LogMiner returns a statement of several rows (LOB, XML, extended string) only to a range that
 * holds all of it. Steps over whole logs begin and end at log switches, so such a statement can lie
 * across two of them and in neither. A transaction is certainly complete when the step that holds
 * its COMMIT row also holds its START row, and its rows can be told from repeated ones. Not
 * thread-safe.
 */
final class WholeTransactions {
  private final StartedTransactions started;
  private final OpenTransactions open;
  private final Set<TransactionKey> incomplete = new HashSet<>();
  private final Map<RedoThread, RedoAddress> addresses = new HashMap<>();
  private @Nullable Scn lowest;

  WholeTransactions(StartedTransactions started, OpenTransactions open) {
    this.started = started;
    this.open = open;
  }

  void beginStep() {
    incomplete.clear();
    addresses.clear();
    lowest = null;
  }

  /** A transaction that is captured, as far as is known, commits for the first time. */
  void commits(MinedRow row, long step) {
    TransactionKey key = row.transaction();
    StartedTransactions.Started start = started.get(key);
    OpenTransaction transaction = open.get(key);
    JournalTrail trail = transaction == null ? null : transaction.trail();
    OpenFloor base = trail == null ? null : trail.base();
    if (transaction != null && base != null) {
      if (!transaction.isCreatedIn(step)) {
        incomplete.add(key);
        from(base);
      }
      return;
    }
    boolean cut = start != null && !started.isInStep(start);
    if (!cut && (transaction == null || !transaction.mayHaveOverlooked(step))) {
      return;
    }
    incomplete.add(key);
    if (start != null) {
      from(start.scn(), start.thread(), start.address());
    }
    if (transaction != null) {
      transaction.spans().forEach(s -> from(transaction.firstScn(), s.thread(), s.first()));
    }
  }

  private void from(OpenFloor base) {
    Scn scn = base.scn();
    if (scn != null) {
      base.addresses().forEach((thread, address) -> from(scn, thread, address));
    }
  }

  private void from(Scn scn, RedoThread thread, RedoAddress address) {
    lowest = lowest == null ? scn : Scn.min(lowest, scn);
    addresses.merge(thread, address, (one, other) -> one.isAfter(other) ? other : one);
  }

  /** From where the step has to be read again; empty when all its transactions are whole. */
  Optional<WiderRange> widerRange() {
    return lowest == null
        ? Optional.empty()
        : Optional.of(new WiderRange(incomplete, lowest, addresses));
  }
}
