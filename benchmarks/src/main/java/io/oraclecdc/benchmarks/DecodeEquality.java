package io.oraclecdc.benchmarks;

import io.debezium.data.VariableScaleDecimal;
import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.redo.RowStatement;
import io.oraclecdc.redo.SqlRedoParser;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/** Checks that both decoders give the same values of a statement, column by column. */
final class DecodeEquality {
  private final SqlRedoParser ours;
  private final DebeziumDecoder debezium;

  DecodeEquality(SqlRedoParser ours, DebeziumDecoder debezium) {
    this.ours = ours;
    this.debezium = debezium;
  }

  /**
   * Compares the values of all statements.
   *
   * @throws IllegalStateException at the first difference
   */
  void check(List<String> statements) {
    for (String sql : statements) {
      RowStatement mine = ours.parse(sql);
      DebeziumDecoder.Values theirs = debezium.decode(sql);
      if ((mine.operation() == RowOperation.INSERT) != (theirs.before() == null)
          || (mine.operation() == RowOperation.DELETE) != (theirs.after() == null)) {
        throw new IllegalStateException("the images differ in kind: " + sql);
      }
      check(sql, "before", mine.before(), theirs.before());
      check(sql, "after", mine.after(), theirs.after());
    }
  }

  private static void check(String sql, String image, RowImage mine, Object @Nullable [] theirs) {
    if (theirs == null) {
      return;
    }
    for (int i = 0; i < theirs.length; i++) {
      Object plain = plain(theirs[i], i);
      if (!Objects.equals(comparable(mine.get(i), plain), plain)) {
        throw new IllegalStateException(
            image
                + " of "
                + OrderStatements.COLUMNS.get(i)
                + ": "
                + mine.get(i)
                + " and "
                + theirs[i]
                + " in "
                + sql);
      }
    }
  }

  /** The peer's value in plain Java terms; epoch numbers stay what they are. */
  private static @Nullable Object plain(@Nullable Object value, int column) {
    if (value instanceof Struct struct) {
      return VariableScaleDecimal.toLogical(struct).getDecimalValue().orElseThrow();
    }
    if (value instanceof ByteBuffer bytes) {
      return bytes.duplicate();
    }
    if (value instanceof String text && column == OrderStatements.COLUMNS.indexOf("SHIPPED_AT")) {
      return OffsetDateTime.parse(text);
    }
    return value;
  }

  /** Our value in the class that the peer uses for it. */
  @SuppressWarnings("JavaLocalDateTimeGetNano") // Seconds and nanoseconds are added up.
  private static @Nullable Object comparable(Object mine, @Nullable Object theirs) {
    if (mine == SpecialValue.SQL_NULL || theirs == null) {
      return mine == SpecialValue.SQL_NULL ? null : mine;
    }
    if (mine instanceof BigDecimal number) {
      return number(number, theirs);
    }
    if (mine instanceof LocalDateTime time) {
      long seconds = time.toEpochSecond(ZoneOffset.UTC);
      // a DATE in milliseconds, TIMESTAMP(6) in microseconds, TIMESTAMP(9) in nanoseconds
      long told = (Long) theirs;
      for (long unit : new long[] {1_000, 1_000_000, 1_000_000_000}) {
        long value = seconds * unit + time.getNano() / (1_000_000_000 / unit);
        if (value == told) {
          return told;
        }
      }
      return time;
    }
    return mine instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : mine;
  }

  private static Object number(BigDecimal number, Object theirs) {
    if (theirs instanceof BigDecimal decimal) {
      return number.compareTo(decimal) == 0 ? decimal : number;
    }
    if (theirs instanceof Double) {
      return number.doubleValue();
    }
    if (theirs instanceof Long) {
      return number.longValueExact();
    }
    if (theirs instanceof Integer) {
      return number.intValueExact();
    }
    if (theirs instanceof Short) {
      return number.shortValueExact();
    }
    return theirs instanceof Byte ? (Object) number.byteValueExact() : number;
  }
}
