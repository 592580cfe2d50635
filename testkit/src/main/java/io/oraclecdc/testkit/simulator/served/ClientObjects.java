package io.oraclecdc.testkit.simulator.served;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The stand-ins of a connection by the id of what they stand for. A stand-in that nobody holds any
 * longer is given back to the server with the next call. Guarded by the lock of the link.
 */
final class ClientObjects implements References {
  private final ClientLink link;
  private final WireValues values = new WireValues(this);
  private final Map<Integer, Held> byId = new HashMap<>();
  private final ReferenceQueue<Object> forgotten = new ReferenceQueue<>();
  private final List<Integer> unused = new ArrayList<>();
  private final Set<Integer> inFrame = new HashSet<>();
  private List<Held> gone = new ArrayList<>();

  private static final class Held extends WeakReference<Object> {
    final int id;
    int received;

    Held(int id, Object standIn, ReferenceQueue<Object> queue) {
      super(standIn, queue);
      this.id = id;
    }
  }

  ClientObjects(ClientLink link) {
    this.link = link;
  }

  WireValues values() {
    return values;
  }

  /** A reference was received for which no stand-in was needed. */
  void unused(int id) {
    unused.add(id);
  }

  /** The stand-in of a reference that was just received. */
  Object received(RemoteType type, int id, @Nullable ResultDescription description) {
    Held held = byId.get(id);
    Object standIn = held == null ? null : held.get();
    if (held == null || standIn == null) {
      standIn = make(type, id, description);
      Held fresh = new Held(id, standIn, forgotten);
      fresh.received = 1;
      byId.put(id, fresh);
    } else {
      held.received++;
    }
    return standIn;
  }

  private Object make(RemoteType type, int id, @Nullable ResultDescription description) {
    return switch (type) {
      case RESULT -> {
        if (description == null) {
          throw new IllegalStateException("a result without its description");
        }
        yield new ServedResultSet(link, id, description);
      }
      case READER -> new ServedReader(link, id);
      case INPUT -> new ServedInput(link, id);
      case WRITER -> new ServedWriter(link, id);
      case OUTPUT -> new ServedOutput(link, id);
      default -> StandIn.of(link, type, id);
    };
  }

  /**
   * Writes the id of an object that a call of the next frame uses. Its stand-in may be collected
   * while its last call is still on the way: what is in use is released with a later frame.
   */
  void use(WireWriter out, int id) {
    inFrame.add(id);
    out.count(id);
  }

  /** Writes what the server may forget: a count, then id and number of receipts of each. */
  void releases(WireWriter out) {
    for (Reference<?> next = forgotten.poll(); next != null; next = forgotten.poll()) {
      Held held = (Held) next;
      byId.remove(held.id, held);
      gone.add(held);
    }
    List<Held> later = gone.stream().filter(held -> inFrame.contains(held.id)).toList();
    gone.removeAll(later);
    out.count(unused.size() + gone.size());
    for (int id : unused) {
      out.count(id);
      out.count(1);
    }
    unused.clear();
    for (Held held : gone) {
      out.count(held.id);
      out.count(held.received);
    }
    gone = new ArrayList<>(later);
    inFrame.clear();
  }

  @Override
  public boolean write(WireWriter out, Object value) {
    int id = StandIn.id(value, link);
    if (id == 0) {
      return false;
    }
    use(out, id);
    return true;
  }

  @Override
  public @Nullable Object read(WireReader in) {
    RemoteType type = RemoteType.of(in.tag());
    int id = in.count();
    return received(
        type, id, type == RemoteType.RESULT ? ResultDescription.read(in, values) : null);
  }
}
