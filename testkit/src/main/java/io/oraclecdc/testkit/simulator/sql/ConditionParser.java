package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Parses conditions: OR of AND of NOT of predicates. */
final class ConditionParser {
  private static final Set<String> COMPARISONS =
      Set.of("=", "<>", "!=", "^=", "<", ">", "<=", ">=");

  private final Parsing parsing;

  ConditionParser(Parsing parsing) {
    this.parsing = parsing;
  }

  private TokenCursor cursor() {
    return parsing.cursor();
  }

  Expr condition(Scope scope) throws SQLException {
    int marks = scope.references().marks();
    List<Expr> alternatives = new ArrayList<>();
    do {
      alternatives.add(conjunction(scope));
    } while (cursor().accept("OR"));
    if (alternatives.size() > 1) {
      requireNoMarks(scope, marks);
    }
    return joined(alternatives, " OR ");
  }

  private static void requireNoMarks(Scope scope, int before) throws SQLException {
    if (scope.references().marks() > before) {
      throw OraErrors.of(1719, "outer join operator (+) not allowed in operand of OR or IN");
    }
  }

  /** A condition as the parts that AND connects, each with what it names. */
  List<Conjunct> conjuncts(Scope scope) throws SQLException {
    List<Conjunct> all = new ArrayList<>();
    do {
      References references = scope.noting();
      int start = cursor().mark();
      Expr condition = negation(scope);
      boolean query = cursor().slice(start, cursor().mark()).contains("SELECT");
      if (references.marks() > 0 && query) {
        throw OraErrors.of(1799, "a column may not be outer-joined to a subquery");
      }
      all.add(new Conjunct(condition, references));
    } while (cursor().accept("AND"));
    if (!cursor().is("OR")) {
      scope.noting();
      return all;
    }
    References references = new References();
    all.forEach(c -> references.add(c.references()));
    List<Expr> alternatives = new ArrayList<>();
    alternatives.add(joined(all.stream().map(Conjunct::condition).toList(), " AND "));
    References others = scope.noting();
    while (cursor().accept("OR")) {
      alternatives.add(conjunction(scope));
    }
    references.add(others);
    if (references.marks() > 0) {
      throw OraErrors.of(1719, "outer join operator (+) not allowed in operand of OR or IN");
    }
    scope.noting();
    return List.of(new Conjunct(joined(alternatives, " OR "), references));
  }

  private Expr conjunction(Scope scope) throws SQLException {
    List<Expr> all = new ArrayList<>();
    do {
      all.add(negation(scope));
    } while (cursor().accept("AND"));
    return joined(all, " AND ");
  }

  private static Expr joined(List<Expr> conditions, String operator) {
    if (conditions.size() == 1) {
      return conditions.get(0);
    }
    String sql = conditions.stream().map(Expr::sql).collect(Collectors.joining(operator, "(", ")"));
    return Expr.of(sql, SqlType.BOOLEAN, conditions);
  }

  private Expr negation(Scope scope) throws SQLException {
    if (cursor().accept("NOT")) {
      Expr inner = negation(scope);
      return Expr.of("NOT (" + inner.sql() + ")", SqlType.BOOLEAN, inner);
    }
    return predicate(scope);
  }

  private Expr predicate(Scope scope) throws SQLException {
    if (cursor().accept("EXISTS")) {
      cursor().expectOpen();
      Query query = parsing.queries().query(scope);
      cursor().expectClose();
      return Expr.subquery("EXISTS (" + query.sql() + ")", SqlType.BOOLEAN);
    }
    if (cursor().is("REGEXP_LIKE", "(")) {
      return regexpLike(scope);
    }
    if (cursor().is("(") && !cursor().is("(", "SELECT") && !cursor().is("(", "WITH")) {
      return parenthesized(scope);
    }
    return comparison(scope, parsing.expressions().expression(scope));
  }

