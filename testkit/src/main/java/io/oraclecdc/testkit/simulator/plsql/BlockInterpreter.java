package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.dictionary.ProgramSource;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.Plan;
import io.oraclecdc.testkit.simulator.sql.QueryPlan;
import io.oraclecdc.testkit.simulator.sql.Source;
import io.oraclecdc.testkit.simulator.sql.SqlSession;
import io.oraclecdc.testkit.simulator.sql.Statements;
import io.oraclecdc.testkit.simulator.sql.Token;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import io.oraclecdc.testkit.simulator.sql.VariableType;
import io.oraclecdc.testkit.simulator.sql.VariableTypes;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/*
 * How blocks run
 * ==============
 * There is no tree: the interpreter walks the tokens. A first pass in checking mode takes every
 * branch once and executes nothing, so a syntax error or an unknown name anywhere in the block is
 * reported before its first statement runs, as Oracle's compiler does. In the second pass a branch
 * that is not taken is skipped by walking it in checking mode.
 */

/**
 * Runs the subset of PL/SQL that scripts and drivers use: assignments, SQL, package calls, IF,
 * loops, nested blocks, exception handlers, EXECUTE IMMEDIATE.
 */
public final class BlockInterpreter {
  private final BlockHost host;
  private final TokenCursor cursor;
  private final PackageCalls calls;
  private final ExceptionHandlers handlers;
  private final Flow flow = new Flow();
  private final Subprograms subprograms;
  private final CursorStatements cursors;
  private final CollectionStatements collections;
  private final BlockExpressions expressions;
  private final BlockSql sql;
  private final Branches branches;
  private final Loops loops;
  private BlockVariables variables;
  private boolean checking;
  private @Nullable Kind returnKind;
  private @Nullable Object returnValue;

  private BlockInterpreter(BlockHost host, TokenCursor cursor) {
    this.host = host;
    this.cursor = cursor;
    this.variables = new BlockVariables(null, host);
    this.calls = new PackageCalls(this, host);
    this.handlers = new ExceptionHandlers(this);
    this.subprograms = new Subprograms(this, host);
    this.cursors = new CursorStatements(this, host);
    this.collections = new CollectionStatements(this, host);
    this.expressions = new BlockExpressions(this, host);
    this.sql = new BlockSql(this, host);
    this.branches = new Branches(this);
    this.loops = new Loops(this, host);
    variables.calls(this);
  }

  private static BlockInterpreter in(TokenCursor cursor, BlockHost host, BlockVariables variables) {
    BlockInterpreter interpreter = new BlockInterpreter(host, cursor);
    interpreter.variables = variables;
    variables.calls(interpreter);
    return interpreter;
  }

  /** One that walks a text and executes nothing. */
  static BlockInterpreter checker(TokenCursor cursor, BlockHost host, BlockVariables variables) {
    BlockInterpreter interpreter = in(cursor, host, variables);
    interpreter.checking = true;
    return interpreter;
  }

  /** Compiles the declarations and statements of a subprogram, from behind IS. */
  static void checkBody(TokenCursor cursor, BlockHost host, BlockVariables variables, Kind returns)
      throws SQLException {
    BlockInterpreter checker = checker(cursor, host, variables);
    checker.returnKind = returns;
    checker.declared();
  }

  /** Compiles statements up to END. */
  void checkStatements() throws SQLException {
    handlers.run();
  }

  Subprograms subprograms() {
    return subprograms;
  }

  /** Computes one expression with the given names. */
  static BlockHost.Typed evaluate(
      TokenCursor cursor, BlockHost host, BlockVariables variables, Kind kind) throws SQLException {
    return in(cursor, host, variables).expressionAs(kind);
  }

  /**
   * Runs the declarations and statements of a subprogram, from behind IS.
   *
   * @return what RETURN gave
   */
  static @Nullable Object runBody(
      TokenCursor cursor,
      BlockHost host,
      BlockVariables variables,
      Kind returns,
      @Nullable String owner,
      String name)
      throws SQLException {
    int start = cursor.mark();
    BlockInterpreter interpreter = in(cursor, host, variables);
    interpreter.returnKind = returns;
    interpreter.checking = true;
    try {
      interpreter.declared();
    } catch (SQLException e) {
      if (owner == null) {
        throw e;
      }
      SQLException invalid =
          compileError("PLS-00905", "object " + owner + "." + name + " is invalid");
      invalid.initCause(e);
      throw invalid;
    }
    cursor.reset(start);
    interpreter.checking = false;
    interpreter.declared();
    if (returns != Kind.NULL && !interpreter.flow.isReturned()) {
      throw OraErrors.of(6503, "PL/SQL: Function returned without value");
    }
    return interpreter.returnValue;
  }

