package io.oraclecdc.transaction;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Open transactions of users that are not captured.
 *
 * <p>LogMiner knows a transaction's user from its START row; rows in a range without that row do
 * not name him. So the beginning of such a transaction holds the stored position like that of any
 * other: a capture that starts again reads its START row again. It ends at its COMMIT or ROLLBACK
 * row, or at the latest when its undo slot is used again. Not thread-safe.
 */
final class ExcludedTransactions {
  private final Set<String> users;
  private final Map<UndoSlot, Excluded> open = new HashMap<>();
  private final Map<UndoSlot, @Nullable Excluded> beforeStep = new HashMap<>();

  ExcludedTransactions(Collection<String> users) {
    this.users = Set.copyOf(users);
  }

  void beginStep() {
    beforeStep.clear();
  }

  /** Back to what was open before the step. */
  void discardStep() {
    beforeStep.forEach(
        (slot, excluded) -> {
          if (excluded == null) {
            open.remove(slot);
          } else {
            open.put(slot, excluded);
          }
        });
    beforeStep.clear();
  }

  /** Whether a user's transactions are left out; false for null, the unknown user. */
  boolean isUser(@Nullable String userName) {
    return userName != null && users.contains(userName);
  }

  /** Whether a row belongs to a transaction that is left out, as far as is known. */
  boolean has(MinedRow row) {
    return isUser(row.userName()) || get(row.transaction()) != null;
  }

  /** An open transaction that is left out, null when this one is not known as such. */
  @Nullable Excluded get(TransactionKey key) {
    Excluded excluded = open.get(UndoSlot.of(key));
    return excluded != null && excluded.key().equals(key) ? excluded : null;
  }

  /** A row tells that its transaction is to be left out. The first such row counts. */
  void began(MinedRow row) {
    UndoSlot slot = UndoSlot.of(row.transaction());
    Excluded known = open.get(slot);
    if (known != null && known.key().xid().sequence() >= row.transaction().xid().sequence()) {
      return;
    }
    put(
        slot,
        new Excluded(row.transaction(), row.scn(), row.thread(), row.address(), row.userName()));
  }

  /** Another transaction uses an undo slot: the one before it, if it is given back, is over. */
  @Nullable Excluded endPredecessor(TransactionKey key) {
    UndoSlot slot = UndoSlot.of(key);
    Excluded excluded = open.get(slot);
    if (excluded == null || excluded.key().xid().sequence() >= key.xid().sequence()) {
      return null;
    }
    put(slot, null);
    return excluded;
  }

  /** A transaction ended. */
  void ended(TransactionKey key) {
    if (get(key) != null) {
      put(UndoSlot.of(key), null);
    }
  }

  private void put(UndoSlot slot, @Nullable Excluded excluded) {
    Excluded before = excluded == null ? open.remove(slot) : open.put(slot, excluded);
    if (!beforeStep.containsKey(slot)) {
      beforeStep.put(slot, before);
    }
  }

  /** From where redo is needed by these transactions too. */
  OpenFloor including(OpenFloor floor) {
    Scn lowest = floor.scn();
    Map<RedoThread, RedoAddress> addresses = new HashMap<>(floor.addresses());
    for (Excluded excluded : open.values()) {
      lowest = lowest == null ? excluded.scn() : Scn.min(lowest, excluded.scn());
      if (!excluded.address().isZero()) {
        addresses.merge(
            excluded.thread(),
            excluded.address(),
            (one, other) -> one.isAfter(other) ? other : one);
      }
    }
    return new OpenFloor(lowest, addresses);
  }

  /**
   * A transaction that is left out.
   *
   * @param key which
   * @param scn SCN of the row that told its user, mostly its START row
   * @param thread redo thread of that row
   * @param address its address
   * @param userName the user
   */
  record Excluded(
      TransactionKey key,
      Scn scn,
      RedoThread thread,
      RedoAddress address,
      @Nullable String userName) {}
}
