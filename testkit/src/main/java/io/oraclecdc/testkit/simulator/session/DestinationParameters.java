package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.redo.ArchiveDestination;
import io.oraclecdc.testkit.simulator.redo.RedoControl;
import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** ALTER SYSTEM SET LOG_ARCHIVE_DEST_n and LOG_ARCHIVE_DEST_STATE_n: they change what happens. */
final class DestinationParameters {
  private static final Pattern NAME =
      Pattern.compile("LOG_ARCHIVE_DEST_(STATE_)?(\\d{1,2})", Pattern.CASE_INSENSITIVE);
  private static final Pattern VALUE =
      Pattern.compile("\\s*(LOCATION|SERVICE)\\s*=\\s*([^\\s]+)(\\s.*)?", Pattern.CASE_INSENSITIVE);

  private DestinationParameters() {}

  /**
   * Applies a parameter; others are left alone.
   *
   * @throws SQLException ORA-16024 when the value cannot be parsed
   */
  static void set(Database database, String name, String value) throws SQLException {
    Matcher parameter = NAME.matcher(name);
    if (!parameter.matches()) {
      return;
    }
    RedoControl control = database.redo().control();
    int id = Integer.parseInt(parameter.group(2));
    if (id < 1 || id > ArchiveDestination.MOST) {
      throw OraErrors.of(2065, "illegal option for ALTER SYSTEM");
    }
    if (parameter.group(1) != null) {
      state(control, id, name, value.toUpperCase(Locale.ROOT));
    } else {
      destination(control, id, name, value);
    }
  }

  private static void state(RedoControl control, int id, String name, String value)
      throws SQLException {
    boolean isSet = control.destinations().stream().anyMatch(d -> d.id() == id);
    switch (value) {
      case "ENABLE" -> {
        if (isSet) {
          control.enableDestination(id);
        }
      }
      case "DEFER" -> {
        if (isSet) {
          control.deferDestination(id);
        }
      }
      default -> throw unparsable(name);
    }
  }

  private static void destination(RedoControl control, int id, String name, String value)
      throws SQLException {
    if (value.isBlank()) {
      if (control.destinations().stream().anyMatch(d -> d.id() == id)) {
        control.removeDestination(id);
      }
      return;
    }
    Matcher parts = VALUE.matcher(value);
    if (!parts.matches()) {
      throw unparsable(name);
    }
    if (control.destinations().stream().anyMatch(d -> d.id() == id)) {
      throw OraErrors.of(
          900,
          "invalid SQL statement (not supported by the simulator: "
              + name
              + " is set and cannot be changed)");
    }
    boolean isLocal = parts.group(1).equalsIgnoreCase("LOCATION");
    control.addDestination(
        isLocal
            ? ArchiveDestination.local(id, parts.group(2))
            : ArchiveDestination.standby(id, parts.group(2)));
  }

  private static SQLException unparsable(String name) {
    return OraErrors.of(16024, "parameter " + name + " cannot be parsed");
  }
}
