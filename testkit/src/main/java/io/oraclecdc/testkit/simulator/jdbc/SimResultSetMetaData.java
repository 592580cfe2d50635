package io.oraclecdc.testkit.simulator.jdbc;

import io.oraclecdc.testkit.simulator.dictionary.SimType;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.sql.ResultColumn;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/** Columns of a result in Oracle's words. */
public final class SimResultSetMetaData implements ResultSetMetaData, Unwrapped {
  private final List<ResultColumn> columns;

  /** Of these columns. */
  public SimResultSetMetaData(List<ResultColumn> columns) {
    this.columns = columns;
  }

  /** The columns. */
  public List<ResultColumn> columns() {
    return columns;
  }

  private ResultColumn column(int index) throws SQLException {
    if (index < 1 || index > columns.size()) {
      throw OraErrors.of(17003, "Invalid column index");
    }
    return columns.get(index - 1);
  }

  private SimType type(int index) throws SQLException {
    return column(index).type();
  }

  @Override
  public int getColumnCount() {
    return columns.size();
  }

  @Override
  public boolean isAutoIncrement(int index) {
    return false;
  }

  @Override
  public boolean isCaseSensitive(int index) throws SQLException {
    return type(index).charUsed() != null;
  }

  @Override
  public boolean isSearchable(int index) throws SQLException {
    return !type(index).name().endsWith("LOB");
  }

  @Override
  public boolean isCurrency(int index) throws SQLException {
    return type(index).name().equals("NUMBER");
  }

  @Override
  public int isNullable(int index) throws SQLException {
    return column(index).nullable() ? columnNullable : columnNoNulls;
  }

  @Override
  public boolean isSigned(int index) throws SQLException {
    return true;
  }

  @Override
  public int getColumnDisplaySize(int index) throws SQLException {
    SimType type = type(index);
    return switch (type.name()) {
      case "NUMBER", "FLOAT" -> type.precision() == null ? 39 : type.precision() + 1;
      case "DATE" -> 75;
      default -> type.charLength() > 0 ? type.charLength() : Math.max(type.length(), 1);
    };
  }

  @Override
  public String getColumnLabel(int index) throws SQLException {
    return column(index).label();
  }

  @Override
  public String getColumnName(int index) throws SQLException {
    return column(index).label();
  }

  @Override
  public String getSchemaName(int index) {
    return "";
  }

  @Override
  public int getPrecision(int index) throws SQLException {
    SimType type = type(index);
    return switch (type.name()) {
      case "NUMBER" -> type.precision() != null ? type.precision() : type.scale() == null ? 0 : 38;
      case "FLOAT" -> type.precision() == null ? 126 : type.precision();
      case "INTERVAL YEAR TO MONTH", "INTERVAL DAY TO SECOND" ->
          type.precision() == null ? 2 : type.precision();
      case "RAW" -> type.length();
      default -> type.charLength();
    };
  }

  @Override
  public int getScale(int index) throws SQLException {
    SimType type = type(index);
    if (type.name().equals("NUMBER") || type.name().equals("FLOAT")) {
      return type.scale() == null ? -127 : type.scale();
    }
    return type.scale() == null ? 0 : type.scale();
  }

  @Override
  public String getTableName(int index) {
    return "";
  }

  @Override
  public String getCatalogName(int index) {
    return "";
  }

  @Override
  public int getColumnType(int index) throws SQLException {
    return column(index).rowId() ? java.sql.Types.ROWID : JdbcTypes.code(type(index));
  }

  @Override
  public String getColumnTypeName(int index) throws SQLException {
    SimType type = type(index);
    return switch (type.name()) {
      case "FLOAT" -> "NUMBER";
      case "INTERVAL YEAR TO MONTH" -> "INTERVALYM";
      case "INTERVAL DAY TO SECOND" -> "INTERVALDS";
      case "XMLTYPE" -> "SYS.XMLTYPE";
      default -> type.name();
    };
  }

  @Override
  public boolean isReadOnly(int index) {
    return false;
  }

  @Override
  public boolean isWritable(int index) {
    return true;
  }

  @Override
  public boolean isDefinitelyWritable(int index) {
    return false;
  }

  @Override
  public String getColumnClassName(int index) throws SQLException {
    return JdbcTypes.className(type(index));
  }
}
