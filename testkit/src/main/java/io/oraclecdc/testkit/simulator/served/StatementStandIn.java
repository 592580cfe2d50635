package io.oraclecdc.testkit.simulator.served;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZonedDateTime;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A statement. Binds of the common classes and batch elements cannot fail on an open statement, so
 * they wait for the execution that needs them instead of a round trip each.
 */
final class StatementStandIn extends StandIn {
  private static final Set<Class<?>> PLAIN =
      Set.of(
          String.class,
          Boolean.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          BigDecimal.class,
          BigInteger.class,
          byte[].class,
          Timestamp.class,
          Date.class,
          Time.class,
          LocalDate.class,
          LocalDateTime.class,
          OffsetDateTime.class,
          ZonedDateTime.class,
          Duration.class,
          Period.class);

  private static final Set<String> TYPED_BINDS =
      Set.of(
          "setString",
          "setNString",
          "setBytes",
          "setBoolean",
          "setByte",
          "setShort",
          "setInt",
          "setLong",
          "setFloat",
          "setDouble",
          "setBigDecimal",
          "setDate",
          "setTime",
          "setTimestamp",
          "setObject");

  private volatile boolean closed;

  StatementStandIn(ClientLink link, RemoteType type, int id) {
    super(link, type, id);
  }

  @Override
  @Nullable Object answer(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
      throws SQLException {
    switch (method.getName()) {
      case "close" -> {
        if (!closed && !link().isDead()) {
          closed = true;
          remote(method, null);
        }
        closed = true;
        return null;
      }
      case "isClosed" -> {
        return closed || link().isDead() || Boolean.TRUE.equals(remote(method, null));
      }
      case "cancel" -> {
        checkOpen();
        link().cancel(id());
        return null;
      }
      default -> {
        checkOpen();
        if (mayWait(method, arguments)) {
          later(method, arguments);
          return null;
        }
        return remote(method, arguments);
      }
    }
  }

  private void checkOpen() throws SQLException {
    link().checkOpen();
    if (closed) {
      throw OraErrors.of(17009, "Closed Statement");
    }
  }

  private static boolean mayWait(Method method, @Nullable Object @Nullable [] arguments) {
    if (arguments == null) {
      return method.getName().equals("addBatch") || method.getName().equals("clearParameters");
    }
    boolean bind =
        arguments.length == 2 && arguments[0] instanceof Integer position && position > 0;
    if (!bind) {
      return false;
    }
    Object value = arguments[1];
    return method.getName().equals("setNull")
        || (TYPED_BINDS.contains(method.getName())
            && (value == null || PLAIN.contains(value.getClass())));
  }
}
