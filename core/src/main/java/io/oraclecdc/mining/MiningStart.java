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
 * @param reach per thread, an address the step has to go to at least, however many logs that takes;
 *     empty for a step of the usual size
 */
public record MiningStart(
    Scn lowestScn, Map<RedoThread, RedoAddress> cursors, Map<RedoThread, RedoAddress> reach) {

  /** Copies the maps. */
  public MiningStart {
    cursors = Map.copyOf(cursors);
    reach = Map.copyOf(reach);
  }

  /** A step of the usual size. */
  public MiningStart(Scn lowestScn, Map<RedoThread, RedoAddress> cursors) {
    this(lowestScn, cursors, Map.of());
  }

  /** Whether a step must read a log of a thread to go far enough. */
  public boolean mustReach(RedoThread thread, long sequence) {
    RedoAddress end = reach.get(thread);
    return end != null && new RedoAddress(sequence, 0, 0).isBefore(end);
  }
}
