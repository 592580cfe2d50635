package io.oraclecdc.transaction;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the oldest open transactions begin.
 *
 * @param scn lowest SCN of a first row, null when nothing is open
 * @param addresses per thread, the lowest address of a first row
 */
public record OpenFloor(@Nullable Scn scn, Map<RedoThread, RedoAddress> addresses) {

  /** Copies the map. */
  public OpenFloor {
    addresses = Map.copyOf(addresses);
  }
}
