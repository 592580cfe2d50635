package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ColumnTypes;
import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimType;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Parses expressions and translates them on the way.
 *
 * <pre>
 * expression = term { ( + | - | || ) term }
 * term       = factor { ( * | / ) factor }
 * factor     = [ + | - | PRIOR ] primary { AT TIME ZONE .. }
 * </pre>
 */
final class ExpressionParser {
  private final Parsing parsing;

  ExpressionParser(Parsing parsing) {
    this.parsing = parsing;
  }

  private TokenCursor cursor() {
    return parsing.cursor();
  }

  Expr expression(Scope scope) throws SQLException {
    Expr left = term(scope);
    while (true) {
      if (cursor().accept("+")) {
        left = Arithmetic.add(left, term(scope));
      } else if (cursor().accept("-")) {
        left = Arithmetic.subtract(left, term(scope));
      } else if (cursor().accept("||")) {
        left = Arithmetic.concatenate(left, term(scope));
      } else {
        return left;
      }
    }
  }

  private Expr term(Scope scope) throws SQLException {
    Expr left = factor(scope);
    while (true) {
      if (cursor().accept("*")) {
        left = Arithmetic.multiply(left, factor(scope));
      } else if (cursor().accept("/")) {
        left = Arithmetic.divide(left, factor(scope));
      } else {
        return left;
      }
    }
  }

  private Expr factor(Scope scope) throws SQLException {
    if (cursor().accept("-")) {
      return Arithmetic.negate(factor(scope));
    }
    if (cursor().accept("+")) {
      return Conversions.toNumber(factor(scope));
    }
    Optional<Expr> hierarchical = Hierarchy.operator(parsing, scope);
    if (hierarchical.isPresent()) {
      return hierarchical.get();
    }
    Expr value = primary(scope);
    while (cursor().is("AT")) {
      if (cursor().accept("AT", "TIME", "ZONE")) {
        Expr zone = Conversions.toChar(primary(scope));
        value =
            Conversions.call("ORA_AT_ZONE", SqlType.TIMESTAMP_TZ, Conversions.toZoned(value), zone);
      } else if (cursor().accept("AT", "LOCAL")) {
        value = Conversions.call("ORA_AT_LOCAL", SqlType.TIMESTAMP_TZ, Conversions.toZoned(value));
      } else {
        return value;
      }
    }
    return value;
  }

  Expr primary(Scope scope) throws SQLException {
    Token token = cursor().peek();
    switch (token.type()) {
      case STRING, NSTRING -> {
        cursor().next();
        return Conversions.string(token.value(), SqlType.of(Kind.CHAR));
      }
      case NUMBER -> {
        cursor().next();
        return number(token.value());
      }
      case BIND -> {
        cursor().next();
        return parsing.binds().bind(token);
      }
      case OPERATOR -> {
        if (token.isOperator("(")) {
          return parenthesized(scope);
        }
        if (token.isOperator("{")) {
          return escape(scope);
        }
        throw missing();
      }
      case QUOTED -> {
        return name(scope);
      }
      case WORD -> {
        return word(scope, token);
      }
      case END -> throw missing();
    }
    throw missing();
  }

  private static SQLException missing() {
    return OraErrors.of(936, "missing expression");
  }

  private static Expr number(String text) {
    if (text.endsWith("F") || text.endsWith("D")) {
      String digits = text.substring(0, text.length() - 1);
      boolean single = text.endsWith("F");
      return Expr.literal(
          "CAST(" + digits + " AS " + (single ? "REAL" : "DOUBLE PRECISION") + ")",
          single ? SqlType.BINARY_FLOAT : SqlType.BINARY_DOUBLE,
          null);
    }
    return Expr.literal(new BigDecimal(text).toPlainString(), SqlType.NUMBER, null);
  }

