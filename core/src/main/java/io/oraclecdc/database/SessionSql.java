package io.oraclecdc.database;

import java.util.List;

/** Every SQL text of this package. */
final class SessionSql {
  static final String NLS =
      "ALTER SESSION SET"
          + " NLS_DATE_FORMAT = '"
          + NlsMasks.DATE
          + "' NLS_TIMESTAMP_FORMAT = '"
          + NlsMasks.TIMESTAMP
          + "' NLS_TIMESTAMP_TZ_FORMAT = '"
          + NlsMasks.TIMESTAMP_TZ
          + "' NLS_NUMERIC_CHARACTERS = '.,' NLS_DATE_LANGUAGE = 'AMERICAN'"
          + " NLS_LENGTH_SEMANTICS = 'CHAR'";
  static final String TIME_ZONE = "ALTER SESSION SET TIME_ZONE = '+00:00'";
  static final String MODULE =
      "BEGIN DBMS_APPLICATION_INFO.SET_MODULE(MODULE_NAME => ?, ACTION_NAME => ?); END;";
  static final String DATABASE =
      "SELECT D.NAME, D.DBID, D.RESETLOGS_CHANGE#, D.RESETLOGS_TIME, D.LOG_MODE, D.OPEN_MODE,"
          + " D.DATABASE_ROLE, D.CDB, D.SUPPLEMENTAL_LOG_DATA_MIN, D.SUPPLEMENTAL_LOG_DATA_PK,"
          + " D.SUPPLEMENTAL_LOG_DATA_ALL, D.CURRENT_SCN FROM V$DATABASE D";
  static final String CHARACTER_SETS =
      "SELECT PARAMETER, VALUE FROM NLS_DATABASE_PARAMETERS"
          + " WHERE PARAMETER IN ('NLS_CHARACTERSET', 'NLS_NCHAR_CHARACTERSET')";
  static final String MAX_STRING_SIZE =
      "SELECT VALUE FROM V$PARAMETER WHERE NAME = 'max_string_size'";
  static final String HOST_OFFSET = "SELECT TO_CHAR(SYSTIMESTAMP, 'TZH:TZM') FROM DUAL";

  /** 0 without containers, 1 in the root. */
  static final String CONTAINER =
      "SELECT TO_NUMBER(SYS_CONTEXT('USERENV', 'CON_ID')), SYS_CONTEXT('USERENV', 'CON_NAME')"
          + " FROM DUAL";

  static final String PLUGGABLE_DATABASES =
      "SELECT P.CON_ID, P.NAME, P.OPEN_MODE, P.CON_UID, P.DBID FROM V$PDBS P"
          + " ORDER BY P.CON_ID";

  /** Of the pluggable database the session is in. */
  static final String CONTAINER_DBID = "SELECT D.CON_DBID FROM V$DATABASE D";

  /** Logging that was set for one pluggable database; V$DATABASE may show the whole. */
  static final String CONTAINER_LOGGING =
      "SELECT L.MINIMAL, L.PRIMARY_KEY, L.ALL_COLUMN FROM DBA_SUPPLEMENTAL_LOGGING L";

  static final String CURRENT_SCN = "SELECT CURRENT_SCN FROM V$DATABASE";

  private SessionSql() {}

  /** Text that moves a session into a container. */
  static String enter(String container) {
    return "ALTER SESSION SET CONTAINER = \"" + container.replace("\"", "") + "\"";
  }

  static List<String> all() {
    return List.of(
        NLS,
        TIME_ZONE,
        MODULE,
        DATABASE,
        CHARACTER_SETS,
        MAX_STRING_SIZE,
        HOST_OFFSET,
        CONTAINER,
        PLUGGABLE_DATABASES,
        CONTAINER_DBID,
        CONTAINER_LOGGING,
        enter("CDB$ROOT"),
        CURRENT_SCN);
  }
}
