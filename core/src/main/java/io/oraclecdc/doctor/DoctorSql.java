package io.oraclecdc.doctor;

import io.oraclecdc.model.TableId;
import java.util.ArrayList;
import java.util.List;

/** Every SQL text of this package. */
final class DoctorSql {
  /** Views capture reads, with the name a grant needs. */
  static final List<String> VIEWS =
      List.of(
          "V$DATABASE",
          "V$LOG",
          "V$LOGFILE",
          "V$ARCHIVED_LOG",
          "V$ARCHIVE_DEST_STATUS",
          "V$THREAD",
          "V$PARAMETER",
          "V$LOGMNR_CONTENTS",
          "GV$TRANSACTION");

  /** Views capture reads in the container of the tables. */
  static final List<String> DICTIONARY_VIEWS =
      List.of(
          "DBA_USERS",
          "DBA_TABLES",
          "DBA_TAB_COLS",
          "DBA_CONSTRAINTS",
          "DBA_CONS_COLUMNS",
          "DBA_INDEXES",
          "DBA_IND_COLUMNS",
          "DBA_LOG_GROUPS",
          "DBA_LOG_GROUP_COLUMNS",
          "DBA_OBJECTS");

  /** Without a LogMiner session this fails with ORA-01307, and without EXECUTE in another way. */
  static final String LOGMINER_PACKAGE = "BEGIN DBMS_LOGMNR.END_LOGMNR; END;";

  static final String LOGMINING =
      "SELECT P.PRIVILEGE FROM SESSION_PRIVS P WHERE P.PRIVILEGE = 'LOGMINING'";

  static final String FLASHBACK_ANY =
      "SELECT P.PRIVILEGE FROM SESSION_PRIVS P WHERE P.PRIVILEGE = 'FLASHBACK ANY TABLE'";

  /** Beside the others in the root of a container database. */
  static final List<String> ROOT_VIEWS = List.of("V$PDBS", "CDB_CONTAINER_DATA");

  /** Beside the others in a pluggable database. */
  static final List<String> PLUGGABLE_VIEWS = List.of("DBA_SUPPLEMENTAL_LOGGING");

  /** Whether the data of every container is shown to a common user, by default and in the views. */
  static final String SEES_ALL_CONTAINERS =
      "SELECT C.USERNAME FROM CDB_CONTAINER_DATA C WHERE C.USERNAME = ?"
          + " AND C.OBJECT_NAME IS NULL AND C.ALL_CONTAINERS = 'Y'";

  static final String CURRENT_USER = "SELECT USER FROM DUAL";

  static final String DESTINATIONS =
      "SELECT S.DEST_NAME, S.STATUS, S.TYPE FROM V$ARCHIVE_DEST_STATUS S"
          + " WHERE S.STATUS <> 'INACTIVE' ORDER BY S.DEST_ID";
  static final String ENABLED_THREADS =
      "SELECT T.THREAD# FROM V$THREAD T WHERE T.ENABLED <> 'DISABLED' ORDER BY T.THREAD#";

  private DoctorSql() {}

  static String probe(String view) {
    return "SELECT COUNT(*) FROM " + view + " WHERE 1 = 0";
  }

  /** Asks a table for no row as of an SCN, which is bound. */
  static String readBack(TableId table) {
    return "SELECT COUNT(*) FROM \""
        + table.owner()
        + "\".\""
        + table.name()
        + "\" AS OF SCN ? T WHERE 1 = 0";
  }

  static List<String> all() {
    List<String> texts =
        new ArrayList<>(List.of(LOGMINER_PACKAGE, LOGMINING, DESTINATIONS, ENABLED_THREADS));
    texts.add(FLASHBACK_ANY);
    texts.add(SEES_ALL_CONTAINERS);
    texts.add(CURRENT_USER);
    VIEWS.forEach(view -> texts.add(probe(view)));
    DICTIONARY_VIEWS.forEach(view -> texts.add(probe(view)));
    ROOT_VIEWS.forEach(view -> texts.add(probe(view)));
    PLUGGABLE_VIEWS.forEach(view -> texts.add(probe(view)));
    return texts;
  }
}
