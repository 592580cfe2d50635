package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.capture.RowTriggers;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.ProgramError;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.TriggerEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.plsql.BlockHost;
import io.oraclecdc.testkit.simulator.plsql.BlockInterpreter;
import io.oraclecdc.testkit.simulator.plsql.ProgramCheck;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.Token;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import io.oraclecdc.testkit.simulator.sql.VariableType;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs the DML triggers of a session's statements.
 *
 * <p>H2 calls row triggers of an UPDATE before all and after all of its rows; the rows their
 * statements change still reach the redo beside the row that fired them.
 */
final class TriggerRunner implements RowTriggers {
  private static final int MOST_NESTED = 32;

  private final SimSession session;
  private final Deque<Long> mutating = new ArrayDeque<>();
  private Set<String> assigned = Set.of();
  private boolean singleRow;
  private int depth;

  TriggerRunner(SimSession session) {
    this.session = session;
  }

  /** What the running statement is: the columns its SET names, and whether it is INSERT VALUES. */
  void statementBegins(Set<String> assignedColumns, boolean insertsOneRow) {
    assigned = assignedColumns;
    singleRow = insertsOneRow;
  }

  boolean isActive() {
    return depth > 0;
  }

  boolean has(long tableId) {
    return !session.dictionary().triggersOf(tableId).isEmpty();
  }

  /** Statement triggers. */
  void statement(SimTable table, RowChange.Kind kind, boolean before) throws SQLException {
    for (TriggerEntry trigger : session.dictionary().triggersOf(table.objectId())) {
      if (!trigger.forEachRow() && fires(trigger, kind, before)) {
        run(trigger, kind, Map.of(), Map.of());
      }
    }
  }

  private boolean fires(TriggerEntry trigger, RowChange.Kind kind, boolean before) {
    boolean columns =
        kind != RowChange.Kind.UPDATE
            || trigger.columns().isEmpty()
            || assigned.isEmpty()
            || trigger.columns().stream().anyMatch(assigned::contains);
    return trigger.before() == before && trigger.events().contains(kind.name()) && columns;
  }

  @Override
  public BitSet before(
      RowChange.Kind kind,
      SimTable table,
      @Nullable Object @Nullable [] before,
      @Nullable Object @Nullable [] after)
      throws SQLException {
    BitSet changed = new BitSet();
    for (TriggerEntry trigger : session.dictionary().triggersOf(table.objectId())) {
      if (trigger.forEachRow() && fires(trigger, kind, true)) {
        Map<String, BlockHost.Typed> fields = fields(trigger, table, before, after);
        Map<String, BlockHost.Typed> result = row(trigger, kind, table, fields);
        if (after != null) {
          take(trigger, table, after, result, changed);
        }
      }
    }
    return changed;
  }

  private static void take(
      TriggerEntry trigger,
      SimTable table,
      @Nullable Object[] after,
      Map<String, BlockHost.Typed> result,
      BitSet changed) {
    for (int i = 0; i < after.length; i++) {
      BlockHost.Typed typed =
          result.get(":" + trigger.newName() + "." + table.columns().get(i).name());
      Object value = typed == null ? after[i] : typed.value();
      if (!same(value, after[i])) {
        after[i] = value;
        changed.set(i);
      }
    }
  }

  private static boolean same(@Nullable Object left, @Nullable Object right) {
    return (left instanceof byte[] a && right instanceof byte[] b)
        ? Arrays.equals(a, b)
        : Objects.equals(left, right);
  }

  @Override
  public void after(RowChange row) throws SQLException {
    for (TriggerEntry trigger : session.dictionary().triggersOf(row.table().objectId())) {
      if (trigger.forEachRow() && fires(trigger, row.kind(), false)) {
        row(
            trigger,
            row.kind(),
            row.table(),
            fields(trigger, row.table(), row.before(), row.after()));
      }
    }
  }

  private static Map<String, BlockHost.Typed> fields(
      TriggerEntry trigger,
      SimTable table,
      @Nullable Object @Nullable [] before,
      @Nullable Object @Nullable [] after) {
    Map<String, BlockHost.Typed> fields = new HashMap<>();
    for (int i = 0; i < table.columns().size(); i++) {
      String column = table.columns().get(i).name();
      Kind kind = Kind.of(table.columns().get(i).type());
      fields.put(
          ":" + trigger.oldName() + "." + column,
          new BlockHost.Typed(kind, before == null ? null : before[i]));
      fields.put(
          ":" + trigger.newName() + "." + column,
          new BlockHost.Typed(kind, after == null ? null : after[i]));
    }
    return fields;
  }

  private static Map<String, VariableType> types(TriggerEntry trigger, SimTable table) {
    Map<String, VariableType> types = new HashMap<>();
    for (SimColumn column : table.columns()) {
      VariableType type = VariableType.of(column.type());
      types.put(":" + trigger.oldName() + "." + column.name(), type);
      types.put(":" + trigger.newName() + "." + column.name(), type);
    }
    return types;
  }

