package io.oraclecdc.testkit.simulator.sql;

/** The parsers of one statement and what they share. */
final class Parsing {
  private final TokenCursor cursor;
  private final SqlSession session;
  private final Binds binds;
  private final ExpressionParser expressions;
  private final ConditionParser conditions;
  private final QueryParser queries;
  private final FromParser froms;

  Parsing(TokenCursor cursor, SqlSession session, Binds binds) {
    this.cursor = cursor;
    this.session = session;
    this.binds = binds;
    this.expressions = new ExpressionParser(this);
    this.conditions = new ConditionParser(this);
    this.queries = new QueryParser(this);
    this.froms = new FromParser(this);
  }

  TokenCursor cursor() {
    return cursor;
  }

  SqlSession session() {
    return session;
  }

  Binds binds() {
    return binds;
  }

  ExpressionParser expressions() {
    return expressions;
  }

  ConditionParser conditions() {
    return conditions;
  }

  QueryParser queries() {
    return queries;
  }

  FromParser froms() {
    return froms;
  }
}
