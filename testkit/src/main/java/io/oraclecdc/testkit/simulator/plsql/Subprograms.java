package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.ProgramSource;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.sql.ExpressionPlan;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.Source;
import io.oraclecdc.testkit.simulator.sql.Token;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import io.oraclecdc.testkit.simulator.sql.VariableType;
import io.oraclecdc.testkit.simulator.sql.VariableTypes;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Calls of local and stored procedures and functions on behalf of one interpreter. */
final class Subprograms {
  private final BlockInterpreter interpreter;
  private final BlockHost host;
  private final Set<SQLException> raised = Collections.newSetFromMap(new IdentityHashMap<>());
  private int results;

  Subprograms(BlockInterpreter interpreter, BlockHost host) {
    this.interpreter = interpreter;
    this.host = host;
  }

  /** Whether an error came from a function that ran, not from compiling the call. */
  boolean wasRaised(SQLException e) {
    return raised.contains(e);
  }

  /** Notes an error of the run. */
  void raised(SQLException e) {
    raised.add(e);
  }

  private record Parameter(
      String name, boolean in, boolean out, VariableType type, int defaultMark) {
    Kind kind() {
      return type.kind();
    }
  }

  private record Argument(@Nullable Source target, Kind kind, @Nullable Object value) {}

  /** The subprogram of that name, null when there is none the user may run. */
  @Nullable Subprogram find(List<String> path) throws SQLException {
    if (path.size() == 1) {
      Subprogram local = interpreter.variables().subprogram(path.get(0));
      if (local != null) {
        return local;
      }
    }
    SimDictionary dictionary = host.names().dictionary();
    String schema = host.names().currentSchema();
    if (path.size() <= 2) {
      boolean qualified = path.size() == 2;
      String owner = qualified ? path.get(0) : schema;
      ObjectKey key =
          dictionary.resolve(new ObjectKey(owner, path.get(path.size() - 1)), qualified);
      ProgramSource source = dictionary.sources().get(key);
      if (source != null && !source.type().startsWith("PACKAGE") && mayRun(key)) {
        return stored(source);
      }
    }
    if (path.size() >= 2) {
      boolean qualified = path.size() == 3;
      String owner = qualified ? path.get(0) : schema;
      ObjectKey key =
          dictionary.resolve(new ObjectKey(owner, path.get(path.size() - 2)), qualified);
      ProgramSource spec = dictionary.sources().get(key);
      if (spec != null && spec.type().equals("PACKAGE") && mayRun(key)) {
        return packaged(spec).subprogram(path.get(path.size() - 1));
      }
    }
    return null;
  }

  private boolean mayRun(ObjectKey key) {
    var grants = host.names().dictionary().grants();
    String user = host.names().user();
    return key.owner().equals(user)
        || grants.hasSystem(user, "EXECUTE ANY PROCEDURE")
        || grants.hasObject(user, key, "EXECUTE");
  }

  private static Subprogram stored(ProgramSource source) throws SQLException {
    TokenCursor tokens = TokenCursor.of(source.text());
    while (!tokens.isAny("PROCEDURE", "FUNCTION")) {
      tokens.next();
    }
    return new Subprogram(source.key().owner(), tokens, tokens.mark(), null);
  }

  /** The session's instance of a package, made at its first use. */
  @SuppressWarnings("ReferenceEquality") // a replaced text is another object
  private BlockVariables packaged(ProgramSource spec) throws SQLException {
    ObjectKey bodyKey = new ObjectKey(spec.key().owner(), spec.key().name() + " BODY");
    ProgramSource body = host.names().dictionary().sources().get(bodyKey);
    PackageState state = (PackageState) host.packageStates().get(spec.key());
    if (state != null && state.spec() == spec && state.body() == body) {
      return state.variables();
    }
    BlockVariables variables = new BlockVariables(null, host);
    Set<String> shown = new HashSet<>();
    host.packageStates().put(spec.key(), new PackageState(spec, body, variables, shown));
    try {
      for (ProgramSource source : body == null ? List.of(spec) : List.of(spec, body)) {
        BlockInterpreter.declarePackage(source, variables, host);
        if (shown.isEmpty()) {
          shown.addAll(variables.names()); // those of the body are private
        }
      }
    } catch (SQLException e) {
      host.packageStates().remove(spec.key());
      boolean initialisation = e.getErrorCode() == 6502 || e.getErrorCode() == 1426;
      throw initialisation ? e : invalid(spec.key(), e);
    }
    return variables;
  }

