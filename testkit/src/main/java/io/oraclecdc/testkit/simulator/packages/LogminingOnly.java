package io.oraclecdc.testkit.simulator.packages;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.functions.RuntimeSession;
import io.oraclecdc.testkit.simulator.session.BoundSession;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A package whose calls need the privilege LOGMINING. */
final class LogminingOnly implements PackageHandler {
  private final PackageHandler handler;

  LogminingOnly(PackageHandler handler) {
    this.handler = handler;
  }

  @Override
  public String name() {
    return handler.name();
  }

  @Override
  public Map<String, Object> constants() {
    return handler.constants();
  }

  @Override
  public List<Procedure> procedures() {
    return handler.procedures();
  }

  @Override
  public @Nullable Object call(
      BoundSession session, String procedure, Map<String, @Nullable Object> arguments)
      throws SQLException {
    if (session instanceof RuntimeSession user && !user.hasPrivilege("LOGMINING")) {
      throw OraErrors.of(1031, "insufficient privileges");
    }
    return handler.call(session, procedure, arguments);
  }
}
