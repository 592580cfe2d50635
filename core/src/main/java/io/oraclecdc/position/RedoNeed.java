package io.oraclecdc.position;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Redo that can be asked for: archived logs below it may be removed.
 *
 * @param scn no row below it is asked for
 * @param addresses per thread, no row before it is asked for
 */
public record RedoNeed(Scn scn, Map<RedoThread, RedoAddress> addresses) {

  /** Copies the map. */
  public RedoNeed {
    addresses = Map.copyOf(addresses);
  }

  /** What is needed for both; null when neither needs any. */
  public static @Nullable RedoNeed ofBoth(@Nullable RedoNeed one, @Nullable RedoNeed other) {
    if (one == null || one.equals(other)) {
      return other;
    }
    return other == null ? one : one.including(other);
  }

  /** The lower of both. */
  RedoNeed including(RedoNeed other) {
    Map<RedoThread, RedoAddress> lowest = new HashMap<>(addresses);
    other.addresses.forEach(
        (thread, address) -> lowest.merge(thread, address, (a, b) -> a.isAfter(b) ? b : a));
    return new RedoNeed(Scn.min(scn, other.scn), lowest);
  }
}
