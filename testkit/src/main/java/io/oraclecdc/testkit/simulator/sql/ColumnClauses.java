package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ColumnExtras;
import io.oraclecdc.testkit.simulator.dictionary.ColumnTypes;
import io.oraclecdc.testkit.simulator.dictionary.ConstraintDef;
import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimType;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses column definitions of CREATE TABLE and ALTER TABLE ADD. */
final class ColumnClauses {
  /** Words whose value differs from call to call, or from session to session. */
  private static final Set<String> IMPURE =
      Set.of(
          "SYSDATE",
          "SYSTIMESTAMP",
          "CURRENT_DATE",
          "CURRENT_TIMESTAMP",
          "LOCALTIMESTAMP",
          "SYS_GUID",
          "DBMS_RANDOM",
          "SYS_CONTEXT",
          "USERENV");

  private final TokenCursor cursor;
  private final DdlTarget target;
  private final ConstraintClauses constraints;

  ColumnClauses(TokenCursor cursor, DdlTarget target, ConstraintClauses constraints) {
    this.cursor = cursor;
    this.target = target;
    this.constraints = constraints;
  }

  /** Parses one definition into the draft; constraints found on the way are returned. */
  List<ConstraintDef> define(TableDraft draft) throws SQLException {
    String name = newName(draft);
    SimType type = null;
    if (!cursor.is("GENERATED") && !cursor.is("AS", "(")) {
      type = TypeParser.parse(cursor, target.session());
    }
    cursor.accept("SORT");
    boolean invisible = visibility();
    Tail tail = tail(draft, type);
    invisible |= visibility();
    Identity identity = tail.identity();
    SimType columnType = tail.virtual() == null ? type : tail.virtualType();
    if (columnType == null) {
      throw OraErrors.of(902, "invalid datatype");
    }
    if (isLong(columnType) && draft.columns().stream().anyMatch(c -> isLong(c.type()))) {
      throw OraErrors.of(1754, "a table may contain only one column of type LONG");
    }
    draft.addColumn(
        new SimColumn(
            name, columnType, true, 0, 0, false, tail.virtual() != null, tail.defaultText()),
        new ColumnExtras(
            identity == null ? null : identity.sequence(),
            identity == null ? null : identity.options(),
            tail.always(),
            tail.onNull(),
            tail.virtual(),
            invisible));
    List<ConstraintDef> found = new ArrayList<>();
    if (identity != null || tail.onNull()) {
      found.add(ConstraintClauses.notNull(target.dictionary().nextConstraintName(), name, true));
    }
    while (constraints.startsInline()) {
      constraints
          .inline(draft, name)
          .filter(c -> !c.notNull() || found.stream().noneMatch(ConstraintDef::notNull))
          .ifPresent(found::add);
    }
    return found;
  }

  private static boolean isLong(SimType type) {
    return type.name().startsWith("LONG");
  }

  private boolean visibility() {
    if (cursor.accept("INVISIBLE")) {
      return true;
    }
    cursor.accept("VISIBLE");
    return false;
  }

  private String newName(TableDraft draft) throws SQLException {
    Token token = cursor.peek();
    boolean word = token.type() == Token.Type.WORD;
    if ((word && TokenCursor.isReserved(token.value()))
        || (!word && token.type() != Token.Type.QUOTED)) {
      throw OraErrors.of(904, "\"" + token.value() + "\": invalid identifier");
    }
    String name = cursor.next().value();
    checkNew(draft, name);
    return name;
  }

  static void checkNew(TableDraft draft, String name) throws SQLException {
    if (name.equals("ROWID")) {
      throw OraErrors.of(904, "\"ROWID\": invalid identifier");
    }
    if (draft.column(name).isPresent()) {
      throw OraErrors.of(1430, "column being added already exists in table");
    }
    if (draft.columns().size() >= 1000) {
      throw OraErrors.of(1792, "maximum number of columns in a table or view is 1000");
    }
  }

  /** The sequence behind an identity column, and its options as DBMS_METADATA writes them. */
  private record Identity(String sequence, String options) {}

  private record Tail(
      @Nullable String defaultText,
      boolean onNull,
      @Nullable Identity identity,
      boolean always,
      @Nullable String virtual,
      @Nullable SimType virtualType) {
    static final Tail NONE = new Tail(null, false, null, false, null, null);
  }

