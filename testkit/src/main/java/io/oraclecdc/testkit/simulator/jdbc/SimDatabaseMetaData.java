package io.oraclecdc.testkit.simulator.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What the database is, and its tables by way of the catalog views. */
final class SimDatabaseMetaData extends DatabaseFacts {
  /** JDBC codes as Oracle's driver gives them: its own for zoned timestamps and intervals. */
  private static final String LIKE = "LIKE ";

  private static final String PATTERN = LIKE + "? ESCAPE '/'";

  private static final String TYPE_CODE =
      " CASE WHEN DATA_TYPE LIKE 'TIMESTAMP%LOCAL%' THEN -102"
          + " WHEN DATA_TYPE LIKE 'TIMESTAMP%ZONE' THEN -101"
          + " WHEN DATA_TYPE LIKE 'TIMESTAMP%' THEN 93"
          + " WHEN DATA_TYPE LIKE 'INTERVAL DAY%' THEN -104"
          + " WHEN DATA_TYPE LIKE 'INTERVAL YEAR%' THEN -103 ELSE"
          + " DECODE(DATA_TYPE, 'CHAR', 1, 'VARCHAR2', 12, 'NVARCHAR2', -9, 'NCHAR', -15,"
          + " 'NUMBER', 2, 'FLOAT', 6, 'LONG', -1, 'DATE', 93, 'RAW', -3, 'LONG RAW', -4,"
          + " 'BLOB', 2004, 'CLOB', 2005, 'NCLOB', 2011, 'BFILE', -13, 'ROWID', -8, 'UROWID', -8,"
          + " 'BINARY_FLOAT', 100, 'BINARY_DOUBLE', 101, 'XMLTYPE', 2009, 'JSON', 2016,"
          + " 'VECTOR', -105, 'BOOLEAN', 16, 1111) END";

  private final SimConnection connection;

  SimDatabaseMetaData(SimConnection connection) {
    this.connection = connection;
  }

  private ResultSet query(String sql, @Nullable String... values) throws SQLException {
    StringBuilder text = new StringBuilder();
    int from = 0;
    for (String value : values) {
      int mark = sql.indexOf('?', from);
      text.append(sql, from, mark);
      boolean isPattern = sql.startsWith(PATTERN, mark - LIKE.length());
      if (isPattern && value != null && isName(value)) {
        // A name without wildcards is looked up in an index of the catalog.
        text.setLength(text.length() - LIKE.length());
        text.append("= ?");
        from = mark - LIKE.length() + PATTERN.length();
      } else {
        text.append('?');
        from = mark + 1;
      }
    }
    PreparedStatement statement =
        connection.prepareStatement(text.append(sql, from, sql.length()).toString());
    statement.closeOnCompletion();
    for (int i = 0; i < values.length; i++) {
      String value = values[i];
      statement.setString(i + 1, value == null ? "%" : value);
    }
    return statement.executeQuery();
  }

  private static boolean isName(String pattern) {
    return pattern.chars().allMatch(c -> c == '$' || c == '#' || Character.isLetterOrDigit(c));
  }

  @Override
  public ResultSet getTables(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      String @Nullable [] types)
      throws SQLException {
    return query(
        "SELECT NULL AS TABLE_CAT, OWNER AS TABLE_SCHEM, OBJECT_NAME AS TABLE_NAME,"
            + " OBJECT_TYPE AS TABLE_TYPE, NULL AS REMARKS, NULL AS TYPE_CAT, NULL AS TYPE_SCHEM,"
            + " NULL AS TYPE_NAME, NULL AS SELF_REFERENCING_COL_NAME, NULL AS REF_GENERATION"
            + " FROM ALL_OBJECTS"
            + " WHERE OWNER LIKE ? ESCAPE '/' AND OBJECT_NAME LIKE ? ESCAPE '/'"
            + " AND OBJECT_TYPE IN ('TABLE', 'VIEW', 'SYNONYM')"
            + " AND INSTR(?, ',' || OBJECT_TYPE || ',') > 0"
            + " ORDER BY 4, 2, 3",
        schema,
        table,
        types == null ? ",TABLE,VIEW," : "," + String.join(",", types) + ",");
  }

