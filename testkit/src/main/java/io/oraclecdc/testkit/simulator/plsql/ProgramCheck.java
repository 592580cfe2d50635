package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.ProgramError;
import io.oraclecdc.testkit.simulator.dictionary.ProgramSource;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import io.oraclecdc.testkit.simulator.sql.VariableType;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compiles stored programs without running them, for ALL_ERRORS and the STATUS of objects. */
public final class ProgramCheck {
  private static final Pattern CODE = Pattern.compile("PLS-(\\d{5})");

  private ProgramCheck() {}

  /** The first error of a program; empty when it compiles. */
  public static Optional<ProgramError> of(ProgramSource source, BlockHost host)
      throws SQLException {
    TokenCursor cursor = TokenCursor.of(source.text());
    int dropped = source.text().length() - source.kept().length();
    try {
      check(source, cursor, host);
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of(error(e, source.kept(), cursor.peek().start() - dropped));
    }
  }

  private static void check(ProgramSource source, TokenCursor cursor, BlockHost host)
      throws SQLException {
    if (!source.type().startsWith("PACKAGE")) {
      while (!cursor.isAny("PROCEDURE", "FUNCTION")) {
        cursor.next();
      }
      Subprograms subprograms =
          BlockInterpreter.checker(cursor, host, new BlockVariables(null, host)).subprograms();
      subprograms.check(cursor, source.key().owner(), null);
      return;
    }
    BlockVariables variables = new BlockVariables(null, host);
    if (source.type().equals("PACKAGE BODY")) {
      ObjectKey key = source.key();
      ProgramSource specification = host.names().dictionary().sources().get(key);
      if (specification == null) {
        throw BlockInterpreter.compileError(
            "PLS-00304", "cannot compile body of '" + key.name() + "' without its specification");
      }
      packageUnit(specification, TokenCursor.of(specification.text()), variables, host);
    }
    packageUnit(source, cursor, variables, host);
  }

  private static void packageUnit(
      ProgramSource source, TokenCursor cursor, BlockVariables variables, BlockHost host)
      throws SQLException {
    while (!cursor.isAny("IS", "AS")) {
      cursor.next();
    }
    cursor.next();
    String owner = source.key().owner();
    BlockHost own = new DefinerHost(host, owner);
    BlockInterpreter checker = BlockInterpreter.checker(cursor, own, variables);
    new Declarations(checker, own).owner(owner).parse();
    if (source.type().equals("PACKAGE BODY")) {
      TokenCursor bodies = cursor.copy();
      for (Subprogram subprogram : variables.subprograms()) {
        TokenCursor at = subprogram.cursor();
        try {
          checker.subprograms().check(at, owner, variables);
        } catch (SQLException e) {
          cursor.reset(at.mark()); // the error is there
          throw e;
        }
      }
      cursor.reset(bodies.mark());
    }
    if (cursor.accept("BEGIN")) {
      checker.checkStatements();
    }
    BlockInterpreter.expectWord(cursor, "END");
  }

  /**
   * The first error of a trigger's block; empty when it compiles.
   *
   * @param text of the block
   * @param body the same with {@code :NEW} and {@code :OLD} as names
   * @param types of their columns
   */
  public static Optional<ProgramError> ofTrigger(
      String text, TokenCursor body, BlockHost host, Map<String, VariableType> types) {
    BlockVariables variables = new BlockVariables(null, host);
    try {
      for (Map.Entry<String, VariableType> column : types.entrySet()) {
        variables.declare(column.getKey(), column.getValue(), null);
      }
      BlockInterpreter.checker(body, host, variables).block();
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of(error(e, text, body.peek().start()));
    }
  }

  private static ProgramError error(SQLException e, String text, int offset) {
    String message = String.valueOf(e.getMessage());
    if (e.getErrorCode() == 6550) {
      message = message.substring(message.indexOf('\n') + 1);
    } else if (!message.startsWith("PL")) {
      message = "PL/SQL: " + message;
    }
    Matcher code = CODE.matcher(message);
    String before = text.substring(0, Math.max(0, Math.min(offset, text.length())));
    int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
    int position = before.length() - before.lastIndexOf('\n');
    return new ProgramError(
        line, position, message.strip(), code.find() ? Integer.parseInt(code.group(1)) : 0);
  }
}
