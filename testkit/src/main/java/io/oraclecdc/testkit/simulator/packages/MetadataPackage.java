package io.oraclecdc.testkit.simulator.packages;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.session.BoundSession;
import io.oraclecdc.testkit.simulator.session.SimSession;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * DBMS_METADATA.SET_TRANSFORM_PARAM of the session's transform. GET_DDL is a function of SQL and
 * knows what was set here.
 */
final class MetadataPackage implements PackageHandler {
  private static final long SESSION_TRANSFORM = -1;

  /** The DDL transform's parameters that take a truth value. */
  private static final Set<String> PARAMETERS =
      Set.of(
          "PRETTY",
          "SQLTERMINATOR",
          "SEGMENT_ATTRIBUTES",
          "STORAGE",
          "TABLESPACE",
          "CONSTRAINTS",
          "REF_CONSTRAINTS",
          "CONSTRAINTS_AS_ALTER",
          "OID",
          "SIZE_BYTE_KEYWORD",
          "PARTITIONING",
          "FORCE",
          "INSERT",
          "INHERIT",
          "EMIT_SCHEMA",
          "COLLATION_CLAUSE",
          "DEFAULT");

  @Override
  public String name() {
    return "DBMS_METADATA";
  }

  @Override
  public Map<String, Object> constants() {
    return Map.of("SESSION_TRANSFORM", SESSION_TRANSFORM);
  }

  @Override
  public List<Procedure> procedures() {
    return List.of(
        new Procedure(
            "SET_TRANSFORM_PARAM",
            List.of(
                new Parameter("TRANSFORM_HANDLE", true, null),
                new Parameter("NAME", true, null),
                new Parameter("VALUE", false, true),
                new Parameter("OBJECT_TYPE", false, null)),
            false));
  }

  @Override
  public @Nullable Object call(
      BoundSession session, String procedure, Map<String, @Nullable Object> arguments)
      throws SQLException {
    Object handle = arguments.get("TRANSFORM_HANDLE");
    if (!(handle instanceof Number number) || number.longValue() != SESSION_TRANSFORM) {
      throw OraErrors.of(
          31600,
          "invalid input value %s for parameter HANDLE in function SET_TRANSFORM_PARAM"
              .formatted(handle));
    }
    String name = String.valueOf(arguments.get("NAME")).toUpperCase(Locale.ROOT);
    boolean isKnown = PARAMETERS.contains(name);
    if (!isKnown || !(arguments.get("VALUE") instanceof Boolean value)) {
      throw OraErrors.of(
          31600,
          "invalid input value %s for parameter %s in function SET_TRANSFORM_PARAM"
              .formatted(isKnown ? arguments.get("VALUE") : name, isKnown ? "VALUE" : "NAME"));
    }
    Map<String, Boolean> transform = ((SimSession) session).ddlTransform();
    if (name.equals("DEFAULT")) {
      transform.clear();
    } else {
      transform.put(name, value);
    }
    return null;
  }
}
