package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;

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
      case "DB_NAME", "DB_UNIQUE_NAME", "SERVICE_NAME" -> session.database().databaseName();
      case "INSTANCE_NAME" -> session.database().databaseName();
      case "INSTANCE" -> Integer.toString(session.info().thread());
      case "SID", "SESSIONID" -> Integer.toString(session.info().sessionId());
      case "LANGUAGE" -> "AMERICAN_AMERICA.AL32UTF8";
      case "LANG" -> "US";
      case "NLS_DATE_FORMAT" -> session.nlsParameter("NLS_DATE_FORMAT");
      case "NLS_TERRITORY" -> session.nlsParameter("NLS_TERRITORY");
      case "DATABASE_ROLE" -> "PRIMARY";
      case "ISDBA" -> session.user().equals("SYS") ? "TRUE" : "FALSE";
      case "SERVER_HOST", "HOST" -> "localhost";
      case "OS_USER" -> "oracle";
      case "MODULE", "ACTION", "CLIENT_INFO", "CLIENT_IDENTIFIER" ->
          session.attributes().get(parameter);
      case "CDB_NAME" -> "";
      default -> throw OraErrors.of(2003, "invalid USERENV parameter");
    };
  }
}
