package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.dictionary.ProgramSource;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.session.LobHandle;
import io.oraclecdc.testkit.simulator.sql.ControlPlan;
import io.oraclecdc.testkit.simulator.sql.DmlPlan;
import io.oraclecdc.testkit.simulator.sql.ExpressionPlan;
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
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private BlockVariables variables;
  private boolean checking;
  private boolean exited;
  private boolean returned;
  private @Nullable Kind returnKind;
  private @Nullable Object returnValue;
  private final Subprograms subprograms;
  private final CursorStatements cursors;
  private boolean continued;

  private BlockInterpreter(BlockHost host, TokenCursor cursor) {
    this.host = host;
    this.cursor = cursor;
    this.variables = new BlockVariables(null, host);
    this.calls = new PackageCalls(this, host);
    this.handlers = new ExceptionHandlers(this);
    this.subprograms = new Subprograms(this, host);
    variables.calls(subprograms);
    this.cursors = new CursorStatements(this, host);
  }

  private static BlockInterpreter in(TokenCursor cursor, BlockHost host, BlockVariables variables) {
    BlockInterpreter interpreter = new BlockInterpreter(host, cursor);
    interpreter.variables = variables;
    variables.calls(interpreter.subprograms);
    return interpreter;
  }

  /** One that walks a text and executes nothing. */
  static BlockInterpreter checker(TokenCursor cursor, BlockHost host, BlockVariables variables) {
    BlockInterpreter interpreter = in(cursor, host, variables);
    interpreter.checking = true;
    return interpreter;
  }

  /** Compiles the declarations and statements of a subprogram, from behind IS. */
  static void checkBody(
      TokenCursor cursor, BlockHost host, BlockVariables variables, Kind returns)
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
    if (returns != Kind.NULL && !interpreter.returned) {
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
    interpreter.variables.calls(interpreter.subprograms);
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
    exited = false;
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
      if (exited || returned) {
        checking = true;
      }
    }
    checking = wasChecking;
    if (!any) {
      throw unexpected(cursor.peek());
    }
  }

  private void statement() throws SQLException {
    Token token = cursor.peek();
    if (token.type() == Token.Type.BIND) {
      assignBind();
    } else if (token.type() != Token.Type.WORD && token.type() != Token.Type.QUOTED) {
      throw unexpected(token);
    } else {
      word(token);
    }
    require(";");
  }

  private void word(Token token) throws SQLException {
    switch (token.value()) {
      case "NULL" -> cursor.next();
      case "BEGIN", "DECLARE" -> block();
      case "IF" -> ifStatement();
      case "CASE" -> caseStatement();
      case "CONTINUE" -> continueLoop();
      case "OPEN" -> cursors.open();
      case "FETCH" -> cursors.fetch();
      case "CLOSE" -> cursors.close();
      case "LOOP" -> plainLoop();
      case "WHILE" -> whileLoop();
      case "FOR" -> forLoop();
      case "EXIT" -> exit();
      case "RETURN" -> {
        returnStatement();
      }
      case "RAISE" -> handlers.raise();
      case "EXECUTE" -> new ImmediateStatement(this, host).run();
      case "SELECT", "WITH" -> select();
      case "INSERT", "UPDATE", "DELETE", "MERGE" -> dml();
      case "COMMIT", "ROLLBACK", "SAVEPOINT", "SET", "LOCK" -> control();
      default -> {
        if (isAssignment()) {
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
    returned |= !checking;
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
    if (!variables.isDeclared(name)) {
      throw compileError("PLS-00201", "identifier '" + name + "' must be declared");
    }
  }

  /** That a table mutates shows when a statement runs, not when it is compiled. */
  SqlSession names() {
    return checking ? Statements.compiling(host.names()) : host.names();
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
      plan = ExpressionPlan.expression(cursor, names(), host.bindKinds(), variables, wanted);
    } catch (SQLException e) {
      throw compiled(e);
    }
    if (checking) {
      return new BlockHost.Typed(plan.kind(), null);
    }
    cursors.requireOpen(plan.query().sources());
    List<@Nullable Object[]> rows = host.query(plan.query(), variables, 1);
    return new BlockHost.Typed(plan.kind(), rows.get(0)[0]);
  }

  /** An error of a static statement is a compile error of the block. */
  private SQLException compiled(SQLException e) {
    boolean ofTheRun =
        switch (e.getErrorCode()) {
          case 4091, 6550, 12838 -> true;
          default -> false;
        };
    if (ofTheRun || subprograms.wasRaised(e)) {
      return e;
    }
    if (e.getErrorCode() == 904) {
      String message = String.valueOf(e.getMessage());
      String name =
          message.replaceFirst("ORA-00904: ", "").replaceFirst(": invalid identifier", "");
      return compileError(
          "PLS-00201", "identifier '" + name.replace("\"", "") + "' must be declared");
    }
    return OraErrors.of(6550, "line 1, column 1:\nPL/SQL: " + e.getMessage());
  }

  /** Parses a condition; false while checking. */
  boolean condition() throws SQLException {
    ExpressionPlan plan;
    try {
      plan = ExpressionPlan.condition(cursor, names(), host.bindKinds(), variables);
    } catch (SQLException e) {
      throw compiled(e);
    }
    if (checking) {
      return false;
    }
    cursors.requireOpen(plan.query().sources());
    Object value = host.query(plan.query(), variables, 1).get(0)[0];
    return value instanceof BigDecimal number && number.signum() != 0;
  }

  private void ifStatement() throws SQLException {
    boolean outerChecking = checking;
    boolean taken = false;
    cursor.next();
    do {
      checking = outerChecking || taken;
      boolean holds = condition();
      requireWord("THEN");
      checking = outerChecking || taken || !holds;
      taken |= holds;
      statements("ELSIF", "ELSE", "END");
    } while (cursor.accept("ELSIF"));
    if (cursor.accept("ELSE")) {
      checking = outerChecking || taken;
      statements("END");
    }
    checking = outerChecking;
    requireWord("END");
    requireWord("IF");
  }

  private void caseStatement() throws SQLException {
    boolean outerChecking = checking;
    cursor.next();
    BlockHost.Typed selector = cursor.is("WHEN") ? null : expression();
    boolean taken = false;
    if (!cursor.is("WHEN")) {
      throw unexpected(cursor.peek());
    }
    while (cursor.accept("WHEN")) {
      checking = outerChecking || taken;
      boolean holds =
          selector == null ? condition() : isSame(selector, expressionAs(selector.kind()));
      requireWord("THEN");
      holds &= !checking;
      checking = outerChecking || taken || !holds;
      taken |= holds;
      statements("WHEN", "ELSE", "END");
    }
    boolean otherwise = cursor.accept("ELSE");
    if (otherwise) {
      checking = outerChecking || taken;
      statements("END");
    }
    checking = outerChecking;
    requireWord("END");
    requireWord("CASE");
    if (!checking && !taken && !otherwise) {
      throw OraErrors.of(6592, "CASE not found while executing CASE statement");
    }
  }

  private static boolean isSame(BlockHost.Typed one, BlockHost.Typed other) {
    if (one.value() instanceof BigDecimal a && other.value() instanceof BigDecimal b) {
      return a.compareTo(b) == 0;
    }
    return one.value() != null && one.value().equals(other.value());
  }

  private void continueLoop() throws SQLException {
    exit();
    continued |= exited;
  }

  private void plainLoop() throws SQLException {
    loop(() -> true);
  }

  private void whileLoop() throws SQLException {
    cursor.next();
    int condition = cursor.mark();
    boolean outerChecking = checking;
    boolean holds = condition();
    int body = cursor.mark();
    while (!outerChecking && holds && !exited && !returned) {
      body();
      cursor.reset(condition);
      holds = condition();
      cursor.reset(body);
    }
    endLoop(outerChecking);
  }

  private interface Continues {
    boolean test() throws SQLException;
  }

  private void loop(Continues continues) throws SQLException {
    boolean outerChecking = checking;
    int body = cursor.mark();
    while (!outerChecking && !exited && !returned && continues.test()) {
      cursor.reset(body);
      body();
    }
    cursor.reset(body);
    endLoop(outerChecking);
  }

  private void body() throws SQLException {
    requireWord("LOOP");
    statements("END");
    requireWord("END");
    requireWord("LOOP");
    if (continued) {
      exited = false;
      continued = false;
    }
  }

  /** Walks the body once more without running it, to get behind it. */
  private void endLoop(boolean outerChecking) throws SQLException {
    boolean wasReturned = returned;
    exited = false;
    checking = true;
    body();
    exited = false;
    returned = wasReturned;
    checking = outerChecking;
  }

  private void exit() throws SQLException {
    cursor.next();
    boolean holds = true;
    if (cursor.accept("WHEN")) {
      holds = condition();
    }
    exited |= !checking && holds;
  }

  private void forLoop() throws SQLException {
    cursor.next();
    String name = cursor.next().value();
    requireWord("IN");
    if (cursor.is("(", "SELECT") || cursor.is("(", "WITH")) {
      cursorLoop(name);
      return;
    }
    CursorDefinition declared = variables.cursor(cursor.peek().value());
    if (declared != null && (cursor.peek(1).isWord("LOOP") || cursor.peek(1).isOperator("("))) {
      cursor.next();
      declaredCursorLoop(name, declared);
      return;
    }
    boolean reverse = cursor.accept("REVERSE");
    BlockHost.Typed low = expressionAs(Kind.NUMBER);
    require("..");
    BlockHost.Typed high = expressionAs(Kind.NUMBER);
    BlockVariables outer = variables;
    variables = new BlockVariables(outer, host);
    variables.declare(name, Kind.NUMBER, null);
    variables.readOnly(name);
    long from = checking ? 1 : longValue(low);
    long to = checking ? 0 : longValue(high);
    boolean outerChecking = checking;
    int body = cursor.mark();
    for (long i = 0; i <= to - from && !exited && !returned; i++) {
      variables.declare(name, Kind.NUMBER, BigDecimal.valueOf(reverse ? to - i : from + i));
      cursor.reset(body);
      body();
    }
    cursor.reset(body);
    endLoop(outerChecking);
    variables = outer;
  }

  static long longValue(BlockHost.Typed value) throws SQLException {
    if (value.value() instanceof BigDecimal number) {
      return number.longValue();
    }
    throw OraErrors.of(6502, "PL/SQL: numeric or value error");
  }

  private void cursorLoop(String record) throws SQLException {
    int start = cursor.mark() + 1;
    cursor.skipGroup();
    TokenCursor text = cursor.slice(start, cursor.mark() - 1);
    QueryPlan plan = (QueryPlan) plan(text);
    BlockVariables outer = variables;
    variables = new BlockVariables(outer, host);
    declareRecord(record, plan, null);
    List<@Nullable Object[]> rows =
        checking ? List.of() : host.query(plan, outer, Integer.MAX_VALUE);
    boolean outerChecking = checking;
    int body = cursor.mark();
    for (Object[] row : rows) {
      if (exited || returned) {
        break;
      }
      declareRecord(record, plan, row);
      cursor.reset(body);
      body();
    }
    cursor.reset(body);
    endLoop(outerChecking);
    variables = outer;
  }

  private void declaredCursorLoop(String record, CursorDefinition declared) throws SQLException {
    cursors.openWithArguments(declared);
    QueryPlan plan = declared.plan();
    QueryPlan shape = plan == null ? plan(declared.query(), declared.queryScope(host)) : plan;
    BlockVariables outer = variables;
    variables = new BlockVariables(outer, host);
    declareRecord(record, shape, null);
    boolean outerChecking = checking;
    int body = cursor.mark();
    try {
      while (!outerChecking && !exited && !returned) {
        @Nullable Object @Nullable [] row = declared.fetch();
        if (row == null) {
          break;
        }
        declareRecord(record, shape, row);
        cursor.reset(body);
        body();
      }
    } finally {
      if (!outerChecking) {
        declared.close();
      }
    }
    cursor.reset(body);
    endLoop(outerChecking);
    variables = outer;
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
      throw compiled(e);
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
    return VariableTypes.parse(types, host.names());
  }

  private Plan plan(TokenCursor text) throws SQLException {
    try {
      return Statements.plan(text, names(), host.bindKinds(), variables);
    } catch (SQLException e) {
      throw compiled(e);
    }
  }

  /** Tokens up to the semicolon that ends a SQL statement. */
  TokenCursor sqlText() {
    int start = cursor.mark();
    while (!cursor.is(";") && !cursor.atEnd()) {
      cursor.next();
    }
    return cursor.slice(start, cursor.mark());
  }

  private void select() throws SQLException {
    TokenCursor text = sqlText();
    int depth = 0;
    int into = -1;
    while (!text.atEnd() && into < 0) {
      if (text.is("(")) {
        depth++;
      } else if (text.is(")")) {
        depth--;
      } else if (depth == 0 && text.is("INTO")) {
        into = text.mark();
        break;
      }
      text.next();
    }
    if (into < 0) {
      throw compileError("PLS-00428", "an INTO clause is expected in this SELECT statement");
    }
    text.next();
    List<Source> targets = targets(text);
    TokenCursor query = text.without(into, text.mark());
    query.reset(0);
    QueryPlan plan = (QueryPlan) plan(query);
    if (plan.columns().size() != targets.size()) {
      throw OraErrors.of(6550, "line 1, column 1:\nPL/SQL: ORA-00947: not enough values");
    }
    if (checking) {
      return;
    }
    List<@Nullable Object[]> rows = host.query(plan, variables, 2);
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

  static List<Kind> kinds(QueryPlan plan) {
    return plan.columns().stream().map(c -> c.rowId() ? Kind.VARCHAR : Kind.of(c.type())).toList();
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
        List<String> fields = variables.fields(name.toString());
        if (fields.isEmpty()) {
          requireAssignable(name.toString());
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
        variables.assign(target.variable(), kinds.get(i), row[i]);
      }
    }
  }

  private void dml() throws SQLException {
    DmlPlan plan = (DmlPlan) plan(sqlText());
    if (checking) {
      variables.declare("SQL%FOUND", Kind.BOOLEAN, null);
      variables.declare("SQL%NOTFOUND", Kind.BOOLEAN, null);
      return;
    }
    BlockHost.DmlOutcome outcome = host.dml(plan, variables);
    variables.declare("SQL%ROWCOUNT", Kind.NUMBER, BigDecimal.valueOf(outcome.count()));
    variables.declare("SQL%FOUND", Kind.BOOLEAN, outcome.count() > 0);
    variables.declare("SQL%NOTFOUND", Kind.BOOLEAN, outcome.count() == 0);
    if (plan instanceof DmlPlan.Single single && single.returning() != null) {
      DmlPlan.Returning returning = single.returning();
      List<Kind> kinds = returning.columns().stream().map(c -> Kind.of(c.type())).toList();
      if (outcome.returned().size() > 1) {
        throw OraErrors.of(1422, "exact fetch returns more than requested number of rows");
      }
      if (!outcome.returned().isEmpty()) {
        assignAll(returning.into(), kinds, outcome.returned().get(0));
      }
    }
  }

  private void control() throws SQLException {
    Plan plan = plan(sqlText());
    if (!checking && plan instanceof ControlPlan) {
      host.control(plan);
    }
  }
}
