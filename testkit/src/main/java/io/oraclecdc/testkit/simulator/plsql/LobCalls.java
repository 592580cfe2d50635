package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.redo.LobCall;
import io.oraclecdc.testkit.simulator.session.LobContent;
import io.oraclecdc.testkit.simulator.session.LobHandle;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.Source;
import io.oraclecdc.testkit.simulator.sql.Token;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Procedures of DBMS_LOB, whose arguments are locators. */
final class LobCalls {
  private static final Map<String, List<String>> PARAMETERS =
      Map.ofEntries(
          Map.entry("WRITE", List.of("LOB_LOC", "AMOUNT", "OFFSET", "BUFFER")),
          Map.entry("WRITEAPPEND", List.of("LOB_LOC", "AMOUNT", "BUFFER")),
          Map.entry("APPEND", List.of("DEST_LOB", "SRC_LOB")),
          Map.entry("TRIM", List.of("LOB_LOC", "NEWLEN")),
          Map.entry("ERASE", List.of("LOB_LOC", "AMOUNT", "OFFSET")),
          Map.entry("COPY", List.of("DEST_LOB", "SRC_LOB", "AMOUNT", "DEST_OFFSET", "SRC_OFFSET")),
          Map.entry("READ", List.of("LOB_LOC", "AMOUNT", "OFFSET", "BUFFER")),
          Map.entry("CREATETEMPORARY", List.of("LOB_LOC", "CACHE", "DUR")),
          Map.entry("FREETEMPORARY", List.of("LOB_LOC")),
          Map.entry("OPEN", List.of("LOB_LOC", "OPEN_MODE")),
          Map.entry("CLOSE", List.of("LOB_LOC")));

  private final BlockInterpreter interpreter;
  private final BlockHost host;
  private final TokenCursor cursor;
  private final Map<String, Source> targets = new HashMap<>();
  private final Map<String, BlockHost.Typed> values = new HashMap<>();

  LobCalls(BlockInterpreter interpreter, BlockHost host) {
    this.interpreter = interpreter;
    this.host = host;
    cursor = interpreter.cursor();
  }

  /** Whether a call of DBMS_LOB follows. */
  static boolean isNext(TokenCursor cursor) {
    return cursor.is("DBMS_LOB", ".") || cursor.is("SYS", ".", "DBMS_LOB", ".");
  }

  void call() throws SQLException {
    if (cursor.accept("SYS")) {
      cursor.next();
    }
    cursor.next();
    cursor.next();
    String name = cursor.next().value();
    if (name.startsWith("FRAGMENT_")) {
      throw OraErrors.of(600, "not supported by the simulator: DBMS_LOB." + name);
    }
    List<String> parameters = PARAMETERS.get(name);
    if (parameters == null) {
      throw BlockInterpreter.compileError("PLS-00302", "component '" + name + "' must be declared");
    }
    arguments(name, parameters);
    if (!interpreter.isChecking()) {
      run(name);
    }
  }

  private void arguments(String name, List<String> parameters) throws SQLException {
    interpreter.require("(");
    int position = 0;
    do {
      String parameter = position < parameters.size() ? parameters.get(position) : "";
      if (cursor.peek(1).isOperator("=>")) {
        parameter = cursor.next().value().toUpperCase(Locale.ROOT);
        cursor.next();
      }
      if (!parameters.contains(parameter)) {
        throw wrong(name);
      }
      argument(parameter);
      position++;
    } while (cursor.accept(","));
    interpreter.require(")");
    long given =
        parameters.stream().filter(p -> targets.containsKey(p) || values.containsKey(p)).count();
    boolean optional =
        parameters.stream()
            .filter(p -> !targets.containsKey(p) && !values.containsKey(p))
            .allMatch(p -> p.endsWith("OFFSET") || p.equals("DUR") || p.equals("OPEN_MODE"));
    if (given != position || !optional) {
      throw wrong(name);
    }
  }

  private static SQLException wrong(String name) {
    return BlockInterpreter.compileError(
        "PLS-00306", "wrong number or types of arguments in call to '" + name + "'");
  }

  private void argument(String parameter) throws SQLException {
    Token token = cursor.peek();
    boolean alone = cursor.peek(1).isOperator(",") || cursor.peek(1).isOperator(")");
    if (alone && token.type() == Token.Type.BIND) {
      targets.put(parameter, new Source(token.bind(), ""));
    } else if (alone && interpreter.variables().isDeclared(token.value())) {
      targets.put(parameter, new Source(0, token.value()));
    }
    boolean lob = parameter.endsWith("LOB_LOC") || parameter.endsWith("_LOB");
    if (targets.containsKey(parameter)
        && (lob || (parameter.equals("BUFFER") && interpreter.isChecking()))) {
      cursor.next();
    } else if (alone && cursor.isAny("TRUE", "FALSE")) {
      cursor.next();
      values.put(parameter, new BlockHost.Typed(Kind.BOOLEAN, null));
    } else if (cursor.is("DBMS_LOB", ".") && !cursor.peek(3).isOperator("(")) {
      cursor.next();
      cursor.next();
      cursor.next(); // LOB_READWRITE, SESSION and the like change nothing here
      values.put(parameter, new BlockHost.Typed(Kind.NUMBER, null));
    } else {
      values.put(parameter, interpreter.expression());
    }
  }

