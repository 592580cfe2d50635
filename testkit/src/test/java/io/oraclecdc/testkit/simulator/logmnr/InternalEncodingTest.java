package io.oraclecdc.testkit.simulator.logmnr;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.dictionary.SimType;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InternalEncodingTest {
  private static String hex(SimType type, Object value) {
    return HexFormat.of().formatHex(InternalEncoding.of(type, value));
  }

  private static String hex(String type, Object value) {
    return hex(SimTables.type(type), value);
  }

  @ParameterizedTest
  @CsvSource({
    "0,80",
    "1,c102",
    "100,c202",
    "123,c20218",
    "12.5,c10d33",
    "0.01,c002",
    "0.001,bf0b",
    "-1,3e6466",
    "-123,3d644e66",
    "1234567.89,c402182e445a",
    "1E125,ff0b",
  })
  void numbers(String value, String expected) {
    assertThat(hex("NUMBER", new BigDecimal(value))).isEqualTo(expected);
  }

  @Test
  void datesAndTimestamps() {
    LocalDateTime time = LocalDateTime.of(2026, 2, 28, 13, 45, 59);

    assertThat(hex("DATE", time)).isEqualTo("787e021c0e2e3c");
    assertThat(hex("DATE", LocalDateTime.of(-4711, 1, 1, 0, 0))).isEqualTo("35580101010101");
    assertThat(hex(SimTables.timestamp("TIMESTAMP", 6), time)).isEqualTo("787e021c0e2e3c");
    assertThat(hex(SimTables.timestamp("TIMESTAMP", 9), time.plusNanos(1)))
        .isEqualTo("787e021c0e2e3c00000001");
    assertThat(
            hex(
                SimTables.timestamp("TIMESTAMP WITH TIME ZONE", 6),
                OffsetDateTime.parse("2026-02-28T15:45:59+02:00")))
        .isEqualTo("787e021c0e2e3c00000000163c");
  }

  @Test
  void intervals() {
    assertThat(hex(SimTables.interval("INTERVAL YEAR TO MONTH", 2, null), 60))
        .isEqualTo("800000053c");
    assertThat(hex(SimTables.interval("INTERVAL DAY TO SECOND", 2, 6), Duration.ofSeconds(90_061)))
        .isEqualTo("800000013d3d3d80000000");
  }

  @Test
  void textRawAndBinaryNumbers() {
    assertThat(hex("VARCHAR2", "aé")).isEqualTo("61c3a9");
    assertThat(hex("NVARCHAR2", "aé")).isEqualTo("006100e9");
    assertThat(hex("RAW", new byte[] {1, -1})).isEqualTo("01ff");
    assertThat(hex("BINARY_FLOAT", 1f)).isEqualTo("bf800000");
    assertThat(hex("BINARY_DOUBLE", -1d)).isEqualTo("400fffffffffffff");
    assertThat(hex("ROWID", "AAAR3sAAEAAAACXAAB")).isEqualTo("00011dec010000970001");
  }
}
