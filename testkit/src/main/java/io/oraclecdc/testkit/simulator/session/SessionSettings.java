package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;

/** ALTER SESSION SET, and what a session may switch on. Used by the session's thread. */
final class SessionSettings {
  private final SimSession session;

  SessionSettings(SimSession session) {
    this.session = session;
  }

  /** ALTER SESSION SET. */
  void set(String name, String value) throws SQLException {
    if (NlsParameters.knows(name)) {
      session.nlsParameters().set(name, value);
      return;
    }
    switch (name) {
      case "TIME_ZONE" -> session.nlsParameters().timeZone(value);
      case "CURRENT_SCHEMA" -> {
        if (session.dictionary().grants().user(value).isEmpty()) {
          throw OraErrors.of(1435, "user does not exist");
        }
        session.currentSchema(value);
      }
      case "CONTAINER" -> container(value);
      case "ISOLATION_LEVEL" -> {
        if (!value.equals("READ")) {
          throw OraErrors.of(900, "invalid SQL statement (not supported by the simulator)");
        }
      }
      case "DDL_LOCK_TIMEOUT",
          "RECYCLEBIN",
          "EVENTS",
          "STATISTICS_LEVEL",
          "OPTIMIZER_MODE",
          "SQL_TRACE",
          "TRACEFILE_IDENTIFIER",
          "CURSOR_SHARING",
          "PLSQL_WARNINGS",
          "SORT_AREA_SIZE",
          "WORKAREA_SIZE_POLICY" ->
          session.attributes().set(name, value);
      default -> {
        if (!name.startsWith("_")) {
          throw OraErrors.of(2248, "invalid option for ALTER SESSION");
        }
      }
    }
  }

  private void container(String name) throws SQLException {
    Database target = ContainerSwitch.target(session, name);
    if (target != session.database()) {
      session.enter(target);
    }
  }

  /**
   * The SCN at which a session may look from now on.
   *
   * @throws SQLException ORA-08184 in flashback mode, ORA-08183 in a transaction, ORA-08181 when
   *     there is no such SCN yet
   */
  long flashback(long scn) throws SQLException {
    if (session.flashbackScn().isPresent()) {
      throw OraErrors.of(8184, "attempting to re-enable Flashback while in Flashback mode");
    }
    if (session.transaction().xid() != null) {
      throw OraErrors.of(8183, "Flashback cannot be enabled in the middle of a transaction");
    }
    if (scn <= 0 || scn > session.currentScn()) {
      throw OraErrors.of(8181, "specified number is not a valid system change number");
    }
    return scn;
  }
}