  private Expr parenthesized(Scope scope) throws SQLException {
    if (cursor().is("(", "SELECT") || cursor().is("(", "WITH")) {
      return scalarSubquery(scope);
    }
    cursor().expectOpen();
    Expr inner = expression(scope);
    cursor().expectClose();
    if (inner.kind().isDatetime() || inner.kind() == Kind.INTERVAL_DS) {
      Optional<Expr> interval = intervalQualifier(inner);
      if (interval.isPresent()) {
        return interval.get();
      }
    }
    return new Expr("(" + inner.sql() + ")", inner.type(), inner.role(), inner.parts(), null);
  }

  private Optional<Expr> intervalQualifier(Expr inner) {
    if (cursor().accept("DAY")) {
      skipDigits();
      if (cursor().accept("TO", "SECOND")) {
        skipDigits();
      }
      return Optional.of(inner);
    }
    return Optional.empty();
  }

  private void skipDigits() {
    if (cursor().is("(") && cursor().peek(1).type() == Token.Type.NUMBER) {
      cursor().next();
      cursor().next();
      cursor().next();
    }
  }

  private Expr scalarSubquery(Scope scope) throws SQLException {
    cursor().expectOpen();
    Query query = parsing.queries().query(scope);
    cursor().expectClose();
    if (query.columns().size() != 1) {
      throw OraErrors.of(913, "too many values");
    }
    return Expr.subquery("(" + query.sql() + ")", query.typeOf(0));
  }

  /** JDBC escapes: {d '..'}, {ts '..'}, {fn name(..)}. */
  private Expr escape(Scope scope) throws SQLException {
    cursor().next();
    Expr value;
    if (cursor().accept("D")) {
      value = datetimeLiteral("DATE", cursor().next().value(), false);
    } else if (cursor().accept("TS")) {
      value = datetimeLiteral("TIMESTAMP", cursor().next().value(), false);
    } else if (cursor().accept("FN")) {
      value = primary(scope);
    } else {
      throw OraErrors.of(17034, "Non supported SQL92 token");
    }
    cursor().expect("}", 17034, "Non supported SQL92 token");
    return value;
  }

  private Expr word(Scope scope, Token token) throws SQLException {
    Token after = cursor().peek(1);
    switch (token.value()) {
      case "NULL" -> {
        cursor().next();
        return Expr.literal("NULL", SqlType.NULL, null);
      }
      case "DATE" -> {
        if (after.type() == Token.Type.STRING) {
          cursor().next();
          return datetimeLiteral("DATE", cursor().next().value(), false);
        }
      }
      case "TIMESTAMP" -> {
        if (after.type() == Token.Type.STRING) {
          cursor().next();
          return datetimeLiteral("TIMESTAMP", cursor().next().value(), true);
        }
      }
      case "INTERVAL" -> {
        if (after.type() == Token.Type.STRING) {
          cursor().next();
          return IntervalLiterals.parse(cursor());
        }
      }
      case "CASE" -> {
        return caseExpression(scope);
      }
      case "TRUE", "FALSE" -> {
        if (parsing.session().release() >= 23 && !after.isOperator(".")) {
          cursor().next();
          return Expr.literal(token.value(), SqlType.BOOLEAN, null);
        }
      }
      default -> {
        // a name, a pseudo column or a function
      }
    }
    if (after.isOperator("(") && !isOuterMark(1)) {
      return parsing.session() == null ? missingFunction(token) : function(scope);
    }
    Optional<Expr> pseudo = PseudoColumns.of(token.value());
    if (pseudo.isPresent() && !after.isOperator(".") && scope.column(token.value()).isEmpty()) {
      cursor().next();
      skipEmptyPrecision();
      return pseudo.get();
    }
    if (TokenCursor.isReserved(token.value())
        && !token.value().equals("ROWID")
        && !token.value().equals("LEVEL")) {
      throw missing();
    }
    return name(scope);
  }

  private static Expr missingFunction(Token token) throws SQLException {
    throw OraErrors.of(904, "\"" + token.value() + "\": invalid identifier");
  }

  private void skipEmptyPrecision() {
    skipDigits();
  }

  static Expr datetimeLiteral(String type, String value, boolean zoneAllowed) throws SQLException {
    return DatetimeLiterals.parse(type, value, zoneAllowed);
  }

