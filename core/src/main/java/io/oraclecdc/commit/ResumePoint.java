package io.oraclecdc.commit;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import java.util.HashMap;
import java.util.Map;

/**
 * From where redo is needed again.
 *
 * @param scn no row below it
 * @param addresses per thread, no row before it
 */
record ResumePoint(Scn scn, Map<RedoThread, RedoAddress> addresses) {

  ResumePoint {
    addresses = Map.copyOf(addresses);
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
    return new ResumePoint(Scn.min(scn, firstScn), merged);
  }
}
