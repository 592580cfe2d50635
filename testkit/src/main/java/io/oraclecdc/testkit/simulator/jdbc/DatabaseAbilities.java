package io.oraclecdc.testkit.simulator.jdbc;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;

/** What an Oracle database can do, as JDBC asks it (first half). */
abstract class DatabaseAbilities implements DatabaseMetaData, Unwrapped {

  @Override
  public boolean allProceduresAreCallable() throws SQLException {
    return true;
  }

  @Override
  public boolean allTablesAreSelectable() throws SQLException {
    return false;
  }

  @Override
  public boolean dataDefinitionCausesTransactionCommit() throws SQLException {
    return true;
  }

  @Override
  public boolean dataDefinitionIgnoredInTransactions() throws SQLException {
    return false;
  }

  @Override
  public boolean doesMaxRowSizeIncludeBlobs() throws SQLException {
    return true;
  }

  @Override
  public boolean generatedKeyAlwaysReturned() throws SQLException {
    return false;
  }

  @Override
  public ResultSet getAttributes(String first, String second, String third, String fourth)
      throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public ResultSet getBestRowIdentifier(
      String first, String second, String third, int fourth, boolean fifth) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public ResultSet getClientInfoProperties() throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public ResultSet getColumnPrivileges(String first, String second, String third, String fourth)
      throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public ResultSet getCrossReference(
      String first, String second, String third, String fourth, String fifth, String sixth)
      throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public ResultSet getFunctionColumns(String first, String second, String third, String fourth)
      throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public ResultSet getFunctions(String first, String second, String third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public int getMaxBinaryLiteralLength() throws SQLException {
    return 0;
  }

  @Override
  public int getMaxCatalogNameLength() throws SQLException {
    return 128;
  }

  @Override
  public int getMaxCharLiteralLength() throws SQLException {
    return 0;
  }

  @Override
  public int getMaxColumnNameLength() throws SQLException {
    return 128;
  }

  @Override
  public int getMaxColumnsInGroupBy() throws SQLException {
    return 0;
  }

  @Override
  public int getMaxColumnsInIndex() throws SQLException {
    return 0;
  }

  @Override
  public int getMaxColumnsInOrderBy() throws SQLException {
    return 0;
  }

  @Override
  public int getMaxColumnsInSelect() throws SQLException {
    return 0;
  }

  @Override
  public int getMaxColumnsInTable() throws SQLException {
    return 0;
  }

  @Override
  public int getMaxConnections() throws SQLException {
    return 0;
  }

  @Override
  public int getMaxCursorNameLength() throws SQLException {
    return 128;
  }

  @Override
  public int getMaxIndexLength() throws SQLException {
    return 0;
  }

  @Override
  public int getMaxProcedureNameLength() throws SQLException {
    return 128;
  }

  @Override
  public int getMaxRowSize() throws SQLException {
    return 0;
  }

  @Override
  public int getMaxSchemaNameLength() throws SQLException {
    return 128;
  }

  @Override
  public int getMaxStatementLength() throws SQLException {
    return 0;
  }

  @Override
  public int getMaxStatements() throws SQLException {
    return 0;
  }

  @Override
  public int getMaxTableNameLength() throws SQLException {
    return 128;
  }

  @Override
  public int getMaxTablesInSelect() throws SQLException {
    return 0;
  }

  @Override
  public int getMaxUserNameLength() throws SQLException {
    return 128;
  }

  @Override
  public ResultSet getProcedureColumns(String first, String second, String third, String fourth)
      throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public ResultSet getProcedures(String first, String second, String third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public ResultSet getPseudoColumns(String first, String second, String third, String fourth)
      throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public ResultSet getSuperTables(String first, String second, String third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public ResultSet getSuperTypes(String first, String second, String third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public ResultSet getTablePrivileges(String first, String second, String third)
      throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public ResultSet getTypeInfo() throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public ResultSet getUDTs(String first, String second, String third, int[] fourth)
      throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public ResultSet getVersionColumns(String first, String second, String third)
      throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public boolean isCatalogAtStart() throws SQLException {
    return false;
  }

  @Override
  public boolean locatorsUpdateCopy() throws SQLException {
    return true;
  }

  @Override
  public boolean nullPlusNonNullIsNull() throws SQLException {
    return true;
  }

  @Override
  public boolean nullsAreSortedAtEnd() throws SQLException {
    return false;
  }

  @Override
  public boolean nullsAreSortedAtStart() throws SQLException {
    return false;
  }

  @Override
  public boolean nullsAreSortedHigh() throws SQLException {
    return true;
  }

  @Override
  public boolean nullsAreSortedLow() throws SQLException {
    return false;
  }

  @Override
  public boolean storesLowerCaseIdentifiers() throws SQLException {
    return false;
  }

  @Override
  public boolean storesLowerCaseQuotedIdentifiers() throws SQLException {
    return false;
  }

  @Override
  public boolean storesMixedCaseIdentifiers() throws SQLException {
    return false;
  }

  @Override
  public boolean storesMixedCaseQuotedIdentifiers() throws SQLException {
    return false;
  }

  @Override
  public boolean storesUpperCaseIdentifiers() throws SQLException {
    return true;
  }

  @Override
  public boolean storesUpperCaseQuotedIdentifiers() throws SQLException {
    return false;
  }

  @Override
  public boolean supportsANSI92EntryLevelSQL() throws SQLException {
    return true;
  }

  @Override
  public boolean supportsANSI92FullSQL() throws SQLException {
    return false;
  }

  @Override
  public boolean supportsANSI92IntermediateSQL() throws SQLException {
    return false;
  }

  @Override
  public boolean supportsAlterTableWithAddColumn() throws SQLException {
    return true;
  }

  @Override
  public boolean supportsAlterTableWithDropColumn() throws SQLException {
    return true;
  }

  @Override
  public boolean supportsBatchUpdates() throws SQLException {
    return true;
  }

  @Override
  public boolean supportsCatalogsInDataManipulation() throws SQLException {
    return false;
  }

  @Override
  public boolean supportsCatalogsInIndexDefinitions() throws SQLException {
    return false;
  }

  @Override
  public boolean supportsCatalogsInPrivilegeDefinitions() throws SQLException {
    return false;
  }

  @Override
  public boolean supportsCatalogsInProcedureCalls() throws SQLException {
    return false;
  }

  @Override
  public boolean supportsCatalogsInTableDefinitions() throws SQLException {
    return false;
  }

  @Override
  public boolean supportsColumnAliasing() throws SQLException {
    return true;
  }

  @Override
  public boolean supportsConvert() throws SQLException {
    return false;
  }

  @Override
  public boolean supportsCoreSQLGrammar() throws SQLException {
    return true;
  }

  @Override
  public boolean supportsCorrelatedSubqueries() throws SQLException {
    return true;
  }
}
