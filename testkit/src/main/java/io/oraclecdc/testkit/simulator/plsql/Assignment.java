package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.capture.ColumnForm;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.session.LobHandle;
import io.oraclecdc.testkit.simulator.sql.ExpressionPlan;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import io.oraclecdc.testkit.simulator.sql.VariableType;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Brings a value into the form of the variable it is assigned to. */
final class Assignment {
  private static final String VALUE = "$VALUE";

  private Assignment() {}

  /**
   * The value as a variable of the type keeps it.
   *
   * @param from family of the value, UNKNOWN to go by its class
   * @throws SQLException ORA-06502 when it does not fit, ORA-01426 outside an integer type's range
   */
  static @Nullable Object of(VariableType type, Kind from, @Nullable Object given, BlockHost host)
      throws SQLException {
    Object value = plain(type, given);
    if (value == null) {
      if (type.notNull()) {
        throw valueError("");
      }
      return null;
    }
    if (!fits(type.kind(), value)) {
      value = converted(type.kind(), source(type.kind(), from, value), value, host);
    }
    if (value == null || type.form() == null) {
      return value;
    }
    try {
      return inRange(type.range(), ColumnForm.of(value, type.form(), () -> ""));
    } catch (SQLException e) {
      throw switch (e.getErrorCode()) {
        case 1438 -> valueError(": number precision too large");
        case 12899 ->
            valueError(
                type.kind() == Kind.RAW
                    ? ": raw variable length too long"
                    : ": character string buffer too small");
        default -> e;
      };
    }
  }

  /** An empty text is NULL; whole numbers of packages become NUMBER. */
  private static @Nullable Object plain(VariableType type, @Nullable Object value) {
    boolean text = type.kind() == Kind.VARCHAR || type.kind() == Kind.CHAR;
    if (text && value instanceof String string && string.isEmpty()) {
      return null;
    }
    return type.kind() == Kind.NUMBER
            && value instanceof Number number
            && !(value instanceof BigDecimal)
        ? new BigDecimal(number.toString())
        : value;
  }

  private static boolean fits(Kind kind, Object value) {
    return switch (kind) {
      case NUMBER -> value instanceof BigDecimal;
      case BINARY_FLOAT -> value instanceof Float;
      case BINARY_DOUBLE -> value instanceof Double;
      case VARCHAR, CHAR -> value instanceof String || value instanceof Boolean;
      case RAW -> value instanceof byte[];
      case DATE, TIMESTAMP -> value instanceof LocalDateTime;
      case TIMESTAMP_TZ, TIMESTAMP_LTZ -> value instanceof OffsetDateTime;
      case INTERVAL_YM -> value instanceof Integer || value instanceof Long;
      case INTERVAL_DS -> value instanceof Duration;
      default -> true;
    };
  }

  private static Kind source(Kind target, Kind from, Object value) {
    if (value instanceof LobHandle) {
      return target == Kind.RAW ? Kind.BLOB : Kind.CLOB;
    }
    if (from != Kind.UNKNOWN && from != Kind.NULL && fits(from, value)) {
      return from;
    }
    if (value instanceof BigDecimal || value instanceof Integer || value instanceof Long) {
      return Kind.NUMBER;
    }
    if (value instanceof byte[]) {
      return Kind.RAW;
    }
    if (value instanceof LocalDateTime time) {
      return time.truncatedTo(ChronoUnit.SECONDS).equals(time) ? Kind.DATE : Kind.TIMESTAMP;
    }
    if (value instanceof OffsetDateTime) {
      return Kind.TIMESTAMP_TZ;
    }
    if (value instanceof Duration) {
      return Kind.INTERVAL_DS;
    }
    if (value instanceof Float) {
      return Kind.BINARY_FLOAT;
    }
    return value instanceof Double ? Kind.BINARY_DOUBLE : Kind.VARCHAR;
  }

  /** The conversion that SQL makes between the two families. */
  private static @Nullable Object converted(Kind to, Kind from, Object value, BlockHost host)
      throws SQLException {
    BlockVariables names = new BlockVariables(null, host);
    names.declare(VALUE, from, value);
    try {
      ExpressionPlan plan =
          ExpressionPlan.expression(
              TokenCursor.of("\"" + VALUE + "\""), host.names(), List.of(), names, to);
      return host.query(plan.query(), names, 1).get(0)[0];
    } catch (SQLException e) {
      throw e.getErrorCode() == 1722 ? valueError(": character to number conversion error") : e;
    }
  }

  private static Object inRange(VariableType.@Nullable Range range, Object value)
      throws SQLException {
    if (range == null || !(value instanceof BigDecimal number)) {
      return value;
    }
    if (number.compareTo(BigDecimal.valueOf(range.greatest())) > 0
        || number.compareTo(BigDecimal.valueOf(Integer.MIN_VALUE)) < 0) {
      throw OraErrors.of(1426, "numeric overflow");
    }
    if (number.compareTo(BigDecimal.valueOf(range.least())) < 0) {
      throw valueError("");
    }
    return value;
  }

  private static SQLException valueError(String detail) {
    return OraErrors.of(6502, "PL/SQL: numeric or value error" + detail);
  }
}
