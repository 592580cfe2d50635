package io.oraclecdc.transaction;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * START rows of transactions that have not ended: where they began and whose they are. Most of them
 * never touch a captured table, so a START makes no transaction. One per undo slot, because a slot
 * is given to the next transaction only when the one before is over. Bounded: the eldest are
 * forgotten, and count as transactions whose beginning was not mined.
 */
final class StartedTransactions {
  private static final int MAX = 1 << 16;

  private final LinkedHashMap<UndoSlot, Started> started =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<UndoSlot, Started> eldest) {
          return size() > MAX;
        }
      };
  private final Map<UndoSlot, @Nullable Started> beforeStep = new HashMap<>();
  private long step;

  void beginStep(long newStep) {
    step = newStep;
    beforeStep.clear();
  }

  void add(
      TransactionKey key,
      Scn scn,
      RedoThread thread,
      RedoAddress address,
      @Nullable String userName,
      @Nullable LocalDateTime time,
      boolean mined) {
    UndoSlot slot = UndoSlot.of(key);
    Started known = started.get(slot);
    if (known == null || known.key().xid().sequence() < key.xid().sequence()) {
      put(slot, new Started(key, scn, thread, address, userName, time, mined, step));
    } else if (known.key().equals(key)) {
      put(slot, known.seenIn(step, known.userName() == null ? userName : known.userName()));
    }
  }

  /** All of them. */
  Collection<Started> all() {
    return started.values();
  }

  @Nullable Started get(TransactionKey key) {
    Started found = started.get(UndoSlot.of(key));
    return found != null && found.key().equals(key) ? found : null;
  }

  /** Whether the range of the running step holds the START row, as far as is known. */
  boolean isInStep(Started known) {
    return known.step() == step;
  }

  void remove(TransactionKey key) {
    if (get(key) != null) {
      put(UndoSlot.of(key), null);
    }
  }

  private void put(UndoSlot slot, @Nullable Started next) {
    Started before = next == null ? started.remove(slot) : started.put(slot, next);
    if (!beforeStep.containsKey(slot)) {
      beforeStep.put(slot, before);
    }
  }

  void discardStep() {
    beforeStep.forEach(
        (slot, before) -> {
          if (before == null) {
            started.remove(slot);
          } else {
            started.put(slot, before);
          }
        });
    beforeStep.clear();
  }

  /**
   * From where redo is needed by these transactions too.
   *
   * @param isKnown those of which something else tells from where
   */
  OpenFloor including(OpenFloor floor, Predicate<TransactionKey> isKnown) {
    Scn lowest = floor.scn();
    Map<RedoThread, RedoAddress> addresses = new HashMap<>(floor.addresses());
    for (Started start : started.values()) {
      if (isKnown.test(start.key())) {
        continue;
      }
      lowest = lowest == null ? start.scn() : Scn.min(lowest, start.scn());
      if (!start.address().isZero()) {
        addresses.merge(
            start.thread(), start.address(), (one, other) -> one.isAfter(other) ? other : one);
      }
    }
    return new OpenFloor(lowest, addresses, floor.journaled(), floor.need(), floor.oldest());
  }

  /**
   * A transaction that began.
   *
   * @param key which
   * @param scn SCN of its START row
   * @param thread redo thread of it
   * @param address its address
   * @param userName Oracle user, null when the row does not tell
   * @param time when, null when the row does not tell
   * @param mined whether its START row was mined
   * @param step newest step that returned the row
   */
  record Started(
      TransactionKey key,
      Scn scn,
      RedoThread thread,
      RedoAddress address,
      @Nullable String userName,
      @Nullable LocalDateTime time,
      boolean mined,
      long step) {

    private Started seenIn(long newStep, @Nullable String user) {
      return new Started(key, scn, thread, address, user, time, mined, newStep);
    }
  }
}
