package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.functions.SessionZones;
import io.oraclecdc.testkit.simulator.logmnr.NlsSettings;
import java.sql.SQLException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** NLS parameters of a session; used by its thread. */
final class NlsParameters {
  private final Map<String, String> values = new LinkedHashMap<>();
  private ZoneId timeZone;
  private NlsSettings settings;

  NlsParameters(ZoneId timeZone) {
    this.timeZone = timeZone;
    values.put("NLS_LANGUAGE", "AMERICAN");
    values.put("NLS_TERRITORY", "AMERICA");
    values.put("NLS_CURRENCY", "$");
    values.put("NLS_ISO_CURRENCY", "AMERICA");
    values.put("NLS_NUMERIC_CHARACTERS", ".,");
    values.put("NLS_CALENDAR", "GREGORIAN");
    values.put("NLS_DATE_FORMAT", "DD-MON-RR");
    values.put("NLS_DATE_LANGUAGE", "AMERICAN");
    values.put("NLS_SORT", "BINARY");
    values.put("NLS_TIME_FORMAT", "HH.MI.SSXFF AM");
    values.put("NLS_TIMESTAMP_FORMAT", "DD-MON-RR HH.MI.SSXFF AM");
    values.put("NLS_TIME_TZ_FORMAT", "HH.MI.SSXFF AM TZR");
    values.put("NLS_TIMESTAMP_TZ_FORMAT", "DD-MON-RR HH.MI.SSXFF AM TZR");
    values.put("NLS_DUAL_CURRENCY", "$");
    values.put("NLS_COMP", "BINARY");
    values.put("NLS_LENGTH_SEMANTICS", "BYTE");
    values.put("NLS_NCHAR_CONV_EXCP", "FALSE");
    settings = snapshot();
  }

  NlsSettings settings() {
    return settings;
  }

  String value(String name) {
    return values.getOrDefault(name, "");
  }

  boolean charSemantics() {
    return value("NLS_LENGTH_SEMANTICS").equals("CHAR");
  }

  static boolean knows(String name) {
    return new NlsParameters(ZoneOffset.UTC).values.containsKey(name);
  }

  /** ALTER SESSION SET of one parameter that this class knows. */
  void set(String name, String value) throws SQLException {
    String stored = value;
    switch (name) {
      case "NLS_NUMERIC_CHARACTERS" -> {
        if (value.length() != 2 || value.charAt(0) == value.charAt(1)) {
          throw OraErrors.of(
              12705, "Cannot access NLS data files or invalid environment specified");
        }
      }
      case "NLS_LENGTH_SEMANTICS" -> {
        stored = value.toUpperCase(Locale.ROOT);
        if (!stored.equals("BYTE") && !stored.equals("CHAR")) {
          throw OraErrors.of(96, "invalid value for parameter nls_length_semantics");
        }
      }
      case "NLS_DATE_LANGUAGE", "NLS_LANGUAGE" -> {
        stored = value.toUpperCase(Locale.ROOT);
        if (!stored.equals("AMERICAN") && !stored.equals("ENGLISH")) {
          throw OraErrors.of(
              12705, "Cannot access NLS data files or invalid environment specified");
        }
      }
      case "NLS_TERRITORY", "NLS_SORT", "NLS_COMP" -> stored = value.toUpperCase(Locale.ROOT);
      default -> {
        // masks are checked when they are used, as Oracle mostly does
      }
    }
    values.put(name, stored);
    settings = snapshot();
  }

  void timeZone(String value) throws SQLException {
    timeZone =
        switch (value.toUpperCase(Locale.ROOT)) {
          case "LOCAL" -> ZoneId.systemDefault();
          case "DBTIMEZONE" -> ZoneOffset.UTC;
          default -> SessionZones.parse(value);
        };
    settings = snapshot();
  }

  Map<String, String> values() {
    return Map.copyOf(values);
  }

  /** Takes over what another session had. */
  void resume(Map<String, String> others, ZoneId zone) {
    values.putAll(others);
    timeZone = zone;
    settings = snapshot();
  }

  private NlsSettings snapshot() {
    return new NlsSettings(
        value("NLS_DATE_FORMAT"),
        value("NLS_TIMESTAMP_FORMAT"),
        value("NLS_TIMESTAMP_TZ_FORMAT"),
        value("NLS_NUMERIC_CHARACTERS"),
        value("NLS_DATE_LANGUAGE"),
        timeZone);
  }
}
