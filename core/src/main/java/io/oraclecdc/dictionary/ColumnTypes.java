package io.oraclecdc.dictionary;

import io.oraclecdc.schema.DictionaryTable.DictionaryColumn;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.OracleType.Kind;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** DATA_TYPE texts of the dictionary to types. */
final class ColumnTypes {
  private static final int MAX_PRECISION = 38;

  private ColumnTypes() {}

  static OracleType typeOf(DictionaryColumn column) {
    String text = column.dataType().toUpperCase(Locale.ROOT);
    Kind kind = kindOf(text, column);
    return new OracleType(
        kind,
        declaration(kind, text, column),
        length(kind, column),
        precision(kind, column),
        scale(kind, column));
  }

  private static Kind kindOf(String text, DictionaryColumn column) {
    return switch (text) {
      case "VARCHAR2" -> Kind.VARCHAR2;
      case "NVARCHAR2" -> Kind.NVARCHAR2;
      case "CHAR" -> Kind.CHAR;
      case "NCHAR" -> Kind.NCHAR;
      case "LONG" -> Kind.LONG;
      case "NUMBER" -> Kind.NUMBER;
      case "FLOAT" -> Kind.FLOAT;
      case "BINARY_FLOAT" -> Kind.BINARY_FLOAT;
      case "BINARY_DOUBLE" -> Kind.BINARY_DOUBLE;
      case "DATE" -> Kind.DATE;
      case "RAW" -> Kind.RAW;
      case "LONG RAW" -> Kind.LONG_RAW;
      case "ROWID" -> Kind.ROWID;
      case "UROWID" -> Kind.UROWID;
      case "CLOB" -> Kind.CLOB;
      case "NCLOB" -> Kind.NCLOB;
      case "BLOB" -> Kind.BLOB;
      case "XMLTYPE" -> Kind.XMLTYPE;
      case "JSON" -> Kind.JSON;
      case "BOOLEAN" -> Kind.BOOLEAN;
      case "VECTOR" -> Kind.VECTOR;
      case "BFILE" -> Kind.BFILE;
      default -> column.typeOwner() == null ? temporalKindOf(text) : Kind.OBJECT;
    };
  }

  /** TIMESTAMP(6) WITH TIME ZONE and its family carry their precision inside the name. */
  private static Kind temporalKindOf(String text) {
    if (text.startsWith("TIMESTAMP")) {
      if (text.endsWith("WITH LOCAL TIME ZONE")) {
        return Kind.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
      }
      return text.endsWith("WITH TIME ZONE") ? Kind.TIMESTAMP_WITH_TIME_ZONE : Kind.TIMESTAMP;
    }
    if (text.startsWith("INTERVAL YEAR")) {
      return Kind.INTERVAL_YEAR_TO_MONTH;
    }
    return text.startsWith("INTERVAL DAY") ? Kind.INTERVAL_DAY_TO_SECOND : Kind.OBJECT;
  }

  private static int length(Kind kind, DictionaryColumn column) {
    return switch (kind) {
      case VARCHAR2, NVARCHAR2, CHAR, NCHAR -> column.charLength();
      case RAW, UROWID -> column.dataLength();
      default -> 0;
    };
  }

  private static @Nullable Integer precision(Kind kind, DictionaryColumn column) {
    return switch (kind) {
      // NUMBER(*,s) and INTEGER: Oracle gives the scale only and means the full precision
      case NUMBER ->
          column.precision() == null && column.scale() != null
              ? Integer.valueOf(MAX_PRECISION)
              : column.precision();
      case FLOAT, INTERVAL_YEAR_TO_MONTH, INTERVAL_DAY_TO_SECOND -> column.precision();
      default -> null;
    };
  }

  private static @Nullable Integer scale(Kind kind, DictionaryColumn column) {
    return switch (kind) {
      case NUMBER,
          TIMESTAMP,
          TIMESTAMP_WITH_TIME_ZONE,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE,
          INTERVAL_DAY_TO_SECOND ->
          column.scale();
      default -> null;
    };
  }

  private static String declaration(Kind kind, String text, DictionaryColumn column) {
    return switch (kind) {
      case VARCHAR2, CHAR ->
          text
              + (column.inCharacters()
                  ? "(" + column.charLength() + " CHAR)"
                  : "(" + column.dataLength() + ")");
      case NVARCHAR2, NCHAR -> text + "(" + column.charLength() + ")";
      case RAW -> text + "(" + column.dataLength() + ")";
      case NUMBER -> number(column);
      case FLOAT -> column.precision() == null ? text : text + "(" + column.precision() + ")";
      default -> text;
    };
  }

  private static String number(DictionaryColumn column) {
    Integer scale = column.scale();
    if (column.precision() == null) {
      return scale == null ? "NUMBER" : "NUMBER(*," + scale + ")";
    }
    return scale == null || scale == 0
        ? "NUMBER(" + column.precision() + ")"
        : "NUMBER(" + column.precision() + "," + scale + ")";
  }
}
