package io.oraclecdc.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.OracleType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.HexFormat;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import oracle.sql.BINARY_DOUBLE;
import oracle.sql.BINARY_FLOAT;
import oracle.sql.DATE;
import oracle.sql.NUMBER;
import oracle.sql.TIMESTAMP;

/** Bytes of data blocks, as Oracle's own driver encodes them. */
class InternalCodecPropertyTest {
  private static Object decoded(Kind kind, byte[] bytes) {
    return decoded(kind, HexFormat.of().formatHex(bytes));
  }

  private static Object decoded(Kind kind, String hex) {
    Literal literal = new Literal();
    literal.begin(hex, Literal.Kind.HEXTORAW, 0);
    literal.content(0, hex.length(), false);
    literal.finish(hex.length());
    return new ValueCodecs(CodecContext.standard())
        .internalCodecFor(
            new Column(
                "C",
                new OracleType(kind, kind.name(), 50, null, null),
                true,
                1,
                Column.Use.CAPTURED,
                null))
        .decode(literal);
  }

  @Property(tries = 1000, seed = "4711")
  void numbersAreThoseOfTheDriver(
      @ForAll
          @BigRange(
              min = "-99999999999999999999999999999999999999",
              max = "99999999999999999999999999999999999999")
          BigInteger digits,
      @ForAll @IntRange(min = -20, max = 60) int scale)
      throws SQLException {
    BigDecimal number = new BigDecimal(digits, scale);
    assertThat((BigDecimal) decoded(Kind.NUMBER, new NUMBER(number).getBytes()))
        .isEqualByComparingTo(number);
  }

  @Example
  void aNumberWithADigitThatOracleNeverWritesIsRefused() {
    for (String hex : new String[] {"3e6566", "c101", "c10201", "c10102"}) {
      assertThatThrownBy(() -> decoded(Kind.NUMBER, hex)).isInstanceOf(LiteralException.class);
    }
    assertThat((BigDecimal) decoded(Kind.NUMBER, "c3020102")).isEqualByComparingTo("10001");
  }

  @Property(tries = 500, seed = "4712")
  void timesAreThoseOfTheDriver(
      @ForAll @LongRange(min = -62135596800L, max = 253402300799L) long second,
      @ForAll @IntRange(max = 999_999_999) int nano)
      throws SQLException {
    LocalDateTime time = LocalDateTime.ofEpochSecond(second, nano, ZoneOffset.UTC);
    assertThat(decoded(Kind.TIMESTAMP, TIMESTAMP.of(time).getBytes())).isEqualTo(time);
    assertThat(decoded(Kind.DATE, DATE.of(time.withNano(0)).getBytes()))
        .isEqualTo(time.withNano(0));
  }

  @Property(tries = 500, seed = "4713")
  void binaryNumbersAreThoseOfTheDriver(@ForAll float single, @ForAll double twice) {
    assertThat(decoded(Kind.BINARY_FLOAT, new BINARY_FLOAT(single).getBytes())).isEqualTo(single);
    assertThat(decoded(Kind.BINARY_DOUBLE, new BINARY_DOUBLE(twice).getBytes())).isEqualTo(twice);
  }

  @Example
  void documentedBytesAreRead() {
    assertThat(decoded(Kind.NUMBER, "c102")).isEqualTo(BigDecimal.ONE);
    assertThat(decoded(Kind.NUMBER, "80")).isEqualTo(BigDecimal.ZERO);
    assertThat(decoded(Kind.NUMBER, "3e6466")).isEqualTo(BigDecimal.ONE.negate());
    assertThat(decoded(Kind.DATE, "787e021c0e2e3c"))
        .isEqualTo(LocalDateTime.of(2026, 2, 28, 13, 45, 59));
    assertThat(decoded(Kind.INTERVAL_YEAR_TO_MONTH, "800000053c")).isEqualTo(Period.ofYears(5));
    assertThat(decoded(Kind.INTERVAL_DAY_TO_SECOND, "800000053d3c3c80000000"))
        .isEqualTo(Duration.ofDays(5).plusHours(1));
    assertThat(decoded(Kind.TIMESTAMP_WITH_TIME_ZONE, "787e021c0c1e3c00000000155a"))
        .isEqualTo(OffsetDateTime.parse("2026-02-28T12:59:59+01:30"));
    assertThat(decoded(Kind.VARCHAR2, "6162")).isEqualTo("ab");
    assertThat(decoded(Kind.NVARCHAR2, "00610416")).isEqualTo("a\u0416");
    assertThat(decoded(Kind.VARCHAR2, "")).isEqualTo(SpecialValue.SQL_NULL);
    assertThat(decoded(Kind.CLOB, "")).isEqualTo("");
    assertThat(decoded(Kind.CLOB, "0061")).isEqualTo(SpecialValue.UNAVAILABLE);
  }

  @Example
  void whatCannotBeReadForCertainIsRefused() {
    assertThatThrownBy(() -> decoded(Kind.TIMESTAMP_WITH_TIME_ZONE, "787e021c0c1e3c0000000081aa"))
        .isInstanceOf(LiteralException.class)
        .hasMessageContaining("region");
    assertThatThrownBy(() -> decoded(Kind.TIMESTAMP_WITH_LOCAL_TIME_ZONE, "787e021c0e2e3c"))
        .isInstanceOf(LiteralException.class);
  }

  @Property(tries = 5_000, seed = "4714")
  void anyBytesAreAValueOrARefusal(@ForAll Kind kind, @ForAll @Size(max = 14) byte[] bytes) {
    try {
      assertThat(decoded(kind, bytes)).isNotNull();
    } catch (LiteralException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }
}
