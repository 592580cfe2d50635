package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import java.math.BigDecimal;
import java.sql.SQLException;

/** IF and CASE: a branch that is not taken is walked without running it. */
final class Branches {
  private final BlockInterpreter interpreter;
  private final TokenCursor cursor;

  Branches(BlockInterpreter interpreter) {
    this.interpreter = interpreter;
    this.cursor = interpreter.cursor();
  }

  void ifStatement() throws SQLException {
    boolean outerChecking = interpreter.isChecking();
    boolean taken = false;
    cursor.next();
    do {
      interpreter.checking(outerChecking || taken);
      boolean holds = interpreter.condition();
      interpreter.requireWord("THEN");
      interpreter.checking(outerChecking || taken || !holds);
      taken |= holds;
      interpreter.statements("ELSIF", "ELSE", "END");
    } while (cursor.accept("ELSIF"));
    if (cursor.accept("ELSE")) {
      interpreter.checking(outerChecking || taken);
      interpreter.statements("END");
    }
    interpreter.checking(outerChecking);
    interpreter.requireWord("END");
    interpreter.requireWord("IF");
  }

  void caseStatement() throws SQLException {
    boolean outerChecking = interpreter.isChecking();
    cursor.next();
    BlockHost.Typed selector = cursor.is("WHEN") ? null : interpreter.expression();
    boolean taken = false;
    if (!cursor.is("WHEN")) {
      throw BlockInterpreter.unexpected(cursor.peek());
    }
    while (cursor.accept("WHEN")) {
      interpreter.checking(outerChecking || taken);
      boolean holds =
          selector == null
              ? interpreter.condition()
              : isSame(selector, interpreter.expressionAs(selector.kind()));
      interpreter.requireWord("THEN");
      holds &= !interpreter.isChecking();
      interpreter.checking(outerChecking || taken || !holds);
      taken |= holds;
      interpreter.statements("WHEN", "ELSE", "END");
    }
    boolean otherwise = cursor.accept("ELSE");
    if (otherwise) {
      interpreter.checking(outerChecking || taken);
      interpreter.statements("END");
    }
    interpreter.checking(outerChecking);
    interpreter.requireWord("END");
    interpreter.requireWord("CASE");
    if (!interpreter.isChecking() && !taken && !otherwise) {
      throw OraErrors.of(6592, "CASE not found while executing CASE statement");
    }
  }

  private static boolean isSame(BlockHost.Typed one, BlockHost.Typed other) {
    if (one.value() instanceof BigDecimal a && other.value() instanceof BigDecimal b) {
      return a.compareTo(b) == 0;
    }
    return one.value() != null && one.value().equals(other.value());
  }
}
