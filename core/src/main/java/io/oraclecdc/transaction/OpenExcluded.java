package io.oraclecdc.transaction;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An open transaction of which nothing is delivered: mostly of a user that is not captured.
 *
 * @param key which
 * @param scn SCN of the row that told its user, mostly its START row
 * @param thread redo thread of that row
 * @param address its address; zero when it was told by a stored position
 * @param userName the user, null when a stored position told of it
 * @param released whether it was given up because the database did not know it any more: it must
 *     not commit
 */
public record OpenExcluded(
    TransactionKey key,
    Scn scn,
    RedoThread thread,
    RedoAddress address,
    @Nullable String userName,
    boolean released) {

  /** One that may commit. */
  public OpenExcluded(
      TransactionKey key,
      Scn scn,
      RedoThread thread,
      RedoAddress address,
      @Nullable String userName) {
    this(key, scn, thread, address, userName, false);
  }

  /**
   * Whether a row of the next transaction in its slot tells that it is over. The undo of an
   * instance that died stands in the thread of another one, which may be read ahead of the last
   * rows of this transaction.
   */
  boolean mayEndBefore(MinedRow row) {
    return thread.number() == 0 ? !row.rollback() : thread.equals(row.thread());
  }

  /** Whether a range that begins there may lack the row that tells its user. */
  public boolean beganBefore(Scn lowest, Map<RedoThread, RedoAddress> addresses) {
    RedoAddress from = addresses.get(thread);
    return address.isZero() || scn.isBefore(lowest) || (from != null && address.isBefore(from));
  }
}