  private record PackageState(
      ProgramSource spec,
      @Nullable ProgramSource body,
      BlockVariables variables,
      Set<String> shown) {}

  /** Whether a name is that of a package's variable; from now on the block knows it. */
  boolean linked(List<String> path) throws SQLException {
    SimDictionary dictionary = host.names().dictionary();
    for (int length = 1; length < Math.min(3, path.size()); length++) {
      boolean qualified = length == 2;
      String owner = qualified ? path.get(0) : host.names().currentSchema();
      ObjectKey key = dictionary.resolve(new ObjectKey(owner, path.get(length - 1)), qualified);
      ProgramSource spec = dictionary.sources().get(key);
      if (spec == null || !spec.type().equals("PACKAGE") || !mayRun(key)) {
        continue;
      }
      BlockVariables variables = packaged(spec);
      String bare = String.join(".", path.subList(length, path.size()));
      PackageState state = (PackageState) host.packageStates().get(spec.key());
      if (state != null && state.shown().contains(bare)) {
        interpreter.variables().alias(String.join(".", path), variables, bare);
        return true;
      }
    }
    return false;
  }

  private static SQLException invalid(ObjectKey key, SQLException cause) {
    SQLException e = BlockInterpreter.compileError("PLS-00905", "object " + key + " is invalid");
    e.initCause(cause);
    return e;
  }

  /** Runs a procedure or function whose arguments are next at a cursor. */
  BlockHost.@Nullable Typed call(Subprogram subprogram, TokenCursor caller, boolean function)
      throws SQLException {
    TokenCursor header = subprogram.cursor();
    boolean isFunction = header.next().isWord("FUNCTION");
    String name = header.next().value();
    while (header.accept(".")) {
      name = header.next().value();
    }
    if (isFunction != function) {
      throw BlockInterpreter.compileError(
          function ? "PLS-00222" : "PLS-00221",
          function
              ? "no function with name '" + name + "' exists in this scope"
              : "'" + name + "' is not a procedure or is undefined");
    }
    List<Parameter> parameters = parameters(header);
    VariableType returns = VariableType.of(Kind.NULL);
    if (isFunction) {
      BlockInterpreter.expectWord(header, "RETURN");
      returns = type(header);
    }
    while (header.isAny("DETERMINISTIC", "PARALLEL_ENABLE", "RESULT_CACHE", "AUTHID")) {
      if (header.next().isWord("AUTHID")) {
        header.next();
      }
    }
    if (!header.accept("IS") && !header.accept("AS")) {
      throw BlockInterpreter.compileError("PLS-00323", "subprogram '" + name + "' has no body");
    }
    Map<String, Argument> arguments = arguments(name, parameters, caller);
    if (interpreter.isChecking()) {
      return new BlockHost.Typed(returns.kind(), null);
    }
    String subprogramName = name;
    VariableType resultType = returns;
    boolean autonomous = isAutonomous(header);
    if (autonomous) {
      return host.autonomous(
          h -> run(subprogram, header, parameters, arguments, resultType, h, subprogramName));
    }
    return run(subprogram, header, parameters, arguments, returns, host, name);
  }

