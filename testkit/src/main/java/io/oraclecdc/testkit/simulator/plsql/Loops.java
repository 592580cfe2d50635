package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.QueryPlan;
import io.oraclecdc.testkit.simulator.sql.Token;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Loops, EXIT and CONTINUE: a body is walked again for each round, and once more to get behind. */
final class Loops {
  private final BlockInterpreter interpreter;
  private final BlockHost host;
  private final TokenCursor cursor;
  private final Flow flow;
  private final Deque<String> open = new ArrayDeque<>();

  Loops(BlockInterpreter interpreter, BlockHost host) {
    this.interpreter = interpreter;
    this.host = host;
    this.cursor = interpreter.cursor();
    this.flow = interpreter.flow();
  }

  /** One round after another. */
  private interface Round {
    /** Prepares the next round; false when there is none. */
    boolean next() throws SQLException;
  }

  /** A loop of any kind; the label is empty when it has none. */
  void loop(String label) throws SQLException {
    open.push(label);
    try {
      switch (cursor.peek().value()) {
        case "LOOP" -> rounds(label, () -> true);
        case "WHILE" -> whileLoop(label);
        default -> forLoop(label);
      }
    } finally {
      open.pop();
    }
  }

  private void rounds(String label, Round round) throws SQLException {
    boolean outerChecking = interpreter.isChecking();
    int body = cursor.mark();
    while (!outerChecking && !flow.stops() && round.next()) {
      cursor.reset(body);
      body(label);
    }
    cursor.reset(body);
    end(label, outerChecking);
  }

  private void whileLoop(String label) throws SQLException {
    cursor.next();
    int condition = cursor.mark();
    boolean outerChecking = interpreter.isChecking();
    boolean holds = interpreter.condition();
    int body = cursor.mark();
    while (!outerChecking && holds && !flow.stops()) {
      body(label);
      if (!flow.stops()) {
        cursor.reset(condition);
        holds = interpreter.condition();
      }
      cursor.reset(body);
    }
    end(label, outerChecking);
  }

  private void body(String label) throws SQLException {
    interpreter.requireWord("LOOP");
    interpreter.statements("END");
    interpreter.requireWord("END");
    interpreter.requireWord("LOOP");
    if (cursor.peek().type() == Token.Type.WORD) {
      requireLabel(cursor.next(), label);
    }
    flow.bodyEnded(label);
  }

  private static void requireLabel(Token token, String label) throws SQLException {
    if (!token.value().equals(label)) {
      throw BlockInterpreter.compileError(
          "PLS-00113", "END identifier '" + token.value() + "' must match the label of its loop");
    }
  }

  /** Walks the body once more without running it, to get behind it. */
  private void end(String label, boolean outerChecking) throws SQLException {
    if (!outerChecking) {
      flow.loopEnded(label); // else what is left is a loop around this one, which did not run
    }
    Flow state = flow.taken();
    interpreter.checking(true);
    body(label);
    flow.put(state);
    interpreter.checking(outerChecking);
  }

  /** EXIT [label] [WHEN condition], CONTINUE the same. */
  void leave() throws SQLException {
    boolean exit = cursor.next().isWord("EXIT");
    if (open.isEmpty()) {
      throw BlockInterpreter.compileError(
          "PLS-00376", "illegal EXIT/CONTINUE statement; it must appear inside a loop");
    }
    String label = "";
    if (!cursor.is(";") && !cursor.is("WHEN")) {
      label = cursor.next().value();
      if (!open.contains(label)) {
        throw BlockInterpreter.compileError(
            "PLS-00201", "identifier '" + label + "' must be declared");
      }
    }
    boolean holds = !cursor.accept("WHEN") || interpreter.condition();
    if (interpreter.isChecking() || !holds) {
      return;
    }
    if (exit) {
      flow.exit(label);
    } else {
      flow.proceed(label);
    }
  }

  private void forLoop(String label) throws SQLException {
    cursor.next();
    String name = cursor.next().value();
    interpreter.requireWord("IN");
    if (cursor.is("(", "SELECT") || cursor.is("(", "WITH")) {
      cursorLoop(label, name);
      return;
    }
    CursorDefinition declared = interpreter.variables().cursor(cursor.peek().value());
    if (declared != null && (cursor.peek(1).isWord("LOOP") || cursor.peek(1).isOperator("("))) {
      cursor.next();
      declaredCursorLoop(label, name, declared);
      return;
    }
    boolean reverse = cursor.accept("REVERSE");
    BlockHost.Typed low = interpreter.expressionAs(Kind.NUMBER);
    interpreter.require("..");
    BlockHost.Typed high = interpreter.expressionAs(Kind.NUMBER);
    BlockVariables inner = interpreter.enter();
    inner.declare(name, Kind.NUMBER, null);
    inner.readOnly(name);
    long from = interpreter.isChecking() ? 1 : longValue(low);
    long to = interpreter.isChecking() ? 0 : longValue(high);
    long[] done = {0};
    rounds(
        label,
        () -> {
          long i = done[0]++;
          inner.declare(name, Kind.NUMBER, BigDecimal.valueOf(reverse ? to - i : from + i));
          return i <= to - from;
        });
    interpreter.leave(inner);
  }

  static long longValue(BlockHost.Typed value) throws SQLException {
    if (value.value() instanceof BigDecimal number) {
      return number.longValue();
    }
    throw OraErrors.of(6502, "PL/SQL: numeric or value error");
  }

  private void cursorLoop(String label, String record) throws SQLException {
    int start = cursor.mark() + 1;
    cursor.skipGroup();
    TokenCursor text = cursor.slice(start, cursor.mark() - 1);
    QueryPlan plan = interpreter.plan(text, interpreter.variables());
    List<@Nullable Object[]> rows =
        interpreter.isChecking()
            ? List.of()
            : host.query(plan, interpreter.variables(), Integer.MAX_VALUE);
    BlockVariables inner = interpreter.enter();
    interpreter.declareRecord(record, plan, null);
    int[] done = {0};
    rounds(
        label,
        () -> {
          if (done[0] == rows.size()) {
            return false;
          }
          interpreter.declareRecord(record, plan, rows.get(done[0]++));
          return true;
        });
    interpreter.leave(inner);
  }

  private void declaredCursorLoop(String label, String record, CursorDefinition declared)
      throws SQLException {
    interpreter.cursors().openWithArguments(declared);
    QueryPlan plan = declared.plan();
    QueryPlan shape =
        plan == null ? interpreter.plan(declared.query(), declared.queryScope(host)) : plan;
    boolean runs = !interpreter.isChecking();
    BlockVariables inner = interpreter.enter();
    interpreter.declareRecord(record, shape, null);
    try {
      rounds(
          label,
          () -> {
            @Nullable Object @Nullable [] row = declared.fetch();
            if (row == null) {
              return false;
            }
            interpreter.declareRecord(record, shape, row);
            return true;
          });
    } finally {
      if (runs) {
        declared.close();
      }
    }
    interpreter.leave(inner);
  }
}
