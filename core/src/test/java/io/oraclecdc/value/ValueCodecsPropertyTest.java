package io.oraclecdc.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.OracleType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.Size;

/** What is written as LogMiner writes it comes back as the same value, whatever the value. */
class ValueCodecsPropertyTest {
  private final ValueCodecs codecs = new ValueCodecs(CodecContext.standard());

  private Object decode(Kind kind, Literal literal) {
    return codecs
        .codecFor(
            new Column(
                "C",
                new OracleType(kind, kind.name(), 50, null, null),
                true,
                1,
                Column.Use.CAPTURED,
                null))
        .decode(literal);
  }

  @Property(tries = 500, seed = "1")
  void quotedText(@ForAll @NotEmpty String value) {
    assertThat(decode(Kind.VARCHAR2, LiteralRenderer.text(value))).isEqualTo(value);
    assertThat(decode(Kind.CHAR, LiteralRenderer.text(value))).isEqualTo(value);
    assertThat(decode(Kind.LONG, LiteralRenderer.text(value))).isEqualTo(value);
  }

  /** A key that is printed in two ways, by LogMiner and by a query, is one key. */
  @Property(tries = 500, seed = "11")
  void aNumberHasOneScaleHoweverItIsPrinted(
      @ForAll @LongRange(min = 1, max = 999_999_999_999L) long digits,
      @ForAll @IntRange(min = -140, max = 125) int exponent) {
    BigDecimal value = new BigDecimal(BigInteger.valueOf(digits), -exponent).stripTrailingZeros();
    BigDecimal whole = value.scale() < 0 ? value.setScale(0) : value;
    String mantissa = value.unscaledValue().toString();
    String fraction = mantissa.length() == 1 ? "0" : mantissa.substring(1);
    int power = mantissa.length() - 1 - value.scale();
    assertThat(decode(Kind.NUMBER, LiteralRenderer.text(whole.toPlainString()))).isEqualTo(whole);
    assertThat(decode(Kind.NUMBER, LiteralRenderer.text(mantissa + "E" + -value.scale())))
        .isEqualTo(whole);
    assertThat(
            decode(
                Kind.NUMBER,
                LiteralRenderer.text(mantissa.charAt(0) + "." + fraction + "E" + power)))
        .isEqualTo(whole);
  }

  @Property(tries = 500, seed = "2")
  void nationalText(@ForAll @NotEmpty String value) {
    assertThat(decode(Kind.NVARCHAR2, LiteralRenderer.national(value))).isEqualTo(value);
    assertThat(decode(Kind.NCHAR, LiteralRenderer.national(value))).isEqualTo(value);
  }

  @Property(tries = 500, seed = "3")
  void textAsBytes(@ForAll @From("validText") String value, @ForAll boolean upperCase) {
    assertThat(
            decode(
                Kind.VARCHAR2,
                LiteralRenderer.hex(value.getBytes(StandardCharsets.UTF_8), upperCase)))
        .isEqualTo(value);
    assertThat(
            decode(
                Kind.NVARCHAR2,
                LiteralRenderer.hex(value.getBytes(StandardCharsets.UTF_16BE), upperCase)))
        .isEqualTo(value);
  }

  @Provide
  Arbitrary<String> validText() {
    return Arbitraries.strings()
        .ofMinLength(1)
        .ofMaxLength(40)
        .withChars('a', '\u00e4', '\u0416', '\u4e2d', '\'');
  }

  @Property(tries = 1000, seed = "4")
  void numbers(@ForAll BigInteger unscaled, @ForAll @IntRange(min = 0, max = 60) int scale) {
    BigDecimal value = new BigDecimal(unscaled, scale);
    assertThat(decode(Kind.NUMBER, LiteralRenderer.number(value))).isEqualTo(value);
    assertThat(decode(Kind.FLOAT, LiteralRenderer.number(value))).isEqualTo(value);
  }

  @Property(tries = 1000, seed = "5")
  void numbersOfFewDigits(@ForAll long unscaled, @ForAll @IntRange(min = 0, max = 10) int scale) {
    BigDecimal value = BigDecimal.valueOf(unscaled, scale);
    assertThat(decode(Kind.NUMBER, LiteralRenderer.number(value))).isEqualTo(value);
  }

