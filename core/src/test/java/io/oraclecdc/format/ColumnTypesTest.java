package io.oraclecdc.format;

import static io.oraclecdc.format.Changes.NULL;
import static io.oraclecdc.format.Changes.UNAVAILABLE;
import static io.oraclecdc.format.Changes.inserted;
import static io.oraclecdc.format.Changes.number;
import static io.oraclecdc.format.Changes.settings;
import static io.oraclecdc.format.Parts.afterOf;
import static io.oraclecdc.format.Parts.headerOf;
import static io.oraclecdc.format.Parts.keyOf;
import static io.oraclecdc.format.Parts.rowSchemaOf;
import static io.oraclecdc.format.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.DecimalMode;
import io.oraclecdc.config.NameAdjustmentMode;
import io.oraclecdc.config.TemporalMode;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.schema.TableSchema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnTypesTest {
  private static final FormatSettings PRECISE = settings();
  private static final FormatSettings STRING =
      settings(DecimalMode.STRING, TemporalMode.ISO_STRING, NameAdjustmentMode.NONE);
  private static final FormatSettings DOUBLE =
      settings(DecimalMode.DOUBLE, TemporalMode.ADAPTIVE, NameAdjustmentMode.NONE);

  private static Schema fieldOf(FormatSettings settings, String type) {
    return rowSchemaOf(only(settings, type, NULL)).field("C").schema();
  }

  private static Object columnOf(FormatSettings settings, String type, Object value) {
    return afterOf(only(settings, type, value)).get("C");
  }

  private static ChangeRecord only(FormatSettings settings, String type, Object value) {
    TableSchema table = table("ID NUMBER(9)", "C " + type).build();
    return new DebeziumFormat(settings).records(inserted(table, number("1"), value)).get(0);
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "VARCHAR2(10) | string, optional",
        "NVARCHAR2(10) | string, optional",
        "CHAR(10) | string, optional",
        "NCHAR(10) | string, optional",
        "LONG | string, optional",
        "ROWID | string, optional",
        "UROWID | string, optional",
        "CLOB | string, optional",
        "NCLOB | string, optional",
        "XMLTYPE | string, optional, io.debezium.data.Xml version 1",
        "RAW(16) | bytes, optional",
        "LONG RAW | bytes, optional",
        "BLOB | bytes, optional",
        "BINARY_FLOAT | float32, optional",
        "BINARY_DOUBLE | float64, optional",
        "NUMBER(1) | int8, optional",
        "NUMBER(2) | int8, optional",
        "NUMBER(3) | int16, optional",
        "NUMBER(4,0) | int16, optional",
        "NUMBER(5) | int32, optional",
        "NUMBER(9) | int32, optional",
        "NUMBER(10) | int64, optional",
        "NUMBER(18) | int64, optional",
        "NUMBER(19) | bytes, optional, org.apache.kafka.connect.data.Decimal version 1,"
            + " {connect.decimal.precision=19, scale=0}",
        "NUMBER(38) | bytes, optional, org.apache.kafka.connect.data.Decimal version 1,"
            + " {connect.decimal.precision=38, scale=0}",
        "INTEGER | bytes, optional, org.apache.kafka.connect.data.Decimal version 1,"
            + " {connect.decimal.precision=38, scale=0}",
        "NUMBER(*,2) | bytes, optional, org.apache.kafka.connect.data.Decimal version 1,"
            + " {connect.decimal.precision=38, scale=2}",
        "NUMBER(10,2) | bytes, optional, org.apache.kafka.connect.data.Decimal version 1,"
            + " {connect.decimal.precision=10, scale=2}",
        "NUMBER(2,5) | bytes, optional, org.apache.kafka.connect.data.Decimal version 1,"
            + " {connect.decimal.precision=2, scale=5}",
        "NUMBER | struct, optional, io.debezium.data.VariableScaleDecimal version 1",
        "FLOAT | struct, optional, io.debezium.data.VariableScaleDecimal version 1",
        "FLOAT(24) | struct, optional, io.debezium.data.VariableScaleDecimal version 1",
        "DATE | int64, optional, io.debezium.time.Timestamp version 1",
        "TIMESTAMP(0) | int64, optional, io.debezium.time.Timestamp version 1",
        "TIMESTAMP(3) | int64, optional, io.debezium.time.Timestamp version 1",
        "TIMESTAMP(4) | int64, optional, io.debezium.time.MicroTimestamp version 1",
        "TIMESTAMP | int64, optional, io.debezium.time.MicroTimestamp version 1",
        "TIMESTAMP(7) | int64, optional, io.debezium.time.NanoTimestamp version 1",
        "TIMESTAMP(6) WITH TIME ZONE | string, optional, io.debezium.time.ZonedTimestamp version 1",
        "TIMESTAMP(6) WITH LOCAL TIME ZONE | string, optional, io.debezium.time.ZonedTimestamp version 1",
        "INTERVAL YEAR(4) TO MONTH | float64, optional, io.debezium.time.MicroDuration version 1",
        "INTERVAL DAY(3) TO SECOND(6) | float64, optional, io.debezium.time.MicroDuration version 1"
      })
  void typesByDefault(String type, String expected) {
    assertThat(RecordText.typeOf(fieldOf(PRECISE, type))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NUMBER(2)",
        "NUMBER(18)",
        "NUMBER(10,2)",
        "NUMBER(8,-1)",
        "NUMBER",
        "FLOAT",
        "INTEGER",
        "DATE",
        "TIMESTAMP(9)",
        "TIMESTAMP(6) WITH TIME ZONE",
        "TIMESTAMP WITH LOCAL TIME ZONE",
        "INTERVAL YEAR(4) TO MONTH",
        "INTERVAL DAY(3) TO SECOND(6)"
      })
  void textModesGivePlainStrings(String type) {
    assertThat(RecordText.typeOf(fieldOf(STRING, type))).isEqualTo("string, optional");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"NUMBER(2)", "NUMBER(38)", "NUMBER(10,2)", "NUMBER(8,-1)", "NUMBER", "FLOAT"})
  void doubleModeGivesFloat64(String type) {
    assertThat(RecordText.typeOf(fieldOf(DOUBLE, type))).isEqualTo("float64, optional");
    assertThat(columnOf(DOUBLE, type, number("90"))).isEqualTo(90.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"BINARY_FLOAT", "BINARY_DOUBLE"})
  void binaryNumbersAreTheSameInEveryMode(String type) {
    assertThat(fieldOf(STRING, type)).isEqualTo(fieldOf(PRECISE, type));
    assertThat(columnOf(STRING, "BINARY_FLOAT", 1.5f)).isEqualTo(1.5f);
    assertThat(columnOf(DOUBLE, "BINARY_DOUBLE", Double.NaN)).isEqualTo(Double.NaN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"JSON", "BOOLEAN", "VECTOR", "BFILE", "OBJECT"})
  void typesWithoutMappingAreRefused(String type) {
    assertThatThrownBy(() -> only(PRECISE, type, NULL))
        .isInstanceOf(CdcException.class)
        .isNotInstanceOf(DecodeException.class)
        .hasMessageContaining("[CDC-3001]")
        .hasMessageContaining("column C of table APP.T has type " + type);
  }

  @Test
  void VAL_01_datesBeforeTheCommonEra() {
    LocalDateTime date = LocalDateTime.of(-2017, 3, 27, 0, 0);
    OffsetDateTime zoned = OffsetDateTime.parse("-2017-03-27T01:34:56.007890-11:00");

    assertThat(columnOf(PRECISE, "DATE", date)).isEqualTo(-125810236800000L);
    assertThat(columnOf(PRECISE, "TIMESTAMP(6) WITH TIME ZONE", zoned))
        .isEqualTo("-2017-03-27T01:34:56.007890-11:00");
    assertThat(columnOf(STRING, "DATE", date)).isEqualTo("-2017-03-27T00:00:00");
  }

  @Test
  void VAL_02_yearZero() {
    assertThat(columnOf(PRECISE, "DATE", LocalDateTime.of(0, 1, 2, 0, 0)))
        .isEqualTo(-62167132800000L);
    assertThatThrownBy(
            () ->
                columnOf(PRECISE, "TIMESTAMP(9)", LocalDateTime.of(0, 1, 2, 0, 0, 0, 123_456_789)))
        .isInstanceOf(DecodeException.class);
  }

  @Test
  void VAL_03_theEndOfTimeSentinel() {
    LocalDateTime end = LocalDateTime.parse("9999-12-31T23:59:59.999999999");

    assertThat(columnOf(PRECISE, "TIMESTAMP(6)", end)).isEqualTo(253402300799999999L);
    assertThat(columnOf(PRECISE, "TIMESTAMP(3)", end)).isEqualTo(253402300799999L);
    assertThat(columnOf(PRECISE, "DATE", LocalDateTime.parse("9999-12-31T00:00:00")))
        .isEqualTo(253402214400000L);
    assertThatThrownBy(() -> columnOf(PRECISE, "TIMESTAMP(9)", end))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("column C TIMESTAMP(9) of table APP.T is outside 1677-09-21")
        .hasMessageContaining("SCN 81209305, thread 1, redo address 0x0000fd.00011b0e.0010")
        .hasMessageNotContaining("9999");
  }

  @Test
  void nanosecondsReachBothEndsOfTheirRange() {
    LocalDateTime lowest = LocalDateTime.parse("1677-09-21T00:12:43.145224192");
    LocalDateTime highest = LocalDateTime.parse("2262-04-11T23:47:16.854775807");

    assertThat(columnOf(PRECISE, "TIMESTAMP(9)", lowest)).isEqualTo(Long.MIN_VALUE);
    assertThat(columnOf(PRECISE, "TIMESTAMP(9)", highest)).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> columnOf(PRECISE, "TIMESTAMP(9)", lowest.minusNanos(1)))
        .isInstanceOf(DecodeException.class);
    assertThatThrownBy(() -> columnOf(PRECISE, "TIMESTAMP(9)", highest.plusNanos(1)))
        .isInstanceOf(DecodeException.class);
  }

  @ParameterizedTest // VAL-04
  @CsvSource({
    "5, 0, 5",
    "1234567890.123456789, 9, 1234567890123456789",
    "-42.5, 1, -425",
    ".5, 1, 5",
    "-.5, 1, -5",
    "0, 0, 0",
    "1E3, 0, 1000"
  })
  void VAL_04_numberWithoutPrecision(String text, int scale, BigInteger unscaled) {
    Struct decimal = (Struct) columnOf(PRECISE, "NUMBER", number(text));

    assertThat(decimal.getInt32("scale")).isEqualTo(scale);
    assertThat(new BigInteger(decimal.getBytes("value"))).isEqualTo(unscaled);
    assertThat(columnOf(STRING, "NUMBER", number(text))).isEqualTo(number(text).toPlainString());
  }

  @ParameterizedTest // VAL-05
  @CsvSource({
    "'NUMBER(1,-1)', 90, INT8",
    "'NUMBER(2,-2)', 9900, INT16",
    "'NUMBER(8,-1)', 999999990, INT32",
    "'NUMBER(16,-2)', 999999999999999900, INT64"
  })
  void VAL_05_negativeScaleChoosesTheIntegerByPrecisionMinusScale(
      String type, String text, Schema.Type expected) {
    assertThat(fieldOf(PRECISE, type).type()).isEqualTo(expected);
    assertThat(columnOf(PRECISE, type, number(text))).hasToString(text);
    assertThat(columnOf(STRING, type, number(text))).isEqualTo(text);
  }

  @Test
  void VAL_05_largeNegativeScaleIsADecimal() {
    String text = "99999999999999999999999999999999999900";
    BigDecimal value = (BigDecimal) columnOf(PRECISE, "NUMBER(36,-2)", number(text));

    assertThat(value.scale()).isEqualTo(-2);
    assertThat(value.toPlainString()).isEqualTo(text);
  }

  @ParameterizedTest // VAL-06
  @ValueSource(strings = {"9000000000000000001", "9223372036854775808"})
  void VAL_06_nineteenDigitsAreNotALong(String text) {
    TableSchema table = table("ID NUMBER(19,0)", "C NUMBER(18,0)").build();
    ChangeRecord record =
        new DebeziumFormat(PRECISE)
            .records(inserted(table, number(text), number("999999999999999999")))
            .get(0);

    assertThat(keyOf(record).get("ID")).isEqualTo(number(text));
    assertThat(afterOf(record).get("ID")).isEqualTo(number(text));
    assertThat(afterOf(record).get("C")).isEqualTo(999_999_999_999_999_999L);
  }

  @Test
  void VAL_09_zonedTimestampKeepsItsOffsetAndWidth() {
    OffsetDateTime time = OffsetDateTime.parse("2026-03-29T01:30:00.5+05:30");

    assertThat(columnOf(PRECISE, "TIMESTAMP(6) WITH TIME ZONE", time))
        .isEqualTo("2026-03-29T01:30:00.500000+05:30");
    assertThat(columnOf(PRECISE, "TIMESTAMP(0) WITH TIME ZONE", time))
        .isEqualTo("2026-03-29T01:30:00+05:30");
    assertThat(
            columnOf(
                PRECISE, "TIMESTAMP(9) WITH TIME ZONE", OffsetDateTime.parse("2026-03-29T01:30Z")))
        .isEqualTo("2026-03-29T01:30:00.000000000Z");
  }

  @Test
  void VAL_10_regionNamesEndAsTheirOffset() {
    assertThat(
            columnOf(
                PRECISE,
                "TIMESTAMP(6) WITH TIME ZONE",
                OffsetDateTime.parse("2021-07-08T04:05:06.789-07:00")))
        .isEqualTo("2021-07-08T04:05:06.789000-07:00");
  }

  @Test
  void VAL_11_localTimeZoneIsUtc() {
    String type = "TIMESTAMP(6) WITH LOCAL TIME ZONE";

    assertThat(columnOf(PRECISE, type, OffsetDateTime.parse("2026-10-25T02:30:00.25Z")))
        .isEqualTo("2026-10-25T02:30:00.250000Z");
    assertThat(columnOf(PRECISE, type, OffsetDateTime.parse("2026-10-25T02:30:00.25+02:00")))
        .isEqualTo("2026-10-25T00:30:00.250000Z");
  }

  @Test
  void VAL_14_negativeIntervals() {
    Duration days = Duration.ofDays(3).plusHours(2).plusMinutes(3).plusMillis(4500).negated();

    assertThat(columnOf(PRECISE, "INTERVAL DAY(5) TO SECOND(6)", days)).isEqualTo(-266584500000.0);
    assertThat(columnOf(PRECISE, "INTERVAL YEAR(4) TO MONTH", Period.of(-1, -11, 0)))
        .isEqualTo(-60485400000000.0);
    assertThat(columnOf(STRING, "INTERVAL DAY(5) TO SECOND(6)", days)).isEqualTo("PT-74H-3M-4.5S");
    assertThat(columnOf(STRING, "INTERVAL YEAR(4) TO MONTH", Period.of(-1, -11, 0)))
        .isEqualTo("P-1Y-11M");
  }

  @Test
  void intervalsBeyondALongAreTheNearestDouble() {
    String years = "INTERVAL YEAR(9) TO MONTH";
    String days = "INTERVAL DAY(9) TO SECOND(9)";
    assertThat(columnOf(PRECISE, years, Period.of(292_471, 0, 0)))
        .isEqualTo(292_471 * 12 * 2.6298e12);
    assertThat(columnOf(PRECISE, years, Period.of(300_000_000, 0, 0))).isEqualTo(9.46728e21);
    assertThat(columnOf(PRECISE, years, Period.of(-999_999_999, -11, 0)))
        .isEqualTo(-11_999_999_999L * 2.6298e12);
    assertThat(columnOf(PRECISE, days, Duration.ofNanos(-1))).isEqualTo(-0.001);
    assertThat(columnOf(PRECISE, days, Duration.ofNanos(-1_001))).isEqualTo(-1.001);
    assertThat(columnOf(PRECISE, days, Duration.ofDays(-999_999_999).minusNanos(999_999_999)))
        .isEqualTo(Double.parseDouble("-86399999913600999999.999"));
  }

  @Test
  void intervalsKeepTheirNanoseconds() {
    assertThat(
            columnOf(
                PRECISE,
                "INTERVAL DAY(5) TO SECOND(9)",
                Duration.ofSeconds(4).plusNanos(123_456_789)))
        .isEqualTo(4123456.789);
  }

  @Test
  void VAL_15_blanksOfCharStay() {
    assertThat(columnOf(PRECISE, "CHAR(10)", "Вa'b\\c   ")).isEqualTo("Вa'b\\c   ");
    assertThat(columnOf(PRECISE, "NCHAR(10)", "Вa'b\\c    ")).isEqualTo("Вa'b\\c    ");
  }

  @Test
  void VAL_23_columnsThatLogMinerLeavesOutHaveNoField() {
    TableSchema table =
        table("ID NUMBER(9)")
            .with("FLAG BOOLEAN", io.oraclecdc.schema.Column.Use.IGNORED)
            .withDefault("NAME VARCHAR2(50)", "NULL")
            .build();
    ChangeRecord record =
        new DebeziumFormat(PRECISE)
            .records(inserted(table, number("1"), Changes.NOT_LOGGED, "a"))
            .get(0);

    assertThat(rowSchemaOf(record).fields())
        .extracting(field -> field.name())
        .containsExactly("ID", "NAME");
  }

  @Test
  void surplusDigitsAreCutNotRounded() {
    LocalDateTime time = LocalDateTime.parse("2026-03-29T23:59:59.999999999");

    assertThat(columnOf(STRING, "TIMESTAMP(2)", time)).isEqualTo("2026-03-29T23:59:59.99");
    assertThat(columnOf(PRECISE, "TIMESTAMP(2)", time)).isEqualTo(1774828799990L);
    assertThat(columnOf(PRECISE, "TIMESTAMP(0)", LocalDateTime.parse("1969-12-31T23:59:59.999")))
        .isEqualTo(-1000L);
  }

  @Test
  void isoTextAlwaysHasSeconds() {
    assertThat(columnOf(STRING, "DATE", LocalDateTime.parse("0900-01-02T03:04")))
        .isEqualTo("0900-01-02T03:04:00");
    assertThat(columnOf(STRING, "TIMESTAMP(6)", LocalDateTime.parse("2026-01-02T03:04")))
        .isEqualTo("2026-01-02T03:04:00.000000");
    assertThat(
            columnOf(
                STRING, "TIMESTAMP(3) WITH TIME ZONE", OffsetDateTime.parse("2026-01-02T03:04Z")))
        .isEqualTo("2026-01-02T03:04:00.000Z");
  }

  @Test
  void decimalsHaveTheDeclaredScale() {
    assertThat(columnOf(PRECISE, "NUMBER(10,2)", number("1.5"))).isEqualTo(number("1.50"));
    assertThat(columnOf(STRING, "NUMBER(10,2)", number("1.5"))).isEqualTo("1.50");
    assertThat(columnOf(STRING, "NUMBER(10)", number("7"))).isEqualTo("7");
  }

  @ParameterizedTest
  @CsvSource({
    "'NUMBER(2)', 128",
    "'NUMBER(2)', -129",
    "'NUMBER(4)', 32768",
    "'NUMBER(9)', 2147483648",
    "'NUMBER(18)', 9223372036854775808",
    "'NUMBER(9)', 1.5",
    "'NUMBER(10,2)', 1.555"
  })
  void numbersThatDoNotFitStopWithoutBeingShown(String type, String text) {
    assertThatThrownBy(() -> columnOf(PRECISE, type, number(text)))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("[CDC-3001] the value (withheld) of column C " + type)
        .hasMessageNotContaining(text);
  }

  @Test
  void valueOfAnotherClassIsRefused() {
    assertThatThrownBy(() -> columnOf(PRECISE, "NUMBER(9)", "12-secret"))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("java.lang.String")
        .hasMessageNotContaining("secret");
  }

  @Test
  void bytesArePassedOn() {
    assertThat(columnOf(PRECISE, "RAW(16)", new byte[] {1, 2}))
        .isEqualTo(ByteBuffer.wrap(new byte[] {1, 2}));
  }

  @Test
  void unavailableTextAndBytesAreThePlaceholder() {
    byte[] placeholder = "__cdc_unavailable_value".getBytes(StandardCharsets.UTF_8);

    assertThat(columnOf(PRECISE, "CLOB", UNAVAILABLE)).isEqualTo("__cdc_unavailable_value");
    assertThat(columnOf(PRECISE, "UROWID", UNAVAILABLE)).isEqualTo("__cdc_unavailable_value");
    assertThat(columnOf(PRECISE, "BLOB", UNAVAILABLE)).isEqualTo(ByteBuffer.wrap(placeholder));
  }

  @Test
  void unavailableValueWithoutPlaceholderIsNullAndNamedInAHeader() {
    ChangeRecord record = only(PRECISE, "NUMBER(9)", UNAVAILABLE);

    assertThat(afterOf(record).get("C")).isNull();
    assertThat(headerOf(record, "cdc.not_logged.after")).isEqualTo(java.util.List.of("C"));
  }
}
