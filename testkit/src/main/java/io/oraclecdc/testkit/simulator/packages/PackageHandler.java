package io.oraclecdc.testkit.simulator.packages;

import io.oraclecdc.testkit.simulator.session.BoundSession;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One DBMS_ package as PL/SQL blocks and calls see it. The block interpreter resolves names,
 * positions and defaults; an unknown procedure or argument never reaches a handler (ORA-06550).
 */
public interface PackageHandler {

  /** Package name in upper case, for example {@code DBMS_LOGMNR}. */
  String name();

  /** Constants in upper case, for example {@code NEW} to 1. */
  Map<String, Object> constants();

  /** Procedures and functions. */
  List<Procedure> procedures();

  /**
   * Runs a procedure or function.
   *
   * @param session caller
   * @param procedure name in upper case
   * @param arguments by upper-case parameter name, every parameter present, SQL NULL as Java null
   * @return the function's value, null for a procedure
   */
  @Nullable Object call(
      BoundSession session, String procedure, Map<String, @Nullable Object> arguments)
      throws SQLException;

  /**
   * A signature.
   *
   * @param name in upper case
   * @param parameters in order
   * @param function whether it returns a value
   */
  record Procedure(String name, List<Parameter> parameters, boolean function) {}

  /**
   * A parameter.
   *
   * @param name in upper case
   * @param required whether the call must give it
   * @param defaultValue used when it is left out
   */
  record Parameter(String name, boolean required, @Nullable Object defaultValue) {}
}