  /** Declares what a package holds: the text of its specification or of its body. */
  static void declarePackage(ProgramSource source, BlockVariables variables, BlockHost host)
      throws SQLException {
    TokenCursor cursor = TokenCursor.of(source.text());
    while (!cursor.isAny("IS", "AS")) {
      cursor.next();
    }
    cursor.next();
    BlockHost own = new DefinerHost(host, source.key().owner());
    BlockInterpreter interpreter = in(cursor, own, variables);
    new Declarations(interpreter, own).owner(source.key().owner()).parse();
    if (cursor.accept("BEGIN")) {
      interpreter.handlers.run();
    }
    expectWord(cursor, "END");
  }

  /**
   * Runs the block of a trigger.
   *
   * @param fields {@code :NEW.COLUMN}, {@code :OLD.COLUMN} with their values
   * @param types of the same names
   * @return their values afterwards
   */
  public static Map<String, BlockHost.Typed> trigger(
      TokenCursor cursor,
      BlockHost host,
      Map<String, BlockHost.Typed> fields,
      Map<String, VariableType> types)
      throws SQLException {
    BlockVariables variables = new BlockVariables(null, host);
    declare(variables, fields, types);
    BlockInterpreter interpreter = in(cursor, host, variables);
    int start = cursor.mark();
    interpreter.checking = true;
    interpreter.block();
    cursor.reset(start);
    interpreter.checking = false;
    declare(variables, fields, types);
    interpreter.block();
    Map<String, BlockHost.Typed> after = new HashMap<>();
    fields.forEach(
        (name, typed) -> after.put(name, new BlockHost.Typed(typed.kind(), variables.value(name))));
    return after;
  }

  private static void declare(
      BlockVariables variables,
      Map<String, BlockHost.Typed> fields,
      Map<String, VariableType> types) {
    fields.forEach(
        (name, typed) ->
            variables.declare(
                name, types.getOrDefault(name, VariableType.of(typed.kind())), typed.value()));
  }

  /** A host with the names and rights of a trigger's owner. */
  public static BlockHost definer(BlockHost host, String owner) {
    return new DefinerHost(host, owner);
  }

  /** Whether the condition of a trigger holds. */
  public static boolean holds(
      TokenCursor cursor, BlockHost host, Map<String, BlockHost.Typed> fields) throws SQLException {
    BlockVariables variables = new BlockVariables(null, host);
    fields.forEach((name, typed) -> variables.declare(name, typed.kind(), typed.value()));
    return in(cursor, host, variables).condition();
  }

  static void expect(TokenCursor cursor, String operator) throws SQLException {
    if (!cursor.accept(operator)) {
      throw unexpected(cursor.peek());
    }
  }

  static void expectWord(TokenCursor cursor, String word) throws SQLException {
    expect(cursor, word);
  }

  /**
   * Runs a block or a JDBC call escape.
   *
   * @throws SQLException ORA-06550 when it does not compile, else what its statements raise
   */
  public static void run(String text, BlockHost host) throws SQLException {
    TokenCursor cursor = TokenCursor.of(text);
    BlockInterpreter interpreter = new BlockInterpreter(host, cursor);
    int start = cursor.mark();
    interpreter.checking = true;
    interpreter.whole();
    cursor.reset(start);
    interpreter.checking = false;
    interpreter.variables = new BlockVariables(null, host);
    interpreter.variables.calls(interpreter);
    interpreter.whole();
  }

  static SQLException compileError(String plsCode, String message) {
    return OraErrors.of(6550, "line 1, column 1:\n" + plsCode + ": " + message);
  }

  static SQLException unexpected(Token token) {
    String symbol = token.type() == Token.Type.END ? "end-of-file" : token.text();
    return compileError("PLS-00103", "Encountered the symbol \"" + symbol + "\"");
  }

  BlockVariables variables() {
    return variables;
  }

  void leaveTo(BlockVariables scope) {
    variables = scope;
    flow.reset();
  }

  boolean isChecking() {
    return checking;
  }

  void checking(boolean value) {
    checking = value;
  }

  TokenCursor cursor() {
    return cursor;
  }

  private void whole() throws SQLException {
    if (cursor.accept("{")) {
      escape();
      return;
    }
    block();
    require(";");
    if (!cursor.atEnd()) {
      throw unexpected(cursor.peek());
    }
  }

  private void escape() throws SQLException {
    int target = 0;
    if (cursor.peek().type() == Token.Type.BIND) {
      target = cursor.next().bind();
      require("=");
    }
    requireWord("CALL");
    if (target > 0) {
      BlockHost.Typed value = expression();
      if (!checking) {
        host.assign(target, value.kind(), value.value());
      }
    } else if (LobCalls.isNext(cursor)) {
      new LobCalls(this, host).call();
    } else {
      call();
    }
    require("}");
  }