  @Override
  public ResultSet getColumns(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      @Nullable String column)
      throws SQLException {
    return query(
        "SELECT NULL AS TABLE_CAT, OWNER AS TABLE_SCHEM, TABLE_NAME, COLUMN_NAME,"
            + TYPE_CODE
            + " AS DATA_TYPE, DATA_TYPE AS TYPE_NAME,"
            + " DECODE(DATA_PRECISION, NULL, DECODE(DATA_TYPE, 'NUMBER',"
            + " DECODE(DATA_SCALE, NULL, 0, 38), 'CHAR', CHAR_LENGTH, 'VARCHAR2', CHAR_LENGTH,"
            + " 'NVARCHAR2', CHAR_LENGTH, 'NCHAR', CHAR_LENGTH, DATA_LENGTH), DATA_PRECISION)"
            + " AS COLUMN_SIZE, 0 AS BUFFER_LENGTH,"
            + " DECODE(DATA_TYPE, 'NUMBER', DECODE(DATA_PRECISION, NULL,"
            + " DECODE(DATA_SCALE, NULL, -127, DATA_SCALE), DATA_SCALE), DATA_SCALE)"
            + " AS DECIMAL_DIGITS, 10 AS NUM_PREC_RADIX,"
            + " DECODE(NULLABLE, 'N', 0, 1) AS NULLABLE, NULL AS REMARKS,"
            + " DATA_DEFAULT AS COLUMN_DEF, 0 AS SQL_DATA_TYPE, 0 AS SQL_DATETIME_SUB,"
            + " DATA_LENGTH AS CHAR_OCTET_LENGTH, COLUMN_ID AS ORDINAL_POSITION,"
            + " DECODE(NULLABLE, 'N', 'NO', 'YES') AS IS_NULLABLE, NULL AS SCOPE_CATALOG,"
            + " NULL AS SCOPE_SCHEMA, NULL AS SCOPE_TABLE, NULL AS SOURCE_DATA_TYPE,"
            + " DECODE(IDENTITY_COLUMN, 'YES', 'YES', 'NO') AS IS_AUTOINCREMENT,"
            + " VIRTUAL_COLUMN AS IS_GENERATEDCOLUMN FROM ALL_TAB_COLS"
            + " WHERE OWNER LIKE ? ESCAPE '/' AND TABLE_NAME LIKE ? ESCAPE '/'"
            + " AND COLUMN_NAME LIKE ? ESCAPE '/' AND USER_GENERATED = 'YES'"
            + " ORDER BY 2, 3, 17",
        schema,
        table,
        column);
  }

