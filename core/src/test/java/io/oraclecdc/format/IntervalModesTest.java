package io.oraclecdc.format;

import static io.oraclecdc.format.Changes.NULL;
import static io.oraclecdc.format.Changes.inserted;
import static io.oraclecdc.format.Changes.number;
import static io.oraclecdc.format.Changes.settings;
import static io.oraclecdc.format.Parts.afterOf;
import static io.oraclecdc.format.Parts.rowSchemaOf;
import static io.oraclecdc.format.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.IntervalMode;
import io.oraclecdc.config.TemporalMode;
import io.oraclecdc.schema.TableSchema;
import java.time.Duration;
import java.time.Period;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class IntervalModesTest {
  private static final TableSchema TABLE =
      table(
              "ID NUMBER(9)",
              "YM INTERVAL YEAR(9) TO MONTH",
              "DS INTERVAL DAY(9) TO SECOND(9)",
              "D DATE")
          .build();

  private static ChangeRecord record(
      TemporalMode temporal, @Nullable IntervalMode mode, Object months, Object duration) {
    return new DebeziumFormat(settings(temporal, mode))
        .records(inserted(TABLE, number("1"), months, duration, NULL))
        .get(0);
  }

  private static Object months(IntervalMode mode, Period value) {
    return afterOf(record(TemporalMode.ADAPTIVE, mode, value, NULL)).get("YM");
  }

  private static Object duration(IntervalMode mode, Duration value) {
    return afterOf(record(TemporalMode.ADAPTIVE, mode, NULL, value)).get("DS");
  }

  @Test
  void theDefaultIsTheOwnersFloat64() {
    ChangeRecord record =
        record(TemporalMode.ADAPTIVE, null, Period.ofMonths(-42), Duration.ofNanos(4_123_456_789L));
    assertThat(RecordText.typeOf(rowSchemaOf(record).field("DS").schema()))
        .isEqualTo("float64, optional, io.debezium.time.MicroDuration version 1");
    assertThat(afterOf(record).get("YM")).isEqualTo(-110451600000000.0);
    assertThat(afterOf(record).get("DS")).isEqualTo(4123456.789);
  }

  @Test
  void int64IsWhatDebeziumsCodeMakes() {
    ChangeRecord record =
        record(
            TemporalMode.ADAPTIVE,
            IntervalMode.INT64,
            Period.of(-3, -6, 0),
            Duration.parse("PT-26H-3M-4.56S"));
    assertThat(RecordText.typeOf(rowSchemaOf(record).field("YM").schema()))
        .isEqualTo("int64, optional, io.debezium.time.MicroDuration version 1");
    assertThat(afterOf(record).get("YM")).isEqualTo(-110451600000000L);
    assertThat(afterOf(record).get("DS")).isEqualTo(-93784560000L);
  }

  @ParameterizedTest
  @CsvSource({
    "4123456789, 4123456", // Debezium makes 127456789 of it
    "-4123456789, -4123456",
    "999, 0",
    "-999, 0",
    "-1500, -1"
  })
  void nanosecondsAreCutTowardsZeroAndNotTakenForMicroseconds(long nanos, long micros) {
    assertThat(duration(IntervalMode.INT64, Duration.ofNanos(nanos))).isEqualTo(micros);
  }

  @Test
  void whatInt64CannotHoldIsRefusedWithoutItsValue() {
    assertThatThrownBy(() -> duration(IntervalMode.INT64, Duration.ofDays(999_999_999)))
        .hasMessageContaining("[CDC-3001]")
        .hasMessageContaining("column DS INTERVAL DAY(9) TO SECOND(9) of table APP.T")
        .hasMessageContaining("has more microseconds than int64 can hold")
        .hasMessageNotContaining("999999999");
    assertThatThrownBy(() -> months(IntervalMode.INT64, Period.ofYears(999_999_999)))
        .hasMessageContaining("has more microseconds than int64 can hold");
    assertThat(months(IntervalMode.FLOAT64, Period.ofYears(-999_999_999)))
        .isEqualTo(-11_999_999_988.0 * 2_629_800_000_000.0);
  }

  @ParameterizedTest
  @CsvSource({
    "42, P3Y6M0DT0H0M0S",
    "-42, P-3Y-6M0DT0H0M0S",
    "-6, P0Y-6M0DT0H0M0S",
    "0, P0Y0M0DT0H0M0S"
  })
  void textOfMonthsHasEveryPartWithItsSign(int months, String text) {
    assertThat(months(IntervalMode.STRING, Period.ofMonths(months))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "PT-26H-3M-4.56S, P0Y0M-1DT-2H-3M-4.56S",
    "PT26H3M4.56S, P0Y0M1DT2H3M4.56S",
    "PT0S, P0Y0M0DT0H0M0S",
    "PT-0.5S, P0Y0M0DT0H0M-0.5S",
    "PT0.000000001S, P0Y0M0DT0H0M0.000000001S",
    "PT10S, P0Y0M0DT0H0M10S",
    "PT4.123456789S, P0Y0M0DT0H0M4.123456789S"
  })
  void textOfSecondsHasNoZerosBehind(String duration, String text) {
    assertThat(duration(IntervalMode.STRING, Duration.parse(duration))).isEqualTo(text);
  }

  @Test
  void textHasDebeziumsName() {
    assertThat(
            RecordText.typeOf(
                rowSchemaOf(record(TemporalMode.ADAPTIVE, IntervalMode.STRING, NULL, NULL))
                    .field("YM")
                    .schema()))
        .isEqualTo("string, optional, io.debezium.time.Interval version 1");
  }

  @ParameterizedTest
  @EnumSource(IntervalMode.class)
  void theModeDecidesAlsoBesideIsoText(IntervalMode mode) {
    Duration value = Duration.ofHours(26);
    ChangeRecord iso = record(TemporalMode.ISO_STRING, mode, Period.ofMonths(1), value);
    assertThat(afterOf(iso).get("DS")).isEqualTo(duration(mode, value));
    assertThat(RecordText.typeOf(rowSchemaOf(iso).field("D").schema()))
        .isEqualTo("string, optional");
  }

  @Test
  void isoTextWithoutAModeIsTheOwnersDuration() {
    ChangeRecord iso =
        record(TemporalMode.ISO_STRING, null, Period.of(0, 14, 0), Duration.ofHours(26));
    assertThat(RecordText.typeOf(rowSchemaOf(iso).field("DS").schema()))
        .isEqualTo("string, optional");
    assertThat(afterOf(iso).get("DS")).isEqualTo("PT26H");
  }
}
