package io.oraclecdc.testkit.simulator.logmnr;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import oracle.sql.BINARY_DOUBLE;
import oracle.sql.BINARY_FLOAT;
import oracle.sql.NUMBER;
import oracle.sql.TIMESTAMP;

/** Oracle's own driver knows the same encodings. */
class InternalEncodingPropertyTest {

  @Property(tries = 500, seed = "-4711")
  void numbersAreAsTheDriverEncodesThem(
      @ForAll
          @BigRange(
              min = "-99999999999999999999999999999999999999",
              max = "99999999999999999999999999999999999999")
          BigInteger digits,
      @ForAll @IntRange(min = -20, max = 60) int scale)
      throws SQLException {
    BigDecimal number = new BigDecimal(digits, scale);

    assertThat(InternalEncoding.number(number)).isEqualTo(new NUMBER(number).getBytes());
  }

  @Property(tries = 300, seed = "12")
  void timestampsAreAsTheDriverEncodesThem(
      @ForAll @LongRange(min = -62135596800L, max = 253402300799L) long second,
      @ForAll @IntRange(min = 1, max = 999_999_999) int nano)
      throws SQLException {
    LocalDateTime time = LocalDateTime.ofEpochSecond(second, nano, ZoneOffset.UTC);

    assertThat(InternalEncoding.timestamp(time)).isEqualTo(TIMESTAMP.of(time).getBytes());
  }

  @Property(tries = 200, seed = "7")
  void binaryNumbersAreAsTheDriverEncodesThem(@ForAll float single, @ForAll double twice) {
    assertThat(InternalEncoding.binaryFloat(single)).isEqualTo(new BINARY_FLOAT(single).getBytes());
    assertThat(InternalEncoding.binaryDouble(twice)).isEqualTo(new BINARY_DOUBLE(twice).getBytes());
  }
}
