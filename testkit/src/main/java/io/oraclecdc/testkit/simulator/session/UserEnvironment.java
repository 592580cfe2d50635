package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.logmnr.ContainerFacts;
import java.sql.SQLException;
import java.util.Locale;

/** SYS_CONTEXT('USERENV', ..). */
final class UserEnvironment {

  private UserEnvironment() {}

  static String value(SimSession session, String parameter) throws SQLException {
    return switch (parameter) {
      case "SESSION_USER", "CURRENT_USER", "AUTHENTICATED_IDENTITY" -> session.user();
      case "CURRENT_SCHEMA" -> session.currentSchema();
      case "SESSION_USERID", "CURRENT_USERID" -> Long.toString(session.userId());
      case "CON_NAME", "PDB_NAME" -> session.info().containerName();
      case "CON_ID" -> Integer.toString(session.info().containerId());
      case "DB_NAME" ->
          session.info().containerId() > ContainerFacts.ROOT
              ? session.info().containerName()
              : session.database().databaseName();
      case "DB_UNIQUE_NAME" ->
          session.database().instance().uniqueName().orElse(session.database().databaseName());
      case "SERVICE_NAME" ->
          session.info().containerId() > ContainerFacts.ROOT
              ? session.info().containerName().toLowerCase(Locale.ROOT)
              : session.database().databaseName();
      case "INSTANCE_NAME" ->
          session.database().instance().isCluster()
              ? session.database().databaseName() + session.info().thread()
              : session.database().databaseName();
      case "INSTANCE" -> Integer.toString(session.info().thread());
      case "SID", "SESSIONID" -> Integer.toString(session.info().sessionId());
      case "LANGUAGE" -> "AMERICAN_AMERICA.AL32UTF8";
      case "LANG" -> "US";
      case "NLS_DATE_FORMAT" -> session.nlsParameter("NLS_DATE_FORMAT");
      case "NLS_TERRITORY" -> session.nlsParameter("NLS_TERRITORY");
      case "DATABASE_ROLE" -> session.database().role();
      case "ISDBA" -> session.user().equals("SYS") ? "TRUE" : "FALSE";
      case "SERVER_HOST", "HOST" -> "localhost";
      case "OS_USER" -> "oracle";
      case "MODULE", "ACTION", "CLIENT_INFO", "CLIENT_IDENTIFIER" ->
          session.attributes().get(parameter);
      case "CDB_NAME" -> session.info().containerId() == 0 ? "" : session.database().databaseName();
      default -> throw OraErrors.of(2003, "invalid USERENV parameter");
    };
  }
}
