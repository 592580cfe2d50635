package io.oraclecdc.testkit.simulator.served;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code jdbc:oracle-simulator://host:port/name}.
 *
 * @param text as written
 * @param host of the server
 * @param port of the server
 * @param name of the simulator
 */
record ServedUrl(String text, String host, int port, String name) {
  private static final Pattern FORM =
      Pattern.compile(
          Pattern.quote(ServedDriver.PREFIX) + "(\\[[0-9a-fA-F:]+]|[^:/\\[]+):(\\d{1,5})/(.+)");

  /**
   * Reads a URL.
   *
   * @throws SQLException ORA-17067 if it has another form
   */
  static ServedUrl parse(String url) throws SQLException {
    Matcher matcher = FORM.matcher(url);
    if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > 65_535) {
      throw OraErrors.of(
          17067,
          "Invalid Oracle URL specified: it must be " + ServedDriver.PREFIX + "host:port/name");
    }
    return new ServedUrl(
        url, matcher.group(1), Integer.parseInt(matcher.group(2)), matcher.group(3));
  }
}
