package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.SimType;

/** Families of types that convert and compare alike. */
public enum Kind {
  /** NUMBER, FLOAT. */
  NUMBER,
  /** BINARY_FLOAT. */
  BINARY_FLOAT,
  /** BINARY_DOUBLE. */
  BINARY_DOUBLE,
  /** VARCHAR2, NVARCHAR2, LONG. */
  VARCHAR,
  /** CHAR, NCHAR, character literals: blank-padded comparison. */
  CHAR,
  /** CLOB, NCLOB. */
  CLOB,
  /** BLOB. */
  BLOB,
  /** RAW, LONG RAW. */
  RAW,
  /** DATE. */
  DATE,
  /** TIMESTAMP. */
  TIMESTAMP,
  /** TIMESTAMP WITH TIME ZONE. */
  TIMESTAMP_TZ,
  /** TIMESTAMP WITH LOCAL TIME ZONE. */
  TIMESTAMP_LTZ,
  /** INTERVAL YEAR TO MONTH. */
  INTERVAL_YM,
  /** INTERVAL DAY TO SECOND. */
  INTERVAL_DS,
  /** The pseudo column ROWID: ten bytes inside, eighteen characters outside. */
  ROWID,
  /** BOOLEAN and conditions. */
  BOOLEAN,
  /** The literal NULL. */
  NULL,
  /** A bind that has no value yet. */
  UNKNOWN,
  /** Stored but not computed with: XMLTYPE, JSON, object types. */
  OTHER;

  /** The family of a declared type. */
  public static Kind of(SimType type) {
    return switch (type.name()) {
      case "NUMBER", "FLOAT" -> NUMBER;
      case "BINARY_FLOAT" -> BINARY_FLOAT;
      case "BINARY_DOUBLE" -> BINARY_DOUBLE;
      case "VARCHAR2", "NVARCHAR2", "LONG", "ROWID", "UROWID" -> VARCHAR;
      case "CHAR", "NCHAR" -> CHAR;
      case "CLOB", "NCLOB" -> CLOB;
      case "BLOB" -> BLOB;
      case "RAW", "LONG RAW" -> RAW;
      case "DATE" -> DATE;
      case "TIMESTAMP" -> TIMESTAMP;
      case "TIMESTAMP WITH TIME ZONE" -> TIMESTAMP_TZ;
      case "TIMESTAMP WITH LOCAL TIME ZONE" -> TIMESTAMP_LTZ;
      case "INTERVAL YEAR TO MONTH" -> INTERVAL_YM;
      case "INTERVAL DAY TO SECOND" -> INTERVAL_DS;
      case "BOOLEAN" -> BOOLEAN;
      default -> OTHER;
    };
  }

  boolean isCharacter() {
    return this == VARCHAR || this == CHAR;
  }

  boolean isNumeric() {
    return this == NUMBER || this == BINARY_FLOAT || this == BINARY_DOUBLE;
  }

  boolean isDatetime() {
    return this == DATE || this == TIMESTAMP || this == TIMESTAMP_TZ || this == TIMESTAMP_LTZ;
  }

  boolean isZoned() {
    return this == TIMESTAMP_TZ || this == TIMESTAMP_LTZ;
  }

  boolean isInterval() {
    return this == INTERVAL_DS || this == INTERVAL_YM;
  }

  /** Nothing is known of the value before it arrives. */
  boolean isOpen() {
    return this == NULL || this == UNKNOWN;
  }

  /** The name Oracle uses in ORA-00932. */
  String oracleName() {
    return switch (this) {
      case VARCHAR, CHAR -> "CHAR";
      case TIMESTAMP_TZ -> "TIMESTAMP WITH TIME ZONE";
      case TIMESTAMP_LTZ -> "TIMESTAMP WITH LOCAL TIME ZONE";
      case INTERVAL_YM -> "INTERVAL YEAR TO MONTH";
      case INTERVAL_DS -> "INTERVAL DAY TO SECOND";
      case RAW -> "BINARY";
      case OTHER -> "-";
      default -> name();
    };
  }
}