  void require(String operator) throws SQLException {
    if (!cursor.accept(operator)) {
      throw unexpected(cursor.peek());
    }
  }

  void requireWord(String word) throws SQLException {
    if (!cursor.accept(word)) {
      throw unexpected(cursor.peek());
    }
  }

  /** [ DECLARE .. ] BEGIN .. [ EXCEPTION .. ] END [name]. */
  void block() throws SQLException {
    if (!cursor.accept("DECLARE") && !cursor.is("BEGIN")) {
      throw unexpected(cursor.peek());
    }
    declared();
  }

  /** Declarations, if any, and statements. */
  private void declared() throws SQLException {
    BlockVariables outer = variables;
    variables = new BlockVariables(outer, host);
    try {
      new Declarations(this, host).parse();
      requireWord("BEGIN");
      handlers.run();
      requireWord("END");
      if (cursor.peek().type() == Token.Type.WORD && cursor.peek(1).isOperator(";")) {
        cursor.next();
      }
    } finally {
      variables = outer;
    }
  }

  /** Statements up to one of the closing words. */
  void statements(String... closing) throws SQLException {
    boolean any = false;
    boolean wasChecking = checking;
    while (!cursor.isAny(closing)) {
      if (cursor.atEnd()) {
        throw unexpected(cursor.peek());
      }
      statement();
      any = true;
      if (flow.stops()) {
        checking = true;
      }
    }
    checking = wasChecking;
    if (!any) {
      throw unexpected(cursor.peek());
    }
  }

  private void statement() throws SQLException {
    String label = "";
    while (cursor.accept("<", "<")) {
      label = cursor.next().value();
      require(">");
      require(">");
    }
    Token token = cursor.peek();
    if (token.type() == Token.Type.BIND) {
      assignBind();
    } else if (token.type() != Token.Type.WORD && token.type() != Token.Type.QUOTED) {
      throw unexpected(token);
    } else {
      word(token, label);
    }
    require(";");
  }

  private void word(Token token, String label) throws SQLException {
    switch (token.value()) {
      case "NULL" -> cursor.next();
      case "BEGIN", "DECLARE" -> block();
      case "IF" -> branches.ifStatement();
      case "CASE" -> branches.caseStatement();
      case "EXIT", "CONTINUE" -> loops.leave();
      case "OPEN" -> cursors.open();
      case "FETCH" -> cursors.fetch();
      case "CLOSE" -> cursors.close();
      case "LOOP", "WHILE", "FOR" -> loops.loop(label);
      case "FORALL" -> sql.forAll();
      case "RETURN" -> {
        returnStatement();
      }
      case "RAISE" -> handlers.raise();
      case "EXECUTE" -> new ImmediateStatement(this, host).run();
      case "SELECT", "WITH" -> sql.select();
      case "INSERT", "UPDATE", "DELETE", "MERGE" -> sql.dml();
      case "COMMIT", "ROLLBACK", "SAVEPOINT", "SET", "LOCK" -> sql.control();
      default -> {
        if (collections.isNext(cursor)) {
          collections.statement(cursor);
        } else if (isAssignment()) {
          assignVariable();
        } else if (cursor.is("RAISE_APPLICATION_ERROR")) {
          handlers.raiseApplicationError();
        } else if (LobCalls.isNext(cursor)) {
          new LobCalls(this, host).call();
        } else {
          call();
        }
      }
    }
  }

  private boolean isAssignment() {
    int length = 1;
    while (cursor.peek(length).isOperator(".")) {
      length += 2;
    }
    return cursor.peek(length).isOperator(":=");
  }

  /** A name with its qualifiers. */
  String path(TokenCursor names) {
    StringBuilder path = new StringBuilder(names.next().value());
    while (names.accept(".")) {
      path.append('.').append(names.next().value());
    }
    return path.toString();
  }

  /** A local or stored procedure, else one of a DBMS package. */
  private void call() throws SQLException {
    int mark = cursor.mark();
    List<String> path = List.of(path(cursor).split("\\.", -1));
    Subprogram subprogram = subprograms.find(path);
    if (subprogram != null) {
      subprograms.call(subprogram, cursor, false);
    } else {
      cursor.reset(mark);
      calls.call();
    }
  }

  private void returnStatement() throws SQLException {
    cursor.next();
    if (!cursor.is(";")) {
      Kind kind = returnKind;
      BlockHost.Typed value = kind == null ? expression() : expressionAs(kind);
      if (!checking) {
        returnValue = value.value();
      }
    }
    if (!checking) {
      flow.returning();
    }
  }

  private void assignBind() throws SQLException {
    int position = cursor.next().bind();
    require(":=");
    BlockHost.Typed value = expression();
    if (!checking) {
      host.assign(position, value.kind(), value.value());
    }
  }

