package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.SimType;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Oracle's implicit conversions, written out as calls of our own functions. */
final class Conversions {

  private Conversions() {}

  /** A call of one of our aliases. */
  static Expr call(String alias, SqlType type, Expr... arguments) {
    return call(alias, type, List.of(arguments));
  }

  static Expr call(String alias, SqlType type, List<Expr> arguments) {
    return Expr.of(
        "\"SYS\".\""
            + alias
            + "\"("
            + arguments.stream().map(Expr::sql).collect(Collectors.joining(", "))
            + ")",
        type,
        arguments);
  }

  private static Expr cast(Expr value, String h2Type, SqlType type) {
    return Expr.of("CAST(" + value.sql() + " AS " + h2Type + ")", type, value);
  }

  private static SQLException inconsistent(Kind expected, Kind actual) {
    return OraErrors.of(
        932,
        "inconsistent datatypes: expected "
            + expected.oracleName()
            + " got "
            + actual.oracleName());
  }

  /** To a character value by the session's settings. */
  static Expr toChar(Expr value) throws SQLException {
    return switch (value.kind()) {
      case VARCHAR, CHAR, NULL, UNKNOWN -> value;
      case CLOB -> cast(value, "VARCHAR", SqlType.VARCHAR);
      case NUMBER -> call("ORA_NUMBER_TO_CHAR", SqlType.VARCHAR, value);
      case BINARY_FLOAT -> call("ORA_FLOAT_TO_CHAR", SqlType.VARCHAR, value);
      case BINARY_DOUBLE -> call("ORA_DOUBLE_TO_CHAR", SqlType.VARCHAR, value);
      case DATE -> call("ORA_DATE_TO_CHAR", SqlType.VARCHAR, value);
      case TIMESTAMP -> call("ORA_TIMESTAMP_TO_CHAR", SqlType.VARCHAR, value);
      case TIMESTAMP_TZ -> call("ORA_ZONED_TO_CHAR", SqlType.VARCHAR, value);
      case TIMESTAMP_LTZ -> call("ORA_LOCAL_TO_CHAR", SqlType.VARCHAR, value);
      case INTERVAL_YM, INTERVAL_DS ->
          call("ORA_INTERVAL_TO_CHAR", SqlType.VARCHAR, withDigits(value));
      case RAW -> call("ORA_RAWTOHEX", SqlType.VARCHAR, value);
      case ROWID -> call("ORA_ROWIDTOCHAR", SqlType.VARCHAR, value);
      case BLOB, OTHER, BOOLEAN -> throw inconsistent(Kind.CHAR, value.kind());
    };
  }

  /** An interval and, as two more arguments, the digits that its type shows. */
  static List<Expr> withDigits(Expr interval) {
    SimType type = interval.type().described();
    return List.of(interval, digits(type.precision()), digits(type.scale()));
  }

  private static Expr digits(@Nullable Integer count) {
    return Expr.literal(Integer.toString(count == null ? 0 : count), SqlType.NUMBER, null);
  }

  static Expr toNumber(Expr value) throws SQLException {
    return switch (value.kind()) {
      case NUMBER, NULL, UNKNOWN -> value;
      case BINARY_FLOAT, BINARY_DOUBLE -> cast(value, "DECFLOAT(40)", SqlType.NUMBER);
      case VARCHAR, CHAR -> call("ORA_TO_NUMBER", SqlType.NUMBER, value);
      case CLOB -> toNumber(toChar(value));
      default -> throw inconsistent(Kind.NUMBER, value.kind());
    };
  }

  static Expr toDate(Expr value) throws SQLException {
    return switch (value.kind()) {
      case DATE, NULL, UNKNOWN -> value;
      case TIMESTAMP -> cast(value, "TIMESTAMP(0)", SqlType.DATE);
      case TIMESTAMP_TZ, TIMESTAMP_LTZ -> cast(toTimestamp(value), "TIMESTAMP(0)", SqlType.DATE);
      case VARCHAR, CHAR -> call("ORA_TO_DATE", SqlType.DATE, value);
      case CLOB -> toDate(toChar(value));
      default -> throw inconsistent(Kind.DATE, value.kind());
    };
  }

