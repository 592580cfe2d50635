package io.oraclecdc.transaction;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.position.RedoNeed;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * From where redo is needed by open transactions.
 *
 * @param scn lowest SCN of a row, null when none is needed
 * @param addresses per thread, the lowest address of a row
 * @param journaled transactions of which earlier rows are in the journal, and how many chunks
 * @param need earlier redo that is asked for when one of these goes on, null for none
 */
public record OpenFloor(
    @Nullable Scn scn,
    Map<RedoThread, RedoAddress> addresses,
    Map<TransactionKey, Long> journaled,
    @Nullable RedoNeed need) {

  /** Nothing is needed. */
  public static final OpenFloor NONE = new OpenFloor(null, Map.of());

  /** Copies the maps. */
  public OpenFloor {
    addresses = Map.copyOf(addresses);
    journaled = Map.copyOf(journaled);
  }

  /** The floor of transactions that are not in the journal. */
  public OpenFloor(@Nullable Scn scn, Map<RedoThread, RedoAddress> addresses) {
    this(scn, addresses, Map.of(), null);
  }

  /** What is needed for both. */
  OpenFloor including(OpenFloor other) {
    FloorBuilder both = new FloorBuilder();
    both.add(this);
    both.add(other);
    return both.build();
  }
}
