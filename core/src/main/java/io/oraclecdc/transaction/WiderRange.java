package io.oraclecdc.transaction;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import java.util.Map;

/**
 * Where a step has to begin so that no statement of several rows is cut at its beginning.
 *
 * @param scn lowest SCN of the first rows of the transactions that such a statement can be of
 * @param addresses per thread, the lowest address behind which it can lie
 */
public record WiderRange(Scn scn, Map<RedoThread, RedoAddress> addresses) {

  /** Copies the addresses. */
  public WiderRange {
    addresses = Map.copyOf(addresses);
  }
}
