package io.oraclecdc.testkit.simulator.packages;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.session.BoundSession;
import io.oraclecdc.testkit.simulator.session.SimSession;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** DBMS_FLASHBACK: all queries of the session as of one SCN. */
final class FlashbackPackage implements PackageHandler {
  private static final String ENABLE = "ENABLE_AT_SYSTEM_CHANGE_NUMBER";
  private static final String ENABLE_TIME = "ENABLE_AT_TIME";

  @Override
  public String name() {
    return "DBMS_FLASHBACK";
  }

  @Override
  public Map<String, Object> constants() {
    return Map.of();
  }

  @Override
  public List<Procedure> procedures() {
    return List.of(
        new Procedure(ENABLE, List.of(new Parameter("QUERY_SCN", true, null)), false),
        new Procedure(ENABLE_TIME, List.of(new Parameter("QUERY_TIME", true, null)), false),
        new Procedure("DISABLE", List.of(), false),
        new Procedure("GET_SYSTEM_CHANGE_NUMBER", List.of(), true));
  }

  @Override
  public @Nullable Object call(
      BoundSession caller, String procedure, Map<String, @Nullable Object> arguments)
      throws SQLException {
    SimSession session = (SimSession) caller;
    switch (procedure) {
      case ENABLE -> {
        if (!(arguments.get("QUERY_SCN") instanceof Number scn)) {
          throw OraErrors.of(8181, "specified number is not a valid system change number");
        }
        session.enableFlashback(scn.longValue());
      }
      case ENABLE_TIME -> {
        if (!(arguments.get("QUERY_TIME") instanceof LocalDateTime time)) {
          throw OraErrors.of(8180, "no snapshot found based on specified time");
        }
        session.enableFlashback(session.scnAt(time));
      }
      case "DISABLE" -> session.disableFlashback();
      default -> {
        return session.currentScn();
      }
    }
    return null;
  }
}