  @Property(tries = 1000, seed = "6")
  void binaryDoubles(@ForAll double value) {
    assertThat(decode(Kind.BINARY_DOUBLE, LiteralRenderer.binary(value))).isEqualTo(value);
  }

  @Property(tries = 1000, seed = "7")
  void binaryFloats(@ForAll float value) {
    assertThat(decode(Kind.BINARY_FLOAT, LiteralRenderer.binary(value))).isEqualTo(value);
  }

  @Property(tries = 1000, seed = "8")
  void dates(@ForAll @From("times") LocalDateTime time) {
    LocalDateTime whole = time.withNano(0);
    assertThat(decode(Kind.DATE, LiteralRenderer.date(whole))).isEqualTo(whole);
  }

  @Property(tries = 1000, seed = "9")
  void timestamps(@ForAll @From("times") LocalDateTime time) {
    assertThat(decode(Kind.TIMESTAMP, LiteralRenderer.timestamp(time))).isEqualTo(time);
  }

  @Property(tries = 1000, seed = "10")
  void zonedTimestamps(
      @ForAll @From("times") LocalDateTime time,
      @ForAll @IntRange(min = -779, max = 840) int offsetMinutes) {
    OffsetDateTime zoned = time.atOffset(ZoneOffset.ofTotalSeconds(offsetMinutes * 60));
    assertThat(decode(Kind.TIMESTAMP_WITH_TIME_ZONE, LiteralRenderer.zoned(zoned)))
        .isEqualTo(zoned);
  }

  @Property(tries = 1000, seed = "11")
  void localZoneTimestamps(@ForAll @From("times") LocalDateTime time) {
    assertThat(decode(Kind.TIMESTAMP_WITH_LOCAL_TIME_ZONE, LiteralRenderer.localZone(time)))
        .isEqualTo(time.atOffset(ZoneOffset.UTC));
  }

  /** 4712 BC to 9999. */
  @Provide
  Arbitrary<LocalDateTime> times() {
    return Combinators.combine(
            Arbitraries.longs().between(-210_866_716_800L, 253_402_300_799L),
            Arbitraries.integers().between(0, 999_999_999))
        .as((second, nano) -> LocalDateTime.ofEpochSecond(second, nano, ZoneOffset.UTC));
  }

  @Property(tries = 500, seed = "12")
  void yearMonthIntervals(
      @ForAll @IntRange(min = 0, max = 999_999_999) int years,
      @ForAll @IntRange(min = 0, max = 11) int months,
      @ForAll boolean negative) {
    Period period = negative ? Period.of(-years, -months, 0) : Period.of(years, months, 0);
    assertThat(decode(Kind.INTERVAL_YEAR_TO_MONTH, LiteralRenderer.yearMonth(period)))
        .isEqualTo(period);
  }

  @Property(tries = 500, seed = "13")
  void daySecondIntervals(
      @ForAll @LongRange(min = -86_399_999_999_999L, max = 86_399_999_999_999L) long seconds,
      @ForAll @IntRange(min = 0, max = 999_999_999) int nanos) {
    Duration duration = Duration.ofSeconds(seconds, nanos);
    assertThat(decode(Kind.INTERVAL_DAY_TO_SECOND, LiteralRenderer.daySecond(duration)))
        .isEqualTo(duration);
  }

  @Property(tries = 500, seed = "14")
  void rawBytes(@ForAll @Size(min = 1, max = 300) byte[] bytes, @ForAll boolean upperCase) {
    assertThat(decode(Kind.RAW, LiteralRenderer.hex(bytes, upperCase))).isEqualTo(bytes);
    assertThat(decode(Kind.LONG_RAW, LiteralRenderer.hex(bytes, upperCase))).isEqualTo(bytes);
  }

  @Property(tries = 300, seed = "15")
  void rowIds(@ForAll @NotEmpty String text) {
    assertThat(decode(Kind.ROWID, LiteralRenderer.text(text))).isEqualTo(text);
    assertThat(decode(Kind.UROWID, LiteralRenderer.text(text))).isEqualTo(text);
  }
}
