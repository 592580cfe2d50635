package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ColumnTypes;
import io.oraclecdc.testkit.simulator.dictionary.SimType;
import org.jspecify.annotations.Nullable;

/**
 * Type of an expression.
 *
 * @param kind its family
 * @param declared the column type it comes from, null when it was computed
 */
record SqlType(Kind kind, @Nullable SimType declared) {
  static final SqlType NUMBER = new SqlType(Kind.NUMBER, null);
  static final SqlType VARCHAR = new SqlType(Kind.VARCHAR, null);
  static final SqlType DATE = new SqlType(Kind.DATE, null);
  static final SqlType TIMESTAMP = new SqlType(Kind.TIMESTAMP, null);
  static final SqlType TIMESTAMP_TZ = new SqlType(Kind.TIMESTAMP_TZ, null);
  static final SqlType BOOLEAN = new SqlType(Kind.BOOLEAN, null);
  static final SqlType ROWID = new SqlType(Kind.ROWID, null);
  static final SqlType RAW = new SqlType(Kind.RAW, null);
  static final SqlType CLOB = new SqlType(Kind.CLOB, null);
  static final SqlType BLOB = new SqlType(Kind.BLOB, null);
  static final SqlType INTERVAL_DS = new SqlType(Kind.INTERVAL_DS, null);
  static final SqlType INTERVAL_YM = new SqlType(Kind.INTERVAL_YM, null);
  static final SqlType NULL = new SqlType(Kind.NULL, null);
  static final SqlType BINARY_DOUBLE = new SqlType(Kind.BINARY_DOUBLE, null);
  static final SqlType BINARY_FLOAT = new SqlType(Kind.BINARY_FLOAT, null);

  static SqlType of(SimType type) {
    return new SqlType(Kind.of(type), type);
  }

  static SqlType of(Kind kind) {
    return new SqlType(kind, null);
  }

  /** What a result set says of a column of this type. */
  SimType described() {
    if (declared != null) {
      return declared;
    }
    return switch (kind) {
      case NUMBER -> ColumnTypes.number(null, null);
      case BINARY_FLOAT -> ColumnTypes.plain("BINARY_FLOAT");
      case BINARY_DOUBLE -> ColumnTypes.plain("BINARY_DOUBLE");
      case CLOB -> ColumnTypes.plain("CLOB");
      case BLOB -> ColumnTypes.plain("BLOB");
      case RAW -> ColumnTypes.raw(2000);
      case DATE -> ColumnTypes.plain("DATE");
      case TIMESTAMP -> ColumnTypes.timestamp("TIMESTAMP", 9);
      case TIMESTAMP_TZ -> ColumnTypes.timestamp("TIMESTAMP WITH TIME ZONE", 9);
      case TIMESTAMP_LTZ -> ColumnTypes.timestamp("TIMESTAMP WITH LOCAL TIME ZONE", 9);
      case INTERVAL_YM -> ColumnTypes.yearToMonth(9);
      case INTERVAL_DS -> ColumnTypes.dayToSecond(9, 9);
      case ROWID -> ColumnTypes.plain("ROWID");
      case BOOLEAN -> ColumnTypes.plain("BOOLEAN");
      default -> ColumnTypes.varchar2(4000);
    };
  }
}
