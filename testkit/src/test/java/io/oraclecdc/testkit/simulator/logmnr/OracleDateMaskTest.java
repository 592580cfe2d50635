package io.oraclecdc.testkit.simulator.logmnr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.testkit.simulator.logmnr.OracleDateMask.ZeroFraction;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OracleDateMaskTest {
  private static final LocalDateTime AFTERNOON = LocalDateTime.parse("2026-02-08T13:05:09.012300");

  private static OracleDateMask mask(String text) throws SQLException {
    return OracleDateMask.compile(text, NlsSettings.defaults(ZoneOffset.UTC));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      textBlock =
          """
          YYYY-MM-DD HH24:MI:SS|2026-02-08 13:05:09
          yyyymmdd hh24:mi:ss|20260208 13:05:09
          DD-MON-RR|08-FEB-26
          dd-mon-yy|08-feb-26
          DD Mon YYYY|08 Feb 2026
          FMDD Month, YYYY|8 February, 2026
          DAY MONTH|SUNDAY    FEBRUARY\s
          Dy, DD.MM.Y,YYY|Sun, 08.02.2,026
          HH.MI.SS AM|01.05.09 PM
          HH12:MI P.M.|01:05 P.M.
          YYYY AD B.C.|2026 AD A.D.
          DDD D Q WW W IW IYYY|039 1 1 06 2 06 2026
          SSSSS J CC|47109 2461080 21
          SS.FF3|09.012
          SSXFF6|09.012300
          HH24"h"MI"m"|13h05m
          RRRR YYY Y|2026 026 6
          """)
  void elementsPrintAsInOracle(String mask, String expected) throws SQLException {
    assertThat(mask(mask).format(AFTERNOON)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          DIGITS|SS.FF9|09.000000000
          BARE_DOT|SS.FF9|09.
          OMITTED|SS.FF9|09
          DIGITS|SS.FF|09.
          DIGITS|SSXFF|09
          DIGITS|SSXFF3|09.000
          """)
  void aZeroFractionFollowsMaskAndVariant(ZeroFraction zeroFraction, String mask, String expected)
      throws SQLException {
    assertThat(mask(mask).format(LocalDateTime.parse("2026-02-08T13:05:09"), null, 6, zeroFraction))
        .isEqualTo(expected);
  }

  @Test
  void theDigitsOfTheTypeDecideAnFfWithoutNumber() throws SQLException {
    assertThat(mask("SSXFF").format(AFTERNOON, null, 3, ZeroFraction.DIGITS)).isEqualTo("09.012");
    assertThat(mask("SSXFF").format(AFTERNOON, null, 9, ZeroFraction.DIGITS))
        .isEqualTo("09.012300000");
  }

  @Test
  void zonesAreOffsets() throws SQLException {
    ZoneOffset offset = ZoneOffset.ofHoursMinutes(-3, -30);

    assertThat(mask("TZH:TZM").format(AFTERNOON, offset, 0, ZeroFraction.DIGITS))
        .isEqualTo("-03:30");
    assertThat(mask("TZR").format(AFTERNOON, offset, 0, ZeroFraction.DIGITS)).isEqualTo("-03:30");
  }

  @Test
  void yearsBeforeChristCountWithoutAYearZero() throws SQLException {
    LocalDateTime lastBefore = LocalDateTime.of(0, 12, 31, 0, 0);

    assertThat(mask("YYYY-MM-DD AD").format(lastBefore)).isEqualTo("0001-12-31 BC");
    assertThat(mask("SYYYY").format(lastBefore)).isEqualTo("-0001");
    assertThat(mask("SYYYY").format(AFTERNOON)).isEqualTo(" 2026");
    assertThat(mask("YYYY").format(lastBefore)).isEqualTo("0001");
  }

  @Test
  void unknownElementsAndLanguagesAreRefused() {
    assertThatThrownBy(() -> mask("YYYY-ZZ")).hasMessageStartingWith("ORA-01821");
    NlsSettings klingon = new NlsSettings("YYYY", "YYYY", "YYYY", ".,", "KLINGON", ZoneOffset.UTC);
    assertThatThrownBy(() -> OracleDateMask.compile("YYYY", klingon))
        .hasMessageStartingWith("ORA-12702");
  }
}
