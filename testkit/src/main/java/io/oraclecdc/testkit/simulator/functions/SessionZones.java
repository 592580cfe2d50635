package io.oraclecdc.testkit.simulator.functions;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Time zones as Oracle writes them: {@code +05:30}, {@code -5:00}, {@code Europe/Berlin}. */
public final class SessionZones {
  private static final Pattern OFFSET = Pattern.compile("([+-]?)(\\d{1,2}):(\\d{2})");

  private SessionZones() {}

  /**
   * A zone by its text.
   *
   * @throws SQLException ORA-01882 unknown region
   */
  public static ZoneId parse(String text) throws SQLException {
    Matcher matcher = OFFSET.matcher(text.strip());
    try {
      if (matcher.matches()) {
        int sign = matcher.group(1).equals("-") ? -1 : 1;
        return ZoneOffset.ofHoursMinutes(
            sign * Integer.parseInt(matcher.group(2)), sign * Integer.parseInt(matcher.group(3)));
      }
      return ZoneId.of(text.strip());
    } catch (DateTimeException e) {
      throw OraErrors.of(1882, "timezone region not found");
    }
  }

  /** The text of SESSIONTIMEZONE. */
  static String text(ZoneId zone) {
    if (zone instanceof ZoneOffset offset) {
      return offset.equals(ZoneOffset.UTC) ? "+00:00" : offset.getId();
    }
    return zone.getId();
  }
}
