package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ColumnTypes;
import io.oraclecdc.testkit.simulator.dictionary.ConstraintDef;
import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimType;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ALTER TABLE MODIFY: types, defaults, nullability, visibility, constraint states. */
final class ModifyColumns {
  private final TokenCursor cursor;
  private final DdlTarget target;
  private final TableDraft draft;
  private final ConstraintClauses constraints;
  private final ConstraintStorage storage;

  ModifyColumns(
      TokenCursor cursor,
      DdlTarget target,
      TableDraft draft,
      ConstraintClauses constraints,
      ConstraintStorage storage) {
    this.cursor = cursor;
    this.target = target;
    this.draft = draft;
    this.constraints = constraints;
    this.storage = storage;
  }

  void run() throws SQLException {
    if (cursor.is("CONSTRAINT") || cursor.is("PRIMARY", "KEY")) {
      constraintState();
      return;
    }
    if (cursor.isAny("PARTITION", "SUBPARTITION", "LOB")) {
      throw FromParser.unsupported();
    }
    boolean list = cursor.accept("(");
    do {
      column();
    } while (list && cursor.accept(","));
    if (list) {
      cursor.expectClose();
    }
  }

  private void constraintState() throws SQLException {
    ConstraintDef constraint;
    if (cursor.accept("PRIMARY", "KEY")) {
      constraint =
          draft.constraints().stream()
              .filter(c -> c.type() == 'P')
              .findFirst()
              .orElseThrow(() -> OraErrors.of(2430, "no such constraint"));
    } else {
      cursor.next();
      String name = cursor.name(904, "invalid identifier");
      constraint =
          draft.constraints().stream()
              .filter(c -> c.name().equals(name))
              .findFirst()
              .orElseThrow(() -> OraErrors.of(2430, "no such constraint"));
    }
    ConstraintClauses.State state = constraints.state();
    if (state.enabled()) {
      storage.enable(draft, constraint, state.validated());
    } else {
      storage.disable(draft, constraint, cursor.accept("CASCADE"));
    }
  }

  private void column() throws SQLException {
    String name = cursor.next().value();
    SimColumn column = draft.column(name).orElseThrow(() -> FromParser.invalid(name));
    if (startsType()) {
      changeType(column, TypeParser.parse(cursor, target.session()));
    }
    if (cursor.accept("INVISIBLE")) {
      draft.extras(name, draft.extrasOf(name).withInvisible(true));
    } else if (cursor.accept("VISIBLE")) {
      draft.extras(name, draft.extrasOf(name).withInvisible(false));
    }
    if (cursor.accept("DEFAULT")) {
      changeDefault(name);
    }
    if (cursor.is("GENERATED") || cursor.is("DROP", "IDENTITY")) {
      throw FromParser.unsupported();
    }
    while (constraints.startsInline()) {
      inlineConstraint(name);
    }
  }

  private boolean startsType() {
    return cursor.peek().type() == Token.Type.WORD
        && !cursor.isAny(
            "DEFAULT",
            "NOT",
            "NULL",
            "CONSTRAINT",
            "PRIMARY",
            "UNIQUE",
            "CHECK",
            "REFERENCES",
            "INVISIBLE",
            "VISIBLE",
            "GENERATED",
            "DROP");
  }

  private void inlineConstraint(String name) throws SQLException {
    if (cursor.is("NULL")) {
      cursor.next();
      boolean wasNotNull =
          draft.constraints().removeIf(c -> c.notNull() && c.columns().equals(List.of(name)));
      if (!wasNotNull) {
        throw OraErrors.of(1451, "column to be modified to NULL cannot be modified to NULL");
      }
      return;
    }
    ConstraintDef constraint =
        constraints
            .inline(draft, name)
            .orElseThrow(() -> OraErrors.of(922, "missing or invalid option"));
    storage.add(draft, constraint, true);
  }

