package io.oraclecdc.commit;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.position.RedoNeed;
import io.oraclecdc.transaction.OpenFloor;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * From where redo is needed again.
 *
 * @param scn no row below it
 * @param addresses per thread, no row before it
 * @param journaled transactions with earlier rows, which are in the journal; how many chunks
 * @param need earlier redo that is asked for when one of these goes on, null for none
 */
record ResumePoint(
    Scn scn,
    Map<RedoThread, RedoAddress> addresses,
    Map<TransactionKey, Long> journaled,
    @Nullable RedoNeed need) {

  ResumePoint {
    addresses = Map.copyOf(addresses);
    journaled = Map.copyOf(journaled);
  }

  ResumePoint(Scn scn, Map<RedoThread, RedoAddress> addresses) {
    this(scn, addresses, Map.of(), null);
  }

  /** The earlier of this point and what a transaction needs. */
  ResumePoint including(OpenFloor floor) {
    Scn first = floor.scn();
    ResumePoint point = including(first == null ? scn : first, floor.addresses());
    if (floor.journaled().isEmpty()) {
      return point;
    }
    Map<TransactionKey, Long> both = new HashMap<>(journaled);
    both.putAll(floor.journaled());
    return new ResumePoint(
        point.scn, point.addresses, both, RedoNeed.ofBoth(point.need, floor.need()));
  }

  /** The earlier of this point and the first rows of something; this point itself when it is. */
  ResumePoint including(Scn firstScn, Map<RedoThread, RedoAddress> firstAddresses) {
    boolean covered = !firstScn.isBefore(scn);
    for (Map.Entry<RedoThread, RedoAddress> first : firstAddresses.entrySet()) {
      RedoAddress known = addresses.get(first.getKey());
      covered &= known != null && !first.getValue().isBefore(known);
    }
    if (covered) {
      return this;
    }
    Map<RedoThread, RedoAddress> merged = new HashMap<>(addresses);
    firstAddresses.forEach(
        (thread, address) ->
            merged.merge(thread, address, (one, other) -> one.isAfter(other) ? other : one));
    return new ResumePoint(Scn.min(scn, firstScn), merged, journaled, need);
  }

  /**
   * The later of this point and one that was promised before, for the SCN and for each thread. A
   * transaction may turn out to have begun before a promised point; its captured rows all lie
   * behind it, only its START row does not.
   */
  ResumePoint notBefore(ResumePoint promised) {
    boolean behind = !scn.isBefore(promised.scn);
    for (Map.Entry<RedoThread, RedoAddress> address : promised.addresses.entrySet()) {
      RedoAddress known = addresses.get(address.getKey());
      behind &= known != null && !known.isBefore(address.getValue());
    }
    if (behind) {
      return this;
    }
    Map<RedoThread, RedoAddress> merged = new HashMap<>(addresses);
    promised.addresses.forEach(
        (thread, address) ->
            merged.merge(thread, address, (one, other) -> one.isBefore(other) ? other : one));
    return new ResumePoint(Scn.max(scn, promised.scn), merged, journaled, need);
  }
}
