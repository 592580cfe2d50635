package io.oraclecdc.testkit.simulator.served;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.jdbc.TypedResultSet;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one connection that a client holds stand-ins of. An object is kept until the
 * client has given back every reference it received. The worker thread changes it; any thread may
 * look.
 */
@SuppressWarnings("EnumOrdinal") // both ends are one version
final class ServerObjects implements References {
  private final Map<Integer, Held> byId = new ConcurrentHashMap<>();
  private final IdentityHashMap<Object, Held> byIdentity = new IdentityHashMap<>();
  private final WireValues values = new WireValues(this);
  private int lastId;

  private static final class Held {
    final int id;
    final Object object;
    int sent;

    Held(int id, Object object) {
      this.id = id;
      this.object = object;
    }
  }

  WireValues values() {
    return values;
  }

  /** Id of an object that is about to be sent. */
  int send(Object object) {
    Held held = byIdentity.get(object);
    if (held == null) {
      held = new Held(++lastId, object);
      byIdentity.put(object, held);
      byId.put(held.id, held);
    }
    held.sent++;
    return held.id;
  }

  void release(int id, int received) {
    Held held = byId.get(id);
    if (held != null) {
      held.sent -= received;
      if (held.sent <= 0) {
        byId.remove(id);
        byIdentity.remove(held.object);
      }
    }
  }

  Optional<Object> find(int id) {
    Held held = byId.get(id);
    return held == null ? Optional.empty() : Optional.of(held.object);
  }

  Object get(int id) throws SQLException {
    return find(id).orElseThrow(() -> OraErrors.of(17010, "Closed Resultset"));
  }

  int size() {
    return byId.size();
  }

  @Override
  public boolean write(WireWriter out, Object value) {
    RemoteType type = RemoteType.ofValue(value).orElse(null);
    if (type == null) {
      return false;
    }
    try {
      out.tag(type.code());
      out.count(send(value));
      if (type == RemoteType.RESULT) {
        describe(out, (ResultSet) value);
      }
      return true;
    } catch (SQLException e) {
      throw new IllegalStateException("a result cannot be described", e);
    }
  }

  /** What the client's result set has to know: columns, which are longs, fetch size, statement. */
  private void describe(WireWriter out, ResultSet result) throws SQLException {
    if (!(result instanceof TypedResultSet typed)) {
      throw new IllegalStateException("a result without typed values cannot be served");
    }
    int count = typed.columns().size();
    values.write(out, typed.columns());
    for (int i = 1; i <= count; i++) {
      out.flag(typed.isWhole(i));
    }
    boolean open = !typed.isClosed();
    out.count(open ? typed.getFetchSize() : 0);
    values.write(out, open ? typed.getStatement() : null);
  }

  @Override
  public @Nullable Object read(WireReader in) {
    int id = in.count();
    return find(id)
        .orElseThrow(() -> new IllegalStateException("unknown object of this connection: " + id));
  }
}
