package io.oraclecdc.testkit.simulator.logmnr;

import java.time.ZoneId;

/**
 * The NLS parameters of a session that decide how values are printed.
 *
 * @param dateFormat NLS_DATE_FORMAT, default {@code DD-MON-RR}
 * @param timestampFormat NLS_TIMESTAMP_FORMAT, default {@code DD-MON-RR HH.MI.SSXFF AM}
 * @param timestampTzFormat NLS_TIMESTAMP_TZ_FORMAT, default {@code DD-MON-RR HH.MI.SSXFF AM TZR}
 * @param numericCharacters NLS_NUMERIC_CHARACTERS, default {@code .,}
 * @param dateLanguage NLS_DATE_LANGUAGE, default {@code AMERICAN}
 * @param timeZone TIME_ZONE of the session
 */
public record NlsSettings(
    String dateFormat,
    String timestampFormat,
    String timestampTzFormat,
    String numericCharacters,
    String dateLanguage,
    ZoneId timeZone) {

  /** What a session has before it sets anything. */
  public static NlsSettings defaults(ZoneId timeZone) {
    return new NlsSettings(
        "DD-MON-RR",
        "DD-MON-RR HH.MI.SSXFF AM",
        "DD-MON-RR HH.MI.SSXFF AM TZR",
        ".,",
        "AMERICAN",
        timeZone);
  }
}
