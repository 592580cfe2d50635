package io.oraclecdc.format;

import static io.oraclecdc.format.Tables.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.DecimalMode;
import io.oraclecdc.config.TemporalMode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

class NumbersPropertyTest {

  private static Object convert(ColumnMapping mapping, Object value) {
    Schema schema = mapping.schema().optional().build();
    Object converted = mapping.convert(value, schema);
    org.apache.kafka.connect.data.ConnectSchema.validateValue(schema, converted);
    return converted;
  }

  @Property(tries = 300, seed = "1")
  void numbersWithoutPrecisionComeBackExactly(
      @ForAll @BigRange(min = "-1e30", max = "1e30") @Scale(20) BigDecimal number) {
    Struct decimal =
        (Struct) convert(NumberMappings.of(type("NUMBER"), DecimalMode.PRECISE), number);

    assertThat(new BigDecimal(new BigInteger(decimal.getBytes("value")), decimal.getInt32("scale")))
        .isEqualByComparingTo(number);
  }

  @Property(tries = 300, seed = "2")
  void textComesBackExactlyAndWithoutExponent(
      @ForAll @BigRange(min = "-1e30", max = "1e30") @Scale(20) BigDecimal number) {
    String text = (String) convert(NumberMappings.of(type("NUMBER"), DecimalMode.STRING), number);

    assertThat(text).doesNotContain("E");
    assertThat(new BigDecimal(text)).isEqualByComparingTo(number);
  }

  @Property(tries = 300, seed = "3")
  void declaredDigitsAlwaysFitTheirInteger(
      @ForAll @IntRange(min = 1, max = 18) int precision, @ForAll long any) {
    long limit = BigInteger.TEN.pow(precision).longValueExact();
    long value = any % limit;
    Object converted =
        convert(
            NumberMappings.of(type("NUMBER(" + precision + ")"), DecimalMode.PRECISE),
            BigDecimal.valueOf(value));

    assertThat(((Number) converted).longValue()).isEqualTo(value);
  }

  @Property(tries = 300, seed = "4")
  void decimalsAreNeverRounded(
      @ForAll @BigRange(min = "-1e10", max = "1e10") @Scale(6) BigDecimal number,
      @ForAll @IntRange(min = 1, max = 8) int scale) {
    ColumnMapping mapping =
        NumberMappings.of(type("NUMBER(30," + scale + ")"), DecimalMode.PRECISE);

    if (number.stripTrailingZeros().scale() > scale) {
      assertThatThrownBy(() -> convert(mapping, number)).isInstanceOf(UnfitValueException.class);
    } else {
      assertThat((BigDecimal) convert(mapping, number))
          .isEqualByComparingTo(number)
          .satisfies(decimal -> assertThat(decimal.scale()).isEqualTo(scale));
    }
  }

  @Property(tries = 300, seed = "5")
  void timestampsAreCutTowardsThePast(
      @ForAll @LongRange(min = -9_000_000_000L, max = 9_000_000_000L) long seconds,
      @ForAll @IntRange(min = 0, max = 999_999_999) int nanos,
      @ForAll @IntRange(min = 0, max = 9) int precision) {
    LocalDateTime time = LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);
    BigDecimal exact =
        BigDecimal.valueOf(seconds)
            .add(BigDecimal.valueOf(nanos, 9))
            .setScale(precision, RoundingMode.FLOOR);
    int unit = precision <= 3 ? 3 : precision <= 6 ? 6 : 9;

    assertThat(
            convert(
                TemporalMappings.of(type("TIMESTAMP(" + precision + ")"), TemporalMode.ADAPTIVE),
                time))
        .isEqualTo(exact.movePointRight(unit).longValueExact());
  }

  @Property(tries = 300, seed = "6")
  void isoTextIsWhatJavaReads(
      @ForAll @LongRange(min = -150_000_000_000L, max = 250_000_000_000L) long seconds,
      @ForAll @IntRange(min = 0, max = 999_999_999) int nanos) {
    LocalDateTime time = LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);

    assertThat(LocalDateTime.parse(IsoText.of(time, 9))).isEqualTo(time);
  }

  @Property(tries = 300, seed = "7")
  void intervalsKeepTheirMicroseconds(
      @ForAll @LongRange(min = -1_000_000_000_000_000L, max = 1_000_000_000_000_000L) long micros) {
    Duration duration =
        Duration.ofSeconds(
            Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000);

    assertThat(convert(IntervalMappings.of(TemporalMode.ADAPTIVE, null), duration))
        .isEqualTo((double) micros);
  }
}
