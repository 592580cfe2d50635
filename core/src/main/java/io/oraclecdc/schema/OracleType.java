package io.oraclecdc.schema;

import org.jspecify.annotations.Nullable;

/**
 * The type of a column as the dictionary describes it.
 *
 * @param kind which type
 * @param declaration as a DBA reads it, for example {@code NUMBER(10,2)}; for messages
 * @param length characters of CHAR and VARCHAR types, bytes of RAW; 0 where the type has none
 * @param precision decimal digits of NUMBER, bits of FLOAT, leading field digits of an interval;
 *     null when not declared
 * @param scale scale of NUMBER (may be negative), fraction digits of TIMESTAMP and INTERVAL DAY TO
 *     SECOND; null when not declared
 */
public record OracleType(
    Kind kind,
    String declaration,
    int length,
    @Nullable Integer precision,
    @Nullable Integer scale) {

  /** Whether values may lie outside the row, so that redo rows of their own bring them. */
  public boolean isKeptApart() {
    return kind.isLob()
        || isExtendedString()
        || (kind == Kind.RAW && length > LARGEST_STANDARD_RAW);
  }

  /** Whether an update that leaves the column as it is does not tell its value. */
  public boolean isLeftOutOfConditions() {
    return isKeptApart() || kind == Kind.LONG || kind == Kind.LONG_RAW;
  }

  /** The types of Oracle, as far as capture tells them apart. */
  public enum Kind {
    VARCHAR2,
    NVARCHAR2,
    CHAR,
    NCHAR,
    LONG,
    /** NUMBER, INTEGER and friends. */
    NUMBER,
    /** FLOAT, REAL, DOUBLE PRECISION: a NUMBER with binary precision. */
    FLOAT,
    BINARY_FLOAT,
    BINARY_DOUBLE,
    DATE,
    TIMESTAMP,
    TIMESTAMP_WITH_TIME_ZONE,
    TIMESTAMP_WITH_LOCAL_TIME_ZONE,
    INTERVAL_YEAR_TO_MONTH,
    INTERVAL_DAY_TO_SECOND,
    RAW,
    LONG_RAW,
    ROWID,
    UROWID,
    CLOB,
    NCLOB,
    BLOB,
    XMLTYPE,
    JSON,
    BOOLEAN,
    VECTOR,
    BFILE,
    /** Object types, collections and whatever else has a type name of its own. */
    OBJECT;

    /** Whether values may be stored outside the row and come as LOB rows. */
    public boolean isLob() {
      return this == CLOB || this == NCLOB || this == BLOB || this == XMLTYPE;
    }

    /**
     * Whether LogMiner cannot give values of this type, so that rows of the table are UNSUPPORTED
     * or lack the column.
     */
    public boolean isUnsupported() {
      return this == JSON || this == BOOLEAN || this == VECTOR || this == BFILE || this == OBJECT;
    }
  }

  private static final int LARGEST_STANDARD_LENGTH = 4000;
  private static final int LARGEST_STANDARD_NATIONAL_LENGTH = 2000;
  private static final int LARGEST_STANDARD_RAW = 2000;

  /**
   * Whether the declared length alone shows that the database has MAX_STRING_SIZE=EXTENDED. False
   * for a shorter column whose characters need more bytes.
   */
  public boolean isExtendedString() {
    return switch (kind) {
      case VARCHAR2 -> length > LARGEST_STANDARD_LENGTH;
      case NVARCHAR2 -> length > LARGEST_STANDARD_NATIONAL_LENGTH;
      default -> false;
    };
  }

  @Override
  public String toString() {
    return declaration;
  }
}
