package io.oraclecdc.testkit.simulator.packages;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.session.BoundSession;
import io.oraclecdc.testkit.simulator.session.DictionaryBuilds;
import io.oraclecdc.testkit.simulator.session.SimSession;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** DBMS_LOGMNR_D.BUILD; a dictionary goes into the redo, files are refused. */
final class DictionaryPackage implements PackageHandler {
  private static final int STORE_IN_FLAT_FILE = 1;
  private static final int STORE_IN_REDO_LOGS = 2;
  private static final int MARK_SAFE_MINE_POINT = 8;

  @Override
  public String name() {
    return "DBMS_LOGMNR_D";
  }

  @Override
  public Map<String, Object> constants() {
    return Map.of(
        "STORE_IN_FLAT_FILE", STORE_IN_FLAT_FILE,
        "STORE_IN_REDO_LOGS", STORE_IN_REDO_LOGS,
        "MARK_SAFE_MINE_POINT", MARK_SAFE_MINE_POINT);
  }

  @Override
  public List<Procedure> procedures() {
    return List.of(
        new Procedure(
            "BUILD",
            List.of(
                new Parameter("DICTIONARY_FILENAME", false, null),
                new Parameter("DICTIONARY_LOCATION", false, null),
                new Parameter("OPTIONS", false, 0)),
            false));
  }

  @Override
  public @Nullable Object call(
      BoundSession caller, String procedure, Map<String, @Nullable Object> arguments)
      throws SQLException {
    int options = arguments.get("OPTIONS") instanceof Number number ? number.intValue() : 0;
    boolean file = arguments.get("DICTIONARY_FILENAME") != null;
    if ((options & STORE_IN_REDO_LOGS) == 0 && (file || options == STORE_IN_FLAT_FILE)) {
      throw OraErrors.of(1308, "initialization parameter utl_file_dir is not set");
    }
    if ((options & ~MARK_SAFE_MINE_POINT) != STORE_IN_REDO_LOGS) {
      throw OraErrors.of(1283, "Invalid option specified");
    }
    DictionaryBuilds.run((SimSession) caller);
    return null;
  }
}
