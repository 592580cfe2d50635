package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ConstraintDef;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Parses constraints, in line and out of line, with their states. */
final class ConstraintClauses {
  private final TokenCursor cursor;
  private final DdlTarget target;
  private String owner = "";
  private boolean deferrable;
  private boolean initiallyDeferred;

  ConstraintClauses(TokenCursor cursor, DdlTarget target) {
    this.cursor = cursor;
    this.target = target;
  }

  private SimDictionary dictionary() {
    return target.dictionary();
  }

  boolean startsOutOfLine() {
    return cursor.is("CONSTRAINT")
        || cursor.is("PRIMARY", "KEY")
        || cursor.is("FOREIGN", "KEY")
        || cursor.is("UNIQUE", "(")
        || cursor.is("CHECK", "(");
  }

  boolean startsInline() {
    return cursor.isAny("CONSTRAINT", "PRIMARY", "UNIQUE", "REFERENCES", "CHECK", "NULL")
        || cursor.is("NOT", "NULL");
  }

  /** A table constraint. */
  ConstraintDef outOfLine(TableDraft draft) throws SQLException {
    owner = draft.key().owner();
    String given = cursor.accept("CONSTRAINT") ? cursor.name(904, "invalid identifier") : null;
    String name = given == null ? dictionary().nextConstraintName() : given;
    boolean generated = given == null;
    if (cursor.accept("PRIMARY", "KEY")) {
      return stated(key(name, 'P', columns(draft), generated));
    }
    if (cursor.accept("UNIQUE")) {
      return stated(key(name, 'U', columns(draft), generated));
    }
    if (cursor.accept("FOREIGN", "KEY")) {
      List<String> columns = columns(draft);
      cursor.expectWord("REFERENCES");
      return stated(foreignKey(draft, name, columns, generated));
    }
    cursor.expect("CHECK", 904, "invalid identifier");
    return stated(check(name, List.of(), generated));
  }

  /** A constraint behind a column's type; empty for a plain NULL. */
  Optional<ConstraintDef> inline(TableDraft draft, String column) throws SQLException {
    owner = draft.key().owner();
    String given = cursor.accept("CONSTRAINT") ? cursor.name(904, "invalid identifier") : null;
    if (cursor.accept("NULL")) {
      return Optional.empty();
    }
    String name = given == null ? dictionary().nextConstraintName() : given;
    boolean generated = given == null;
    List<String> columns = List.of(column);
    if (cursor.accept("NOT")) {
      cursor.expect("NULL", 908, "missing NULL keyword");
      return Optional.of(stated(notNull(name, column, generated)));
    }
    if (cursor.accept("PRIMARY")) {
      cursor.expectWord("KEY");
      return Optional.of(stated(key(name, 'P', columns, generated)));
    }
    if (cursor.accept("UNIQUE")) {
      return Optional.of(stated(key(name, 'U', columns, generated)));
    }
    if (cursor.accept("REFERENCES")) {
      return Optional.of(stated(foreignKey(draft, name, columns, generated)));
    }
    cursor.expect("CHECK", 904, "invalid identifier");
    return Optional.of(stated(check(name, columns, generated)));
  }

  static ConstraintDef notNull(String name, String column, boolean generated) {
    return new ConstraintDef(
        name,
        'C',
        List.of(column),
        "\"" + column + "\" IS NOT NULL",
        true,
        null,
        true,
        true,
        generated);
  }

  private static ConstraintDef key(
      String name, char type, List<String> columns, boolean generated) {
    return new ConstraintDef(name, type, columns, null, false, null, true, true, generated);
  }

  private ConstraintDef check(String name, List<String> columns, boolean generated)
      throws SQLException {
    cursor.expectOpen();
    int mark = cursor.mark();
    int depth = 1;
    while (depth > 0) {
      Token token = cursor.peek();
      if (token.type() == Token.Type.END) {
        throw OraErrors.of(907, "missing right parenthesis");
      }
      if (token.isOperator("(")) {
        depth++;
      } else if (token.isOperator(")") && --depth == 0) {
        break;
      }
      cursor.next();
    }
    String condition = cursor.textSince(mark);
    cursor.expectClose();
    return new ConstraintDef(name, 'C', columns, condition, false, null, true, true, generated);
  }

  List<String> columns(TableDraft draft) throws SQLException {
    cursor.expectOpen();
    List<String> names = new ArrayList<>();
    do {
      String name = cursor.next().value();
      if (draft.column(name).isEmpty()) {
        throw FromParser.invalid(name);
      }
      if (names.contains(name)) {
        throw OraErrors.of(957, "duplicate column name");
      }
      names.add(name);
    } while (cursor.accept(","));
    cursor.expectClose();
    return names;
  }