  private void changeDefault(String name) throws SQLException {
    boolean onNull = cursor.accept("ON", "NULL");
    int mark = cursor.mark();
    Parsing parsing = new Parsing(cursor, target.session(), Binds.ofDefinition());
    Expr value = parsing.expressions().expression(new Scope(null));
    String text = cursor.textSince(mark);
    @Nullable String kept = value.kind() == Kind.NULL ? null : text;
    draft.replaceColumn(name, c -> withDefault(c, kept));
    if (onNull) {
      draft.extras(
          name,
          new io.oraclecdc.testkit.simulator.dictionary.ColumnExtras(
              null, null, false, true, null, draft.extrasOf(name).invisible()));
    }
  }

  private static SimColumn withDefault(SimColumn c, @Nullable String text) {
    return new SimColumn(
        c.name(),
        c.type(),
        c.nullable(),
        c.columnId(),
        c.internalColumnId(),
        c.hidden(),
        c.virtual(),
        text);
  }

  private void changeType(SimColumn column, SimType type) throws SQLException {
    SimType old = column.type();
    String quoted = InnerNames.quoted(column.name());
    boolean hasValues =
        target.exists("SELECT 1 FROM " + draft.innerName() + " WHERE " + quoted + " IS NOT NULL");
    if (Kind.of(old) != Kind.of(type) && !bothText(old, type) && !bothTimestamps(old, type)) {
      if (hasValues) {
        throw OraErrors.of(1439, "column to be modified must be empty to change datatype");
      }
    } else if (hasValues) {
      checkFit(quoted, old, type);
    }
    if (!ColumnTypes.storage(old).equals(ColumnTypes.storage(type))) {
      target.inner(
          "ALTER TABLE "
              + draft.innerName()
              + " ALTER COLUMN "
              + quoted
              + " SET DATA TYPE "
              + ColumnTypes.storage(type));
    }
    draft.replaceColumn(
        column.name(),
        c ->
            new SimColumn(
                c.name(),
                type,
                c.nullable(),
                c.columnId(),
                c.internalColumnId(),
                c.hidden(),
                c.virtual(),
                c.defaultText()));
  }

  private static boolean bothText(SimType old, SimType type) {
    return Kind.of(old).isCharacter() && Kind.of(type).isCharacter();
  }

  private static boolean bothTimestamps(SimType old, SimType type) {
    return (old.name().equals("DATE") || old.name().equals("TIMESTAMP"))
        && type.name().equals("TIMESTAMP");
  }

  private void checkFit(String quoted, SimType old, SimType type) throws SQLException {
    if (type.name().equals("NUMBER") && old.name().equals("NUMBER")) {
      int oldDigits = old.precision() == null ? 38 : old.precision();
      int oldScale = old.scale() == null ? 0 : old.scale();
      boolean unlimited = type.precision() == null && type.scale() == null;
      boolean wider =
          unlimited
              || ((type.precision() == null ? 38 : type.precision()) >= oldDigits
                  && type.scale() != null
                  && old.scale() != null
                  && type.scale() >= oldScale
                  && (type.precision() == null ? 38 : type.precision()) - type.scale()
                      >= oldDigits - oldScale);
      if (!wider) {
        throw OraErrors.of(
            1440, "column to be modified must be empty to decrease precision or scale");
      }
    }
    if ((bothText(old, type) && type.charLength() < old.charLength())
        || (type.name().equals("RAW") && type.length() < old.length())) {
      boolean bytes = "B".equals(type.charUsed()) || type.name().equals("RAW");
      String size =
          type.name().equals("RAW")
              ? "OCTET_LENGTH(" + quoted + ")"
              : "\"SYS\".\"" + (bytes ? "ORA_LENGTHB" : "ORA_LENGTH") + "\"(" + quoted + ")";
      int limit = type.name().equals("RAW") || bytes ? type.length() : type.charLength();
      if (target.exists("SELECT 1 FROM " + draft.innerName() + " WHERE " + size + " > " + limit)) {
        throw OraErrors.of(1441, "cannot decrease column length because some value is too big");
      }
    }
  }
}
