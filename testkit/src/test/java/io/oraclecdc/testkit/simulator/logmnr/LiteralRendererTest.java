package io.oraclecdc.testkit.simulator.logmnr;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.dictionary.SimType;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LiteralRendererTest {
  private static String print(SimType type, Object value, RedoBehaviour... behaviours)
      throws SQLException {
    return print(MiningBench.ISO, type, value, behaviours);
  }

  private static String print(
      NlsSettings nls, SimType type, Object value, RedoBehaviour... behaviours)
      throws SQLException {
    StringBuilder text = new StringBuilder();
    new LiteralRenderer(new RenderOptions(nls, false, false, false, Set.of(behaviours)))
        .append(text, type, value);
    return text.toString();
  }

  private static String number(String value, RedoBehaviour... behaviours) throws SQLException {
    return print(SimTables.type("NUMBER"), new BigDecimal(value), behaviours);
  }

  @Test
  void numbersHaveNeitherLeadingZeroNorTrailingZeros() throws SQLException {
    assertThat(number("0")).isEqualTo("'0'");
    assertThat(number("0.50")).isEqualTo("'.5'");
    assertThat(number("-0.001")).isEqualTo("'-.001'");
    assertThat(number("1000.50")).isEqualTo("'1000.5'");
    assertThat(number("3000.00")).isEqualTo("'3000'");
    assertThat(number("1E3")).isEqualTo("'1000'");
  }

  @Test
  void veryLargeAndSmallNumbersHaveTwoForms() throws SQLException {
    assertThat(number("1E125")).isEqualTo("'1.0E+125'");
    assertThat(number("-2.5E-100")).isEqualTo("'-2.5E-100'");
    assertThat(number("1E45", RedoBehaviour.LARGE_NUMBERS_IN_FULL))
        .isEqualTo("'1" + "0".repeat(45) + "'");
  }

  @Test
  void theDecimalSignIsTheSessions() throws SQLException {
    NlsSettings german =
        new NlsSettings("YYYY", "SSXFF", "SSXFF TZR", ",.", "GERMAN", ZoneOffset.UTC);

    assertThat(print(german, SimTables.type("NUMBER"), new BigDecimal("-1.5"))).isEqualTo("'-1,5'");
    assertThat(
            print(
                german,
                SimTables.timestamp("TIMESTAMP", 2),
                LocalDateTime.parse("2026-01-01T00:00:01.25")))
        .isEqualTo("TO_TIMESTAMP('01,25')");
  }

  @Test
  void binaryNumbersKeepNineAndSeventeenDigits() throws SQLException {
    SimType single = SimTables.type("BINARY_FLOAT");
    SimType twice = SimTables.type("BINARY_DOUBLE");

    assertThat(print(single, 3.14f)).isEqualTo("'3.1400001E+000'");
    assertThat(print(single, 0.5f)).isEqualTo("'5.0E-001'");
    assertThat(print(single, 9.99f)).isEqualTo("'9.98999977E+000'");
    assertThat(print(single, Float.NaN)).isEqualTo("'Nan'");
    assertThat(print(twice, 65536.125)).isEqualTo("'6.5536125E+004'");
    assertThat(print(twice, Double.NEGATIVE_INFINITY)).isEqualTo("'-Inf'");
    assertThat(print(twice, -0.0)).isEqualTo("'0'");
  }

  @Test
  void localTimeZoneValuesArePrintedInTheSessionsZone() throws SQLException {
    NlsSettings paris =
        new NlsSettings(
            "YYYY",
            "YYYY-MM-DD HH24:MI:SS.FF1",
            "YYYY",
            ".,",
            "AMERICAN",
            ZoneId.of("Europe/Paris"));
    OffsetDateTime utc = OffsetDateTime.parse("2026-07-01T22:30:00.5Z");
    SimType type = SimTables.timestamp("TIMESTAMP WITH LOCAL TIME ZONE", 3);

    assertThat(print(paris, type, utc)).isEqualTo("TO_TIMESTAMP_TZ('2026-07-02 00:30:00.5')");
    assertThat(print(paris, type, utc, RedoBehaviour.LOCAL_TIME_ZONE_TRAILING_BLANK))
        .isEqualTo("TO_TIMESTAMP_TZ('2026-07-02 00:30:00.5 ')");
  }

  @Test
  void intervalsAreFilledToTheirPrecision() throws SQLException {
    assertThat(print(SimTables.interval("INTERVAL YEAR TO MONTH", 4, null), -42))
        .isEqualTo("TO_YMINTERVAL('-0003-06')");
    assertThat(
            print(
                SimTables.interval("INTERVAL DAY TO SECOND", 2, 3),
                Duration.ofDays(1).plusMillis(90_061_500).negated()))
        .isEqualTo("TO_DSINTERVAL('-02 01:01:01.500')");
    assertThat(print(SimTables.interval("INTERVAL DAY TO SECOND", 2, 0), Duration.ofHours(26)))
        .isEqualTo("TO_DSINTERVAL('+01 02:00:00')");
  }

  @Test
  void nationalTextCanComeInPieces() throws SQLException {
    String text =
        print(SimTables.type("NVARCHAR2"), "é".repeat(501), RedoBehaviour.UNISTR_IN_PIECES);

    assertThat(text).endsWith("\\00E9') || UNISTR('\\00E9')");
  }

  @Test
  void ansiLiteralsDoNotDependOnNls() throws SQLException {
    StringBuilder text = new StringBuilder();
    LiteralRenderer renderer =
        new LiteralRenderer(
            new RenderOptions(NlsSettings.defaults(ZoneOffset.UTC), false, false, true, Set.of()));
    renderer.append(text, SimTables.type("NUMBER"), new BigDecimal("0.5"));
    renderer.append(
        text.append(','), SimTables.type("DATE"), LocalDateTime.of(1977, 3, 17, 17, 22));
    renderer.append(
        text.append(','),
        SimTables.timestamp("TIMESTAMP", 3),
        LocalDateTime.parse("1977-03-17T17:22:59.5"));

    assertThat(text)
        .hasToString(".5,TIMESTAMP ' 1977-03-17 17:22:00',TIMESTAMP ' 1977-03-17 17:22:59.500'");
  }
}
