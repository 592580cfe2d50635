package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.packages.PackageHandler;
import io.oraclecdc.testkit.simulator.session.BoundSession;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** DBMS_LOGMNR as blocks and calls see it; works on the calling session's LogMiner state. */
final class DbmsLogmnr implements PackageHandler {
  private static final Map<String, Object> CONSTANTS = constantMap();

  private static Map<String, Object> constantMap() {
    Map<String, Object> constants = new LinkedHashMap<>();
    constants.put("NEW", 1);
    constants.put("REMOVEFILE", 2);
    constants.put("ADDFILE", 3);
    constants.put("NO_DICT_RESET_ONSELECT", StartOptions.NO_DICT_RESET_ONSELECT);
    constants.put("COMMITTED_DATA_ONLY", StartOptions.COMMITTED_DATA_ONLY);
    constants.put("SKIP_CORRUPTION", StartOptions.SKIP_CORRUPTION);
    constants.put("DDL_DICT_TRACKING", StartOptions.DDL_DICT_TRACKING);
    constants.put("DICT_FROM_ONLINE_CATALOG", StartOptions.DICT_FROM_ONLINE_CATALOG);
    constants.put("DICT_FROM_REDO_LOGS", StartOptions.DICT_FROM_REDO_LOGS);
    constants.put("NO_SQL_DELIMITER", StartOptions.NO_SQL_DELIMITER);
    constants.put("PRINT_PRETTY_SQL", StartOptions.PRINT_PRETTY_SQL);
    constants.put("CONTINUOUS_MINE", StartOptions.CONTINUOUS_MINE);
    constants.put("NO_ROWID_IN_STMT", StartOptions.NO_ROWID_IN_STMT);
    constants.put("STRING_LITERALS_IN_STMT", StartOptions.STRING_LITERALS_IN_STMT);
    constants.put("VALID_SQL", 0);
    constants.put("INVALID_SQL", 2);
    constants.put("UNGUARANTEED_SQL", 3);
    constants.put("CORRUPTED_BLK_IN_REDO", 4);
    constants.put("ASSEMBLY_REQUIRED_SQL", 5);
    constants.put("HOLE_IN_LOGSTREAM", 1291);
    return Map.copyOf(constants);
  }

  @Override
  public String name() {
    return "DBMS_LOGMNR";
  }

  @Override
  public Map<String, Object> constants() {
    return CONSTANTS;
  }

  @Override
  public List<Procedure> procedures() {
    return List.of(
        new Procedure(
            "ADD_LOGFILE",
            List.of(new Parameter("LOGFILENAME", true, null), new Parameter("OPTIONS", false, 3)),
            false),
        new Procedure("REMOVE_LOGFILE", List.of(new Parameter("LOGFILENAME", true, null)), false),
        new Procedure(
            "START_LOGMNR",
            List.of(
                new Parameter("STARTSCN", false, 0),
                new Parameter("ENDSCN", false, 0),
                new Parameter("STARTTIME", false, null),
                new Parameter("ENDTIME", false, null),
                new Parameter("DICTFILENAME", false, null),
                new Parameter("OPTIONS", false, 0)),
            false),
        new Procedure("END_LOGMNR", List.of(), false));
  }

  @Override
  public @Nullable Object call(
      BoundSession session, String procedure, Map<String, @Nullable Object> arguments)
      throws SQLException {
    LogMinerSession mining = session.logMiner();
    switch (procedure) {
      case "ADD_LOGFILE" ->
          mining.addLogfile(text(arguments, "LOGFILENAME"), (int) number(arguments, "OPTIONS"));
      case "REMOVE_LOGFILE" -> mining.removeLogfile(text(arguments, "LOGFILENAME"));
      case "START_LOGMNR" -> {
        if (arguments.get("DICTFILENAME") instanceof String file && !file.isEmpty()) {
          throw OraErrors.of(1284, "file %s cannot be opened".formatted(file));
        }
        mining.start(
            number(arguments, "STARTSCN"),
            number(arguments, "ENDSCN"),
            time(arguments, "STARTTIME"),
            time(arguments, "ENDTIME"),
            (int) number(arguments, "OPTIONS"));
      }
      case "END_LOGMNR" -> mining.end();
      default -> throw new IllegalArgumentException("no procedure " + procedure);
    }
    return null;
  }

  private static String text(Map<String, @Nullable Object> arguments, String name)
      throws SQLException {
    Object value = arguments.get(name);
    if (value == null) {
      throw OraErrors.of(1284, "file  cannot be opened");
    }
    return value.toString();
  }

  /** A NUMBER argument; NULL counts as 0, a text is converted as PL/SQL does. */
  private static long number(Map<String, @Nullable Object> arguments, String name)
      throws SQLException {
    Object value = arguments.get(name);
    if (value == null) {
      return 0;
    }
    try {
      BigDecimal number = new BigDecimal(value.toString().strip());
      return number.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValueExact(); // 64 bits: no end
    } catch (NumberFormatException e) {
      throw numeric(e);
    } catch (ArithmeticException e) {
      throw numeric(e);
    }
  }

  private static SQLException numeric(RuntimeException cause) {
    SQLException error =
        OraErrors.of(6502, "PL/SQL: numeric or value error: character to number conversion error");
    error.initCause(cause);
    return error;
  }

  private static @Nullable LocalDateTime time(Map<String, @Nullable Object> arguments, String name)
      throws SQLException {
    Object value = arguments.get(name);
    if (value == null) {
      return null;
    }
    if (value instanceof LocalDateTime time) {
      return time;
    }
    if (value instanceof Timestamp time) {
      return time.toLocalDateTime();
    }
    throw OraErrors.of(6502, "PL/SQL: numeric or value error");
  }
}