  private Tail tail(TableDraft draft, @Nullable SimType type) throws SQLException {
    if (cursor.accept("DEFAULT")) {
      if (type == null) {
        throw OraErrors.of(902, "invalid datatype");
      }
      boolean onNull = cursor.accept("ON", "NULL");
      if (onNull) {
        cursor.accept("FOR", "INSERT", "ONLY");
      }
      String text = expressionText();
      DefaultExpressions.translate(text, type, target.session());
      return new Tail(text, onNull, null, false, null, null);
    }
    if (cursor.accept("AS")) {
      return virtual(draft, type);
    }
    if (!cursor.accept("GENERATED")) {
      return Tail.NONE;
    }
    boolean always = !cursor.is("BY");
    boolean onNull = false;
    if (cursor.accept("BY", "DEFAULT")) {
      onNull = cursor.accept("ON", "NULL");
    } else {
      cursor.accept("ALWAYS");
    }
    cursor.expectWord("AS");
    if (cursor.is("(")) {
      return virtual(draft, type);
    }
    cursor.expectWord("IDENTITY");
    if (draft.columns().stream().anyMatch(c -> isIdentity(draft, c))) {
      throw OraErrors.of(30669, "table can have only one identity column");
    }
    return new Tail(null, onNull, identitySequence(draft), always, null, null);
  }

  private static boolean isIdentity(TableDraft draft, SimColumn column) {
    return draft.extrasOf(column.name()).identitySequence() != null;
  }

  /** The text of one expression: up to a comma, a parenthesis too many or a word that ends it. */
  private String expressionText() throws SQLException {
    int mark = cursor.mark();
    Parsing parsing = new Parsing(cursor, target.session(), Binds.ofDefinition());
    parsing.expressions().expression(new Scope(null));
    return cursor.textSince(mark);
  }

  private Tail virtual(TableDraft draft, @Nullable SimType declared) throws SQLException {
    cursor.expectOpen();
    Parsing parsing = new Parsing(cursor, target.session(), Binds.ofDefinition());
    Scope scope = new Scope(null);
    scope.add(ConstraintStorage.bare(draft));
    int mark = cursor.mark();
    Expr value = parsing.expressions().expression(scope);
    String text = cursor.textSince(mark);
    for (int at = mark - cursor.mark(); at < 0; at++) {
      if (IMPURE.contains(cursor.peek(at).value()) && cursor.peek(at).type() == Token.Type.WORD) {
        throw OraErrors.of(
            54002, "only pure functions can be specified in a virtual column expression");
      }
    }
    cursor.expectClose();
    cursor.accept("VIRTUAL");
    SimType type = declared == null ? value.type().described() : declared;
    Expr converted = Conversions.assign(value, type);
    return new Tail(text, false, null, false, converted.sql(), type);
  }

  private Identity identitySequence(TableDraft draft) throws SQLException {
    String name = "ISEQ$$_" + draft.objectId();
    ObjectKey key = new ObjectKey(draft.key().owner(), name);
    boolean options = cursor.accept("(");
    SequenceStatements.Definition definition =
        SequenceStatements.definition(cursor, key, target.dictionary().nextObjectId());
    if (options) {
      cursor.expectClose();
    }
    SequenceStatements.store(target, definition);
    return new Identity(name, SequenceStatements.text(definition));
  }

  /** Column definition for H2. */
  static String inner(SimColumn column, ColumnExtras extras) {
    String generated =
        extras.virtualExpression() == null
            ? ""
            : " GENERATED ALWAYS AS (" + extras.virtualExpression() + ")";
    return InnerNames.quoted(column.name()) + " " + ColumnTypes.storage(column.type()) + generated;
  }

  private static final Set<String> TAIL_WORDS =
      Set.of(
          "TABLESPACE",
          "STORAGE",
          "PCTFREE",
          "PCTUSED",
          "INITRANS",
          "MAXTRANS",
          "LOGGING",
          "NOLOGGING",
          "COMPRESS",
          "NOCOMPRESS",
          "ROW",
          "COLUMN",
          "CACHE",
          "NOCACHE",
          "PARALLEL",
          "NOPARALLEL",
          "SEGMENT",
          "ORGANIZATION",
          "PARTITION",
          "LOB",
          "ENABLE",
          "DISABLE",
          "ROWDEPENDENCIES",
          "NOROWDEPENDENCIES",
          "MONITORING",
          "RESULT_CACHE",
          "INMEMORY",
          "XMLTYPE",
          "NESTED",
          "VARRAY",
          "SUPPLEMENTAL",
          "READ");

  /** Whether a physical clause can begin here. */
  static boolean startsTail(TokenCursor cursor) {
    return cursor.peek().type() == Token.Type.WORD && TAIL_WORDS.contains(cursor.peek().value());
  }
}