  private Expr caseExpression(Scope scope) throws SQLException {
    cursor().expectWord("CASE");
    Expr selector = cursor().is("WHEN") ? null : expression(scope);
    List<Expr> conditions = new ArrayList<>();
    List<Expr> results = new ArrayList<>();
    while (cursor().accept("WHEN")) {
      if (selector == null) {
        conditions.add(parsing.conditions().condition(scope));
      } else {
        Expr[] sides = Conversions.comparable(selector, expression(scope));
        conditions.add(Expr.of(sides[0].sql() + " = " + sides[1].sql(), SqlType.BOOLEAN, sides));
      }
      cursor().expectWord("THEN");
      results.add(expression(scope));
    }
    if (results.isEmpty()) {
      throw OraErrors.of(905, "missing keyword");
    }
    boolean otherwise = cursor().accept("ELSE");
    if (otherwise) {
      results.add(expression(scope));
    }
    cursor().expectWord("END");
    SqlType type = Conversions.unify(results);
    List<Expr> converted = Conversions.allTo(results, type);
    StringBuilder sql = new StringBuilder("CASE");
    for (int i = 0; i < conditions.size(); i++) {
      sql.append(" WHEN ").append(conditions.get(i).sql());
      sql.append(" THEN ").append(converted.get(i).sql());
    }
    if (otherwise) {
      sql.append(" ELSE ").append(converted.get(converted.size() - 1).sql());
    }
    List<Expr> parts = new ArrayList<>(conditions);
    parts.addAll(converted);
    return Expr.of(sql.append(" END").toString(), type, parts);
  }

  /** {@code name}, {@code a.name}, {@code a.b.name}, sequences, package functions. */
  private Expr name(Scope scope) throws SQLException {
    List<String> path = new ArrayList<>();
    path.add(cursor().next().value());
    while (cursor().is(".") && !cursor().peek(1).isOperator("*")) {
      cursor().next();
      Token part = cursor().next();
      if (part.type() != Token.Type.WORD && part.type() != Token.Type.QUOTED) {
        throw OraErrors.of(
            1747, "invalid user.table.column, table.column, or column specification");
      }
      path.add(part.value());
    }
    if (cursor().is("(") && path.size() > 1 && !isOuterMark(0)) {
      Optional<Expr> method = xmlMethod(path, scope);
      return method.isPresent() ? method.get() : packageFunction(path, scope);
    }
    Optional<Expr> column =
        switch (path.size()) {
          case 1 -> scope.column(path.get(0));
          case 2 -> scope.column(null, path.get(0), path.get(1));
          case 3 -> scope.column(path.get(0), path.get(1), path.get(2));
          default -> Optional.empty();
        };
    if (column.isPresent()) {
      outerMark(path, scope);
      return column.get();
    }
    Hierarchy.requireNone(path, scope);
    return nonColumn(path, scope);
  }

  private boolean isOuterMark(int ahead) {
    return cursor().peek(ahead).isOperator("(")
        && cursor().peek(ahead + 1).isOperator("+")
        && cursor().peek(ahead + 2).isOperator(")");
  }

  /** The outer join operator behind a column. */
  private void outerMark(List<String> path, Scope scope) throws SQLException {
    if (!cursor().accept("(", "+", ")")) {
      return;
    }
    Optional<Relation> owner = scope.owner(path);
    if (owner.isEmpty()) {
      throw OraErrors.of(1705, "an outer join cannot be specified on a correlation column");
    }
    if (!scope.joinsAreMarked()) {
      throw OraErrors.of(30563, "outer join operator (+) is not allowed here");
    }
    scope.references().marked(owner.get());
  }

  /** {@code t.doc.getClobVal()}: methods of an XMLTYPE column. */
  private Optional<Expr> xmlMethod(List<String> path, Scope scope) throws SQLException {
    String method = path.get(path.size() - 1);
    if (!method.equals("GETCLOBVAL") && !method.equals("GETSTRINGVAL")) {
      return Optional.empty();
    }
    int size = path.size() - 1;
    Optional<Expr> column =
        size == 2
            ? scope.column(null, path.get(0), path.get(1))
            : size == 3 ? scope.column(path.get(0), path.get(1), path.get(2)) : Optional.empty();
    if (column.isEmpty() || column.get().kind() != Kind.OTHER) {
      return Optional.empty();
    }
    cursor().expectOpen();
    cursor().expectClose();
    SqlType type = method.equals("GETCLOBVAL") ? SqlType.CLOB : SqlType.VARCHAR;
    return Optional.of(Expr.of(column.get().sql(), type, column.get()));
  }

