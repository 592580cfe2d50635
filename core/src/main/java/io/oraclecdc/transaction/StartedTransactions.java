package io.oraclecdc.transaction;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * START rows of transactions that have not ended: where they began and whose they are. Most of them
 * never touch a captured table, so a START makes no transaction. Bounded: the eldest are forgotten,
 * and count as transactions whose beginning was not mined.
 */
final class StartedTransactions {
  private static final int MAX = 1 << 16;

  private final LinkedHashMap<TransactionKey, Started> started =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TransactionKey, Started> eldest) {
          return size() > MAX;
        }
      };
  private final List<Started> endedInStep = new ArrayList<>();
  private long step;

  void beginStep(long newStep) {
    step = newStep;
    endedInStep.clear();
  }

  void add(
      TransactionKey key,
      Scn scn,
      RedoThread thread,
      RedoAddress address,
      @Nullable String userName,
      boolean mined) {
    Started known = started.get(key);
    if (known == null) {
      started.put(key, new Started(key, scn, thread, address, userName, mined, step));
    } else if (known.userName() == null && userName != null) {
      started.put(
          key,
          new Started(
              key,
              known.scn(),
              known.thread(),
              known.address(),
              userName,
              known.mined(),
              known.step()));
    }
  }

  @Nullable Started get(TransactionKey key) {
    return started.get(key);
  }

  void remove(TransactionKey key) {
    Started ended = started.remove(key);
    if (ended != null && ended.step() != step) {
      endedInStep.add(ended);
    }
  }

  void discardStep() {
    started.values().removeIf(entry -> entry.step() == step);
    for (Started entry : endedInStep) {
      started.put(entry.key(), entry);
    }
    endedInStep.clear();
  }

  /**
   * A transaction that began.
   *
   * @param key which
   * @param scn SCN of its START row
   * @param thread redo thread of it
   * @param address its address
   * @param userName Oracle user, null when the row does not tell
   * @param mined whether its START row was mined
   * @param step step in which it was seen
   */
  record Started(
      TransactionKey key,
      Scn scn,
      RedoThread thread,
      RedoAddress address,
      @Nullable String userName,
      boolean mined,
      long step) {}
}