  static Expr toTimestamp(Expr value) throws SQLException {
    return switch (value.kind()) {
      case TIMESTAMP, NULL, UNKNOWN -> value;
      case DATE -> value.as(SqlType.TIMESTAMP);
      case TIMESTAMP_TZ -> call("ORA_ZONED_WALL_CLOCK", SqlType.TIMESTAMP, value);
      case TIMESTAMP_LTZ -> call("ORA_SESSION_WALL_CLOCK", SqlType.TIMESTAMP, value);
      case VARCHAR, CHAR -> call("ORA_TO_TIMESTAMP", SqlType.TIMESTAMP, value);
      case CLOB -> toTimestamp(toChar(value));
      default -> throw inconsistent(Kind.TIMESTAMP, value.kind());
    };
  }

  static Expr toZoned(Expr value) throws SQLException {
    return switch (value.kind()) {
      case TIMESTAMP_TZ, TIMESTAMP_LTZ, NULL, UNKNOWN -> value;
      case DATE, TIMESTAMP -> call("ORA_AT_SESSION_ZONE", SqlType.TIMESTAMP_TZ, value);
      case VARCHAR, CHAR -> call("ORA_TO_ZONED", SqlType.TIMESTAMP_TZ, value);
      case CLOB -> toZoned(toChar(value));
      default -> throw inconsistent(Kind.TIMESTAMP_TZ, value.kind());
    };
  }

  static Expr toRaw(Expr value) throws SQLException {
    return switch (value.kind()) {
      case RAW, NULL, UNKNOWN -> value;
      case BLOB -> cast(value, "VARBINARY", SqlType.RAW);
      case VARCHAR, CHAR -> call("ORA_HEXTORAW", SqlType.RAW, value);
      default -> throw inconsistent(Kind.RAW, value.kind());
    };
  }

  static Expr toRowId(Expr value) throws SQLException {
    return switch (value.kind()) {
      case ROWID, NULL, UNKNOWN -> value;
      case VARCHAR, CHAR -> call("ORA_CHARTOROWID", SqlType.ROWID, value);
      default -> throw inconsistent(Kind.ROWID, value.kind());
    };
  }

  static Expr toDaySecond(Expr value) throws SQLException {
    return switch (value.kind()) {
      case INTERVAL_DS, NULL, UNKNOWN -> value;
      case VARCHAR, CHAR ->
          cast(
              call("ORA_DAY_SECOND", SqlType.VARCHAR, value),
              "INTERVAL DAY(18) TO SECOND(9)",
              SqlType.INTERVAL_DS);
      default -> throw inconsistent(Kind.INTERVAL_DS, value.kind());
    };
  }

  static Expr toYearMonth(Expr value) throws SQLException {
    return switch (value.kind()) {
      case INTERVAL_YM, NULL, UNKNOWN -> value;
      case VARCHAR, CHAR ->
          cast(
              call("ORA_YEAR_MONTH", SqlType.VARCHAR, value),
              "INTERVAL YEAR(18) TO MONTH",
              SqlType.INTERVAL_YM);
      default -> throw inconsistent(Kind.INTERVAL_YM, value.kind());
    };
  }

  static Expr toBinary(Expr value, Kind kind) throws SQLException {
    String type = kind == Kind.BINARY_FLOAT ? "REAL" : "DOUBLE PRECISION";
    return switch (value.kind()) {
      case NULL, UNKNOWN -> value;
      case BINARY_FLOAT, BINARY_DOUBLE ->
          value.kind() == kind ? value : cast(value, type, SqlType.of(kind));
      case NUMBER -> cast(value, type, SqlType.of(kind));
      case VARCHAR, CHAR ->
          cast(call("ORA_TO_DOUBLE", SqlType.BINARY_DOUBLE, value), type, SqlType.of(kind));
      default -> throw inconsistent(kind, value.kind());
    };
  }

