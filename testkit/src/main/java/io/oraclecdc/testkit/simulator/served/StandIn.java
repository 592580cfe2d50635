package io.oraclecdc.testkit.simulator.served;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Carries the calls of a JDBC interface to the object on the server. Subclasses answer what the
 * client knows itself. Thread-safe.
 */
class StandIn implements InvocationHandler {
  private final ClientLink link;
  private final RemoteType type;
  private final int id;

  StandIn(ClientLink link, RemoteType type, int id) {
    this.link = link;
    this.type = type;
    this.id = id;
  }

  static Object of(ClientLink link, RemoteType type, int id) {
    StandIn handler =
        switch (type) {
          case CONNECTION -> new ConnectionStandIn(link, id);
          case STATEMENT, PREPARED, CALLABLE -> new StatementStandIn(link, type, id);
          default -> new StandIn(link, type, id);
        };
    Class<?> api = type.api() == Clob.class ? NClob.class : type.api();
    return Proxy.newProxyInstance(StandIn.class.getClassLoader(), new Class<?>[] {api}, handler);
  }

  /** Id of what a stand-in of this connection stands for, 0 for anything else. */
  static int id(Object value, ClientLink link) {
    return Proxy.isProxyClass(value.getClass())
            && Proxy.getInvocationHandler(value) instanceof StandIn handler
            && handler.link == link
        ? handler.id
        : 0;
  }

  ClientLink link() {
    return link;
  }

  int id() {
    return id;
  }

  @Override
  public @Nullable Object invoke(
      Object proxy, Method method, @Nullable Object @Nullable [] arguments) throws SQLException {
    if (method.getDeclaringClass() == Object.class) {
      return switch (method.getName()) {
        case "equals" -> arguments != null && proxy == arguments[0];
        case "hashCode" -> System.identityHashCode(proxy);
        default -> type.api().getSimpleName() + " " + id + " of " + link.url();
      };
    }
    switch (method.getName()) {
      case "isWrapperFor" -> {
        return wanted(arguments).isInstance(proxy);
      }
      case "unwrap" -> {
        if (!wanted(arguments).isInstance(proxy)) {
          throw OraErrors.of(17090, "operation not allowed");
        }
        return proxy;
      }
      default -> {
        return answer(proxy, method, arguments);
      }
    }
  }

  private static Class<?> wanted(@Nullable Object @Nullable [] arguments) throws SQLException {
    if (arguments == null || !(arguments[0] instanceof Class<?> type)) {
      throw OraErrors.of(17068, "Invalid argument(s) in call");
    }
    return type;
  }

  /** Answers a call of the interface. */
  @Nullable Object answer(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
      throws SQLException {
    if (type == RemoteType.DATABASE && method.getName().equals("getURL")) {
      return link.url();
    }
    return remote(method, arguments);
  }

  /** Asks the server. */
  final @Nullable Object remote(Method method, @Nullable Object @Nullable [] arguments)
      throws SQLException {
    return link.invoke(type, id, method, arguments);
  }

  /** Lets the call wait for the next one. */
  final void later(Method method, @Nullable Object @Nullable [] arguments) throws SQLException {
    link.later(type, id, method, arguments);
  }
}