  /**
   * Compiles a subprogram.
   *
   * @param header at PROCEDURE or FUNCTION
   * @param owner whose names it uses
   * @param scope what it sees besides its own names
   */
  void check(TokenCursor header, String owner, @Nullable BlockVariables scope) throws SQLException {
    boolean isFunction = header.next().isWord("FUNCTION");
    do {
      header.next();
    } while (header.accept("."));
    BlockHost own = new DefinerHost(host, owner);
    BlockVariables variables = new BlockVariables(scope, own);
    for (Parameter parameter : parameters(header)) {
      variables.declare(parameter.name(), parameter.type(), null);
      if (!parameter.out()) {
        variables.readOnly(parameter.name());
      }
    }
    Kind returns = Kind.NULL;
    if (isFunction) {
      BlockInterpreter.expectWord(header, "RETURN");
      returns = type(header).kind();
    }
    while (header.isAny("DETERMINISTIC", "PARALLEL_ENABLE", "RESULT_CACHE", "AUTHID")) {
      if (header.next().isWord("AUTHID")) {
        header.next();
      }
    }
    if (scope != null && header.is(";")) {
      return; // its heading in the specification
    }
    if (!header.accept("IS") && !header.accept("AS")) {
      throw BlockInterpreter.unexpected(header.peek());
    }
    BlockInterpreter.checkBody(header, own, variables, returns);
  }

  private static boolean isAutonomous(TokenCursor header) {
    for (int i = 0; !header.peek(i).isWord("BEGIN"); i++) {
      if (header.peek(i).type() == Token.Type.END) {
        return false;
      }
      if (header.peek(i).isWord("AUTONOMOUS_TRANSACTION")) {
        return true;
      }
    }
    return false;
  }

  private BlockHost.Typed run(
      Subprogram subprogram,
      TokenCursor header,
      List<Parameter> parameters,
      Map<String, Argument> arguments,
      VariableType returns,
      BlockHost runner,
      String name)
      throws SQLException {
    BlockHost own =
        subprogram.owner() == null ? runner : new DefinerHost(runner, subprogram.owner());
    BlockVariables variables = new BlockVariables(subprogram.scope(), own);
    for (Parameter parameter : parameters) {
      Argument argument = arguments.get(parameter.name());
      Object value = argument == null || !parameter.in() ? null : argument.value();
      Kind given = argument == null ? Kind.NULL : argument.kind();
      boolean filled = parameter.in() && argument != null;
      variables.declare(
          parameter.name(),
          parameter.type(),
          filled ? Assignment.of(parameter.type(), given, value, own) : value);
      if (!parameter.out()) {
        variables.readOnly(parameter.name());
      }
      if (argument == null && parameter.defaultMark() >= 0) {
        TokenCursor fallback = header.copy();
        fallback.reset(parameter.defaultMark());
        BlockHost.Typed typed =
            BlockInterpreter.evaluate(fallback, own, variables, parameter.kind());
        variables.declare(
            parameter.name(),
            parameter.type(),
            Assignment.of(parameter.type(), typed.kind(), typed.value(), own));
      }
    }
    @Nullable Object result =
        BlockInterpreter.runBody(header, own, variables, returns.kind(), subprogram.owner(), name);
    for (Parameter parameter : parameters) {
      Argument argument = arguments.get(parameter.name());
      if (parameter.out() && argument != null && argument.target() != null) {
        assign(argument.target(), parameter.kind(), variables.value(parameter.name()));
      }
    }
    return new BlockHost.Typed(returns.kind(), Assignment.of(returns, returns.kind(), result, own));
  }

  private void assign(Source target, Kind kind, @Nullable Object value) throws SQLException {
    if (target.position() > 0) {
      host.assign(target.position(), kind, value);
    } else {
      interpreter.variables().assign(target.variable(), kind, value);
    }
  }

  private List<Parameter> parameters(TokenCursor header) throws SQLException {
    List<Parameter> parameters = new ArrayList<>();
    if (!header.accept("(")) {
      return parameters;
    }
    do {
      String name = header.next().value();
      boolean in = header.accept("IN");
      boolean out = header.accept("OUT");
      header.accept("NOCOPY");
      VariableType type = type(header);
      int mark = -1;
      if (header.accept(":=") || header.accept("DEFAULT")) {
        mark = header.mark();
        skipExpression(header);
      }
      parameters.add(new Parameter(name, in || !out, out, type, mark));
    } while (header.accept(","));
    BlockInterpreter.expect(header, ")");
    return parameters;
  }

  private static void skipExpression(TokenCursor cursor) {
    int depth = 0;
    while (!cursor.atEnd() && !(depth == 0 && cursor.isAny(",", ")"))) {
      Token token = cursor.next();
      depth += token.isOperator("(") ? 1 : token.isOperator(")") ? -1 : 0;
    }
  }

