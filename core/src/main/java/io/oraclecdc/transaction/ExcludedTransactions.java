package io.oraclecdc.transaction;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Open transactions of users that are not captured.
 *
 * <p>LogMiner knows a transaction's user from its START row; rows in a range without that row do
 * not name him. So stored positions name such transactions, and a capture that starts again knows
 * them from there. It ends at its COMMIT or ROLLBACK row, or at the latest when its undo slot is
 * used again. Not thread-safe.
 */
final class ExcludedTransactions {
  private final Set<String> users;

  /** Mostly one a slot; a stored position can tell of one that ended and of the next one too. */
  private final Map<UndoSlot, List<OpenExcluded>> open = new HashMap<>();

  private final Map<UndoSlot, List<OpenExcluded>> beforeStep = new HashMap<>();
  private final List<EndedExcluded> endedInStep = new ArrayList<>();

  /**
   * Transactions that were open when a position was stored.
   *
   * @param known which
   * @param since SCN of that position
   */
  ExcludedTransactions(Collection<String> users, Collection<TransactionKey> known, Scn since) {
    this.users = Set.copyOf(users);
    for (TransactionKey key : known) {
      open.computeIfAbsent(UndoSlot.of(key), slot -> new ArrayList<>(1))
          .add(new OpenExcluded(key, since, new RedoThread(0), RedoAddress.ZERO, null));
    }
  }

  /** Those that a stored position knows to be released. */
  void released(Collection<TransactionKey> keys) {
    for (TransactionKey key : keys) {
      OpenExcluded known = get(key);
      if (known != null) {
        set(
            UndoSlot.of(key),
            replaced(
                known,
                new OpenExcluded(
                    key, known.scn(), known.thread(), known.address(), known.userName(), true)));
      }
    }
  }

  private List<OpenExcluded> replaced(OpenExcluded known, OpenExcluded by) {
    return inSlot(UndoSlot.of(known.key())).stream().map(e -> e.equals(known) ? by : e).toList();
  }

  /** An open transaction is given up, at the end of a step or between steps. */
  void givenUp(OpenTransaction transaction, boolean released) {
    List<ThreadSpan> spans = transaction.spans();
    ThreadSpan span = spans.isEmpty() ? null : spans.get(0);
    givenUp(
        new OpenExcluded(
            transaction.key(),
            transaction.firstScn(),
            span == null ? new RedoThread(0) : span.thread(),
            span == null ? RedoAddress.ZERO : span.first(),
            transaction.userName(),
            released));
  }

  /** The same of one without captured rows. */
  void givenUp(OpenExcluded transaction) {
    UndoSlot slot = UndoSlot.of(transaction.key());
    List<OpenExcluded> next = new ArrayList<>(inSlot(slot));
    next.add(transaction);
    set(slot, next);
  }

  void beginStep() {
    beforeStep.clear();
    endedInStep.clear();
  }

  /** Back to what was open before the step. */
  void discardStep() {
    beforeStep.forEach(this::set);
    beforeStep.clear();
    endedInStep.clear();
  }

  /** Whether a user's transactions are left out; false for null, the unknown user. */
  boolean isUser(@Nullable String userName) {
    return userName != null && users.contains(userName);
  }

  /** Whether a row belongs to a transaction that is left out, as far as is known. */
  boolean has(MinedRow row) {
    return isUser(row.userName()) || (!open.isEmpty() && get(row.transaction()) != null);
  }

  /** An open transaction that is left out, null when this one is not known as such. */
  @Nullable OpenExcluded get(TransactionKey key) {
    for (OpenExcluded excluded : inSlot(UndoSlot.of(key))) {
      if (excluded.key().equals(key)) {
        return excluded;
      }
    }
    return null;
  }

  private List<OpenExcluded> inSlot(UndoSlot slot) {
    return open.getOrDefault(slot, List.of());
  }

  /** A row tells that its transaction is to be left out. The first such row counts. */
  void began(MinedRow row) {
    TransactionKey key = row.transaction();
    UndoSlot slot = UndoSlot.of(key);
    List<OpenExcluded> known = inSlot(slot);
    // A later one in the slot that the redo has told of: this row was read before. One that only a
    // stored position tells of may begin behind this row.
    if (known.stream()
        .anyMatch(
            e ->
                e.key().equals(key)
                    || (!e.address().isZero()
                        && e.key().xid().sequence() > key.xid().sequence()))) {
      return;
    }
    List<OpenExcluded> next = new ArrayList<>(known);
    next.add(new OpenExcluded(key, row.scn(), row.thread(), row.address(), row.userName()));
    put(slot, next);
  }

  /** Another transaction uses an undo slot: those before it, which are given back, are over. */
  List<OpenExcluded> endPredecessors(MinedRow row) {
    TransactionKey key = row.transaction();
    UndoSlot slot = UndoSlot.of(key);
    List<OpenExcluded> over = new ArrayList<>(1);
    List<OpenExcluded> rest = new ArrayList<>(1);
    for (OpenExcluded excluded : inSlot(slot)) {
      boolean before =
          excluded.key().xid().sequence() < key.xid().sequence() && excluded.mayEndBefore(row);
      (before ? over : rest).add(excluded);
      if (before) {
        endedInStep.add(new EndedExcluded(excluded, row.scn()));
      }
    }
    if (!over.isEmpty()) {
      put(slot, rest);
    }
    return over;
  }

  /** A COMMIT or ROLLBACK row. */
  void ended(MinedRow row) {
    TransactionKey key = row.transaction();
    OpenExcluded excluded = get(key);
    if (excluded != null) {
      endedInStep.add(new EndedExcluded(excluded, row.scn()));
      UndoSlot slot = UndoSlot.of(key);
      put(slot, inSlot(slot).stream().filter(e -> !e.key().equals(key)).toList());
    }
  }

  /**
   * A transaction was rolled back in another thread than its rows are in: the undo of an instance
   * that died. A capture that starts again may read its rows and not that end, because positions
   * are per thread; so it is named like one that is left out.
   *
   * @param since SCN of its first row, or of its end when that is not known
   */
  void endedElsewhere(MinedRow row, Scn since) {
    endedInStep.add(
        new EndedExcluded(
            new OpenExcluded(row.transaction(), since, new RedoThread(0), RedoAddress.ZERO, null),
            row.scn()));
  }

  private void put(UndoSlot slot, List<OpenExcluded> next) {
    beforeStep.putIfAbsent(slot, inSlot(slot));
    set(slot, next);
  }

  private void set(UndoSlot slot, List<OpenExcluded> next) {
    if (next.isEmpty()) {
      open.remove(slot);
    } else {
      open.put(slot, next);
    }
  }

  /** What ended in the step. */
  List<EndedExcluded> endedInStep() {
    return endedInStep;
  }

  /** What is open. */
  List<OpenExcluded> all() {
    return open.values().stream().flatMap(List::stream).toList();
  }
}