  private void run(String name) throws SQLException {
    switch (name) {
      case "WRITE" -> lob("LOB_LOC", false).apply(new LobCall.Write(buffer(), number("OFFSET", 1)));
      case "WRITEAPPEND" -> {
        LobHandle lob = lob("LOB_LOC", false);
        lob.apply(new LobCall.Write(buffer(), lob.length() + 1));
      }
      case "APPEND" -> {
        LobHandle lob = lob("DEST_LOB", false);
        Object source = source();
        if (LobContent.length(source) > 0) {
          lob.apply(new LobCall.Write(source, lob.length() + 1));
        }
      }
      case "COPY" -> {
        Object source = LobContent.part(source(), number("SRC_OFFSET", 1), number("AMOUNT", 0));
        if (LobContent.length(source) == 0) {
          throw OraErrors.of(22994, "source offset is beyond the end of the source LOB");
        }
        lob("DEST_LOB", false).apply(new LobCall.Write(source, number("DEST_OFFSET", 1)));
      }
      case "TRIM" -> lob("LOB_LOC", false).apply(new LobCall.Trim(number("NEWLEN", 0)));
      case "ERASE" -> {
        LobHandle lob = lob("LOB_LOC", false);
        long offset = number("OFFSET", 1);
        long amount = Math.max(0, Math.min(number("AMOUNT", 0), lob.length() - offset + 1));
        lob.apply(new LobCall.Erase(amount, offset));
        assign("AMOUNT", Kind.NUMBER, BigDecimal.valueOf(amount));
      }
      case "READ" -> read();
      case "CREATETEMPORARY" -> {
        Source target = target("LOB_LOC");
        Kind kind =
            target.position() > 0
                ? host.bindKinds().get(target.position() - 1)
                : interpreter.variables().kind(target.variable()).orElse(Kind.CLOB);
        assign("LOB_LOC", kind, LobHandle.temporary(kind == Kind.BLOB ? new byte[0] : ""));
      }
      case "FREETEMPORARY" -> assign("LOB_LOC", Kind.CLOB, null);
      case "OPEN" -> lob("LOB_LOC", false).open();
      default -> lob("LOB_LOC", false).close();
    }
  }

  private void read() throws SQLException {
    Object part =
        LobContent.part(lob("LOB_LOC", true).content(), number("OFFSET", 1), number("AMOUNT", 0));
    if (LobContent.length(part) == 0) {
      throw OraErrors.of(1403, "no data found");
    }
    assign("BUFFER", part instanceof String ? Kind.VARCHAR : Kind.RAW, part);
    assign("AMOUNT", Kind.NUMBER, BigDecimal.valueOf(LobContent.length(part)));
  }

  private Source target(String parameter) throws SQLException {
    Source target = targets.get(parameter);
    if (target == null) {
      throw BlockInterpreter.compileError(
          "PLS-00363", "expression cannot be used as an assignment target");
    }
    return target;
  }

  private void assign(String parameter, Kind kind, @Nullable Object value) throws SQLException {
    Source target = targets.get(parameter);
    if (target == null) {
      return;
    }
    if (target.position() > 0) {
      host.assign(target.position(), kind, value);
    } else {
      interpreter.variables().assign(target.variable(), kind, value);
    }
  }

  private LobHandle lob(String parameter, boolean readOnly) throws SQLException {
    if (!targets.containsKey(parameter) && readOnly) {
      return LobHandle.temporary(content(values.get(parameter)));
    }
    Source target = target(parameter);
    Object value =
        target.position() > 0
            ? host.bind(target.position())
            : interpreter.variables().value(target.variable());
    if (value instanceof LobHandle handle) {
      return handle;
    }
    if (value == null) {
      throw OraErrors.of(
          6502, "PL/SQL: numeric or value error: invalid LOB locator specified: ORA-22275");
    }
    LobHandle copy = LobHandle.temporary(value);
    assign(parameter, value instanceof byte[] ? Kind.BLOB : Kind.CLOB, copy);
    return copy;
  }

  private Object source() throws SQLException {
    return lob("SRC_LOB", true).content();
  }

  private static Object content(BlockHost.@Nullable Typed typed) throws SQLException {
    Object value = typed == null ? null : typed.value();
    if (value == null) {
      throw OraErrors.of(22275, "invalid LOB locator specified");
    }
    return value instanceof LobHandle lob ? lob.content() : value;
  }

  /** The first AMOUNT characters or bytes of the buffer. */
  private Object buffer() throws SQLException {
    BlockHost.Typed typed = values.get("BUFFER");
    Object value = typed == null ? null : typed.value();
    long amount = number("AMOUNT", 0);
    if (value == null || amount < 1) {
      throw OraErrors.of(21560, "argument 2 is null, invalid, or out of range");
    }
    if (amount > LobContent.length(value)) {
      throw OraErrors.of(21560, "argument 2 is null, invalid, or out of range");
    }
    return LobContent.part(value, 1, amount);
  }

  private long number(String parameter, long otherwise) throws SQLException {
    BlockHost.Typed typed = values.get(parameter);
    if (typed == null || typed.value() == null) {
      return otherwise;
    }
    return Loops.longValue(typed);
  }
}
