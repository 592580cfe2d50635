package io.oraclecdc.testkit.simulator.served;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A connection: knows itself whether it is open, and keeps the network timeout. */
final class ConnectionStandIn extends StandIn {
  ConnectionStandIn(ClientLink link, int id) {
    super(link, RemoteType.CONNECTION, id);
  }

  @Override
  @Nullable Object answer(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
      throws SQLException {
    switch (method.getName()) {
      case "close" -> {
        close(method);
        return null;
      }
      case "isClosed" -> {
        return link().isDead();
      }
      case "isValid" -> {
        return isValid(method, arguments);
      }
      case "abort" -> {
        abort(arguments);
        return null;
      }
      case "setNetworkTimeout" -> {
        link().checkOpen();
        link().networkTimeoutMillis(arguments == null ? 0 : number(arguments[1]));
        return null;
      }
      case "getNetworkTimeout" -> {
        link().checkOpen();
        return link().networkTimeoutMillis();
      }
      default -> {
        return remote(method, arguments);
      }
    }
  }

  private static int number(@Nullable Object value) {
    return value instanceof Integer number ? number : 0;
  }

  private void close(Method method) throws SQLException {
    if (!link().isDead()) {
      try {
        remote(method, null);
      } finally {
        link().die();
      }
    }
  }

  private boolean isValid(Method method, @Nullable Object @Nullable [] arguments)
      throws SQLException {
    int seconds = arguments == null ? 0 : number(arguments[0]);
    if (seconds < 0) {
      throw OraErrors.of(17068, "Invalid argument(s) in call");
    }
    if (link().isDead()) {
      return false;
    }
    try {
      return Boolean.TRUE.equals(link().validate(id(), method, seconds));
    } catch (SQLException e) {
      return false;
    }
  }

  private void abort(@Nullable Object @Nullable [] arguments) throws SQLException {
    if (arguments == null || !(arguments[0] instanceof Executor executor)) {
      throw OraErrors.of(17068, "Invalid argument(s) in call");
    }
    if (!link().isDead()) {
      link().markDead();
      executor.execute(link()::die);
    }
  }
}
