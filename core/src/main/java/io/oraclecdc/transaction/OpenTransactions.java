package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.TransactionKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The open transactions by key, and by the undo slot they sit in. */
final class OpenTransactions {
  private final Map<TransactionKey, OpenTransaction> byKey = new LinkedHashMap<>();
  private final Map<UndoSlot, List<OpenTransaction>> bySlot = new HashMap<>();

  @Nullable OpenTransaction get(TransactionKey key) {
    return byKey.get(key);
  }

  Collection<OpenTransaction> all() {
    return byKey.values();
  }

  void add(OpenTransaction transaction) {
    if (byKey.put(transaction.key(), transaction) == null) {
      bySlot
          .computeIfAbsent(UndoSlot.of(transaction.key()), slot -> new ArrayList<>(1))
          .add(transaction);
    }
  }

  void remove(OpenTransaction transaction) {
    byKey.remove(transaction.key());
    UndoSlot slot = UndoSlot.of(transaction.key());
    List<OpenTransaction> inSlot = bySlot.get(slot);
    if (inSlot != null && inSlot.remove(transaction) && inSlot.isEmpty()) {
      bySlot.remove(slot);
    }
  }

  /**
   * The transaction a row with a partial id belongs to, null when none is open in its slot: a slot
   * holds one transaction at a time, so it is the newest that had begun. An older one can be open
   * beside it when its instance died, and its end is in the redo of another thread that is read
   * later.
   *
   * <p>Within a thread addresses tell which had begun, between threads SCNs do: a slot is used
   * again only after what it held before was undone.
   *
   * @param severalThreads whether there is another thread that may hold the end of one
   * @throws CdcException CDC-3002 when several are open and no other thread can hold an end
   */
  @Nullable OpenTransaction ofPartial(MinedRow row, boolean severalThreads) {
    OpenTransaction found = null;
    for (OpenTransaction candidate :
        bySlot.getOrDefault(UndoSlot.of(row.transaction()), List.of())) {
      ThreadSpan span = candidate.spanOf(row.thread());
      boolean beganLater =
          (span != null && !row.address().isZero())
              ? row.address().isBefore(span.first())
              : row.scn().isBefore(candidate.firstScn());
      if (beganLater) {
        continue;
      }
      if (found != null && !severalThreads) {
        throw new CdcException(
            ErrorCode.CORRUPTION,
            "A row belongs to one of two open transactions, "
                + found.key()
                + " and "
                + candidate.key()
                + ", and does not tell to which: "
                + row.place(),
            "Report the rows of both transactions.",
            null);
      }
      boolean newer =
          found == null || candidate.key().xid().sequence() > found.key().xid().sequence();
      if (newer) {
        found = candidate;
      }
    }
    return found;
  }

  /**
   * Transactions that sat in a slot before that of a row and are presumed rolled back: now it is
   * certain. Only a row of their own thread tells: the undo of an instance that died stands in
   * another one, which may be read ahead of their last rows.
   *
   * <p>One from the journal whose end did not come in its own thread was undone by another
   * instance, and the position can lie behind that: its end does not come again.
   *
   * @param severalThreads whether there is another thread that may hold the end of one
   */
  List<OpenTransaction> endedByReuse(MinedRow row, boolean severalThreads) {
    TransactionKey key = row.transaction();
    List<OpenTransaction> inSlot = bySlot.get(UndoSlot.of(key));
    if (inSlot == null) {
      return List.of();
    }
    List<OpenTransaction> ended = new ArrayList<>(1);
    for (OpenTransaction candidate : inSlot) {
      boolean undoneElsewhere = severalThreads && candidate.isRestored() && !row.rollback();
      if ((candidate.isPresumedRolledBack() || undoneElsewhere)
          && candidate.spanOf(row.thread()) != null
          && candidate.key().xid().sequence() < key.xid().sequence()) {
        ended.add(candidate);
      }
    }
    return ended;
  }

  /** Number of those that have no end. */
  int withoutEnd() {
    int count = 0;
    for (OpenTransaction transaction : byKey.values()) {
      if (!transaction.isPresumedRolledBack()) {
        count++;
      }
    }
    return count;
  }

  /**
   * Where the oldest begin that may still be needed.
   *
   * @param wholeTransactions whether their beginnings are needed
   */
  OpenFloor floor(boolean wholeTransactions) {
    FloorBuilder floor = new FloorBuilder();
    OpenTransaction oldest = null;
    for (OpenTransaction transaction : byKey.values()) {
      if (transaction.holdsPosition()) {
        transaction.addFloor(floor, wholeTransactions);
        if (oldest == null || transaction.firstScn().isBefore(oldest.firstScn())) {
          oldest = transaction;
        }
      }
    }
    OpenFloor all = floor.build();
    return oldest != null && oldest.firstScn().equals(all.scn()) ? all.naming(oldest.key()) : all;
  }
}
