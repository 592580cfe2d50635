package io.oraclecdc.testkit.simulator.sql;

import static io.oraclecdc.testkit.simulator.sql.FunctionCatalog.alias;
import static io.oraclecdc.testkit.simulator.sql.Kind.VARCHAR;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.sql.FunctionCatalog.Rule;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** NULL handling, choices, conversions to text, the session. */
final class GeneralRules {

  private GeneralRules() {}

  static void addTo(Map<String, Rule> rules) {
    rules.put("NVL", new Rule(2, 2, a -> coalesce(leadBy(a))));
    rules.put("COALESCE", new Rule(2, 255, GeneralRules::coalesce));
    rules.put("NVL2", new Rule(3, 3, GeneralRules::nvl2));
    rules.put("NULLIF", new Rule(2, 2, GeneralRules::nullIf));
    rules.put("DECODE", new Rule(3, 255, GeneralRules::decode));
    rules.put("GREATEST", new Rule(1, 255, a -> extreme("GREATEST", a)));
    rules.put("LEAST", new Rule(1, 255, a -> extreme("LEAST", a)));
    rules.put("TO_CHAR", new Rule(1, 3, GeneralRules::toChar));
    rules.put("TO_NCHAR", new Rule(1, 3, GeneralRules::toChar));
    rules.put(
        "DBMS_METADATA.GET_DDL", alias("ORA_GET_DDL", SqlType.CLOB, 2, VARCHAR, VARCHAR, VARCHAR));
    rules.put("SYS_CONTEXT", alias("ORA_SYS_CONTEXT", SqlType.VARCHAR, 2, VARCHAR, VARCHAR));
    rules.put(
        "USERENV",
        new Rule(
            1,
            1,
            a ->
                Conversions.call(
                    "ORA_SYS_CONTEXT",
                    SqlType.VARCHAR,
                    Conversions.string("USERENV", SqlType.VARCHAR),
                    Conversions.toChar(a.get(0)))));
  }

  private static List<Expr> leadBy(List<Expr> a) throws SQLException {
    Kind lead = a.get(0).kind();
    String text = a.get(1).name();
    boolean literal = a.get(1).role() == Expr.Role.LITERAL && a.get(1).kind().isCharacter();
    if (lead == Kind.NUMBER && literal && text != null && !isNumber(text)) {
      throw OraErrors.of(1722, "invalid number");
    }
    return lead.isOpen() || (lead.isNumeric() && a.get(1).kind().isNumeric())
        ? a
        : List.of(a.get(0), Conversions.to(a.get(1), lead));
  }

  private static boolean isNumber(String text) {
    return text.isEmpty() || text.matches("\\s*[+-]?[0-9.,]+([eE][+-]?[0-9]+)?\\s*");
  }

  private static Expr coalesce(List<Expr> a) throws SQLException {
    SqlType type = Conversions.unify(a);
    List<Expr> converted = Conversions.allTo(a, type);
    return Expr.of("COALESCE(" + joined(converted) + ")", computed(type), converted);
  }

  private static SqlType computed(SqlType type) {
    Kind kind = type.kind() == Kind.CHAR ? Kind.VARCHAR : type.kind();
    return SqlType.of(kind);
  }

  private static String joined(List<Expr> values) {
    return values.stream().map(Expr::sql).collect(Collectors.joining(", "));
  }

  private static Expr nvl2(List<Expr> a) throws SQLException {
    List<Expr> results = a.subList(1, 3);
    SqlType type =
        results.get(0).kind().isOpen() ? Conversions.unify(results) : results.get(0).type();
    List<Expr> converted = Conversions.allTo(results, type);
    List<Expr> parts = new ArrayList<>(converted);
    parts.add(a.get(0));
    return Expr.of(
        "CASE WHEN "
            + a.get(0).sql()
            + " IS NOT NULL THEN "
            + converted.get(0).sql()
            + " ELSE "
            + converted.get(1).sql()
            + " END",
        computed(type),
        parts);
  }

