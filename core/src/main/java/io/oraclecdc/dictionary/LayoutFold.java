package io.oraclecdc.dictionary;

import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.DictionaryTable.LogGroup;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Derives what a table becomes by the text of a statement: columns added, dropped, modified,
 * renamed and set unused, keys, supplemental logging. What its result is worth the dictionary tells
 * later; see {@link CapturedTable}.
 */
final class LayoutFold {
  private static final Set<String> CHANGING = Set.of("ADD", "MODIFY", "DROP", "RENAME");

  /** Clauses of ALTER TABLE that change neither columns nor keys nor logging. */
  private static final Set<String> PHYSICAL =
      Set.of(
          "MOVE",
          "SHRINK",
          "SPLIT",
          "MERGE",
          "EXCHANGE",
          "COALESCE",
          "TRUNCATE",
          "LOGGING",
          "NOLOGGING",
          "FILESYSTEM_LIKE_LOGGING",
          "PARALLEL",
          "NOPARALLEL",
          "CACHE",
          "NOCACHE",
          "PCTFREE",
          "PCTUSED",
          "INITRANS",
          "MAXTRANS",
          "STORAGE",
          "COMPRESS",
          "NOCOMPRESS",
          "ALLOCATE",
          "DEALLOCATE",
          "MONITORING",
          "NOMONITORING",
          "READ",
          "INMEMORY",
          "MEMOPTIMIZE",
          "RESULT_CACHE",
          "ILM",
          "INDEXING",
          "MINIMIZE",
          "NOMINIMIZE",
          "OVERFLOW",
          "MAPPING",
          "NOMAPPING",
          "PCTTHRESHOLD",
          "INCLUDING",
          "TABLESPACE",
          "BUFFER_POOL",
          "ANNOTATIONS",
          "RECORDS_PER_BLOCK",
          "SEGMENT",
          "CLUSTERING",
          "STALE",
          "FLASHBACK",
          "LOB");

  private static final Set<String> NO_COLUMN =
      Set.of("PARTITION", "SUBPARTITION", "LOB", "NESTED", "DEFAULT", "OPAQUE");

  private final WordCursor words;
  private final TableDraft draft;

  private LayoutFold(WordCursor words, TableDraft draft) {
    this.words = words;
    this.draft = draft;
  }

  /**
   * A table after the statements of a text.
   *
   * @throws NotUnderstoodException when the text does not tell
   */
  static DictionaryTable apply(DictionaryTable before, String sql) {
    TableDraft draft = new TableDraft(before);
    for (WordCursor words : WordCursor.statements(sql)) {
      new LayoutFold(words, draft).statement();
    }
    return draft.build();
  }

  private void statement() {
    if (words.accept("CREATE", "TABLE")) {
      create();
    } else if (words.is("CREATE")) {
      createIndex();
    } else if (words.accept("DROP", "INDEX")) {
      if (words.accept("IF")) {
        words.expect("EXISTS");
      }
      dropKey(words.qualifiedName());
      words.skipAll();
    } else {
      words.expect("ALTER", "TABLE");
      if (words.accept("IF")) {
        words.expect("EXISTS");
      }
      words.qualifiedName();
      while (!words.atEnd()) {
        clause();
      }
    }
  }

  private void create() {
    if (words.accept("IF")) {
      words.expect("NOT", "EXISTS");
    }
    words.qualifiedName();
    words.expect("(");
    ColumnClauses columns = new ColumnClauses(words, draft);
    do {
      if (words.is("SUPPLEMENTAL", "LOG")) {
        words.next();
        words.next();
        addLogging();
      } else {
        columns.item();
      }
    } while (words.accept(","));
    words.expect(")");
    if (words.leftHas(Set.of("AS", "ROW", "CLUSTER"))) {
      throw new NotUnderstoodException("what stands behind the columns of CREATE TABLE");
    }
    words.skipAll();
  }

  private void createIndex() {
    words.expect("CREATE");
    boolean unique = words.accept("UNIQUE");
    words.accept("BITMAP");
    words.expect("INDEX");
    if (words.accept("IF")) {
      words.expect("NOT", "EXISTS");
    }
    String index = words.qualifiedName();
    words.expect("ON");
    words.qualifiedName();
    // An expression, or a descending column, would be a hidden column of the table.
    List<String> key = words.names();
    if (unique) {
      draft.unique(index, key);
    }
    words.skipAll();
  }

  private void clause() {
    if (words.accept("ADD")) {
      add();
    } else if (words.accept("MODIFY")) {
      modify();
    } else if (words.accept("DROP")) {
      drop();
    } else if (words.accept("RENAME")) {
      rename();
    } else if (words.accept("SET", "UNUSED")) {
      words.accept("COLUMN");
      draft.setUnused(words.is("(") ? words.names() : List.of(words.name()));
      dropOptions();
    } else if (words.is("ENABLE") || words.is("DISABLE")) {
      enableOrDisable(words.next().is("ENABLE"));
    } else if (words.isAny(PHYSICAL) || words.is("SET") || words.is("NO", "INMEMORY")) {
      physical();
    } else {
      throw new NotUnderstoodException("ALTER TABLE .. " + words.peek());
    }
  }

  private void physical() {
    words.next();
    boolean ofPartitions = words.isAny(NO_COLUMN) || words.is("PARTITIONS") || words.is("FOR");
    if (!ofPartitions && words.leftHas(CHANGING)) {
      throw new NotUnderstoodException("several kinds of clauses in one ALTER TABLE");
    }
    words.skipAll();
  }

