package io.oraclecdc.doctor;

/**
 * Something a check noticed.
 *
 * @param rule which check, for example {@code DOC-3}
 * @param severity whether capture may start
 * @param seen what was seen, a sentence without final full stop
 * @param why why it matters, likewise
 * @param sql what to run, or what to change when no SQL can mend it; statements end with a
 *     semicolon
 */
public record Finding(String rule, Severity severity, String seen, String why, String sql) {

  /** Weight of a finding, the heaviest last. */
  public enum Severity {
    /** Good to know. */
    INFO,
    /** Capture works, with limits. */
    WARNING,
    /** Capture must not start. */
    BLOCKING
  }

  static Finding blocking(String rule, String seen, String why, String sql) {
    return new Finding(rule, Severity.BLOCKING, seen, why, sql);
  }

  static Finding warning(String rule, String seen, String why, String sql) {
    return new Finding(rule, Severity.WARNING, seen, why, sql);
  }

  static Finding info(String rule, String seen, String why, String sql) {
    return new Finding(rule, Severity.INFO, seen, why, sql);
  }

  /** Whether capture must not start. */
  public boolean isBlocking() {
    return severity == Severity.BLOCKING;
  }

  @Override
  public String toString() {
    return rule + " " + seen + " (" + why + "): " + sql;
  }
}
