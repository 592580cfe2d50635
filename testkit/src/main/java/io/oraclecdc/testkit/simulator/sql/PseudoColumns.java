package io.oraclecdc.testkit.simulator.sql;

import java.util.Optional;

/** Words that are values by themselves. */
final class PseudoColumns {

  private PseudoColumns() {}

  static Optional<Expr> of(String word) {
    return Optional.ofNullable(
        switch (word) {
          case "SYSDATE" -> call("ORA_SYSDATE", SqlType.DATE);
          case "SYSTIMESTAMP" -> call("ORA_SYSTIMESTAMP", SqlType.TIMESTAMP_TZ);
          case "CURRENT_DATE" -> call("ORA_CURRENT_DATE", SqlType.DATE);
          case "CURRENT_TIMESTAMP" -> call("ORA_CURRENT_TIMESTAMP", SqlType.TIMESTAMP_TZ);
          case "LOCALTIMESTAMP" -> call("ORA_LOCALTIMESTAMP", SqlType.TIMESTAMP);
          case "SESSIONTIMEZONE" -> call("ORA_SESSIONTIMEZONE", SqlType.VARCHAR);
          case "DBTIMEZONE" -> call("ORA_DBTIMEZONE", SqlType.VARCHAR);
          case "USER" -> call("ORA_USER", SqlType.VARCHAR);
          case "UID" -> call("ORA_UID", SqlType.NUMBER);
          case "ROWNUM" -> Expr.of("ROWNUM", SqlType.NUMBER);
          case "BINARY_FLOAT_NAN" -> binary("NaN", SqlType.BINARY_FLOAT);
          case "BINARY_DOUBLE_NAN" -> binary("NaN", SqlType.BINARY_DOUBLE);
          case "BINARY_FLOAT_INFINITY" -> binary("Infinity", SqlType.BINARY_FLOAT);
          case "BINARY_DOUBLE_INFINITY" -> binary("Infinity", SqlType.BINARY_DOUBLE);
          default -> null;
        });
  }

  private static Expr call(String alias, SqlType type) {
    return Conversions.call(alias, type);
  }

  private static Expr binary(String value, SqlType type) {
    String h2Type = type.kind() == Kind.BINARY_FLOAT ? "REAL" : "DOUBLE PRECISION";
    return Expr.literal("CAST('" + value + "' AS " + h2Type + ")", type, null);
  }
}