  private void add() {
    ColumnClauses columns = new ColumnClauses(words, draft);
    if (words.accept("SUPPLEMENTAL", "LOG")) {
      addLogging();
      while (words.accept(",")) {
        words.expect("SUPPLEMENTAL", "LOG");
        addLogging();
      }
    } else if (words.is("PARTITION") || words.is("SUBPARTITION")) {
      words.skipAll();
    } else if (words.accept("(")) {
      do {
        columns.item();
      } while (words.accept(","));
      words.expect(")");
      if (words.is("LOB")) {
        physical();
      }
    } else {
      columns.item();
    }
  }

  private void addLogging() {
    if (words.accept("GROUP")) {
      String name = words.name();
      Set<String> logged = new HashSet<>();
      words.expect("(");
      do {
        String column = words.name();
        if (!words.accept("NO", "LOG")) {
          logged.add(column);
        }
      } while (words.accept(","));
      words.expect(")");
      if (words.accept("ALWAYS")) {
        draft.addLogging(new LogGroup("USER LOG GROUP", logged, name));
      }
      return;
    }
    for (String type : logTypes()) {
      draft.addLogging(new LogGroup(type, Set.of()));
    }
  }

  private List<String> logTypes() {
    words.expect("DATA", "(");
    List<String> types = new java.util.ArrayList<>();
    do {
      if (words.accept("ALL")) {
        types.add("ALL COLUMN LOGGING");
      } else if (words.accept("PRIMARY", "KEY")) {
        types.add("PRIMARY KEY LOGGING");
      } else if (words.accept("UNIQUE")) {
        types.add("UNIQUE KEY LOGGING");
      } else {
        words.expect("FOREIGN", "KEY");
        types.add("FOREIGN KEY LOGGING");
      }
    } while (words.accept(","));
    words.expect(")", "COLUMNS");
    return types;
  }

  private void modify() {
    if (words.isAny(NO_COLUMN)) {
      words.skipAll();
      return;
    }
    if (words.is("CONSTRAINT") || words.is("PRIMARY", "KEY") || words.is("UNIQUE", "(")) {
      List<String> key = namedKey();
      boolean disables = words.leftHas(Set.of("DISABLE"));
      boolean enables = words.leftHas(Set.of("ENABLE"));
      words.skipAll();
      if (disables) {
        dropKey(key);
      } else if (enables) {
        throw new NotUnderstoodException("a constraint is enabled whose columns are not known");
      }
      return;
    }
    ColumnClauses columns = new ColumnClauses(words, draft);
    if (words.accept("(")) {
      do {
        columns.modify();
      } while (words.accept(","));
      words.expect(")");
    } else {
      columns.modify();
    }
  }

  private void drop() {
    if (words.accept("COLUMN")) {
      draft.drop(List.of(words.name()));
      dropOptions();
    } else if (words.is("(")) {
      draft.drop(words.names());
      dropOptions();
    } else if (words.accept("UNUSED", "COLUMNS") || words.accept("COLUMNS", "CONTINUE")) {
      draft.dropUnused();
      dropOptions();
    } else if (words.accept("SUPPLEMENTAL", "LOG")) {
      dropLogging();
      while (words.accept(",")) {
        words.expect("SUPPLEMENTAL", "LOG");
        dropLogging();
      }
    } else if (words.is("PARTITION")
        || words.is("SUBPARTITION")
        || words.is("PARTITIONS")
        || words.is("SUBPARTITIONS")) {
      words.skipAll();
    } else {
      dropKey(namedKey());
      while (words.isAny(Set.of("CASCADE", "KEEP", "DROP", "INDEX", "ONLINE"))) {
        words.next();
      }
    }
  }

  private void dropLogging() {
    if (words.accept("GROUP")) {
      draft.dropLogGroup(words.name());
    } else {
      logTypes().forEach(draft::dropLogging);
    }
  }

  private void dropOptions() {
    while (words.isAny(Set.of("CASCADE", "CONSTRAINTS", "INVALIDATE", "ONLINE"))) {
      words.next();
    }
    if (words.accept("CHECKPOINT") && !words.atEnd()) {
      words.next();
    }
  }

  /** The columns of a key that a clause names; empty for a constraint that is none. */
  private List<String> namedKey() {
    if (words.accept("PRIMARY", "KEY")) {
      return draft.build().primaryKey();
    }
    if (words.accept("UNIQUE")) {
      return words.names();
    }
    words.expect("CONSTRAINT");
    List<String> key = draft.key(words.name());
    return key == null ? List.of() : key;
  }

  private void dropKey(String name) {
    List<String> key = draft.key(name);
    dropKey(key == null ? List.of() : key);
  }

  private void dropKey(List<String> key) {
    if (draft.isPrimaryKey(key)) {
      draft.dropPrimaryKey();
    } else if (!key.isEmpty()) {
      draft.dropUnique(key);
    }
  }

  private void rename() {
    if (words.accept("COLUMN")) {
      String from = words.name();
      words.expect("TO");
      draft.rename(from, words.name());
    } else if (words.accept("CONSTRAINT")) {
      String from = words.name();
      words.expect("TO");
      draft.renameKey(from, words.name());
    } else if (words.is("PARTITION") || words.is("SUBPARTITION")) {
      words.skipAll();
    } else {
      throw new NotUnderstoodException(
          "ALTER TABLE .. RENAME " + words.peek().toString().toUpperCase(Locale.ROOT));
    }
  }

  private void enableOrDisable(boolean enables) {
    if (words.accept("ROW", "MOVEMENT")
        || words.accept("ALL", "TRIGGERS")
        || words.accept("TABLE", "LOCK")) {
      return;
    }
    words.accept("NOVALIDATE");
    words.accept("VALIDATE");
    List<String> key = namedKey();
    words.skipUntil(CHANGING);
    if (enables) {
      throw new NotUnderstoodException("a constraint is enabled whose columns are not known");
    }
    dropKey(key);
  }
}