  private static Expr nullIf(List<Expr> a) throws SQLException {
    Expr[] sides = Conversions.comparable(a.get(0), a.get(1));
    return Expr.of(
        "CASE WHEN "
            + sides[0].sql()
            + " = "
            + sides[1].sql()
            + " THEN NULL ELSE "
            + a.get(0).sql()
            + " END",
        computed(a.get(0).type()),
        a);
  }

  /** NULL matches NULL; a first result of NULL or text makes the whole text. */
  private static Expr decode(List<Expr> a) throws SQLException {
    List<Expr> results = new ArrayList<>();
    for (int i = 2; i < a.size(); i += 2) {
      results.add(a.get(i));
    }
    boolean otherwise = a.size() % 2 == 0;
    if (otherwise) {
      results.add(a.get(a.size() - 1));
    }
    Kind first = results.get(0).kind();
    SqlType type = first.isOpen() || first.isCharacter() ? SqlType.VARCHAR : results.get(0).type();
    StringBuilder sql = new StringBuilder("CASE");
    for (int i = 1; i + 1 < a.size(); i += 2) {
      Expr[] sides = Conversions.comparable(a.get(0), a.get(i));
      sql.append(" WHEN ")
          .append(sides[0].sql())
          .append(" IS NOT DISTINCT FROM ")
          .append(sides[1].sql())
          .append(" THEN ")
          .append(Conversions.to(a.get(i + 1), type.kind()).sql());
    }
    if (otherwise) {
      sql.append(" ELSE ").append(Conversions.to(a.get(a.size() - 1), type.kind()).sql());
    }
    return Expr.of(sql.append(" END").toString(), computed(type), a);
  }

  private static Expr extreme(String function, List<Expr> a) throws SQLException {
    SqlType type = a.get(0).kind().isOpen() ? Conversions.unify(a) : a.get(0).type();
    List<Expr> converted = Conversions.allTo(a, type);
    String anyNull =
        converted.stream().map(e -> e.sql() + " IS NULL").collect(Collectors.joining(" OR "));
    return Expr.of(
        "CASE WHEN " + anyNull + " THEN NULL ELSE " + function + "(" + joined(converted) + ") END",
        computed(type),
        converted);
  }

  private static Expr toChar(List<Expr> a) throws SQLException {
    Expr value = a.get(0);
    if (a.size() == 1) {
      Expr text = Conversions.toChar(value);
      return text.kind().isOpen() ? text : text.as(SqlType.VARCHAR);
    }
    String alias =
        switch (value.kind()) {
          case DATE -> "ORA_DATE_TO_CHAR_MASK";
          case TIMESTAMP -> "ORA_TIMESTAMP_TO_CHAR_MASK";
          case TIMESTAMP_TZ -> "ORA_ZONED_TO_CHAR_MASK";
          case TIMESTAMP_LTZ -> "ORA_LOCAL_TO_CHAR_MASK";
          case NUMBER, NULL, UNKNOWN, VARCHAR, CHAR -> "ORA_NUMBER_TO_CHAR_MASK";
          case BINARY_FLOAT, BINARY_DOUBLE -> "ORA_NUMBER_TO_CHAR_MASK";
          case INTERVAL_DS, INTERVAL_YM -> "ORA_INTERVAL_TO_CHAR_MASK";
          default ->
              throw OraErrors.of(
                  932, "inconsistent datatypes: expected CHAR got " + value.kind().oracleName());
        };
    if (value.kind().isInterval()) {
      List<Expr> arguments = new ArrayList<>(Conversions.withDigits(value));
      arguments.add(Conversions.toChar(a.get(1)));
      return Conversions.call(alias, SqlType.VARCHAR, arguments);
    }
    Expr source = alias.equals("ORA_NUMBER_TO_CHAR_MASK") ? Conversions.toNumber(value) : value;
    return Conversions.call(alias, SqlType.VARCHAR, source, Conversions.toChar(a.get(1)));
  }
}
