package io.oraclecdc.redo;

import static io.oraclecdc.redo.RedoFixtures.change;
import static io.oraclecdc.redo.RedoFixtures.decoder;
import static io.oraclecdc.redo.RedoFixtures.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.UnescapedQuotes;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.schema.Column.Use;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.CodecContext;
import io.oraclecdc.value.OracleCharsets;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The cases of values, up to the Java value; what records make of it is the format's matter. */
class ValueCasesTest {

  private static Object decoded(Kind kind, String literal) {
    return decoded(kind, literal, RedoSettings.defaults());
  }

  private static Object decoded(Kind kind, String literal, RedoSettings settings) {
    TableSchema table = table("APP", "T").column("C", kind).build();
    return change(
            decoder(table, settings),
            table,
            "insert into \"APP\".\"T\"(\"C\") values (" + literal + ")")
        .after()
        .get(0);
  }

  private static void assertStops(Kind kind, String literal) {
    assertThatThrownBy(() -> decoded(kind, literal)).isInstanceOf(DecodeException.class);
  }

  private static long epochMillis(Object localDateTime) {
    return ((LocalDateTime) localDateTime).toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TO_DATE('-2018-03-27 00:00:00', 'SYYYY-MM-DD HH24:MI:SS')",
        "TO_DATE('2018-03-27 00:00:00 BC', 'YYYY-MM-DD HH24:MI:SS AD')"
      })
  void VAL_01_datesBeforeTheCommonEra(String literal) {
    assertThat(decoded(Kind.DATE, literal)).isEqualTo(LocalDateTime.of(-2017, 3, 27, 0, 0));
    assertThat(epochMillis(decoded(Kind.DATE, literal))).isEqualTo(-125810236800000L);
  }

  @Test
  void VAL_01_zonedTimesBeforeTheCommonEra() {
    assertThat(
            decoded(
                Kind.TIMESTAMP_WITH_TIME_ZONE,
                "TO_TIMESTAMP_TZ('2018-03-27 01:34:56.007890000 -11:00 BC')"))
        .isEqualTo(OffsetDateTime.parse("-2017-03-27T01:34:56.007890-11:00"));
  }

  @Test
  void VAL_01_positiveYearsOfASignedMask() {
    assertThat(decoded(Kind.DATE, "TO_DATE(' 2018-03-27 01:02:03', 'SYYYY-MM-DD HH24:MI:SS')"))
        .isEqualTo(LocalDateTime.of(2018, 3, 27, 1, 2, 3));
    assertThat(decoded(Kind.DATE, "TO_DATE('2018-03-27 01:02:03 AD', 'syyyy-mm-dd hh24:mi:ss BC')"))
        .isEqualTo(LocalDateTime.of(2018, 3, 27, 1, 2, 3));
  }

  @Test
  void VAL_02_yearZero() {
    Object date = decoded(Kind.DATE, "TO_DATE('0000-01-02 00:00:00', 'YYYY-MM-DD HH24:MI:SS')");
    assertThat(date).isEqualTo(LocalDateTime.of(0, 1, 2, 0, 0));
    assertThat(epochMillis(date)).isEqualTo(-62167132800000L);
    assertThat(decoded(Kind.TIMESTAMP, "TO_TIMESTAMP('0000-01-02 00:00:00.123456789')"))
        .isEqualTo(LocalDateTime.of(0, 1, 2, 0, 0, 0, 123_456_789));
  }

  @Test
  void VAL_03_theEndOfTime() {
    assertThat(decoded(Kind.TIMESTAMP, "TO_TIMESTAMP('9999-12-31 23:59:59.999999999')"))
        .isEqualTo(LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_999));
    assertThat(
            epochMillis(
                decoded(Kind.DATE, "TO_DATE('9999-12-31 00:00:00', 'YYYY-MM-DD HH24:MI:SS')")))
        .isEqualTo(253402214400000L);
  }

  @ParameterizedTest
  @CsvSource({
    "5,0,5",
    "1234567890.123456789,9,1234567890123456789",
    "-42.5,1,-425",
    ".5,1,5",
    "-.5,1,-5",
    "0,0,0"
  })
  void VAL_04_numbersWithoutPrecision(String text, int scale, String unscaled) {
    BigDecimal number = (BigDecimal) decoded(Kind.NUMBER, "'" + text + "'");
    assertThat(number.scale()).isEqualTo(scale);
    assertThat(number.unscaledValue()).hasToString(unscaled);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "90",
        "9900",
        "999999990",
        "999999999999999900",
        "99999999999999999999999999999999999900"
      })
  void VAL_05_wholeNumbersOfNegativeScaleStayExact(String text) {
    assertThat(decoded(Kind.NUMBER, "'" + text + "'")).isEqualTo(new BigDecimal(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"9000000000000000001", "9223372036854775808"})
  void VAL_06_nineteenDigitsStayExact(String text) {
    assertThat(decoded(Kind.NUMBER, "'" + text + "'")).isEqualTo(new BigDecimal(text));
  }

  @ParameterizedTest
  @CsvSource({
    "WE8ISO8859P1,48c44dc44cc4,H\u00c4M\u00c4L\u00c4",
    "WE8ISO8859P1,c4,\u00c4",
    "AL32UTF8,c384,\u00c4"
  })
  void VAL_07_hexTextUsesTheDatabaseCharacterSet(String charset, String hex, String text) {
    RedoSettings settings =
        new RedoSettings(
            new CodecContext(
                OracleCharsets.named(charset).orElseThrow(),
                CodecContext.standard().nationalCharset(),
                ZoneOffset.UTC),
            UnescapedQuotes.STRICT,
            10_000,
            false);
    assertThat(decoded(Kind.VARCHAR2, "HEXTORAW('" + hex + "')", settings)).isEqualTo(text);
  }

  @Test
  void VAL_07_bytesThatAreNoTextStop() {
    assertStops(Kind.VARCHAR2, "HEXTORAW('c4')");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UNISTR('\\D83D')",
        "UNISTR('\\DE00')",
        "UNISTR('\\DE00\\D83D')",
        "UNISTR('a\\D83Db')",
        "UNISTR('\\D83D') || 'b'",
        "HEXTORAW('d83d')"
      })
  void textWithHalfOfASurrogatePairStops(String literal) {
    assertStops(Kind.NVARCHAR2, literal);
    assertThat(decoded(Kind.NVARCHAR2, "UNISTR('\\D83D') || UNISTR('\\DE00')"))
        .isEqualTo("\uD83D\uDE00");
  }

  @Test
  void VAL_08_binaryFloatingPointText() {
    assertThat(decoded(Kind.BINARY_FLOAT, "'1.50000005E+010'")).isEqualTo(1.50000005E10f);
    assertThat(decoded(Kind.BINARY_FLOAT, "'3'")).isEqualTo(3.0f);
    assertThat(decoded(Kind.BINARY_DOUBLE, "'0'")).isEqualTo(0.0);
    assertThat(decoded(Kind.BINARY_DOUBLE, "'-1.5E-300'")).isEqualTo(-1.5E-300);
    assertThat(decoded(Kind.BINARY_DOUBLE, "'Nan'")).isEqualTo(Double.NaN);
    assertThat(decoded(Kind.BINARY_DOUBLE, "'Inf'")).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(decoded(Kind.BINARY_FLOAT, "'-Inf'")).isEqualTo(Float.NEGATIVE_INFINITY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"'1E400'", "'Infinity'", "'0x1p3'", "'1d'", "' 1'", "''", "'.'", "'1E'"})
  void textThatJavaTakesForANumberAndOracleDoesNotStops(String literal) {
    assertStops(Kind.BINARY_DOUBLE, literal);
  }

  @Test
  void VAL_09_zonedTimesKeepTheirOffset() {
    assertThat(
            decoded(
                Kind.TIMESTAMP_WITH_TIME_ZONE,
                "TO_TIMESTAMP_TZ('2026-03-29 01:30:00.500000000 +05:30')"))
        .isEqualTo(OffsetDateTime.parse("2026-03-29T01:30:00.5+05:30"));
  }

  @ParameterizedTest
  @CsvSource({
    "2021-07-08 04:05:06.789000 US/Pacific PDT,2021-07-08T04:05:06.789-07:00",
    "2021-01-08 04:05:06.789000 US/Pacific PST,2021-01-08T04:05:06.789-08:00",
    "2021-01-08 04:05:06.789000 US/Pacific,2021-01-08T04:05:06.789-08:00",
    "2026-10-25 02:30:00 Europe/Berlin CEST,2026-10-25T02:30:00+02:00",
    "2026-10-25 02:30:00 Europe/Berlin CET,2026-10-25T02:30:00+01:00",
    "2026-10-25 02:30:00 UTC,2026-10-25T02:30:00Z",
    "2026-07-25 02:30:00 EST,2026-07-25T02:30:00-05:00",
    "2026-07-25 02:30:00 EST EST,2026-07-25T02:30:00-05:00",
    "2026-07-25 02:30:00 MST,2026-07-25T02:30:00-07:00",
    "2026-07-25 02:30:00 HST HST,2026-07-25T02:30:00-10:00",
    "2026-07-25 02:30:00 ROC,2026-07-25T02:30:00+08:00",
    "2026-07-25 02:30:00 US/Pacific-New PDT,2026-07-25T02:30:00-07:00"
  })
  void VAL_10_regionsWithADaylightAbbreviation(String text, OffsetDateTime expected) {
    assertThat(decoded(Kind.TIMESTAMP_WITH_TIME_ZONE, "TO_TIMESTAMP_TZ('" + text + "')"))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-10-25 02:30:00 Europe/Berlin",
        "2026-03-29 02:30:00 Europe/Berlin",
        "2026-03-29 02:30:00 Nowhere/Land",
        "2026-03-29 02:30:00 +5:30",
        "2026-07-28 02:30:00 Europe/Berlin CET",
        "2026-01-28 02:30:00 Europe/Berlin CEST",
        "2026-03-29 02:30:00 +19:00",
        "2026-03-29 02:30:00"
      })
  void VAL_10_aZoneThatDoesNotTellTheOffsetStops(String text) {
    assertStops(Kind.TIMESTAMP_WITH_TIME_ZONE, "TO_TIMESTAMP_TZ('" + text + "')");
  }

  private static Object inZone(String zone, Kind kind, String literal) {
    TimeZone before = TimeZone.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone(zone));
      return decoded(kind, literal);
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"America/New_York", "UTC", "Asia/Shanghai"})
  void VAL_11_localZoneTimesAreReadInTheSessionZone(String zone) {
    for (String literal :
        new String[] {
          "TO_TIMESTAMP_TZ('2026-10-25 02:30:00.250000000')",
          "TO_TIMESTAMP_TZ('2026-10-25 02:30:00.250000000 ')",
          "TO_TIMESTAMP('2026-10-25 02:30:00.25')"
        }) {
      assertThat(inZone(zone, Kind.TIMESTAMP_WITH_LOCAL_TIME_ZONE, literal))
          .isEqualTo(OffsetDateTime.parse("2026-10-25T02:30:00.25Z"));
    }
  }

  @Test
  void VAL_12_datesOfAHistoricDaylightPeriod() {
    assertThat(
            epochMillis(
                inZone(
                    "Asia/Shanghai",
                    Kind.DATE,
                    "TO_DATE('1987-09-05 00:00:00', 'YYYY-MM-DD HH24:MI:SS')")))
        .isEqualTo(557798400000L);
  }

  @Test
  void VAL_13_aTimeInsideTheSpringGap() {
    LocalDateTime time =
        (LocalDateTime)
            inZone(
                "Europe/Berlin", Kind.TIMESTAMP, "TO_TIMESTAMP('2026-03-29 02:30:00.000000000')");
    Instant instant = time.toInstant(ZoneOffset.UTC);
    assertThat(instant.toEpochMilli() * 1000).isEqualTo(1774751400000000L);
  }

  @Test
  void VAL_14_theSignCoversEveryField() {
    assertThat(decoded(Kind.INTERVAL_DAY_TO_SECOND, "TO_DSINTERVAL('-00003 02:03:04.500000')"))
        .isEqualTo(Duration.ofMillis(-266_584_500));
    assertThat(decoded(Kind.INTERVAL_YEAR_TO_MONTH, "TO_YMINTERVAL('-0001-11')"))
        .isEqualTo(Period.of(-1, -11, 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"+1", "+1-12", "1-1x", "", "-", "+12345678901-01"})
  void damagedYearIntervalsStop(String text) {
    assertStops(Kind.INTERVAL_YEAR_TO_MONTH, "TO_YMINTERVAL('" + text + "')");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"+1", "+1 24:00:00", "+1 00:60:00", "+1 00:00:00.1234567890", "+1 00:00:00 x"})
  void damagedDayIntervalsStop(String text) {
    assertStops(Kind.INTERVAL_DAY_TO_SECOND, "TO_DSINTERVAL('" + text + "')");
  }

  @Test
  void VAL_15_paddingIsNeitherTrimmedNorAdded() {
    assertThat(decoded(Kind.CHAR, "'\u0412a''b\\c   '")).isEqualTo("\u0412a'b\\c   ");
    assertThat(decoded(Kind.NCHAR, "UNISTR('\\0412a''b\\\\c    ')")).isEqualTo("\u0412a'b\\c    ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TO_DATE('28-FEB-26', 'DD-MON-RR')",
        "TO_DATE('01-4\u6708 -20', 'DD-MON-RR')",
        "TO_DATE('20141110 21:18:04', 'yyyymmdd hh24:mi:ss')",
        "TO_DATE('2026-02-28', 'YYYY-MM-DD')",
        "TO_DATE('2026-02-28')",
        "TO_DATE('28-FEB-26')"
      })
  void VAL_16_aDateWithoutTheSessionMaskStops(String literal) {
    assertStops(Kind.DATE, literal);
  }

  @ParameterizedTest
  @CsvSource({
    "28-FEB-26 01.45.59.250000 PM,2026-02-28T13:45:59.25",
    "28-FEB-26 01.45.59.250000 AM,2026-02-28T01:45:59.25",
    "01-JAN-00 12.00.00 AM,2000-01-01T00:00",
    "01-JAN-00 12.00.00 PM,2000-01-01T12:00"
  })
  void VAL_16_theDefaultFormOfATimestampIsReadWithItsHalfOfTheDay(
      String text, LocalDateTime expected) {
    assertThat(decoded(Kind.TIMESTAMP, "TO_TIMESTAMP('" + text + "')")).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "28-FEB-26 01.45.59.250000",
        "28-FEB-26",
        "28-FEB-26 13.45.59 PM",
        "28-F\u00c9V-26 01.45.59 PM",
        "24-09-10 12:53:38,543044000",
        "2026-02-28 12:53:38,543044000",
        "2026-02-30 12:53:38",
        "2026-02-28 24:00:00",
        "2026-02-28T12:53:38",
        "2026-02-28 12:53",
        "2026-02-28 12:53:38.1234567890",
        "-2026-02-28 12:53:38 BC",
        "0000-02-28 12:53:38 BC",
        "2026-02-28 12:53:38 XX",
        ""
      })
  void VAL_16_anyOtherFormOfATimestampStops(String text) {
    assertStops(Kind.TIMESTAMP, "TO_TIMESTAMP('" + text + "')");
  }

  /**
   * Oracle's calendar is Julian before October 1582; a record's is not, and none is near enough.
   */
  @ParameterizedTest
  @ValueSource(strings = {"1500-02-29 00:00:00", "0100-02-29 12:00:00", "-0101-02-29 00:00:00"})
  void aLeapDayOfTheJulianCalendarStopsAndSaysWhy(String date) {
    assertThatThrownBy(
            () -> decoded(Kind.DATE, "TO_DATE('" + date + "', 'SYYYY-MM-DD HH24:MI:SS')"))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("Julian calendar only")
        .hasMessageNotContaining(date);
    assertStops(Kind.TIMESTAMP, "TO_TIMESTAMP('" + date + "')");
    assertThat(decoded(Kind.DATE, "TO_DATE('1200-02-29 00:00:00', 'SYYYY-MM-DD HH24:MI:SS')"))
        .isEqualTo(LocalDateTime.of(1200, 2, 29, 0, 0));
    assertThatThrownBy(
            () -> decoded(Kind.DATE, "TO_DATE('1900-02-29 00:00:00', 'SYYYY-MM-DD HH24:MI:SS')"))
        .hasMessageContaining("does not exist");
  }

  @Test
  void aTextLongerThanItsColumnIsPublishedAsItWasRead() {
    String text = "x".repeat(60);
    TableSchema table = table("APP", "T").column("C", Kind.VARCHAR2, 50).build();
    assertThat(
            change(table, "insert into \"APP\".\"T\"(\"C\") values ('" + text + "')")
                .after()
                .get(0))
        .as("the layout may be of a time when the column was shorter again")
        .isEqualTo(text);
  }

  @Test
  void VAL_17_theFractionMayBeMissingAfterTheDot() {
    TableSchema table =
        table("APP", "T")
            .column("ID", Kind.NUMBER)
            .column("F", Kind.NUMBER)
            .column("C_AT", Kind.TIMESTAMP)
            .build();
    LocalDateTime time =
        (LocalDateTime)
            change(
                    table,
                    "update \"APP\".\"T\" set \"F\" = '111' where \"ID\" = '3' and \"C_AT\" ="
                        + " TO_TIMESTAMP('2023-04-12 09:24:09.') and \"F\" IS NULL;")
                .before()
                .get(2);
    assertThat(time.toInstant(ZoneOffset.UTC).toEpochMilli() * 1000).isEqualTo(1681291449000000L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AAATKrAAOAAAAmlAAJ",
        "AAAR/aAANAAAAPtAAB",
        "//////////////////",
        "AAAAAAAAAAAAAAAAAA",
        "*BAMAAJsCwQL+",
        "AAATKrAAOAAAAmlAA",
        "AAATKrAAOAAAAmlAAJJ",
        "AAATKrAAOAAAAmlA\u00c4"
      })
  void VAL_18_rowIdTextSurvives(String rowId) {
    assertThat(decoded(Kind.ROWID, "'" + rowId + "'")).isEqualTo(rowId);
    assertThat(
            SqlRedoParser.ofText(RedoFixtures.defaultTable(), UnescapedQuotes.STRICT)
                .parse("delete from \"APP\".\"T\" where ROWID = '" + rowId + "'")
                .rowId())
        .isEqualTo(rowId);
  }

  @Test
  void VAL_19_rowIdColumns() {
    assertThat(decoded(Kind.ROWID, "'AAASnuAAMAAAAKtAAA'")).isEqualTo("AAASnuAAMAAAAKtAAA");
    assertThat(decoded(Kind.UROWID, "'*BAMAAJsCwQL+'")).isEqualTo("*BAMAAJsCwQL+");
    assertThat(decoded(Kind.UROWID, "Unsupported Type")).isEqualTo(SpecialValue.UNAVAILABLE);
    TableSchema table =
        table("APP", "T")
            .column("ID", Kind.NUMBER)
            .column("RID", Kind.ROWID)
            .column("URID", Kind.UROWID)
            .build();
    assertThat(
            RedoFixtures.valuesOf(
                table,
                change(
                        table,
                        "insert into \"APP\".\"T\"(\"ID\",\"RID\",\"URID\") values"
                            + " ('1','AAASnuAAMAAAAKtAAA','*BAMAAJsCwQL+');")
                    .after()))
        .containsEntry("RID", "AAASnuAAMAAAAKtAAA")
        .containsEntry("URID", "*BAMAAJsCwQL+");
  }

  @Test
  void VAL_21_moreDigitsThanADouble() {
    assertThat(decoded(Kind.NUMBER, "'12345678901234567890.1234567890'"))
        .isEqualTo(new BigDecimal("12345678901234567890.1234567890"));
    assertThat(decoded(Kind.NUMBER, "'9007199254740993'"))
        .isEqualTo(new BigDecimal("9007199254740993"));
  }

  @Test
  void VAL_22_aDecimalCommaStops() {
    for (String literal : new String[] {"'1332,332'", "'-,5'", "'1234567890123456789,5'"}) {
      assertThatThrownBy(() -> decoded(Kind.NUMBER, literal))
          .isInstanceOf(DecodeException.class)
          .hasMessageContaining("NLS_NUMERIC_CHARACTERS")
          .hasMessageNotContaining("332");
    }
    assertStops(Kind.BINARY_FLOAT, "'1,50000005E+010'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"''", "'-'", "'1.2.3'", "'1-2'", "'abc'", "'1E+999999999'", "'1E9999'", "1-2"})
  void textThatIsNoNumberStops(String literal) {
    assertStops(Kind.NUMBER, literal);
  }

  @ParameterizedTest
  @CsvSource({"1.0E+125,1E+125", "-1E-130,-1E-130", "1e5,100000"})
  void numbersWithAnExponentAreExactAndPlain(String text, BigDecimal expected) {
    BigDecimal number = (BigDecimal) decoded(Kind.NUMBER, "'" + text + "'");
    assertThat(number).isEqualByComparingTo(expected);
    assertThat(number.scale()).isNotNegative();
  }

  @Test
  void VAL_23_columnsLogMinerLeavesOutAreNotLogged() {
    TableSchema table =
        table("APP", "T")
            .column("ID", Kind.NUMBER)
            .column("FLAG", Kind.BOOLEAN, 0, Use.IGNORED)
            .column("NAME", Kind.VARCHAR2)
            .build();
    assertThat(
            change(table, "insert into \"APP\".\"T\"(\"ID\",\"NAME\") values ('1','a')")
                .after()
                .get(1))
        .isEqualTo(SpecialValue.NOT_LOGGED);
  }

  @Test
  void emptyTextAndEmptyBytesAreNull() {
    assertThat(decoded(Kind.VARCHAR2, "''")).isEqualTo(SpecialValue.SQL_NULL);
    assertThat(decoded(Kind.RAW, "HEXTORAW('')")).isEqualTo(SpecialValue.SQL_NULL);
  }

  @Test
  void aLiteralOfAnotherTypeStops() {
    assertStops(Kind.NUMBER, "TO_DATE('2026-01-01 00:00:00')");
    assertStops(Kind.DATE, "'2026-01-01 00:00:00'");
    assertStops(Kind.TIMESTAMP, "TO_DATE('2026-01-01 00:00:00')");
    assertStops(Kind.RAW, "'00'");
    assertStops(Kind.RAW, "HEXTORAW('0')");
    assertStops(Kind.RAW, "HEXTORAW('0g')");
    assertStops(Kind.VARCHAR2, "TO_DATE('2026-01-01 00:00:00')");
    assertStops(Kind.VARCHAR2, "5");
    assertStops(Kind.ROWID, "HEXTORAW('00')");
    assertStops(Kind.INTERVAL_YEAR_TO_MONTH, "TO_DSINTERVAL('+1 00:00:00')");
    assertStops(Kind.INTERVAL_DAY_TO_SECOND, "'+1 00:00:00'");
    assertStops(Kind.CLOB, "TO_DATE('2026-01-01 00:00:00')");
    assertStops(Kind.BLOB, "'text'");
    assertStops(Kind.BINARY_DOUBLE, "HEXTORAW('00')");
    assertStops(Kind.TIMESTAMP_WITH_LOCAL_TIME_ZONE, "'2026-01-01 00:00:00'");
  }

  @Test
  void aDateWithAFractionIsRefused() {
    assertThatThrownBy(() -> decoded(Kind.DATE, "TIMESTAMP ' 2023-01-01 00:00:00.5'"))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("fraction")
        .hasMessageNotContaining("2023");
    assertThatThrownBy(
            () -> decoded(Kind.DATE, "TO_DATE('2023-01-01 00:00:00.5', 'YYYY-MM-DD HH24:MI:SS')"))
        .isInstanceOf(DecodeException.class);
    assertThat(decoded(Kind.DATE, "TIMESTAMP ' 2023-01-01 00:00:00.000'"))
        .isEqualTo(LocalDateTime.of(2023, 1, 1, 0, 0));
  }

  @Test
  void numbersTooNearToZeroAreRefusedAndZeroIsNot() {
    assertThatThrownBy(() -> decoded(Kind.BINARY_DOUBLE, "'1.0E-400'"))
        .isInstanceOf(DecodeException.class);
    assertThatThrownBy(() -> decoded(Kind.BINARY_DOUBLE, "'-.05E-399'"))
        .isInstanceOf(DecodeException.class);
    assertThatThrownBy(() -> decoded(Kind.BINARY_FLOAT, "'1.0E-060'"))
        .isInstanceOf(DecodeException.class);
    assertThat(decoded(Kind.BINARY_FLOAT, "'0.0E-060'")).isEqualTo(0.0f);
    assertThat(decoded(Kind.BINARY_DOUBLE, "'-0.00E+123'")).isEqualTo(-0.0);
    assertThat(decoded(Kind.BINARY_DOUBLE, "'4.9E-324'")).isEqualTo(Double.MIN_VALUE);
    assertThat(decoded(Kind.BINARY_FLOAT, "'1.40129846E-045'")).isEqualTo(Float.MIN_VALUE);
  }
}
