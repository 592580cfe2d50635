package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;

/** Operators between values, by Oracle's rules for each pair of types. */
final class Arithmetic {

  private Arithmetic() {}

  static Expr add(Expr left, Expr right) throws SQLException {
    if (left.kind().isDatetime() && right.kind().isDatetime()) {
      throw OraErrors.of(975, "date + date not allowed");
    }
    if (left.kind().isDatetime()) {
      return moved(left, right, "+");
    }
    if (right.kind().isDatetime()) {
      return moved(right, left, "+");
    }
    if (left.kind().isInterval() && left.kind() == right.kind()) {
      return binary(left, "+", right, SqlType.of(left.kind()));
    }
    return numeric(left, "+", right);
  }

  static Expr subtract(Expr left, Expr right) throws SQLException {
    if (left.kind().isDatetime() && right.kind().isDatetime()) {
      return difference(left, right);
    }
    if (left.kind().isDatetime()) {
      return moved(left, right, "-");
    }
    if (right.kind().isDatetime()) {
      if (left.kind().isCharacter() || left.kind().isOpen()) {
        return difference(Conversions.to(left, right.kind()), right);
      }
      throw OraErrors.of(932, "inconsistent datatypes: expected NUMBER got DATE");
    }
    if (left.kind().isInterval() && left.kind() == right.kind()) {
      return binary(left, "-", right, SqlType.of(left.kind()));
    }
    return numeric(left, "-", right);
  }

  private static Expr difference(Expr left, Expr right) throws SQLException {
    if (left.kind() == Kind.DATE && right.kind() == Kind.DATE) {
      return Conversions.call("ORA_DAYS_BETWEEN", SqlType.NUMBER, left, right);
    }
    Kind kind = Conversions.commonKind(left.kind(), right.kind());
    Expr text =
        Conversions.call(
            kind == Kind.TIMESTAMP ? "ORA_TIMESTAMP_DIFFERENCE" : "ORA_ZONED_DIFFERENCE",
            SqlType.VARCHAR,
            Conversions.to(left, kind),
            Conversions.to(right, kind));
    return Conversions.toDaySecond(text);
  }

  private static Expr moved(Expr datetime, Expr amount, String operator) throws SQLException {
    if (amount.kind().isInterval()) {
      String alias =
          datetime.kind() == Kind.TIMESTAMP_TZ || datetime.kind() == Kind.TIMESTAMP_LTZ
              ? "ORA_ZONED_PLUS_INTERVAL"
              : "ORA_PLUS_INTERVAL";
      Expr signed = operator.equals("-") ? negate(amount) : amount;
      return Conversions.call(alias, datetime.type(), datetime, signed);
    }
    Expr days = Conversions.toNumber(amount);
    Expr signed = operator.equals("-") ? negate(days) : days;
    return Conversions.call(
        "ORA_PLUS_DAYS", SqlType.DATE, Conversions.toDate(datetime), typed(signed));
  }

  static Expr multiply(Expr left, Expr right) throws SQLException {
    if (left.kind().isInterval()) {
      return binary(left, "*", typed(Conversions.toNumber(right)), SqlType.of(left.kind()));
    }
    if (right.kind().isInterval()) {
      return multiply(right, left);
    }
    return numeric(left, "*", right);
  }

  static Expr divide(Expr left, Expr right) throws SQLException {
    if (left.kind().isInterval()) {
      return binary(left, "/", typed(Conversions.toNumber(right)), SqlType.of(left.kind()));
    }
    Kind kind = numericKind(left, right);
    if (kind != Kind.NUMBER) {
      return Conversions.call(
          "ORA_BINARY_DIVIDE",
          SqlType.of(kind),
          Conversions.toBinary(left, Kind.BINARY_DOUBLE),
          Conversions.toBinary(right, Kind.BINARY_DOUBLE));
    }
    Expr divisor = Conversions.toNumber(right);
    return binary(
        typed(Conversions.toNumber(left)),
        "/",
        new Expr(
            "CAST(" + divisor.sql() + " AS DECFLOAT(40))",
            SqlType.NUMBER,
            divisor.role(),
            divisor.parts(),
            null),
        SqlType.NUMBER);
  }

  static Expr negate(Expr value) throws SQLException {
    if (value.kind().isInterval() || value.kind().isNumeric()) {
      return new Expr(
          "(- " + value.sql() + ")",
          value.type(),
          Expr.Role.COMPUTED,
          java.util.List.of(value),
          null);
    }
    return negate(typed(Conversions.toNumber(value)).as(SqlType.NUMBER));
  }

  static Expr concatenate(Expr left, Expr right) throws SQLException {
    SqlType type =
        left.kind() == Kind.CLOB || right.kind() == Kind.CLOB ? SqlType.CLOB : SqlType.VARCHAR;
    return Conversions.call("ORA_CONCAT", type, text(left), text(right));
  }

  private static Expr text(Expr value) throws SQLException {
    return value.kind() == Kind.CLOB ? value : Conversions.toChar(value);
  }

  private static Expr numeric(Expr left, String operator, Expr right) throws SQLException {
    Kind kind = numericKind(left, right);
    if (kind != Kind.NUMBER) {
      return binary(
          Conversions.toBinary(left, kind),
          operator,
          Conversions.toBinary(right, kind),
          SqlType.of(kind));
    }
    return binary(
        typed(Conversions.toNumber(left)),
        operator,
        typed(Conversions.toNumber(right)),
        SqlType.NUMBER);
  }

  private static Kind numericKind(Expr left, Expr right) {
    if (left.kind() == Kind.BINARY_DOUBLE || right.kind() == Kind.BINARY_DOUBLE) {
      return Kind.BINARY_DOUBLE;
    }
    if (left.kind() == Kind.BINARY_FLOAT || right.kind() == Kind.BINARY_FLOAT) {
      return Kind.BINARY_FLOAT;
    }
    return Kind.NUMBER;
  }

  /** H2 counts in 32 bits with plain integers and guesses the type of parameters. */
  static Expr typed(Expr value) {
    boolean plain = value.role() == Expr.Role.LITERAL || value.kind().isOpen();
    return plain
        ? new Expr(
            "CAST(" + value.sql() + " AS DECFLOAT(40))",
            SqlType.NUMBER,
            value.role(),
            value.parts(),
            null)
        : value;
  }

  private static Expr binary(Expr left, String operator, Expr right, SqlType type) {
    SqlType computed = new SqlType(type.kind(), null);
    return Expr.of(
        "(" + left.sql() + " " + operator + " " + right.sql() + ")", computed, left, right);
  }
}