  private void assignVariable() throws SQLException {
    String name = path(cursor);
    requireAssignable(name);
    cursor.next();
    Kind kind = variables.kind(name).orElse(Kind.VARCHAR);
    BlockHost.Typed value = expressionAs(kind);
    if (!checking) {
      variables.assign(name, value.kind(), value.value());
    }
  }

  /** A variable that may stand left of an assignment, in INTO or as an OUT argument. */
  void requireAssignable(String name) throws SQLException {
    requireDeclared(name);
    if (variables.isReadOnly(name)) {
      throw compileError(
          "PLS-00363", "expression '" + name + "' cannot be used as an assignment target");
    }
  }

  void requireDeclared(String name) throws SQLException {
    boolean known = variables.isDeclared(name);
    if (!known && !subprograms.linked(List.of(name.split("\\.", -1)))) {
      throw compileError("PLS-00201", "identifier '" + name + "' must be declared");
    }
  }

  /** That a table mutates shows when a statement runs, not when it is compiled. */
  SqlSession names() {
    return checking ? Statements.compiling(host.names()) : host.names();
  }

  void declareRecord(String record, QueryPlan plan, @Nullable Object @Nullable [] row) {
    variables.declareRecord(record, plan.columns().stream().map(c -> c.label()).toList());
    for (int i = 0; i < plan.columns().size(); i++) {
      var column = plan.columns().get(i);
      VariableType type =
          column.rowId() ? VariableType.of(Kind.VARCHAR) : VariableType.of(column.type());
      variables.declare(record + "." + column.label(), type, row == null ? null : row[i]);
    }
  }

  /** A query with names of its own. */
  QueryPlan plan(TokenCursor text, BlockVariables names) throws SQLException {
    try {
      return (QueryPlan) Statements.plan(text, names(), host.bindKinds(), names);
    } catch (SQLException e) {
      throw expressions.compiled(e);
    }
  }

  /** A type; {@code variable%TYPE} is that of a variable. */
  VariableType typeOf(TokenCursor types) throws SQLException {
    int mark = types.mark();
    String name = types.peek().type() == Token.Type.WORD ? path(types) : "";
    if (types.is("%", "TYPE") && variables.isDeclared(name)) {
      types.next();
      types.next();
      return variables.type(name);
    }
    types.reset(mark);
    VariableType subtype = variables.subtype(name);
    if (subtype != null) {
      types.next();
      return subtype;
    }
    return VariableTypes.parse(types, host.names());
  }

  Plan statementPlan(TokenCursor text) throws SQLException {
    try {
      return Statements.plan(text, names(), host.bindKinds(), variables);
    } catch (SQLException e) {
      throw expressions.compiled(e);
    }
  }

  TokenCursor sqlText() {
    return sql.text();
  }

  BlockHost host() {
    return host;
  }

  Flow flow() {
    return flow;
  }

  CursorStatements cursors() {
    return cursors;
  }

  CollectionStatements collections() {
    return collections;
  }

  /** Parses an expression and computes it, unless only checking. */
  BlockHost.Typed expression() throws SQLException {
    return expressions.expression();
  }

  /** The same, converted to a type. */
  BlockHost.Typed expressionAs(Kind kind) throws SQLException {
    return expressions.expressionAs(kind);
  }

  /** The same, of tokens elsewhere. */
  BlockHost.Typed evaluated(TokenCursor elsewhere, Kind kind) throws SQLException {
    return subprograms.evaluate(elsewhere, kind);
  }

  /** Parses a condition; false while checking. */
  boolean condition() throws SQLException {
    return expressions.condition();
  }

  List<Source> targets(TokenCursor text) throws SQLException {
    return sql.targets(text);
  }

  void assignAll(List<Source> targets, List<Kind> kinds, @Nullable Object[] row)
      throws SQLException {
    sql.assignAll(targets, kinds, row);
  }

  /** A function or a collection that an expression names. */
  Optional<String> named(List<String> path, TokenCursor caller) throws SQLException {
    Optional<String> element;
    try {
      element = collections.read(path, caller);
    } catch (SQLException e) {
      if (!checking) {
        subprograms.raised(e);
      }
      throw e;
    }
    if (element.isEmpty() && path.size() > 1 && !caller.is("(") && subprograms.linked(path)) {
      return Optional.of(String.join(".", path));
    }
    return element.isPresent() ? element : subprograms.function(path, caller);
  }

  /** New names inside the ones known so far. */
  BlockVariables enter() {
    variables = new BlockVariables(variables, host);
    return variables;
  }

  /** Back to the names around. */
  void leave(BlockVariables inner) {
    BlockVariables outer = inner.outer();
    variables = outer == null ? inner : outer;
  }
}
