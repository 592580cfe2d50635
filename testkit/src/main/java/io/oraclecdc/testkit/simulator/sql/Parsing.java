package io.oraclecdc.testkit.simulator.sql;

import java.util.Optional;

/** The parsers of one statement and what they share. */
final class Parsing {
  private final TokenCursor cursor;
  private final SqlSession session;
  private final Binds binds;
  private final ExpressionParser expressions;
  private final ConditionParser conditions;
  private final QueryParser queries;
  private final FromParser froms;
  private final Optional<Expr> asOf;

  Parsing(TokenCursor cursor, SqlSession session, Binds binds) {
    this(cursor, session, binds, Optional.empty());
  }

  /** With an SCN that counts for every table. */
  Parsing(TokenCursor cursor, SqlSession session, Binds binds, Optional<Expr> asOf) {
    this.asOf = asOf;
    this.cursor = cursor;
    this.session = session;
    this.binds = binds;
    this.expressions = new ExpressionParser(this);
    this.conditions = new ConditionParser(this);
    this.queries = new QueryParser(this);
    this.froms = new FromParser(this);
  }

  /** The SCN of tables that name none: of a view's tables, or of the whole session. */
  Optional<Expr> asOf() {
    if (asOf.isPresent() || session.flashbackScn().isEmpty()) {
      return asOf;
    }
    String scn = Long.toString(session.flashbackScn().getAsLong());
    return Optional.of(Expr.literal(scn, SqlType.NUMBER, null));
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