  /** The first error of a trigger's block; empty when it compiles. */
  Optional<ProgramError> compile(TriggerEntry trigger, SimTable table, BlockHost host)
      throws SQLException {
    TokenCursor body =
        TokenCursor.of(trigger.body()).rewritten(t -> rewritten(t, trigger, RowChange.Kind.INSERT));
    BlockHost own = BlockInterpreter.definer(host, trigger.key().owner());
    Map<String, VariableType> types = trigger.forEachRow() ? types(trigger, table) : Map.of();
    return ProgramCheck.ofTrigger(trigger.body(), body, own, types);
  }

  private Map<String, BlockHost.Typed> row(
      TriggerEntry trigger,
      RowChange.Kind kind,
      SimTable table,
      Map<String, BlockHost.Typed> fields)
      throws SQLException {
    boolean free = singleRow && kind == RowChange.Kind.INSERT;
    if (!free) {
      mutating.push(table.objectId());
    }
    try {
      return run(trigger, kind, fields, types(trigger, table));
    } finally {
      if (!free) {
        mutating.pop();
      }
    }
  }

  /** Fails if a row trigger of the table is running. */
  void requireNotMutating(ObjectKey key) throws SQLException {
    if (mutating.isEmpty()) {
      return;
    }
    boolean mutates =
        session
            .dictionary()
            .table(key)
            .filter(t -> mutating.contains(t.table().objectId()))
            .isPresent();
    if (mutates) {
      throw OraErrors.of(4091, "table " + key + " is mutating, trigger/function may not see it");
    }
  }

  private Map<String, BlockHost.Typed> run(
      TriggerEntry trigger,
      RowChange.Kind kind,
      Map<String, BlockHost.Typed> fields,
      Map<String, VariableType> types)
      throws SQLException {
    if (depth >= MOST_NESTED) {
      throw OraErrors.of(36, "maximum number of recursive SQL levels (50) exceeded");
    }
    Set<String> outerAssigned = assigned;
    boolean outerSingle = singleRow;
    depth++;
    try {
      BlockHost host =
          new BlockRunner(
              session, session.runner(), new BoundValues(), session.database().newControl());
      String when = trigger.when();
      if (when != null) {
        Map<String, BlockHost.Typed> bare = new HashMap<>();
        fields.forEach((name, typed) -> bare.put(name.substring(1), typed));
        if (!BlockInterpreter.holds(TokenCursor.of(when), host, bare)) {
          return fields;
        }
      }
      TokenCursor body =
          asked(TokenCursor.of(trigger.body()), kind).rewritten(t -> rewritten(t, trigger, kind));
      return BlockInterpreter.trigger(
          body, BlockInterpreter.definer(host, trigger.key().owner()), fields, types);
    } catch (SQLException e) {
      if (e.getErrorCode() == 6550) {
        SQLException invalid =
            OraErrors.of(
                4098, "trigger '" + trigger.key() + "' is invalid and failed re-validation");
        invalid.initCause(e);
        throw invalid;
      }
      throw e;
    } finally {
      depth--;
      assigned = outerAssigned;
      singleRow = outerSingle;
    }
  }

  /** {@code UPDATING('COLUMN')} becomes a condition. */
  private TokenCursor asked(TokenCursor body, RowChange.Kind kind) {
    Map<Integer, List<Token>> changed = new HashMap<>();
    while (!body.atEnd()) {
      Token token = body.next();
      Token column = body.peek(1);
      if (token.isWord("UPDATING")
          && body.is("(")
          && column.type() == Token.Type.STRING
          && body.peek(2).isOperator(")")) {
        boolean holds =
            kind == RowChange.Kind.UPDATE
                && assigned.contains(column.value().toUpperCase(Locale.ROOT));
        changed.put(token.start(), condition(token, holds));
        for (int i = 0; i < 3; i++) {
          changed.put(body.next().start(), List.of());
        }
      }
    }
    body.reset(0);
    return changed.isEmpty()
        ? body
        : body.rewritten(
            t ->
                t.type() == Token.Type.END
                    ? List.of(t)
                    : changed.getOrDefault(t.start(), List.of(t)));
  }

  /** {@code :NEW} becomes a name; INSERTING and the like become conditions. */
  private List<Token> rewritten(Token token, TriggerEntry trigger, RowChange.Kind kind) {
    if (token.type() == Token.Type.BIND
        && (token.value().equals(trigger.newName()) || token.value().equals(trigger.oldName()))) {
      return List.of(
          new Token(
              Token.Type.WORD, token.text(), ":" + token.value(), token.start(), token.end(), 0));
    }
    if (token.type() != Token.Type.WORD) {
      return List.of(token);
    }
    return switch (token.value()) {
      case "INSERTING" -> condition(token, kind == RowChange.Kind.INSERT);
      case "UPDATING" -> condition(token, kind == RowChange.Kind.UPDATE);
      case "DELETING" -> condition(token, kind == RowChange.Kind.DELETE);
      default -> List.of(token);
    };
  }

  private static List<Token> condition(Token token, boolean holds) {
    return List.of(
        operator(token, "("),
        number(token, "1"),
        operator(token, "="),
        number(token, holds ? "1" : "0"),
        operator(token, ")"));
  }

  private static Token operator(Token at, String text) {
    return new Token(Token.Type.OPERATOR, text, text, at.start(), at.end(), 0);
  }

  private static Token number(Token at, String text) {
    return new Token(Token.Type.NUMBER, text, text, at.start(), at.end(), 0);
  }
}
