package io.oraclecdc.testkit.simulator.jdbc;

import io.oraclecdc.testkit.simulator.dictionary.SimType;
import io.oraclecdc.testkit.simulator.sql.Kind;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/** Type codes of java.sql.Types and of Oracle's driver. */
final class JdbcTypes {
  static final int TIMESTAMPTZ = -101;
  static final int TIMESTAMPLTZ = -102;
  static final int INTERVALYM = -103;
  static final int INTERVALDS = -104;
  static final int BINARY_FLOAT = 100;
  static final int BINARY_DOUBLE = 101;
  static final int BFILE = -13;
  static final int JSON = 2016;

  private JdbcTypes() {}

  /** Code of a column. */
  static int code(SimType type) {
    return switch (type.name()) {
      case "NUMBER", "FLOAT" -> Types.NUMERIC;
      case "CHAR" -> Types.CHAR;
      case "NCHAR" -> Types.NCHAR;
      case "NVARCHAR2" -> Types.NVARCHAR;
      case "DATE", "TIMESTAMP" -> Types.TIMESTAMP;
      case "TIMESTAMP WITH TIME ZONE" -> TIMESTAMPTZ;
      case "TIMESTAMP WITH LOCAL TIME ZONE" -> TIMESTAMPLTZ;
      case "INTERVAL YEAR TO MONTH" -> INTERVALYM;
      case "INTERVAL DAY TO SECOND" -> INTERVALDS;
      case "BINARY_FLOAT" -> BINARY_FLOAT;
      case "BINARY_DOUBLE" -> BINARY_DOUBLE;
      case "RAW" -> Types.VARBINARY;
      case "LONG" -> Types.LONGVARCHAR;
      case "LONG RAW" -> Types.LONGVARBINARY;
      case "CLOB" -> Types.CLOB;
      case "NCLOB" -> Types.NCLOB;
      case "BLOB" -> Types.BLOB;
      case "ROWID", "UROWID" -> Types.ROWID;
      case "BFILE" -> BFILE;
      case "JSON" -> JSON;
      case "XMLTYPE" -> Types.SQLXML;
      case "BOOLEAN" -> Types.BOOLEAN;
      default -> Types.VARCHAR;
    };
  }

  /** Family of a code given to setNull or registerOutParameter. */
  static Kind kind(int code) {
    return switch (code) {
      case Types.NUMERIC,
          Types.DECIMAL,
          Types.INTEGER,
          Types.BIGINT,
          Types.SMALLINT,
          Types.TINYINT,
          Types.FLOAT,
          Types.DOUBLE,
          Types.REAL,
          Types.BIT ->
          Kind.NUMBER;
      case Types.VARCHAR, Types.CHAR, Types.NVARCHAR, Types.NCHAR, Types.LONGVARCHAR, Types.ROWID ->
          Kind.VARCHAR;
      case Types.CLOB, Types.NCLOB -> Kind.CLOB;
      case Types.DATE, Types.TIME -> Kind.DATE;
      case Types.TIMESTAMP -> Kind.TIMESTAMP;
      case Types.TIMESTAMP_WITH_TIMEZONE, TIMESTAMPTZ -> Kind.TIMESTAMP_TZ;
      case TIMESTAMPLTZ -> Kind.TIMESTAMP_LTZ;
      case Types.VARBINARY, Types.BINARY, Types.LONGVARBINARY -> Kind.RAW;
      case Types.BLOB -> Kind.BLOB;
      case INTERVALYM -> Kind.INTERVAL_YM;
      case INTERVALDS -> Kind.INTERVAL_DS;
      case BINARY_FLOAT -> Kind.BINARY_FLOAT;
      case BINARY_DOUBLE -> Kind.BINARY_DOUBLE;
      default -> Kind.UNKNOWN;
    };
  }

  /** Name of the class getObject returns. */
  static String className(SimType type) {
    return switch (type.name()) {
      case "NUMBER", "FLOAT" -> "java.math.BigDecimal";
      case "DATE" -> "java.sql.Timestamp";
      case "TIMESTAMP" -> "oracle.sql.TIMESTAMP";
      case "TIMESTAMP WITH TIME ZONE" -> "oracle.sql.TIMESTAMPTZ";
      case "TIMESTAMP WITH LOCAL TIME ZONE" -> "oracle.sql.TIMESTAMPLTZ";
      case "INTERVAL YEAR TO MONTH" -> "oracle.sql.INTERVALYM";
      case "INTERVAL DAY TO SECOND" -> "oracle.sql.INTERVALDS";
      case "BINARY_FLOAT" -> "java.lang.Float";
      case "BINARY_DOUBLE" -> "java.lang.Double";
      case "RAW", "LONG RAW" -> "[B";
      case "CLOB" -> "java.sql.Clob";
      case "NCLOB" -> "java.sql.NClob";
      case "BLOB" -> "java.sql.Blob";
      case "ROWID", "UROWID" -> "java.sql.RowId";
      case "BOOLEAN" -> "java.lang.Boolean";
      default -> "java.lang.String";
    };
  }

  /** The wall clock of an instant in a calendar's zone. */
  static LocalDateTime wallClock(long epochMillis, @Nullable Calendar calendar) {
    ZoneId zone = calendar == null ? ZoneId.systemDefault() : calendar.getTimeZone().toZoneId();
    return LocalDateTime.ofInstant(Instant.ofEpochMilli(epochMillis), zone);
  }
}
