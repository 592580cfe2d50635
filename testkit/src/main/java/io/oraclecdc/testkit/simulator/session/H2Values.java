package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.functions.Intervals;
import io.oraclecdc.testkit.simulator.functions.RowIdText;
import io.oraclecdc.testkit.simulator.sql.Kind;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import org.h2.api.Interval;
import org.h2.api.IntervalQualifier;
import org.jspecify.annotations.Nullable;

/** Java values between the driver and H2, by family of type. */
public final class H2Values {
  private static final MathContext DIGITS = new MathContext(40, RoundingMode.HALF_UP);

  private H2Values() {}

  /** Reads a column as the Java class of its family; ROWID as text. */
  public static @Nullable Object read(ResultSet row, int index, Kind kind) throws SQLException {
    return switch (kind) {
      case NUMBER -> number(row.getBigDecimal(index));
      case BINARY_FLOAT -> {
        float value = row.getFloat(index);
        yield row.wasNull() ? null : (Object) value;
      }
      case BINARY_DOUBLE -> {
        double value = row.getDouble(index);
        yield row.wasNull() ? null : (Object) value;
      }
      case DATE, TIMESTAMP -> row.getObject(index, LocalDateTime.class);
      case TIMESTAMP_TZ, TIMESTAMP_LTZ -> row.getObject(index, OffsetDateTime.class);
      case INTERVAL_DS -> {
        Interval value =
            (Interval) row.getObject(index); // H2 2.5.252 loses the sign when the class is named
        yield value == null ? null : Intervals.duration(value);
      }
      case INTERVAL_YM -> {
        Interval value =
            (Interval) row.getObject(index); // H2 2.5.252 loses the sign when the class is named
        yield value == null ? null : (Object) Intervals.rowValue(Intervals.months(value));
      }
      case RAW, BLOB -> row.getBytes(index);
      case ROWID -> {
        byte[] value = row.getBytes(index);
        yield value == null ? null : RowIdText.encode(value);
      }
      case BOOLEAN -> {
        boolean value = row.getBoolean(index);
        yield row.wasNull() ? null : (Object) value;
      }
      case NULL -> null;
      default -> row.getString(index);
    };
  }

  /** A NUMBER as the driver shows it: at most 40 digits, no trailing zeros, scale at least 0. */
  public static @Nullable BigDecimal number(@Nullable BigDecimal value) {
    if (value == null) {
      return null;
    }
    if (value.signum() == 0) {
      return BigDecimal.ZERO;
    }
    BigDecimal stripped = value.round(DIGITS).stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  /** Sets a parameter of H2. */
  public static void set(PreparedStatement statement, int index, @Nullable Object value)
      throws SQLException {
    if (value instanceof Duration duration) {
      Duration size = duration.abs();
      statement.setObject(
          index,
          new Interval(
              IntervalQualifier.DAY_TO_SECOND,
              duration.isNegative(),
              size.toDays(),
              (size.getSeconds() % 86_400) * 1_000_000_000L + size.getNano()));
    } else if (value instanceof String text && text.isEmpty()) {
      statement.setObject(index, null);
    } else {
      statement.setObject(index, value);
    }
  }

  /** Sets a parameter to a value that a trigger read from a row: an empty text stays one. */
  public static void restore(
      PreparedStatement statement, int index, Kind kind, @Nullable Object value)
      throws SQLException {
    if (value instanceof String text && kind == Kind.CLOB) {
      statement.setClob(index, new StringReader(text));
    } else if (value instanceof String text && kind != Kind.ROWID) {
      statement.setString(index, text);
    } else {
      setRead(statement, index, kind, value);
    }
  }

  /** Like {@link #set} for a value that was read with {@link #read}. */
  static void setRead(PreparedStatement statement, int index, Kind kind, @Nullable Object value)
      throws SQLException {
    if (value instanceof LobHandle lob) {
      LobRunner.set(statement, index, lob.content());
    } else if (value != null && (kind == Kind.CLOB || kind == Kind.BLOB)) {
      LobRunner.set(statement, index, value);
    } else if (kind == Kind.INTERVAL_YM && value instanceof Number months) {
      statement.setObject(index, Intervals.yearMonth(months.longValue()));
    } else if (kind == Kind.ROWID && value instanceof String text) {
      statement.setBytes(index, RowIdText.decode(text));
    } else {
      set(statement, index, value);
    }
  }
}
