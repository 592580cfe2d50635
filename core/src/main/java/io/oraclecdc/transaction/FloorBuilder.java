package io.oraclecdc.transaction;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.position.RedoNeed;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the lowest of many rows. Not thread-safe. */
final class FloorBuilder {
  private final Map<RedoThread, RedoAddress> addresses = new HashMap<>(2);
  private final Map<TransactionKey, Long> journaled = new HashMap<>(0);
  private @Nullable Scn scn;
  private @Nullable RedoNeed need;

  boolean isEmpty() {
    return addresses.isEmpty() && scn == null;
  }

  void add(Scn rowScn) {
    Scn known = scn;
    scn = known == null ? rowScn : Scn.min(known, rowScn);
  }

  void add(RedoThread thread, RedoAddress address) {
    RedoAddress known = addresses.get(thread);
    if (known == null || address.isBefore(known)) {
      addresses.put(thread, address);
    }
  }

  void add(OpenFloor floor) {
    Scn other = floor.scn();
    if (other != null) {
      add(other);
    }
    floor.addresses().forEach(this::add);
    journaled.putAll(floor.journaled());
    need = RedoNeed.ofBoth(need, floor.need());
  }

  void addJournaled(TransactionKey key, long chunks, @Nullable RedoNeed earlier) {
    journaled.put(key, chunks);
    need = RedoNeed.ofBoth(need, earlier);
  }

  void clear() {
    addresses.clear();
    journaled.clear();
    scn = null;
    need = null;
  }

  OpenFloor build() {
    return new OpenFloor(scn, addresses, journaled, need);
  }
}