  /** A parenthesis opens a condition, a row of values or an expression; tried in this order. */
  private Expr parenthesized(Scope scope) throws SQLException {
    int mark = cursor().mark();
    int binds = parsing.binds().mark();
    SQLException first;
    try {
      cursor().expectOpen();
      Expr inner = condition(scope);
      cursor().expectClose();
      if (!startsPredicateTail()) {
        return Expr.of("(" + inner.sql() + ")", SqlType.BOOLEAN, inner);
      }
      first = OraErrors.of(920, "invalid relational operator");
    } catch (SQLException e) {
      first = e;
    }
    int reached = cursor().mark();
    cursor().reset(mark);
    parsing.binds().reset(binds);
    if (isRow()) {
      return rowComparison(scope);
    }
    try {
      Expr left = parsing.expressions().expression(scope);
      return comparison(scope, left);
    } catch (SQLException second) {
      throw cursor().mark() >= reached ? second : first;
    }
  }

  private boolean startsPredicateTail() {
    boolean operator =
        cursor().peek().type() == Token.Type.OPERATOR
            && (COMPARISONS.contains(cursor().peek().text())
                || cursor().isAny("+", "-", "*", "/", "||"));
    return operator || cursor().isAny("IS", "IN", "LIKE", "BETWEEN");
  }

  private boolean isRow() {
    int depth = 0;
    for (int i = 0; cursor().peek(i).type() != Token.Type.END; i++) {
      Token token = cursor().peek(i);
      if (token.isOperator("(")) {
        depth++;
      } else if (token.isOperator(")") && --depth == 0) {
        return false;
      } else if (token.isOperator(",") && depth == 1) {
        return true;
      }
    }
    return false;
  }

  private Expr rowComparison(Scope scope) throws SQLException {
    List<Expr> left = row(scope);
    boolean negated = cursor().accept("NOT");
    if (cursor().accept("IN")) {
      cursor().expectOpen();
      Expr result;
      if (cursor().isAny("SELECT", "WITH")) {
        Query query = parsing.queries().query(scope);
        requireColumns(query, left.size());
        result = Expr.of(text(left) + " IN (" + query.sql() + ")", SqlType.BOOLEAN, left);
      } else {
        List<Expr> rows = new ArrayList<>();
        do {
          rows.add(rowEquals(left, row(scope)));
        } while (cursor().accept(","));
        result = joined(rows, " OR ");
      }
      cursor().expectClose();
      return negated ? Expr.of("NOT (" + result.sql() + ")", SqlType.BOOLEAN, result) : result;
    }
    if (negated || !cursor().isAny("=", "<>", "!=", "^=")) {
      throw OraErrors.of(920, "invalid relational operator");
    }
    String operator = normalized(cursor().next().text());
    if (cursor().is("(", "SELECT")) {
      cursor().expectOpen();
      Query query = parsing.queries().query(scope);
      requireColumns(query, left.size());
      cursor().expectClose();
      return Expr.of(text(left) + " " + operator + " (" + query.sql() + ")", SqlType.BOOLEAN, left);
    }
    Expr equal = rowEquals(left, row(scope));
    return operator.equals("=")
        ? equal
        : Expr.of("NOT (" + equal.sql() + ")", SqlType.BOOLEAN, equal);
  }

  private List<Expr> row(Scope scope) throws SQLException {
    cursor().expectOpen();
    List<Expr> values = new ArrayList<>();
    do {
      values.add(parsing.expressions().expression(scope));
    } while (cursor().accept(","));
    cursor().expectClose();
    return values;
  }

  private static Expr rowEquals(List<Expr> left, List<Expr> right) throws SQLException {
    if (left.size() != right.size()) {
      throw OraErrors.of(947, "not enough values");
    }
    List<Expr> equalities = new ArrayList<>();
    for (int i = 0; i < left.size(); i++) {
      Expr[] sides = Conversions.comparable(left.get(i), right.get(i));
      equalities.add(binary(sides[0], "=", sides[1]));
    }
    return joined(equalities, " AND ");
  }

  private static String text(List<Expr> values) {
    return values.stream().map(Expr::sql).collect(Collectors.joining(", ", "(", ")"));
  }

  private static void requireColumns(Query query, int count) throws SQLException {
    if (query.columns().size() > count) {
      throw OraErrors.of(913, "too many values");
    }
    if (query.columns().size() < count) {
      throw OraErrors.of(947, "not enough values");
    }
  }