  @Override
  public ResultSet getPrimaryKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    return query(
        "SELECT NULL AS TABLE_CAT, C.OWNER AS TABLE_SCHEM, C.TABLE_NAME, C.COLUMN_NAME,"
            + " C.POSITION AS KEY_SEQ, C.CONSTRAINT_NAME AS PK_NAME"
            + " FROM ALL_CONS_COLUMNS C, ALL_CONSTRAINTS K"
            + " WHERE K.CONSTRAINT_TYPE = 'P' AND K.OWNER LIKE ? ESCAPE '/' AND K.TABLE_NAME = ?"
            + " AND K.CONSTRAINT_NAME = C.CONSTRAINT_NAME AND K.TABLE_NAME = C.TABLE_NAME"
            + " AND K.OWNER = C.OWNER ORDER BY 4",
        schema,
        table);
  }

  @Override
  public ResultSet getIndexInfo(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      boolean unique,
      boolean approximate)
      throws SQLException {
    String name = table == null ? "" : unquoted(table);
    String owner = schema == null || schema.isEmpty() ? "" : unquoted(schema);
    String owned = owner.isEmpty() ? " AND ? IS NULL" : " AND OWNER = ?";
    return query(
        "SELECT NULL AS TABLE_CAT, OWNER AS TABLE_SCHEM, TABLE_NAME, 0 AS NON_UNIQUE,"
            + " NULL AS INDEX_QUALIFIER, NULL AS INDEX_NAME, 0 AS TYPE, 0 AS ORDINAL_POSITION,"
            + " NULL AS COLUMN_NAME, NULL AS ASC_OR_DESC, NUM_ROWS AS CARDINALITY,"
            + " BLOCKS AS PAGES, NULL AS FILTER_CONDITION FROM ALL_TABLES"
            + " WHERE TABLE_NAME = ?"
            + owned
            + " UNION"
            + " SELECT NULL, I.OWNER, I.TABLE_NAME, DECODE(I.UNIQUENESS, 'UNIQUE', 0, 1), NULL,"
            + " I.INDEX_NAME, 1, C.COLUMN_POSITION, C.COLUMN_NAME, NULL, I.DISTINCT_KEYS,"
            + " I.LEAF_BLOCKS, NULL FROM ALL_INDEXES I, ALL_IND_COLUMNS C"
            + " WHERE I.TABLE_NAME = ?"
            + owned.replace("OWNER", "I.OWNER")
            + " AND I.INDEX_NAME = C.INDEX_NAME AND I.TABLE_OWNER = C.TABLE_OWNER"
            + " AND I.TABLE_NAME = C.TABLE_NAME AND I.OWNER = C.INDEX_OWNER"
            + (unique ? " AND I.UNIQUENESS = 'UNIQUE'" : "")
            + " ORDER BY 4, 7, 6, 8",
        name,
        owner,
        name,
        owner);
  }

  /** Oracle's driver takes a name in double quotes as what is between them. */
  private static String unquoted(String name) {
    boolean quoted = name.length() > 2 && name.startsWith("\"") && name.endsWith("\"");
    return quoted ? name.substring(1, name.length() - 1) : name;
  }

  private ResultSet keys(String condition, @Nullable String schema, @Nullable String table)
      throws SQLException {
    return query(
        "SELECT NULL AS PKTABLE_CAT, P.OWNER AS PKTABLE_SCHEM, P.TABLE_NAME AS PKTABLE_NAME,"
            + " PC.COLUMN_NAME AS PKCOLUMN_NAME, NULL AS FKTABLE_CAT, F.OWNER AS FKTABLE_SCHEM,"
            + " F.TABLE_NAME AS FKTABLE_NAME, FC.COLUMN_NAME AS FKCOLUMN_NAME,"
            + " FC.POSITION AS KEY_SEQ, NULL AS UPDATE_RULE,"
            + " DECODE(F.DELETE_RULE, 'CASCADE', 0, 'SET NULL', 2, 1) AS DELETE_RULE,"
            + " F.CONSTRAINT_NAME AS FK_NAME, P.CONSTRAINT_NAME AS PK_NAME, 7 AS DEFERRABILITY"
            + " FROM ALL_CONSTRAINTS F, ALL_CONSTRAINTS P, ALL_CONS_COLUMNS FC, ALL_CONS_COLUMNS PC"
            + " WHERE F.CONSTRAINT_TYPE = 'R' AND P.OWNER = F.R_OWNER"
            + " AND P.CONSTRAINT_NAME = F.R_CONSTRAINT_NAME AND FC.OWNER = F.OWNER"
            + " AND FC.CONSTRAINT_NAME = F.CONSTRAINT_NAME AND PC.OWNER = P.OWNER"
            + " AND PC.CONSTRAINT_NAME = P.CONSTRAINT_NAME AND PC.POSITION = FC.POSITION AND "
            + condition
            + " ORDER BY 2, 3, 9",
        schema,
        table);
  }

  @Override
  public ResultSet getImportedKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    return keys("F.OWNER LIKE ? ESCAPE '/' AND F.TABLE_NAME = ?", schema, table);
  }

  @Override
  public ResultSet getExportedKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    return keys("P.OWNER LIKE ? ESCAPE '/' AND P.TABLE_NAME = ?", schema, table);
  }

  @Override
  public ResultSet getSchemas() throws SQLException {
    return query("SELECT USERNAME AS TABLE_SCHEM, NULL AS TABLE_CATALOG FROM ALL_USERS ORDER BY 1");
  }

  @Override
  public ResultSet getSchemas(@Nullable String catalog, @Nullable String schema)
      throws SQLException {
    return query(
        "SELECT USERNAME AS TABLE_SCHEM, NULL AS TABLE_CATALOG FROM ALL_USERS"
            + " WHERE USERNAME LIKE ? ESCAPE '/' ORDER BY 1",
        schema);
  }

  @Override
  public ResultSet getCatalogs() throws SQLException {
    return query("SELECT NULL AS TABLE_CAT FROM DUAL WHERE 1 = 0");
  }

  @Override
  public ResultSet getTableTypes() throws SQLException {
    return query(
        "SELECT 'TABLE' AS TABLE_TYPE FROM DUAL UNION ALL SELECT 'VIEW' FROM DUAL ORDER BY 1");
  }

  @Override
  public String getURL() {
    return connection.url();
  }

  @Override
  public String getUserName() {
    return connection.session().user();
  }

  @Override
  public Connection getConnection() {
    return connection;
  }

  @Override
  public String getDatabaseProductName() {
    return "Oracle";
  }

  @Override
  public String getDatabaseProductVersion() {
    int release = connection.database().release();
    String name =
        switch (release) {
          case 19 -> "Oracle Database 19c Enterprise Edition Release 19.0.0.0.0 - Production";
          case 21 -> "Oracle Database 21c Enterprise Edition Release 21.0.0.0.0 - Production";
          default ->
              "Oracle Database 23ai Free Release 23.0.0.0.0 - Develop, Learn, and Run for Free";
        };
    return name + "\nVersion " + connection.database().version();
  }

  @Override
  public int getDatabaseMajorVersion() {
    return connection.database().release();
  }

  @Override
  public int getDatabaseMinorVersion() {
    return 0;
  }

  @Override
  public String getDriverName() {
    return "Oracle JDBC driver (simulated)";
  }

  @Override
  public String getDriverVersion() {
    return "23.0";
  }

  @Override
  public int getDriverMajorVersion() {
    return 23;
  }

  @Override
  public int getDriverMinorVersion() {
    return 0;
  }

  @Override
  public int getJDBCMajorVersion() {
    return 4;
  }

  @Override
  public int getJDBCMinorVersion() {
    return 3;
  }

  @Override
  public String getIdentifierQuoteString() {
    return "\"";
  }

  @Override
  public String getSQLKeywords() {
    return "ACCESS, ADD, AUDIT, CLUSTER, COMMENT, COMPRESS, EXCLUSIVE, FILE, INDEX, LOCK, MINUS,"
        + " NOWAIT, NUMBER, RAW, ROWID, ROWNUM, SYNONYM, SYSDATE, VARCHAR2";
  }

  @Override
  public String getNumericFunctions() {
    return "ABS,CEILING,EXP,FLOOR,LOG,MOD,POWER,ROUND,SIGN,SQRT";
  }

  @Override
  public String getStringFunctions() {
    return "ASCII,CHAR,CONCAT,LCASE,LENGTH,LTRIM,REPLACE,RTRIM,SUBSTRING,UCASE";
  }

  @Override
  public String getSystemFunctions() {
    return "USER";
  }

  @Override
  public String getTimeDateFunctions() {
    return "CURRENT_DATE,CURRENT_TIMESTAMP";
  }

  @Override
  public String getSearchStringEscape() {
    return "/";
  }

  @Override
  public String getExtraNameCharacters() {
    return "$#";
  }

  @Override
  public String getSchemaTerm() {
    return "schema";
  }

  @Override
  public String getProcedureTerm() {
    return "procedure";
  }

  @Override
  public String getCatalogTerm() {
    return "";
  }

  @Override
  public String getCatalogSeparator() {
    return "";
  }

  @Override
  public int getDefaultTransactionIsolation() {
    return Connection.TRANSACTION_READ_COMMITTED;
  }

  @Override
  public boolean supportsTransactionIsolationLevel(int level) {
    return level == Connection.TRANSACTION_READ_COMMITTED;
  }

  @Override
  public boolean supportsConvert(int from, int to) {
    return false;
  }

  @Override
  public boolean supportsResultSetType(int type) {
    return type == ResultSet.TYPE_FORWARD_ONLY;
  }

  @Override
  public boolean supportsResultSetConcurrency(int type, int concurrency) {
    return type == ResultSet.TYPE_FORWARD_ONLY && concurrency == ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public boolean supportsResultSetHoldability(int holdability) {
    return holdability == ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public int getResultSetHoldability() {
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public int getSQLStateType() {
    return sqlStateXOpen;
  }

  @Override
  public RowIdLifetime getRowIdLifetime() {
    return RowIdLifetime.ROWID_VALID_FOREVER;
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public boolean autoCommitFailureClosesAllResultSets() {
    return false;
  }

  @Override
  public boolean ownUpdatesAreVisible(int type) {
    return false;
  }

  @Override
  public boolean ownDeletesAreVisible(int type) {
    return false;
  }

  @Override
  public boolean ownInsertsAreVisible(int type) {
    return false;
  }

  @Override
  public boolean othersUpdatesAreVisible(int type) {
    return false;
  }

  @Override
  public boolean othersDeletesAreVisible(int type) {
    return false;
  }

  @Override
  public boolean othersInsertsAreVisible(int type) {
    return false;
  }

  @Override
  public boolean updatesAreDetected(int type) {
    return false;
  }

  @Override
  public boolean deletesAreDetected(int type) {
    return false;
  }

  @Override
  public boolean insertsAreDetected(int type) {
    return false;
  }
}
