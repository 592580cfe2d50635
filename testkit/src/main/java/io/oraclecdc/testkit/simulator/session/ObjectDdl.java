package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.DdlText;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.dictionary.ViewEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/**
 * DBMS_METADATA.GET_DDL for one session. Other people's objects are shown to SYS and to holders of
 * SELECT_CATALOG_ROLE only; everybody else is told that they do not exist.
 */
final class ObjectDdl {
  private static final Set<String> OTHER_TYPES =
      Set.of(
          "INDEX",
          "SEQUENCE",
          "SYNONYM",
          "TRIGGER",
          "CONSTRAINT",
          "REF_CONSTRAINT",
          "PROCEDURE",
          "FUNCTION",
          "PACKAGE",
          "TYPE",
          "USER",
          "TABLESPACE",
          "MATERIALIZED_VIEW");

  private final SimSession session;

  ObjectDdl(SimSession session) {
    this.session = session;
  }

  String of(String type, ObjectKey key) throws SQLException {
    if (!type.equals("TABLE") && !type.equals("VIEW")) {
      throw OTHER_TYPES.contains(type)
          ? OraErrors.of(600, "not supported by the simulator: GET_DDL of " + type)
          : OraErrors.of(
              31600,
              "invalid input value " + type + " for parameter OBJECT_TYPE in function GET_DDL");
    }
    boolean mayRead =
        key.owner().equals(session.user())
            || session.user().equals("SYS")
            || session.hasRole("SELECT_CATALOG_ROLE");
    DdlText text = new DdlText(session.ddlTransform());
    Optional<String> found =
        type.equals("TABLE")
            ? session.dictionary().table(key).map((TableEntry t) -> text.table(t))
            : session.dictionary().view(key).map((ViewEntry v) -> text.view(v));
    return found
        .filter(t -> mayRead)
        .orElseThrow(
            () ->
                OraErrors.of(
                    31603,
                    "object \"%s\" of type %s not found in schema \"%s\""
                        .formatted(key.name(), type, key.owner())));
  }
}
