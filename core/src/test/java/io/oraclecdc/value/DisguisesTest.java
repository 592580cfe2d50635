package io.oraclecdc.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.Column.Use;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.OracleType.Kind;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class DisguisesTest {
  private static final Disguises DISGUISES = Disguises.NONE.masking(4).hashing("SHA-256", "pepper");

  private static Column column(Use use) {
    return new Column(
        "C", new OracleType(Kind.VARCHAR2, "VARCHAR2(50)", 50, null, null), true, 2, use, null);
  }

  private static Object hash(Object value) {
    return DISGUISES.of(column(Use.HASHED), value);
  }

  @Test
  void aHashIsTheDigestOfSaltAndText() {
    // printf pepperada | sha256sum
    assertThat(hash("ada"))
        .isEqualTo("d4c84e6cc66d90fd098be9436cdad8d9de3099bddd5f2298e98e10d7b9ff1672");
  }

  static Stream<Arguments> equalValues() {
    return Stream.of(
        Arguments.of(new BigDecimal("1.50"), new BigDecimal("1.5"), "1.5"),
        Arguments.of(new BigDecimal("1E3"), new BigDecimal("1000.0"), "1000"),
        Arguments.of(new BigDecimal("0.00"), BigDecimal.ZERO, "0"),
        Arguments.of(Period.of(1, 2, 0), Period.of(0, 14, 0), "P14M"),
        Arguments.of(Duration.parse("PT26H"), Duration.parse("PT1560M"), "PT26H"),
        Arguments.of(new byte[] {1, (byte) 0xCA}, new byte[] {1, (byte) 0xCA}, "01ca"),
        Arguments.of(1.5f, 1.5, "1.5"),
        Arguments.of(
            LocalDateTime.parse("2026-03-29T10:15:00"),
            LocalDateTime.of(2026, 3, 29, 10, 15),
            "2026-03-29T10:15:00"),
        Arguments.of(
            OffsetDateTime.parse("2026-03-29T10:15:00.5+02:00"),
            OffsetDateTime.parse("2026-03-29T10:15:00.500000+02:00"),
            "2026-03-29T10:15:00.5+02:00"));
  }

  @ParameterizedTest
  @MethodSource("equalValues")
  void equalValuesOfEveryClassHaveTheHashOfOneText(Object one, Object other, String text) {
    assertThat(hash(one)).isEqualTo(hash(other)).isEqualTo(hash(text));
  }

  @Test
  void otherValuesSaltsAndAlgorithmsMakeOtherHashes() {
    assertThat(hash("a")).isNotEqualTo(hash("b")).isNotEqualTo(hash("a "));
    assertThat(Disguises.NONE.hashing("SHA-256", "salt").of(column(Use.HASHED), "a"))
        .isNotEqualTo(hash("a"));
    assertThat((String) Disguises.NONE.hashing("SHA-512", "pepper").of(column(Use.HASHED), "a"))
        .hasSize(128);
  }

  @Test
  void aMaskTellsNothingOfTheValue() {
    assertThat(DISGUISES.of(column(Use.MASKED), "a")).isEqualTo("****");
    assertThat(DISGUISES.of(column(Use.MASKED), new BigDecimal(123456789))).isEqualTo("****");
    assertThat(Disguises.NONE.masking(0).of(column(Use.MASKED), "a")).isEqualTo("");
  }

  @ParameterizedTest
  @EnumSource(SpecialValue.class)
  void whatIsNoValueStaysAsItIs(SpecialValue special) {
    assertThat(hash(special)).isSameAs(special);
    assertThat(DISGUISES.of(column(Use.MASKED), special)).isSameAs(special);
  }

  @Test
  void otherColumnsAreLeftAlone() {
    Object value = new Object();
    assertThat(DISGUISES.of(column(Use.CAPTURED), value)).isSameAs(value);
  }

  @Test
  void aColumnIsNeverShownInClearForLackOfSettings() {
    assertThatThrownBy(() -> Disguises.NONE.of(column(Use.MASKED), "a"))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> Disguises.NONE.of(column(Use.HASHED), "a"))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> hash(new Object())).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theSaltIsNotShown() {
    assertThat(DISGUISES.toString()).doesNotContain("pepper");
    assertThat(
            new CodecContext(
                    CodecContext.standard().databaseCharset(),
                    CodecContext.standard().nationalCharset(),
                    CodecContext.standard().sessionZone(),
                    DISGUISES)
                .toString())
        .doesNotContain("pepper");
  }
}