  private Expr comparison(Scope scope, Expr left) throws SQLException {
    Token token = cursor().peek();
    if (token.type() == Token.Type.OPERATOR && COMPARISONS.contains(token.text())) {
      cursor().next();
      return compared(scope, left, normalized(token.text()));
    }
    if (cursor().accept("IS")) {
      return isTest(left);
    }
    boolean negated = cursor().accept("NOT");
    if (cursor().accept("BETWEEN")) {
      return between(scope, left, negated);
    }
    if (cursor().accept("IN")) {
      return in(scope, left, negated);
    }
    if (cursor().accept("LIKE")) {
      return like(scope, left, negated);
    }
    if (!negated && left.kind() == Kind.BOOLEAN) {
      return left;
    }
    throw OraErrors.of(920, "invalid relational operator");
  }

  private static String normalized(String operator) {
    return operator.equals("!=") || operator.equals("^=") ? "<>" : operator;
  }

  private Expr compared(Scope scope, Expr left, String operator) throws SQLException {
    if (cursor().isAny("ANY", "SOME", "ALL")) {
      return quantified(scope, left, operator, cursor().next().value());
    }
    if (cursor().is("(", "SELECT") || cursor().is("(", "WITH")) {
      Expr right = parsing.expressions().expression(scope);
      Expr[] sides = Conversions.comparable(left, right);
      return binary(sides[0], operator, sides[1]);
    }
    Expr[] sides = Conversions.comparable(left, parsing.expressions().expression(scope));
    return binary(sides[0], operator, sides[1]);
  }

  private static Expr binary(Expr left, String operator, Expr right) {
    return Expr.of(left.sql() + " " + operator + " " + right.sql(), SqlType.BOOLEAN, left, right);
  }

  private Expr quantified(Scope scope, Expr left, String operator, String quantifier)
      throws SQLException {
    cursor().expectOpen();
    if (cursor().isAny("SELECT", "WITH")) {
      Query query = parsing.queries().query(scope);
      requireColumns(query, 1);
      cursor().expectClose();
      return Expr.of(
          left.sql() + " " + operator + " " + quantifier + " (" + query.sql() + ")",
          SqlType.BOOLEAN,
          left);
    }
    List<Expr> parts = new ArrayList<>();
    do {
      Expr[] sides = Conversions.comparable(left, parsing.expressions().expression(scope));
      parts.add(binary(sides[0], operator, sides[1]));
    } while (cursor().accept(","));
    cursor().expectClose();
    return joined(parts, quantifier.equals("ALL") ? " AND " : " OR ");
  }

  private Expr isTest(Expr left) throws SQLException {
    boolean negated = cursor().accept("NOT");
    String not = negated ? "NOT " : "";
    if (cursor().accept("NULL")) {
      return Expr.of(left.sql() + " IS " + not + "NULL", SqlType.BOOLEAN, left);
    }
    if (cursor().accept("NAN")) {
      Expr value = Conversions.toBinary(left, Kind.BINARY_DOUBLE);
      return Expr.of(
          value.sql() + (negated ? " <> " : " = ") + "CAST('NaN' AS DOUBLE PRECISION)",
          SqlType.BOOLEAN,
          left);
    }
    if (cursor().accept("JSON")) {
      return isJson(left, negated);
    }
    throw OraErrors.of(908, "missing NULL keyword");
  }

  private Expr isJson(Expr left, boolean negated) throws SQLException {
    boolean strict = cursor().accept("STRICT");
    if (!strict) {
      cursor().accept("LAX");
    }
    if (cursor().isAny("(", "WITH", "WITHOUT", "VALUE", "OBJECT", "ARRAY", "SCALAR", "VALIDATE")) {
      throw FromParser.unsupported("this form of IS JSON");
    }
    boolean scalars = parsing.session().release() >= 21;
    Expr text = Conversions.toChar(left);
    String call = "\"SYS\".\"ORA_IS_JSON\"(" + text.sql() + ", " + strict + ", " + scalars + ")";
    return Expr.of(negated ? "NOT (" + call + ")" : call, SqlType.BOOLEAN, left);
  }