  /** Parameters and results take the family of a type, not its length or precision. */
  private VariableType type(TokenCursor cursor) throws SQLException {
    return VariableTypes.parse(cursor, host.names()).unconstrained();
  }

  private Map<String, Argument> arguments(
      String name, List<Parameter> parameters, TokenCursor caller) throws SQLException {
    Map<String, Argument> arguments = new HashMap<>();
    int position = 0;
    if (caller.accept("(") && !caller.accept(")")) {
      do {
        String wanted = null;
        if (caller.peek(1).isOperator("=>")) {
          wanted = caller.next().value();
          caller.next();
        }
        Parameter parameter = parameter(parameters, wanted, position++);
        if (parameter == null || arguments.containsKey(parameter.name())) {
          throw wrongArguments(name);
        }
        arguments.put(parameter.name(), argument(parameter, caller));
      } while (caller.accept(","));
      BlockInterpreter.expect(caller, ")");
    }
    for (Parameter parameter : parameters) {
      if (!arguments.containsKey(parameter.name()) && parameter.defaultMark() < 0) {
        throw wrongArguments(name);
      }
    }
    return arguments;
  }

  private static SQLException wrongArguments(String name) {
    return BlockInterpreter.compileError(
        "PLS-00306", "wrong number or types of arguments in call to '" + name + "'");
  }

  private static @Nullable Parameter parameter(
      List<Parameter> parameters, @Nullable String name, int position) {
    if (name == null) {
      return position < parameters.size() ? parameters.get(position) : null;
    }
    return parameters.stream().filter(p -> p.name().equals(name)).findFirst().orElse(null);
  }

  private Argument argument(Parameter parameter, TokenCursor caller) throws SQLException {
    if (!parameter.out()) {
      if (parameter.kind() == Kind.BOOLEAN && caller.isAny("TRUE", "FALSE")) {
        return new Argument(null, Kind.BOOLEAN, Boolean.valueOf(caller.next().value()));
      }
      BlockHost.Typed typed = evaluate(caller, parameter.kind());
      return new Argument(null, typed.kind(), typed.value());
    }
    Token token = caller.peek();
    Source target;
    Object value = null;
    Kind kind = parameter.kind();
    if (token.type() == Token.Type.BIND) {
      caller.next();
      target = new Source(token.bind(), "");
      value = interpreter.isChecking() || !parameter.in() ? null : host.bind(token.bind());
    } else {
      String variable = interpreter.path(caller);
      interpreter.requireAssignable(variable);
      target = new Source(0, variable);
      value = interpreter.variables().value(variable);
      kind = interpreter.variables().kind(variable).orElse(kind);
    }
    return new Argument(target, kind, value);
  }

  BlockHost.Typed evaluate(TokenCursor cursor, Kind wanted) throws SQLException {
    ExpressionPlan plan =
        ExpressionPlan.expression(
            cursor, interpreter.names(), host.bindKinds(), interpreter.variables(), wanted);
    if (interpreter.isChecking()) {
      return new BlockHost.Typed(plan.kind(), null);
    }
    return new BlockHost.Typed(
        plan.kind(), host.query(plan.query(), interpreter.variables(), 1).get(0)[0]);
  }

  /** A function inside an expression; its result becomes a variable. */
  Optional<String> function(List<String> path, TokenCursor cursor) throws SQLException {
    Subprogram subprogram = find(path);
    if (subprogram == null) {
      return Optional.empty();
    }
    BlockHost.Typed result;
    try {
      result = call(subprogram, cursor, true);
    } catch (SQLException e) {
      if (!interpreter.isChecking()) {
        raised.add(e);
      }
      throw e;
    }
    if (result == null) {
      throw OraErrors.of(6503, "PL/SQL: Function returned without value");
    }
    String name = "$RESULT" + ++results;
    Object value = result.value();
    interpreter
        .variables()
        .declare(name, result.kind(), value instanceof Long n ? BigDecimal.valueOf(n) : value);
    return Optional.of(name);
  }
}
