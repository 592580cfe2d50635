package io.oraclecdc.dictionary;

import io.oraclecdc.schema.DictionaryTable.DictionaryColumn;
import java.util.List;
import java.util.Set;

/** Definitions of columns in CREATE TABLE, ADD and MODIFY, and the constraints among them. */
final class ColumnClauses {
  private static final Set<String> AFTER_DEFAULT =
      Set.of(
          "NOT",
          "NULL",
          "CONSTRAINT",
          "PRIMARY",
          "UNIQUE",
          "CHECK",
          "REFERENCES",
          "ENABLE",
          "DISABLE",
          "GENERATED",
          "ENCRYPT",
          "DECRYPT",
          "INVISIBLE",
          "VISIBLE",
          "VIRTUAL");
  private static final Set<String> AFTER_CONSTRAINT =
      Set.of(
          "NOT", "NULL", "CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "REFERENCES", "ADD", "MODIFY");

  private final WordCursor words;
  private final TableDraft draft;

  ColumnClauses(WordCursor words, TableDraft draft) {
    this.words = words;
    this.draft = draft;
  }

  /** Whether a constraint of the table comes next, not a column. */
  boolean startsConstraint() {
    return words.is("CONSTRAINT")
        || words.is("PRIMARY", "KEY")
        || words.is("UNIQUE", "(")
        || words.is("CHECK", "(")
        || words.is("FOREIGN", "KEY")
        || words.is("REF", "(")
        || words.is("SCOPE", "FOR");
  }

  /** A column or a constraint of a list. */
  void item() {
    if (startsConstraint()) {
      constraint();
    } else {
      define();
    }
  }

  /** A constraint that stands beside the columns. */
  void constraint() {
    String name = words.accept("CONSTRAINT") ? words.name() : null;
    if (words.accept("PRIMARY", "KEY")) {
      List<String> key = words.names();
      if (isEnabled()) {
        draft.primaryKey(name, key);
      }
    } else if (words.accept("UNIQUE")) {
      List<String> key = words.names();
      if (isEnabled()) {
        draft.unique(name, key);
      }
    } else if (words.accept("CHECK")) {
      words.skipGroup();
      isEnabled();
    } else if (words.is("FOREIGN") || words.is("REF") || words.is("SCOPE")) {
      words.skipUntil(Set.of("ADD", "MODIFY"));
    } else {
      throw new NotUnderstoodException("a constraint is expected before " + words.peek());
    }
  }

  /** Passes over the state of a constraint; whether it is in force. */
  private boolean isEnabled() {
    int mark = words.mark();
    words.skipUntil(AFTER_CONSTRAINT);
    String state = words.textSince(mark);
    return WordCursor.statements(state).stream().noneMatch(c -> c.leftHas(Set.of("DISABLE")));
  }

  /** A new column. */
  void define() {
    String name = words.name();
    DictionaryColumn column =
        new DictionaryColumn(
            name,
            "",
            null,
            0,
            0,
            false,
            null,
            null,
            true,
            false,
            false,
            false,
            false,
            draft.nextInternalId(),
            null);
    if (!DefinedTypes.isNext(words)) {
      // AS (expression) without a type has the type of the expression, which does not matter.
      if (!words.is("GENERATED", "ALWAYS", "AS") && !words.is("AS", "(")) {
        throw new NotUnderstoodException(
            "the type of column " + name + " is not derived from a text");
      }
      draft.add(column);
    } else {
      draft.add(DefinedTypes.read(words).of(column));
    }
    words.accept("SORT");
    options(name);
  }

  /** What a MODIFY says of one column. */
  void modify() {
    String name = words.name();
    if (!draft.has(name)) {
      throw new NotUnderstoodException("there is no column " + name);
    }
    if (DefinedTypes.isNext(words)) {
      DefinedTypes.Type type = DefinedTypes.read(words);
      draft.change(name, type::of);
    }
    options(name);
  }

  private void options(String column) {
    while (!words.atEnd() && !words.is(",") && !words.is(")")) {
      option(column);
    }
  }

  private void option(String column) {
    if (words.accept("DEFAULT")) {
      defaultOf(column);
    } else if (words.accept("INVISIBLE")) {
      draft.change(column, c -> TableDraft.visible(c, false));
    } else if (words.accept("VISIBLE")) {
      draft.change(column, c -> TableDraft.visible(c, true));
    } else if (words.accept("NOT", "NULL")) {
      notNull(column);
    } else if (words.accept("NULL")) {
      draft.change(column, c -> TableDraft.nullable(c, true));
    } else if (words.accept("DROP", "IDENTITY")) {
      draft.change(column, c -> TableDraft.withDefault(c, null));
    } else if (words.is("GENERATED") || words.is("AS", "(")) {
      generated(column);
    } else if (words.accept("ENCRYPT") || words.accept("DECRYPT")) {
      words.skipUntil(AFTER_DEFAULT);
    } else {
      inlineConstraint(column);
    }
  }

  private void notNull(String column) {
    if (isEnabled()) {
      draft.change(column, c -> TableDraft.nullable(c, false));
    }
  }

  private void inlineConstraint(String column) {
    String name = words.accept("CONSTRAINT") ? words.name() : null;
    if (words.accept("NOT", "NULL")) {
      notNull(column);
    } else if (words.accept("PRIMARY", "KEY")) {
      if (isEnabled()) {
        draft.primaryKey(name, List.of(column));
      }
    } else if (words.accept("UNIQUE")) {
      if (isEnabled()) {
        draft.unique(name, List.of(column));
      }
    } else if (words.accept("CHECK")) {
      words.skipGroup();
      isEnabled();
    } else if (words.accept("REFERENCES")) {
      words.skipUntil(AFTER_CONSTRAINT);
    } else {
      throw new NotUnderstoodException(words.peek() + " in the definition of column " + column);
    }
  }

  private void defaultOf(String column) {
    boolean onNull = words.accept("ON", "NULL");
    if (onNull && words.accept("FOR", "INSERT")) {
      if (!words.accept("ONLY")) {
        words.expect("AND", "UPDATE");
      }
    }
    int mark = words.mark();
    if (words.is("(")) {
      words.skipGroup();
    } else {
      words.next();
    }
    words.skipUntil(AFTER_DEFAULT);
    String expression = words.textSince(mark);
    draft.change(
        column,
        c -> {
          DictionaryColumn changed = TableDraft.withDefault(c, expression);
          return onNull ? TableDraft.nullable(changed, false) : changed;
        });
  }

  private void generated(String column) {
    boolean always = words.accept("GENERATED", "ALWAYS");
    if (!always && words.accept("GENERATED")) {
      words.expect("BY", "DEFAULT");
      if (words.accept("ON", "NULL") && words.accept("FOR")) {
        words.next(); // INSERT
        words.next(); // ONLY
      }
    }
    words.expect("AS");
    if (words.accept("IDENTITY")) {
      if (words.is("(")) {
        words.skipGroup();
      }
      draft.change(column, ColumnClauses::identity);
      return;
    }
    words.skipGroup();
    words.accept("VIRTUAL");
    draft.change(column, TableDraft::virtual);
  }

  private static DictionaryColumn identity(DictionaryColumn c) {
    return TableDraft.nullable(c, false);
  }
}
