package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.packages.PackageHandler;
import io.oraclecdc.testkit.simulator.packages.PackageHandler.Parameter;
import io.oraclecdc.testkit.simulator.packages.PackageHandler.Procedure;
import io.oraclecdc.testkit.simulator.sql.Token;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Calls of packaged procedures: names, positions, defaults. */
final class PackageCalls {
  private final BlockInterpreter interpreter;
  private final BlockHost host;

  PackageCalls(BlockInterpreter interpreter, BlockHost host) {
    this.interpreter = interpreter;
    this.host = host;
  }

  /** {@code [SYS.]package.procedure[(arguments)]}. */
  void call() throws SQLException {
    TokenCursor cursor = interpreter.cursor();
    List<String> path = new ArrayList<>();
    do {
      Token part = cursor.next();
      if (part.type() != Token.Type.WORD && part.type() != Token.Type.QUOTED) {
        throw BlockInterpreter.unexpected(part);
      }
      path.add(part.value());
    } while (cursor.accept("."));
    String full = String.join(".", path);
    if (path.size() == 3 && path.get(0).equals("SYS")) {
      path.remove(0);
    }
    Optional<PackageHandler> handler =
        path.size() == 2 ? host.handler(path.get(0)) : Optional.empty();
    if (handler.isEmpty()) {
      throw BlockInterpreter.compileError(
          "PLS-00201",
          "identifier '" + (path.size() == 2 ? path.get(0) : full) + "' must be declared");
    }
    String name = path.get(1);
    List<Procedure> candidates =
        handler.get().procedures().stream()
            .filter(p -> p.name().equals(name) && !p.function())
            .toList();
    if (candidates.isEmpty()) {
      throw BlockInterpreter.compileError("PLS-00302", "component '" + name + "' must be declared");
    }
    List<Argument> arguments = arguments();
    Map<String, @Nullable Object> values = matched(name, candidates, arguments);
    if (!interpreter.isChecking()) {
      handler.get().call(host.bound(), name, values);
    }
  }

  private record Argument(@Nullable String name, @Nullable Object value) {}

  private List<Argument> arguments() throws SQLException {
    TokenCursor cursor = interpreter.cursor();
    List<Argument> arguments = new ArrayList<>();
    if (!cursor.accept("(")) {
      return arguments;
    }
    if (cursor.accept(")")) {
      return arguments;
    }
    do {
      String name = null;
      if (cursor.peek(1).isOperator("=>")) {
        name = cursor.next().value();
        cursor.next();
      }
      arguments.add(new Argument(name, value(cursor)));
    } while (cursor.accept(","));
    interpreter.require(")");
    return arguments;
  }

  private @Nullable Object value(TokenCursor cursor) throws SQLException {
    boolean last = cursor.peek(1).isOperator(",") || cursor.peek(1).isOperator(")");
    if (last && cursor.isAny("TRUE", "FALSE")) {
      return Boolean.valueOf(cursor.next().value());
    }
    Object value = interpreter.expression().value();
    return value instanceof BigDecimal number && number.scale() <= 0 ? whole(number) : value;
  }

  private static Object whole(BigDecimal number) {
    return number.precision() - number.scale() <= 18 ? (Object) number.longValue() : number;
  }

  private static Map<String, @Nullable Object> matched(
      String name, List<Procedure> candidates, List<Argument> arguments) throws SQLException {
    for (Procedure candidate : candidates) {
      Map<String, @Nullable Object> values = match(candidate, arguments);
      if (values != null) {
        return values;
      }
    }
    throw BlockInterpreter.compileError(
        "PLS-00306", "wrong number or types of arguments in call to '" + name + "'");
  }

  private static @Nullable Map<String, @Nullable Object> match(
      Procedure procedure, List<Argument> arguments) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    int position = 0;
    for (Argument argument : arguments) {
      String target = argument.name();
      if (target == null) {
        if (position >= procedure.parameters().size()) {
          return null;
        }
        target = procedure.parameters().get(position++).name();
      }
      String wanted = target;
      if (procedure.parameters().stream().noneMatch(p -> p.name().equals(wanted))
          || values.containsKey(target)) {
        return null;
      }
      values.put(target, argument.value());
    }
    for (Parameter parameter : procedure.parameters()) {
      if (!values.containsKey(parameter.name())) {
        if (parameter.required()) {
          return null;
        }
        values.put(parameter.name(), parameter.defaultValue());
      }
    }
    return values;
  }
}
