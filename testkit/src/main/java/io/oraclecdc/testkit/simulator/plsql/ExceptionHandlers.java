package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements of a block with their EXCEPTION part. */
final class ExceptionHandlers {
  private static final Map<String, Integer> NAMED =
      Map.ofEntries(
          Map.entry("NO_DATA_FOUND", 1403),
          Map.entry("TOO_MANY_ROWS", 1422),
          Map.entry("DUP_VAL_ON_INDEX", 1),
          Map.entry("ZERO_DIVIDE", 1476),
          Map.entry("INVALID_NUMBER", 1722),
          Map.entry("INVALID_CURSOR", 1001),
          Map.entry("CURSOR_ALREADY_OPEN", 6511),
          Map.entry("CASE_NOT_FOUND", 6592),
          Map.entry("VALUE_ERROR", 6502),
          Map.entry("COLLECTION_IS_NULL", 6531),
          Map.entry("SUBSCRIPT_BEYOND_COUNT", 6533),
          Map.entry("SUBSCRIPT_OUTSIDE_LIMIT", 6532),
          Map.entry("ROWTYPE_MISMATCH", 6504),
          Map.entry("PROGRAM_ERROR", 6501),
          Map.entry("STORAGE_ERROR", 6500),
          Map.entry("SYS_INVALID_ROWID", 1410),
          Map.entry("LOGIN_DENIED", 1017),
          Map.entry("NOT_LOGGED_ON", 1012),
          Map.entry("TIMEOUT_ON_RESOURCE", 51));

  private final BlockInterpreter interpreter;
  private @Nullable SQLException current;

  ExceptionHandlers(BlockInterpreter interpreter) {
    this.interpreter = interpreter;
  }

  /** Runs statements up to END; on an error the first matching handler instead. */
  void run() throws SQLException {
    TokenCursor cursor = interpreter.cursor();
    boolean outerChecking = interpreter.isChecking();
    int start = cursor.mark();
    BlockVariables scope = interpreter.variables();
    SQLException raised = null;
    try {
      interpreter.statements("EXCEPTION", "END");
    } catch (SQLException e) {
      if (outerChecking || e.getErrorCode() == 6550) {
        throw e;
      }
      raised = e;
      interpreter.leaveTo(scope);
      cursor.reset(start);
      interpreter.checking(true);
      interpreter.statements("EXCEPTION", "END");
    }
    boolean handled = false;
    if (cursor.accept("EXCEPTION")) {
      while (cursor.accept("WHEN")) {
        boolean matches = raised != null && !handled;
        boolean match = matches(cursor, matches ? raised : null);
        interpreter.requireWord("THEN");
        interpreter.checking(!match);
        SQLException before = current;
        if (match && raised != null) {
          current = raised;
          declareError(raised);
        } else {
          interpreter.variables().declare("SQLERRM", Kind.VARCHAR, null);
          interpreter.variables().declare("SQLCODE", Kind.NUMBER, null);
        }
        interpreter.statements("WHEN", "END");
        current = before;
        handled |= match;
      }
    }
    interpreter.checking(outerChecking);
    if (raised != null && !handled) {
      throw raised;
    }
  }

  private void declareError(SQLException error) {
    int code =
        switch (error.getErrorCode()) {
          case 1403 -> 100; // the number that the SQL standard has for it
          case 6510 -> 1;
          default -> -error.getErrorCode();
        };
    interpreter.variables().declare("SQLCODE", Kind.NUMBER, BigDecimal.valueOf(code));
    interpreter.variables().declare("SQLERRM", Kind.VARCHAR, error.getMessage());
  }

  private boolean matches(TokenCursor cursor, @Nullable SQLException raised) throws SQLException {
    boolean match = false;
    do {
      String name = cursor.next().value();
      if (name.equals("OTHERS")) {
        match |= raised != null;
      } else {
        int code = code(name);
        match |= raised != null && raised.getErrorCode() == code;
      }
    } while (cursor.accept("OR"));
    return match;
  }

  private int code(String name) throws SQLException {
    Integer named = NAMED.get(name);
    if (named != null) {
      return named;
    }
    return interpreter
        .variables()
        .exception(name)
        .orElseThrow(
            () ->
                BlockInterpreter.compileError(
                    "PLS-00201", "identifier '" + name + "' must be declared"));
  }

  /** RAISE [name]. */
  void raise() throws SQLException {
    TokenCursor cursor = interpreter.cursor();
    cursor.next();
    if (cursor.is(";")) {
      if (!interpreter.isChecking()) {
        throw current == null ? OraErrors.of(6502, "PL/SQL: RAISE without error") : current;
      }
      return;
    }
    int code = code(cursor.next().value());
    if (!interpreter.isChecking()) {
      throw OraErrors.of(
          code, code == 6510 ? "PL/SQL: unhandled user-defined exception" : "raised");
    }
  }

  /** RAISE_APPLICATION_ERROR(number, text). */
  void raiseApplicationError() throws SQLException {
    interpreter.cursor().next();
    interpreter.require("(");
    BlockHost.Typed number = interpreter.expressionAs(Kind.NUMBER);
    interpreter.require(",");
    BlockHost.Typed text = interpreter.expressionAs(Kind.VARCHAR);
    if (interpreter.cursor().accept(",")) {
      interpreter.expression();
    }
    interpreter.require(")");
    if (!interpreter.isChecking()) {
      int code = (int) -Loops.longValue(number);
      if (code < 20000 || code > 20999) {
        throw OraErrors.of(
            21000, "error number argument to raise_application_error is out of range");
      }
      throw OraErrors.of(code, String.valueOf(text.value()));
    }
  }
}