  private Expr nonColumn(List<String> path, Scope scope) throws SQLException {
    String last = path.get(path.size() - 1);
    if (last.equals("SQL") && cursor().accept("%", "ROWCOUNT")) {
      return parsing.binds().variable("SQL%ROWCOUNT", Kind.NUMBER);
    }
    if (path.size() > 1 && (last.equals("NEXTVAL") || last.equals("CURRVAL"))) {
      return sequence(path, last);
    }
    if (last.equals("SQL") && cursor().is("%", "BULK_ROWCOUNT", "(")) {
      cursor().next();
      cursor().next();
      return programCall(List.of("SQL%BULK_ROWCOUNT"))
          .orElseThrow(() -> OraErrors.of(904, "\"SQL%BULK_ROWCOUNT\": invalid identifier"));
    }
    String joined = String.join(".", path);
    if (cursor().is("%")) {
      String attribute = joined + "%" + cursor().peek(1).value();
      Optional<Kind> kind = parsing.binds().variables().kind(attribute);
      if (kind.isPresent()) {
        cursor().next();
        cursor().next();
        return parsing.binds().variable(attribute, kind.get());
      }
    }
    Optional<Kind> variable = parsing.binds().variables().kind(joined);
    if (variable.isPresent()) {
      return parsing.binds().variable(joined, variable.get());
    }
    if (path.size() > 1 && FunctionCatalog.isPackaged(functionName(path))) {
      return packageFunction(path, scope);
    }
    Optional<Expr> called = userFunction(path, scope);
    if (called.isPresent()) {
      return called.get();
    }
    throw OraErrors.of(904, quotedPath(path) + ": invalid identifier");
  }

  /** In SQL the statement calls it for each row; in an expression of a block it runs at once. */
  private Optional<Expr> userFunction(List<String> path, Scope scope) throws SQLException {
    boolean statement = scope.isOfStatement() || parsing.binds().variables() == Variables.NONE;
    Optional<Expr> stored =
        statement && parsing.session() != null && !parsing.binds().isOfDefinition()
            ? StoredFunctions.call(parsing, scope, path)
            : Optional.empty();
    return stored.isPresent() ? stored : programCall(path);
  }

  /** A function of PL/SQL runs when its call is met; what follows sees its result. */
  private Optional<Expr> programCall(List<String> path) throws SQLException {
    Variables variables = parsing.binds().variables();
    Optional<String> result = variables.call(path, cursor());
    return result.map(name -> parsing.binds().variable(name, kindOf(variables, name)));
  }

  private static Kind kindOf(Variables variables, String name) {
    return variables.kind(name).orElse(Kind.UNKNOWN);
  }

  private static String quotedPath(List<String> path) {
    return String.join(".", path.stream().map(InnerNames::quoted).toList());
  }

  private Expr sequence(List<String> path, String last) throws SQLException {
    String schema = path.size() > 2 ? path.get(path.size() - 3) : parsing.session().currentSchema();
    ObjectKey key =
        parsing
            .session()
            .dictionary()
            .resolve(new ObjectKey(schema, path.get(path.size() - 2)), path.size() > 2);
    if (!parsing.session().dictionary().sequences().containsKey(key)) {
      throw OraErrors.of(2289, "sequence does not exist");
    }
    parsing.session().require(key, "SELECT");
    String value =
        last.equals("NEXTVAL")
            ? SequenceValues.next(parsing.session(), key)
            : "CURRENT VALUE FOR " + InnerNames.quoted(key.owner(), key.name());
    return Expr.of(value, SqlType.NUMBER);
  }

  private static String functionName(List<String> path) {
    int size = path.size();
    return path.get(size - 2) + "." + path.get(size - 1);
  }

