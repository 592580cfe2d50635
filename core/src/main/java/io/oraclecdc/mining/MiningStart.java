package io.oraclecdc.mining;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import java.util.Map;

/**
 * Where a step has to begin.
 *
 * @param lowestScn no row below this SCN can matter any more
 * @param cursors per thread, the address up to which earlier steps went (rows at exactly this
 *     address are wanted again); threads that are missing here are mined from {@code lowestScn}
 */
public record MiningStart(Scn lowestScn, Map<RedoThread, RedoAddress> cursors) {

  /** Copies the map. */
  public MiningStart {
    cursors = Map.copyOf(cursors);
  }
}