  /** To the given family. */
  static Expr to(Expr value, Kind kind) throws SQLException {
    return switch (kind) {
      case NUMBER -> toNumber(value);
      case BINARY_FLOAT, BINARY_DOUBLE -> toBinary(value, kind);
      case VARCHAR, CHAR -> toChar(value);
      case CLOB -> value.kind() == Kind.CLOB ? value : toChar(value).as(SqlType.CLOB);
      case DATE -> toDate(value);
      case TIMESTAMP -> toTimestamp(value);
      case TIMESTAMP_TZ, TIMESTAMP_LTZ -> toZoned(value);
      case INTERVAL_YM -> toYearMonth(value);
      case INTERVAL_DS -> toDaySecond(value);
      case RAW -> toRaw(value);
      case BLOB -> value.kind() == Kind.BLOB ? value : toRaw(value).as(SqlType.BLOB);
      case ROWID -> toRowId(value);
      case BOOLEAN -> {
        if (value.kind() != Kind.BOOLEAN && !value.kind().isOpen()) {
          throw inconsistent(kind, value.kind());
        }
        yield value;
      }
      case NULL, UNKNOWN, OTHER -> value;
    };
  }

  /** The value as it is assigned to a column. */
  static Expr assign(Expr value, SimType target) throws SQLException {
    return to(value, Kind.of(target));
  }

  /** The family in which two values compare. */
  static Kind commonKind(Kind left, Kind right) throws SQLException {
    if (left.isOpen()) {
      return right;
    }
    if (right.isOpen() || left == right) {
      return left;
    }
    if (left == Kind.BINARY_DOUBLE || right == Kind.BINARY_DOUBLE) {
      return Kind.BINARY_DOUBLE;
    }
    if (left == Kind.BINARY_FLOAT || right == Kind.BINARY_FLOAT) {
      return Kind.BINARY_FLOAT;
    }
    if (left.isDatetime() && right.isDatetime()) {
      boolean zoned = left.isZoned() || right.isZoned();
      return zoned ? Kind.TIMESTAMP_TZ : Kind.TIMESTAMP;
    }
    if (left.isCharacter() && right.isCharacter()) {
      return Kind.VARCHAR;
    }
    if (left.isCharacter()) {
      return right;
    }
    if (right.isCharacter()) {
      return left;
    }
    throw inconsistent(left, right);
  }

  /** Both sides of a comparison in one family; blank padding of CHAR included. */
  static Expr[] comparable(Expr left, Expr right) throws SQLException {
    LobRules.requireNotLong(left.type());
    LobRules.requireNotLong(right.type());
    if (isLob(left.kind()) || isLob(right.kind())) {
      throw inconsistent(Kind.VARCHAR, isLob(left.kind()) ? left.kind() : right.kind());
    }
    if (left.kind() == Kind.CHAR && right.kind() == Kind.CHAR) {
      return padded(left, right);
    }
    Kind kind = commonKind(left.kind(), right.kind());
    return new Expr[] {to(left, kind), to(right, kind)};
  }

  private static boolean isLob(Kind kind) {
    return kind == Kind.CLOB || kind == Kind.BLOB || kind == Kind.OTHER;
  }

  private static Expr[] padded(Expr left, Expr right) {
    SimType leftType = left.type().declared();
    SimType rightType = right.type().declared();
    if (leftType != null && rightType == null && right.name() != null) {
      return new Expr[] {left, paddedLiteral(right, leftType)};
    }
    if (rightType != null && leftType == null && left.name() != null) {
      return new Expr[] {paddedLiteral(left, rightType), right};
    }
    if (leftType != null && leftType.equals(rightType)) {
      return new Expr[] {left, right};
    }
    return new Expr[] {
      call("ORA_UNPADDED", SqlType.VARCHAR, left), call("ORA_UNPADDED", SqlType.VARCHAR, right)
    };
  }

