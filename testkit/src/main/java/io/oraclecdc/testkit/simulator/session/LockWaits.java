package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/*
 * Why not H2
 * ==========
 * H2 finds deadlocks and rolls the victim's whole transaction back. Oracle undoes the statement of
 * the victim and leaves its transaction, locks included, as it was before. So sessions do not wait
 * inside H2: an attempt that meets a lock ends at once, its error names the transaction in the way,
 * and the session waits here until that transaction gives something back. A circle of such waits
 * is a deadlock, and who closes it is the victim. Only two attempts within the same millisecond
 * can still meet inside H2.
 */
/** Who waits for whom in one database. Thread-safe. */
final class LockWaits {
  private static final Pattern HOLDER = Pattern.compile("is locked by tx (\\d+) and can not");

  private final Map<Integer, Owner> owners = new HashMap<>();

  /** A session's transaction in H2, as others meet it. Guarded by the waits it belongs to. */
  static final class Owner {
    private int transaction = -1;
    private long releases;
    private @Nullable Owner waitsFor;
  }

  /** The session is about to take locks with a transaction of H2. */
  synchronized void begins(Owner owner, int transaction) {
    if (owner.transaction != transaction) {
      owners.remove(owner.transaction, owner);
      owner.transaction = transaction;
      owners.put(transaction, owner);
    }
  }

  /** The session gave locks back, all of them when its transaction ended. */
  synchronized void released(Owner owner, boolean ended) {
    owner.releases++;
    if (ended) {
      owners.remove(owner.transaction, owner);
      owner.transaction = -1;
    }
    notifyAll();
  }

  /** Who is in the way, null when the error does not tell. */
  synchronized @Nullable Owner holder(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      Matcher named = HOLDER.matcher(String.valueOf(cause.getMessage()));
      if (named.find()) {
        return owners.get(Integer.parseInt(named.group(1)));
      }
    }
    return null;
  }

  /**
   * Begins to wait.
   *
   * @return how often the holder had given something back
   * @throws SQLException ORA-00060 when it waits, maybe through others, for the waiter
   */
  synchronized long begin(Owner waiter, Owner holder) throws SQLException {
    for (Owner next = holder; next != null; next = next.waitsFor) {
      if (next == waiter) {
        throw OraErrors.of(60, "deadlock detected while waiting for resource");
      }
    }
    waiter.waitsFor = holder;
    return holder.releases;
  }

  /** Waits a while; true when the lock can be free now. */
  synchronized boolean isReleased(Owner holder, long releases, long millis)
      throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    long left = millis;
    while (holder.releases == releases && left > 0) {
      wait(left);
      left = (end - System.nanoTime()) / 1_000_000;
    }
    return holder.releases != releases;
  }

  /** The wait is over. */
  synchronized void end(Owner waiter) {
    waiter.waitsFor = null;
  }
}