  private Expr packageFunction(List<String> path, Scope scope) throws SQLException {
    String function = functionName(path);
    String packageName = path.get(path.size() - 2);
    if (!FunctionCatalog.isPackaged(function)) {
      Optional<Expr> called = userFunction(path, scope);
      if (called.isPresent()) {
        return called.get();
      }
    }
    if (!FunctionCatalog.isPackaged(function) || !parsing.session().mayExecute(packageName)) {
      throw OraErrors.of(904, quotedPath(path) + ": invalid identifier");
    }
    List<Expr> arguments = cursor().is("(") ? arguments(scope) : List.of();
    return FunctionCatalog.call(function, arguments);
  }

  private List<Expr> arguments(Scope scope) throws SQLException {
    cursor().expectOpen();
    List<Expr> arguments = new ArrayList<>();
    if (!cursor().accept(")")) {
      do {
        if (cursor().peek(1).isOperator("=>")) {
          throw OraErrors.of(904, "\"" + cursor().peek().value() + "\": invalid identifier");
        }
        arguments.add(expression(scope));
      } while (cursor().accept(","));
      cursor().expectClose();
    }
    return arguments;
  }

  private Expr function(Scope scope) throws SQLException {
    String name = cursor().peek().value();
    Optional<Expr> special = SpecialFunctions.parse(name, parsing, scope);
    if (special.isPresent()) {
      return special.get();
    }
    if (name.equals("SYS_CONNECT_BY_PATH")) {
      return Hierarchy.path(parsing, scope);
    }
    if (Aggregates.isAggregate(name)) {
      return Aggregates.parse(parsing, scope);
    }
    if (!FunctionCatalog.isKnown(name)) {
      int mark = cursor().mark();
      cursor().next();
      Optional<Expr> called = userFunction(List.of(name), scope);
      if (called.isPresent()) {
        return called.get();
      }
      cursor().reset(mark);
      throw OraErrors.of(904, "\"" + name + "\": invalid identifier");
    }
    cursor().next();
    return FunctionCatalog.call(name, arguments(scope));
  }

  /** CAST(expression AS type). */
  Expr castTo(Expr value, SimType type) throws SQLException {
    Expr converted = Conversions.assign(value, type);
    SqlType target = SqlType.of(type);
    Map<String, String> sizes =
        Map.of(
            "VARCHAR2", "ORA_CUT", "NVARCHAR2", "ORA_CUT", "CHAR", "ORA_FIT", "NCHAR", "ORA_FIT");
    String alias = sizes.get(type.name());
    if (alias != null) {
      int size = type.charLength();
      if (!value.kind().isCharacter() && !value.kind().isOpen() && value.kind() != Kind.CLOB) {
        converted =
            Conversions.call(
                "ORA_UNCUT",
                SqlType.VARCHAR,
                converted,
                Expr.literal(Integer.toString(size), SqlType.NUMBER, null));
      }
      Expr fitted =
          Conversions.call(
              alias, target, converted, Expr.literal(Integer.toString(size), SqlType.NUMBER, null));
      return fitted;
    }
    if (type.name().equals("NUMBER") && (type.precision() != null || type.scale() != null)) {
      return Expr.of(
          "\"SYS\".\"ORA_ROUNDED\"("
              + converted.sql()
              + ", "
              + nullable(type.precision())
              + ", "
              + nullable(type.scale())
              + ")",
          target,
          converted);
    }
    if (type.name().startsWith("TIMESTAMP") && type.scale() != null) {
      String zone = type.name().equals("TIMESTAMP") ? "" : " WITH TIME ZONE";
      return Expr.of(
          "CAST(" + converted.sql() + " AS TIMESTAMP(" + type.scale() + ")" + zone + ")",
          target,
          converted);
    }
    if (converted.kind().isOpen()) {
      return Expr.of(
          "CAST(" + converted.sql() + " AS " + ColumnTypes.storage(type) + ")", target, converted);
    }
    return converted.as(target);
  }

  private static String nullable(@Nullable Integer value) {
    return value == null ? "NULL" : value.toString();
  }
}
