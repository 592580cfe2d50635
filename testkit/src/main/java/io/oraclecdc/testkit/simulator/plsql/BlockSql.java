package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.session.LobHandle;
import io.oraclecdc.testkit.simulator.sql.ControlPlan;
import io.oraclecdc.testkit.simulator.sql.DmlPlan;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.Plan;
import io.oraclecdc.testkit.simulator.sql.QueryPlan;
import io.oraclecdc.testkit.simulator.sql.ResultColumn;
import io.oraclecdc.testkit.simulator.sql.Source;
import io.oraclecdc.testkit.simulator.sql.Token;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import io.oraclecdc.testkit.simulator.sql.VariableType;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SQL statements of a block: SELECT INTO, DML, FORALL, transaction control. */
final class BlockSql {
  /** What SQL%BULK_ROWCOUNT is. */
  private static final CollectionType BULK_COUNTS =
      new CollectionType(
          CollectionType.Shape.ASSOCIATIVE,
          0,
          false,
          CollectionType.Element.of(VariableType.of(Kind.NUMBER)));

  private final BlockInterpreter interpreter;
  private final BlockHost host;
  private final TokenCursor cursor;

  BlockSql(BlockInterpreter interpreter, BlockHost host) {
    this.interpreter = interpreter;
    this.host = host;
    this.cursor = interpreter.cursor();
  }

  /** Tokens up to the semicolon that ends a SQL statement. */
  TokenCursor text() {
    int start = cursor.mark();
    while (!cursor.is(";") && !cursor.atEnd()) {
      cursor.next();
    }
    return cursor.slice(start, cursor.mark());
  }

  /** {@code SELECT .. [BULK COLLECT] INTO ..}. */
  void select() throws SQLException {
    TokenCursor text = text();
    int into = into(text);
    if (into < 0) {
      throw BlockInterpreter.compileError(
          "PLS-00428", "an INTO clause is expected in this SELECT statement");
    }
    text.reset(into);
    boolean bulk = text.accept("BULK", "COLLECT");
    text.next();
    if (bulk) {
      List<CollectionValue> targets = interpreter.collections().targets(text);
      QueryPlan plan = plan(text, into);
      interpreter.collections().requireFitting(targets, plan.columns().size());
      if (!interpreter.isChecking()) {
        List<@Nullable Object[]> rows =
            host.query(plan, interpreter.variables(), Integer.MAX_VALUE);
        interpreter.collections().fill(targets, kinds(plan), rows);
        found(rows.size());
      }
      return;
    }
    List<Source> targets = targets(text);
    QueryPlan plan = plan(text, into);
    if (plan.columns().size() != targets.size()) {
      throw OraErrors.of(6550, "line 1, column 1:\nPL/SQL: ORA-00947: not enough values");
    }
    if (interpreter.isChecking()) {
      return;
    }
    List<@Nullable Object[]> rows = host.query(plan, interpreter.variables(), 2);
    found(Math.min(1, rows.size()));
    if (rows.isEmpty()) {
      throw OraErrors.of(1403, "no data found");
    }
    if (rows.size() > 1) {
      throw OraErrors.of(1422, "exact fetch returns more than requested number of rows");
    }
    List<Kind> kinds = kinds(plan);
    @Nullable Object[] row = rows.get(0);
    for (int i = 0; i < row.length; i++) {
      boolean lob = kinds.get(i) == Kind.CLOB || kinds.get(i) == Kind.BLOB;
      if (lob && (row[i] instanceof String || row[i] instanceof byte[])) {
        row[i] = LobHandle.unlocked(row[i]);
      }
    }
    assignAll(targets, kinds, row);
  }

  /** The statement without its INTO clause, which ends here. */
  private QueryPlan plan(TokenCursor text, int into) throws SQLException {
    TokenCursor query = text.without(into, text.mark());
    query.reset(0);
    return interpreter.plan(query, interpreter.variables());
  }

  /** Where [BULK COLLECT] INTO of the statement begins, -1 without one. */
  private static int into(TokenCursor text) {
    int depth = 0;
    while (!text.atEnd()) {
      if (text.is("(")) {
        depth++;
      } else if (text.is(")")) {
        depth--;
      } else if (depth == 0 && (text.is("INTO") || text.is("BULK", "COLLECT", "INTO"))) {
        return text.mark();
      }
      text.next();
    }
    return -1;
  }

  static List<Kind> kinds(QueryPlan plan) {
    return plan.columns().stream().map(BlockSql::kind).toList();
  }

  private static Kind kind(ResultColumn column) {
    return column.rowId() ? Kind.VARCHAR : Kind.of(column.type());
  }

  /** A list of variables and binds. */
  List<Source> targets(TokenCursor text) throws SQLException {
    List<Source> targets = new ArrayList<>();
    do {
      Token token = text.next();
      if (token.type() == Token.Type.BIND) {
        targets.add(new Source(token.bind(), ""));
      } else {
        StringBuilder name = new StringBuilder(token.value());
        while (text.accept(".")) {
          name.append('.').append(text.next().value());
        }
        List<String> fields = interpreter.variables().fields(name.toString());
        if (fields.isEmpty()) {
          interpreter.requireAssignable(name.toString());
          targets.add(new Source(0, name.toString()));
        }
        fields.forEach(field -> targets.add(new Source(0, name + "." + field)));
      }
    } while (text.accept(","));
    return targets;
  }

