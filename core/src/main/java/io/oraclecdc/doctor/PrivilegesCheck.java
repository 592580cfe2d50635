package io.oraclecdc.doctor;

import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.OracleErrors;
import java.sql.CallableStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** DOC-4: what capture reads and runs is granted. Runs before the others, which need the grants. */
final class PrivilegesCheck {
  private static final String RULE = "DOC-4";
  private static final int NOT_STARTED = 1306;
  private static final int NO_SESSION = 1307;

  private final DatabaseSession session;
  private final String user;

  PrivilegesCheck(DatabaseSession session, String user) {
    this.session = session;
    this.user = user;
  }

  /** In the container where capture connects. */
  List<Finding> run() {
    List<Finding> findings = new ArrayList<>();
    findings.addAll(views(DoctorSql.VIEWS, "", ""));
    findings.addAll(views(DoctorSql.DICTIONARY_VIEWS, "", ""));
    if (!mayRunLogMiner()) {
      findings.add(
          Finding.blocking(
              RULE,
              "the package DBMS_LOGMNR is not visible to " + user,
              "redo is read through it",
              "GRANT EXECUTE ON SYS.DBMS_LOGMNR TO " + user + ";"));
    }
    if (session
        .query("reading privileges", DoctorSql.LOGMINING, row -> row.getString(1))
        .isEmpty()) {
      findings.add(
          Finding.blocking(
              RULE,
              "the privilege LOGMINING is not granted to " + user,
              "LogMiner does not start without it",
              "GRANT LOGMINING TO " + user + ";"));
    }
    return findings;
  }

  /** In the root of a container database, which is known to be one. */
  List<Finding> inRoot() {
    return views(DoctorSql.ROOT_VIEWS, "", " CONTAINER = ALL");
  }

  /** In a pluggable database that the session is in, or has entered from the root. */
  List<Finding> inPluggable(String name) {
    List<Finding> findings = new ArrayList<>();
    findings.addAll(views(DoctorSql.DICTIONARY_VIEWS, " in " + name, " CONTAINER = ALL"));
    findings.addAll(views(DoctorSql.PLUGGABLE_VIEWS, " in " + name, " CONTAINER = ALL"));
    return findings;
  }

  /** When a pluggable database may not be entered. */
  Finding mayNotEnter(String name) {
    return Finding.blocking(
        RULE,
        "the pluggable database " + name + " cannot be entered by " + user,
        "its dictionary and its tables are read there",
        "GRANT CREATE SESSION, SET CONTAINER TO " + user + " CONTAINER = ALL;");
  }

  /** When the user does not see the data of all containers. */
  Finding seesTooLittle() {
    return Finding.blocking(
        RULE,
        "the user " + user + " does not see the data of all containers",
        "open transactions of pluggable databases would be overlooked",
        "ALTER USER " + user + " SET CONTAINER_DATA = ALL CONTAINER = CURRENT;");
  }

  private List<Finding> views(List<String> names, String where, String scope) {
    List<Finding> findings = new ArrayList<>();
    for (String view : names) {
      if (!isVisible(view)) {
        findings.add(
            Finding.blocking(
                RULE,
                "the view " + view + " is not visible to " + user + where,
                "capture reads it",
                "GRANT SELECT ON SYS." + view.replace("V$", "V_$") + " TO " + user + scope + ";"));
      }
    }
    return findings;
  }

  private boolean isVisible(String view) {
    try (Statement statement = session.connection().createStatement();
        ResultSet rows = statement.executeQuery(DoctorSql.probe(view))) {
      return rows.next();
    } catch (SQLException e) {
      if (OracleErrors.hasNumber(e, 942, 1031)) {
        return false;
      }
      if (OracleErrors.hasNumber(e, NOT_STARTED, NO_SESSION)) {
        return true;
      }
      throw session.failed(e, "looking at the view " + view);
    }
  }

  private boolean mayRunLogMiner() {
    try (CallableStatement call = session.connection().prepareCall(DoctorSql.LOGMINER_PACKAGE)) {
      call.execute();
      return true;
    } catch (SQLException e) {
      if (OracleErrors.hasNumber(e, NO_SESSION)) {
        return true;
      }
      if (OracleErrors.hasNumber(e, 6550, 1031, 942)) {
        return false;
      }
      throw session.failed(e, "looking at the package DBMS_LOGMNR");
    }
  }
}