  private static Expr paddedLiteral(Expr literal, SimType type) {
    String value = literal.name();
    if (value == null) {
      return literal;
    }
    return string(pad(value.stripTrailing(), type), SqlType.of(type));
  }

  /** A bind in a select list has no type of its own in H2: it gets that of its value. */
  static Expr typedBind(Expr value) {
    if (value.role() != Expr.Role.LITERAL || !value.sql().startsWith("?")) {
      return value;
    }
    String type =
        switch (value.kind()) {
          case NUMBER -> "DECFLOAT(40)";
          case DATE, TIMESTAMP -> "TIMESTAMP(9)";
          case TIMESTAMP_TZ, TIMESTAMP_LTZ -> "TIMESTAMP(9) WITH TIME ZONE";
          case RAW -> "VARBINARY";
          case BLOB -> "BLOB";
          case CLOB -> "CLOB";
          case BINARY_FLOAT -> "REAL";
          case BINARY_DOUBLE -> "DOUBLE PRECISION";
          case INTERVAL_DS -> "INTERVAL DAY(18) TO SECOND(9)";
          case INTERVAL_YM -> "INTERVAL YEAR(18) TO MONTH";
          default -> "VARCHAR";
        };
    return new Expr(
        "CAST(" + value.sql() + " AS " + type + ")",
        value.type(),
        value.role(),
        value.parts(),
        value.name());
  }

  /** A value padded with blanks as CHAR stores it. */
  static String pad(String value, SimType type) {
    int size =
        "B".equals(type.charUsed())
            ? value.getBytes(StandardCharsets.UTF_8).length
            : value.codePointCount(0, value.length());
    int wanted = "B".equals(type.charUsed()) ? type.length() : type.charLength();
    return size >= wanted ? value : value + " ".repeat(wanted - size);
  }

  /** A character literal. */
  static Expr string(String value, SqlType type) {
    return value.isEmpty()
        ? Expr.literal("CAST(NULL AS VARCHAR)", type, "")
        : Expr.literal(InnerNames.literal(value), type, value);
  }

  /** Alternatives (CASE, COALESCE ..) in one type, decided by the first that has one. */
  static SqlType unify(List<Expr> alternatives) throws SQLException {
    SqlType result = null;
    for (Expr alternative : alternatives) {
      result = result == null ? known(alternative) : unify(result, alternative);
    }
    return result == null ? SqlType.NULL : result;
  }

  private static @Nullable SqlType known(Expr value) {
    return value.kind().isOpen() ? null : value.type();
  }

  private static SqlType unify(SqlType first, Expr other) throws SQLException {
    if (other.kind().isOpen() || other.kind() == first.kind()) {
      return other.type().equals(first) || other.kind().isOpen() ? first : widened(first, other);
    }
    boolean compatible =
        (first.kind().isNumeric() && other.kind().isNumeric())
            || (first.kind().isDatetime() && other.kind().isDatetime())
            || (isText(first.kind()) && isText(other.kind()));
    if (!compatible) {
      throw inconsistent(first.kind(), other.kind());
    }
    if (isText(first.kind())) {
      boolean clob = first.kind() == Kind.CLOB || other.kind() == Kind.CLOB;
      return clob ? SqlType.CLOB : SqlType.VARCHAR;
    }
    return SqlType.of(commonKind(first.kind(), other.kind()));
  }

  private static SqlType widened(SqlType first, Expr other) {
    return first.kind() == Kind.CHAR && other.kind() == Kind.CHAR
        ? SqlType.VARCHAR
        : SqlType.of(first.kind());
  }

  private static boolean isText(Kind kind) {
    return kind.isCharacter() || kind == Kind.CLOB;
  }

  /** All converted to the family of the type. */
  static List<Expr> allTo(List<Expr> values, SqlType type) throws SQLException {
    Expr[] converted = new Expr[values.size()];
    for (int i = 0; i < converted.length; i++) {
      converted[i] = to(values.get(i), type.kind());
    }
    return Arrays.asList(converted);
  }
}