  void assignAll(List<Source> targets, List<Kind> kinds, @Nullable Object[] row)
      throws SQLException {
    for (int i = 0; i < targets.size(); i++) {
      Source target = targets.get(i);
      if (target.position() > 0) {
        host.assign(target.position(), kinds.get(i), row[i]);
      } else {
        interpreter.variables().assign(target.variable(), kinds.get(i), row[i]);
      }
    }
  }

  /** What the attributes of SQL show. */
  private void found(long count) {
    BlockVariables variables = interpreter.variables();
    variables.declare("SQL%ROWCOUNT", Kind.NUMBER, BigDecimal.valueOf(count));
    variables.declare("SQL%FOUND", Kind.BOOLEAN, count > 0);
    variables.declare("SQL%NOTFOUND", Kind.BOOLEAN, count == 0);
  }

  /** INSERT, UPDATE, DELETE, MERGE. */
  void dml() throws SQLException {
    TokenCursor text = new RecordValues(interpreter, host).written(text());
    DmlPlan plan = (DmlPlan) interpreter.statementPlan(text);
    List<CollectionValue> collected = collected(plan);
    if (interpreter.isChecking()) {
      BlockVariables variables = interpreter.variables();
      variables.declare("SQL%FOUND", Kind.BOOLEAN, null);
      variables.declare("SQL%NOTFOUND", Kind.BOOLEAN, null);
      return;
    }
    BlockHost.DmlOutcome outcome = host.dml(plan, interpreter.variables());
    found(outcome.count());
    for (CollectionValue collection : collected) {
      collection.clear();
    }
    returned(plan, outcome, collected);
  }

  /** The collections that RETURNING BULK COLLECT fills. */
  private List<CollectionValue> collected(DmlPlan plan) throws SQLException {
    DmlPlan.Returning returning = plan instanceof DmlPlan.Single single ? single.returning() : null;
    if (returning == null) {
      return List.of();
    }
    List<CollectionValue> collections = new ArrayList<>();
    for (Source target : returning.into()) {
      if (returning.bulk()) {
        collections.add(interpreter.collections().required(target.variable()));
      } else if (target.position() == 0) {
        interpreter.requireAssignable(target.variable());
      }
    }
    return collections;
  }

  private void returned(DmlPlan plan, BlockHost.DmlOutcome outcome, List<CollectionValue> collected)
      throws SQLException {
    DmlPlan.Returning returning = plan instanceof DmlPlan.Single single ? single.returning() : null;
    if (returning == null) {
      return;
    }
    List<Kind> kinds = returning.columns().stream().map(BlockSql::kind).toList();
    if (returning.bulk()) {
      for (Object[] row : outcome.returned()) {
        interpreter.collections().append(collected, kinds, row);
      }
      return;
    }
    if (outcome.returned().size() > 1) {
      throw OraErrors.of(1422, "exact fetch returns more than requested number of rows");
    }
    if (!outcome.returned().isEmpty()) {
      assignAll(returning.into(), kinds, outcome.returned().get(0));
    }
  }

  /** {@code FORALL i IN { low .. high | INDICES OF c } statement}. */
  void forAll() throws SQLException {
    cursor.next();
    String name = cursor.next().value();
    interpreter.requireWord("IN");
    BlockVariables inner = interpreter.enter();
    inner.declare(name, Kind.NUMBER, null);
    inner.readOnly(name);
    List<BigDecimal> indexes = new ArrayList<>();
    if (cursor.accept("INDICES", "OF")) {
      indexes.addAll(interpreter.collections().required(cursor.next().value()).indexes());
    } else {
      BlockHost.Typed low = interpreter.expressionAs(Kind.NUMBER);
      interpreter.require("..");
      BlockHost.Typed high = interpreter.expressionAs(Kind.NUMBER);
      boolean runs = !interpreter.isChecking() && low.value() != null && high.value() != null;
      for (long i = runs ? Loops.longValue(low) : 1; runs && i <= Loops.longValue(high); i++) {
        indexes.add(BigDecimal.valueOf(i));
      }
    }
    if (!cursor.isAny("INSERT", "UPDATE", "DELETE", "MERGE")) {
      throw BlockInterpreter.unexpected(cursor.peek()); // SAVE EXCEPTIONS, VALUES OF
    }
    TokenCursor text = new RecordValues(interpreter, host).written(text());
    CollectionValue counts = new CollectionValue(BULK_COUNTS);
    long count = 0;
    if (interpreter.isChecking()) {
      collected((DmlPlan) interpreter.statementPlan(text));
    }
    boolean first = true;
    for (BigDecimal index : interpreter.isChecking() ? List.<BigDecimal>of() : indexes) {
      inner.declare(name, Kind.NUMBER, index);
      text.reset(0);
      DmlPlan plan = (DmlPlan) interpreter.statementPlan(text);
      List<CollectionValue> collected = collected(plan);
      if (first) {
        collected.forEach(CollectionValue::clear);
      }
      first = false;
      BlockHost.DmlOutcome outcome = host.dml(plan, inner);
      count += outcome.count();
      counts.forWriting(index)[0] = BigDecimal.valueOf(outcome.count());
      returned(plan, outcome, collected);
    }
    interpreter.leave(inner);
    interpreter.variables().declareCollection("SQL%BULK_ROWCOUNT", counts);
    found(count);
  }

  /** COMMIT, ROLLBACK, SAVEPOINT, SET, LOCK. */
  void control() throws SQLException {
    Plan plan = interpreter.statementPlan(text());
    if (!interpreter.isChecking() && plan instanceof ControlPlan) {
      host.control(plan);
    }
  }
}