  private ConstraintDef foreignKey(
      TableDraft draft, String name, List<String> columns, boolean generated) throws SQLException {
    ObjectName written = cursor.objectName();
    String schema = written.schema() == null ? draft.key().owner() : written.schema();
    ObjectKey key =
        dictionary().resolve(new ObjectKey(schema, written.name()), written.schema() != null);
    List<String> referenced = new ArrayList<>();
    if (cursor.accept("(")) {
      do {
        referenced.add(cursor.next().value());
      } while (cursor.accept(","));
      cursor.expectClose();
    }
    List<ConstraintDef> candidates;
    if (key.equals(draft.key())) {
      candidates = draft.constraints();
    } else {
      TableEntry parent =
          dictionary()
              .table(key)
              .orElseThrow(() -> OraErrors.of(942, "table or view does not exist"));
      candidates = parent.constraints();
    }
    ConstraintDef parentKey = parentKey(candidates, referenced);
    if (parentKey.columns().size() != columns.size()) {
      throw OraErrors.of(2256, "number of referencing columns must match referenced columns");
    }
    String rule = "NO ACTION";
    if (cursor.accept("ON", "DELETE")) {
      if (cursor.accept("CASCADE")) {
        rule = "CASCADE";
      } else {
        cursor.expectWord("SET");
        cursor.expectWord("NULL");
        rule = "SET NULL";
      }
    }
    return new ConstraintDef(
        name,
        'R',
        columns,
        null,
        false,
        new ConstraintDef.Reference(key, parentKey.name(), parentKey.columns(), rule),
        true,
        true,
        generated);
  }

  private static ConstraintDef parentKey(List<ConstraintDef> candidates, List<String> referenced)
      throws SQLException {
    if (referenced.isEmpty()) {
      return candidates.stream()
          .filter(c -> c.type() == 'P')
          .findFirst()
          .orElseThrow(() -> OraErrors.of(2268, "referenced table does not have a primary key"));
    }
    return candidates.stream()
        .filter(c -> c.isKey() && c.columns().equals(referenced))
        .findFirst()
        .orElseThrow(
            () -> OraErrors.of(2270, "no matching unique or primary key for this column-list"));
  }

  private ConstraintDef stated(ConstraintDef constraint) throws SQLException {
    deferrable = false;
    initiallyDeferred = false;
    State state = state();
    ConstraintDef.Reference reference = constraint.references();
    if (initiallyDeferred && reference == null) {
      throw FromParser.unsupported(); // keys and checks are checked by H2, at once
    }
    if (deferrable && reference != null) {
      if (!reference.deleteRule().equals("NO ACTION")) {
        throw FromParser.unsupported();
      }
      dictionary().deferrables().put(new ObjectKey(owner, constraint.name()), initiallyDeferred);
    }
    return constraint.withState(state.enabled(), state.validated());
  }

  /** ENABLED and VALIDATED as a clause asked for. */
  record State(boolean enabled, boolean validated) {}

  /** ENABLE, DISABLE, RELY, USING INDEX, DEFERRABLE and so on, in any order. */
  State state() throws SQLException {
    boolean enabled = true;
    @Nullable Boolean validated = null;
    while (true) {
      if (cursor.accept("ENABLE")) {
        enabled = true;
      } else if (cursor.accept("DISABLE")) {
        enabled = false;
      } else if (cursor.accept("VALIDATE")) {
        validated = true;
      } else if (cursor.accept("NOVALIDATE")) {
        validated = false;
      } else if (cursor.accept("INITIALLY", "DEFERRED")) {
        deferrable = true;
        initiallyDeferred = true;
      } else if (cursor.accept("DEFERRABLE")) {
        deferrable = true;
      } else if (cursor.accept("USING", "INDEX")) {
        usingIndex();
      } else if (!cursor.accept("RELY")
          && !cursor.accept("NORELY")
          && !cursor.accept("NOT", "DEFERRABLE")
          && !cursor.accept("INITIALLY", "IMMEDIATE")) {
        return new State(enabled, validated == null ? enabled : validated);
      }
    }
  }

  private void usingIndex() throws SQLException {
    if (cursor.is("(")) {
      cursor.skipGroup();
      return;
    }
    while (true) {
      if (cursor.isAny("PCTFREE", "INITRANS", "MAXTRANS", "TABLESPACE")) {
        cursor.next();
        cursor.next();
      } else if (cursor.accept("STORAGE")) {
        cursor.skipGroup();
      } else if (cursor.accept("COMPUTE", "STATISTICS")
          || cursor.accept("LOCAL")
          || cursor.accept("GLOBAL")
          || cursor.accept("LOGGING")
          || cursor.accept("NOLOGGING")
          || cursor.accept("REVERSE")) {
        // nothing to remember
      } else if (cursor.isName() && !startsState()) {
        cursor.objectName();
      } else {
        return;
      }
    }
  }

  private boolean startsState() {
    return cursor.isAny(
        "ENABLE", "DISABLE", "NOVALIDATE", "RELY", "NORELY", "DEFERRABLE", "INITIALLY");
  }
}