  private Expr between(Scope scope, Expr left, boolean negated) throws SQLException {
    Expr low = parsing.expressions().expression(scope);
    cursor().expectWord("AND");
    Expr high = parsing.expressions().expression(scope);
    Expr[] from = Conversions.comparable(left, low);
    Expr[] to = Conversions.comparable(left, high);
    Expr result =
        Expr.of(
            "("
                + from[0].sql()
                + " >= "
                + from[1].sql()
                + " AND "
                + to[0].sql()
                + " <= "
                + to[1].sql()
                + ")",
            SqlType.BOOLEAN,
            left,
            low,
            high);
    return negated ? Expr.of("NOT " + result.sql(), SqlType.BOOLEAN, result) : result;
  }

  private Expr in(Scope scope, Expr left, boolean negated) throws SQLException {
    String word = negated ? " NOT IN (" : " IN (";
    boolean list = cursor().accept("(");
    if (!list) {
      Expr single = Conversions.comparable(left, parsing.expressions().expression(scope))[1];
      return Expr.of(left.sql() + word + single.sql() + ")", SqlType.BOOLEAN, left, single);
    }
    if (cursor().isAny("SELECT", "WITH")) {
      Query query = parsing.queries().query(scope);
      requireColumns(query, 1);
      cursor().expectClose();
      Expr subject = subjectFor(left, query.typeOf(0));
      return Expr.of(subject.sql() + word + query.sql() + ")", SqlType.BOOLEAN, left);
    }
    List<Expr> values = new ArrayList<>();
    do {
      values.add(parsing.expressions().expression(scope));
    } while (cursor().accept(","));
    cursor().expectClose();
    if (values.size() > 1) {
      requireNoMarks(scope, 0);
    }
    if (values.size() > 1000) {
      throw OraErrors.of(1795, "maximum number of expressions in a list is 1000");
    }
    return inList(left, values, negated);
  }

  private static Expr inList(Expr left, List<Expr> values, boolean negated) throws SQLException {
    boolean sameSubject = true;
    List<Expr> right = new ArrayList<>();
    List<Expr> equalities = new ArrayList<>();
    for (Expr value : values) {
      Expr[] sides = Conversions.comparable(left, value);
      sameSubject &= sides[0].sql().equals(left.sql());
      right.add(sides[1]);
      equalities.add(binary(sides[0], "=", sides[1]));
    }
    Expr result;
    if (sameSubject) {
      String list = right.stream().map(Expr::sql).collect(Collectors.joining(", "));
      result =
          Expr.of(
              left.sql() + (negated ? " NOT IN (" : " IN (") + list + ")", SqlType.BOOLEAN, left);
    } else {
      Expr any = joined(equalities, " OR ");
      result = negated ? Expr.of("NOT (" + any.sql() + ")", SqlType.BOOLEAN, any) : any;
    }
    return result;
  }

  private static Expr subjectFor(Expr left, SqlType type) throws SQLException {
    if (left.kind() == type.kind() || left.kind().isOpen() || type.kind().isOpen()) {
      return left;
    }
    Kind common = Conversions.commonKind(left.kind(), type.kind());
    if (left.kind() != common && type.kind() != common) {
      return left;
    }
    return Conversions.to(left, type.kind());
  }

  private Expr like(Scope scope, Expr left, boolean negated) throws SQLException {
    Expr subject = Conversions.toChar(left);
    Expr pattern = Conversions.toChar(parsing.expressions().expression(scope));
    Expr escape =
        cursor().accept("ESCAPE")
            ? Conversions.toChar(parsing.expressions().expression(scope))
            : Expr.literal("NULL", SqlType.NULL, null);
    Expr match = Conversions.call("ORA_LIKE", SqlType.BOOLEAN, subject, pattern, escape);
    return negated ? Expr.of("NOT (" + match.sql() + ")", SqlType.BOOLEAN, match) : match;
  }

  private Expr regexpLike(Scope scope) throws SQLException {
    cursor().next();
    cursor().expectOpen();
    List<Expr> arguments = new ArrayList<>();
    do {
      arguments.add(Conversions.toChar(parsing.expressions().expression(scope)));
    } while (cursor().accept(","));
    cursor().expectClose();
    if (arguments.size() < 2 || arguments.size() > 3) {
      throw OraErrors.of(938, "not enough arguments for function");
    }
    if (arguments.size() == 2) {
      arguments.add(Expr.literal("NULL", SqlType.NULL, null));
    }
    return Conversions.call("ORA_REGEXP_LIKE", SqlType.BOOLEAN, arguments);
  }
}
