package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.sql.ExpressionPlan;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Expressions and conditions of a block: each is a query of one row. */
final class BlockExpressions {
  private final BlockInterpreter interpreter;
  private final BlockHost host;
  private final TokenCursor cursor;

  BlockExpressions(BlockInterpreter interpreter, BlockHost host) {
    this.interpreter = interpreter;
    this.host = host;
    this.cursor = interpreter.cursor();
  }

  /** Parses an expression and computes it, unless only checking. */
  BlockHost.Typed expression() throws SQLException {
    return computed(null);
  }

  /** The same, converted to a type. */
  BlockHost.Typed expressionAs(Kind kind) throws SQLException {
    if (kind == Kind.BOOLEAN && !cursor.is("NULL")) {
      boolean literal = cursor.isAny("TRUE", "FALSE") && cursor.peek(1).isOperator(";");
      boolean value = literal ? Boolean.parseBoolean(cursor.next().value()) : condition();
      return new BlockHost.Typed(kind, value);
    }
    return computed(kind);
  }

  private BlockHost.Typed computed(@Nullable Kind wanted) throws SQLException {
    ExpressionPlan plan;
    try {
      plan =
          ExpressionPlan.expression(
              cursor, interpreter.names(), host.bindKinds(), interpreter.variables(), wanted);
    } catch (SQLException e) {
      throw compiled(e);
    }
    if (interpreter.isChecking()) {
      return new BlockHost.Typed(plan.kind(), null);
    }
    interpreter.cursors().requireOpen(plan.query().sources());
    List<@Nullable Object[]> rows = host.query(plan.query(), interpreter.variables(), 1);
    return new BlockHost.Typed(plan.kind(), rows.get(0)[0]);
  }

  /** An error of a static statement is a compile error of the block. */
  SQLException compiled(SQLException e) {
    boolean ofTheRun =
        switch (e.getErrorCode()) {
          case 4091, 6550, 12838 -> true;
          default -> false;
        };
    if (ofTheRun || interpreter.subprograms().wasRaised(e)) {
      return e;
    }
    if (e.getErrorCode() == 904) {
      String message = String.valueOf(e.getMessage());
      String name =
          message.replaceFirst("ORA-00904: ", "").replaceFirst(": invalid identifier", "");
      return BlockInterpreter.compileError(
          "PLS-00201", "identifier '" + name.replace("\"", "") + "' must be declared");
    }
    return OraErrors.of(6550, "line 1, column 1:\nPL/SQL: " + e.getMessage());
  }

  /** Parses a condition; false while checking. */
  boolean condition() throws SQLException {
    ExpressionPlan plan;
    try {
      plan =
          ExpressionPlan.condition(
              cursor, interpreter.names(), host.bindKinds(), interpreter.variables());
    } catch (SQLException e) {
      throw compiled(e);
    }
    if (interpreter.isChecking()) {
      return false;
    }
    interpreter.cursors().requireOpen(plan.query().sources());
    Object value = host.query(plan.query(), interpreter.variables(), 1).get(0)[0];
    return value instanceof BigDecimal number && number.signum() != 0;
  }
}
