package io.oraclecdc.dictionary;

import java.util.List;

/**
 * Every SQL text of this package. Texts that end in an IN list are completed by {@link #inList}
 * with as many binds as there are names; the first bind is the owner.
 */
final class DictionarySql {
  /** Names per IN list: below Oracle's limit of 1000 expressions. */
  static final int NAMES_PER_QUERY = 500;

  static final String MAINTAINED_OWNERS =
      "SELECT USERNAME FROM DBA_USERS WHERE ORACLE_MAINTAINED = 'Y'";

  static final String TABLES =
      "SELECT T.OWNER, T.TABLE_NAME, T.IOT_TYPE, T.CLUSTER_NAME, T.PARTITIONED, T.ROW_MOVEMENT,"
          + " T.TEMPORARY, T.SECONDARY, T.NESTED, T.DROPPED, T.EXTERNAL FROM DBA_TABLES T";
  static final String ONE_TABLE = TABLES + " WHERE T.OWNER = ? AND T.TABLE_NAME = ?";

  /**
   * Object tables are here and not in DBA_TABLES; a materialized view and its rows share a name.
   */
  static final String TABLE_OBJECTS =
      "SELECT O.OWNER, O.OBJECT_NAME, O.OBJECT_TYPE FROM DBA_OBJECTS O"
          + " WHERE O.OBJECT_TYPE IN ('TABLE', 'MATERIALIZED VIEW')";

  static final String ONE_TABLE_OBJECT = TABLE_OBJECTS + " AND O.OWNER = ? AND O.OBJECT_NAME = ?";

  /** Whatever name it has by now; names of the recycle bin are none. */
  static final String TABLE_NAME_OF_OBJECT =
      "SELECT O.OWNER, O.OBJECT_NAME FROM DBA_OBJECTS O WHERE O.OBJECT_ID = ?"
          + " AND O.OBJECT_TYPE = 'TABLE'";

  static final String COLUMNS =
      "SELECT C.TABLE_NAME, C.COLUMN_NAME, C.DATA_TYPE, C.DATA_TYPE_OWNER, C.DATA_LENGTH,"
          + " C.CHAR_LENGTH, C.CHAR_USED, C.DATA_PRECISION, C.DATA_SCALE, C.NULLABLE,"
          + " C.HIDDEN_COLUMN, C.VIRTUAL_COLUMN, C.USER_GENERATED, C.IDENTITY_COLUMN,"
          + " C.INTERNAL_COLUMN_ID FROM DBA_TAB_COLS C"
          + " WHERE C.OWNER = ? AND C.TABLE_NAME IN ";

  /** Apart from {@link #COLUMNS}: a LONG in the select list makes the driver fetch row by row. */
  static final String DEFAULTS =
      "SELECT C.TABLE_NAME, C.COLUMN_NAME, C.DATA_DEFAULT FROM DBA_TAB_COLS C"
          + " WHERE C.OWNER = ? AND C.DEFAULT_LENGTH > 0 AND C.VIRTUAL_COLUMN = 'NO'"
          + " AND C.TABLE_NAME IN ";

  static final String PRIMARY_KEYS =
      "SELECT K.TABLE_NAME, K.COLUMN_NAME, C.CONSTRAINT_NAME FROM DBA_CONSTRAINTS C"
          + " JOIN DBA_CONS_COLUMNS K ON K.OWNER = C.OWNER AND K.CONSTRAINT_NAME = C.CONSTRAINT_NAME"
          + " AND K.TABLE_NAME = C.TABLE_NAME"
          + " WHERE C.CONSTRAINT_TYPE = 'P' AND C.STATUS = 'ENABLED' AND C.OWNER = ?"
          + " AND C.TABLE_NAME IN ";
  static final String PRIMARY_KEYS_ORDER = " ORDER BY K.TABLE_NAME, K.POSITION";

  static final String UNIQUE_INDEXES =
      "SELECT I.TABLE_NAME, I.INDEX_NAME, K.COLUMN_NAME FROM DBA_INDEXES I"
          + " JOIN DBA_IND_COLUMNS K ON K.INDEX_OWNER = I.OWNER AND K.INDEX_NAME = I.INDEX_NAME"
          + " WHERE I.UNIQUENESS = 'UNIQUE' AND I.STATUS <> 'UNUSABLE'"
          + " AND I.INDEX_TYPE IN ('NORMAL', 'NORMAL/REV', 'IOT - TOP')"
          + " AND I.TABLE_OWNER = ? AND I.TABLE_NAME IN ";
  static final String UNIQUE_INDEXES_ORDER =
      " ORDER BY I.TABLE_NAME, I.INDEX_NAME, K.COLUMN_POSITION";

  static final String LOG_GROUPS =
      "SELECT G.TABLE_NAME, G.LOG_GROUP_NAME, G.LOG_GROUP_TYPE FROM DBA_LOG_GROUPS G"
          + " WHERE G.ALWAYS = 'ALWAYS' AND G.OWNER = ? AND G.TABLE_NAME IN ";
  static final String LOG_GROUP_COLUMNS =
      "SELECT C.TABLE_NAME, C.LOG_GROUP_NAME, C.COLUMN_NAME FROM DBA_LOG_GROUP_COLUMNS C"
          + " WHERE C.LOGGING_PROPERTY = 'LOG' AND C.OWNER = ? AND C.TABLE_NAME IN ";

  static final String OBJECT_IDS =
      "SELECT O.OBJECT_NAME, O.OBJECT_ID, O.OBJECT_TYPE FROM DBA_OBJECTS O"
          + " WHERE O.OBJECT_TYPE IN ('TABLE', 'TABLE PARTITION', 'TABLE SUBPARTITION')"
          + " AND O.OWNER = ? AND O.OBJECT_NAME IN ";
  static final String TOP_INDEX_IDS =
      "SELECT I.TABLE_NAME, O.OBJECT_ID FROM DBA_INDEXES I"
          + " JOIN DBA_OBJECTS O ON O.OWNER = I.OWNER AND O.OBJECT_NAME = I.INDEX_NAME"
          + " WHERE O.OBJECT_TYPE IN ('INDEX', 'INDEX PARTITION')"
          + " AND I.INDEX_TYPE = 'IOT - TOP' AND I.TABLE_OWNER = ? AND I.TABLE_NAME IN ";

  /** Object ids only rise. */
  static final String HIGHEST_OBJECT_ID = "SELECT MAX(O.OBJECT_ID) FROM DBA_OBJECTS O";

  private DictionarySql() {}

  /** A text with an IN list of {@code names} binds behind it. */
  static String inList(String text, int names) {
    return text + "(" + "?, ".repeat(names - 1) + "?)";
  }

  static List<String> all() {
    return List.of(
        MAINTAINED_OWNERS,
        TABLES,
        HIGHEST_OBJECT_ID,
        ONE_TABLE,
        TABLE_OBJECTS,
        ONE_TABLE_OBJECT,
        TABLE_NAME_OF_OBJECT,
        inList(COLUMNS, 2),
        inList(DEFAULTS, 2),
        inList(PRIMARY_KEYS, 2) + PRIMARY_KEYS_ORDER,
        inList(UNIQUE_INDEXES, 2) + UNIQUE_INDEXES_ORDER,
        inList(LOG_GROUPS, 2),
        inList(LOG_GROUP_COLUMNS, 2),
        inList(OBJECT_IDS, 2),
        inList(TOP_INDEX_IDS, 2));
  }
}
