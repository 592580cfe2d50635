package io.oraclecdc.mining;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import java.util.Map;

/**
 * How far a finished step went.
 *
 * @param cursors per thread, the address up to which its redo was read: the next step's {@link
 *     MiningStart#cursors()}
 * @param passedScns per thread, an SCN such that every commit at or below it has been returned by
 *     now
 * @param nextLowestScn a bound for the next step: no row below it can matter unless an open
 *     transaction of the buffer began earlier
 * @param caughtUp whether the step reached the end of the redo that existed when it was opened
 */
public record StepEnd(
    Map<RedoThread, RedoAddress> cursors,
    Map<RedoThread, Scn> passedScns,
    Scn nextLowestScn,
    boolean caughtUp) {

  /** Copies the maps. */
  public StepEnd {
    cursors = Map.copyOf(cursors);
    passedScns = Map.copyOf(passedScns);
  }
}
