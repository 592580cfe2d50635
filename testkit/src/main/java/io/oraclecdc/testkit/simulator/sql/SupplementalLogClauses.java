package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.LogGroupDef;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** SUPPLEMENTAL LOG clauses of tables. */
final class SupplementalLogClauses {
  private static final Map<String, String> TYPES =
      Map.of(
          "ALL", "ALL COLUMN LOGGING",
          "PRIMARY KEY", "PRIMARY KEY LOGGING",
          "UNIQUE", "UNIQUE KEY LOGGING",
          "FOREIGN KEY", "FOREIGN KEY LOGGING");

  private final TokenCursor cursor;
  private final DdlTarget target;

  SupplementalLogClauses(TokenCursor cursor, DdlTarget target) {
    this.cursor = cursor;
    this.target = target;
  }

  /** {@code SUPPLEMENTAL LOG DATA (..) COLUMNS} or {@code SUPPLEMENTAL LOG GROUP g (..)}. */
  void addToTable(TableDraft draft) throws SQLException {
    cursor.expectWord("SUPPLEMENTAL");
    cursor.expectWord("LOG");
    if (cursor.accept("GROUP")) {
      draft.logGroups().add(group(draft));
      return;
    }
    cursor.expectWord("DATA");
    for (String kind : kinds(cursor)) {
      String type = TYPES.get(kind);
      if (type == null) {
        throw OraErrors.of(905, "missing keyword");
      }
      if (draft.logGroups().stream().anyMatch(g -> g.type().equals(type))) {
        throw OraErrors.of(32588, "supplemental logging attribute " + kind + " exists");
      }
      boolean always = kind.equals("ALL") || kind.equals("PRIMARY KEY");
      draft
          .logGroups()
          .add(
              new LogGroupDef(
                  target.dictionary().nextConstraintName(), type, always, true, List.of()));
    }
  }

  void dropFromTable(TableDraft draft) throws SQLException {
    cursor.expectWord("SUPPLEMENTAL");
    cursor.expectWord("LOG");
    if (cursor.accept("GROUP")) {
      String name = cursor.name(904, "invalid identifier");
      if (!draft.logGroups().removeIf(g -> g.name().equals(name))) {
        throw OraErrors.of(32587, "Cannot drop nonexistent supplemental logging");
      }
      return;
    }
    cursor.expectWord("DATA");
    for (String kind : kinds(cursor)) {
      String type = TYPES.getOrDefault(kind, "");
      if (!draft.logGroups().removeIf(g -> g.type().equals(type))) {
        throw OraErrors.of(32587, "Cannot drop nonexistent " + kind + " supplemental logging");
      }
    }
  }

  /** {@code (ALL, PRIMARY KEY, ..) COLUMNS}; MIN when no list stands here. */
  static List<String> kinds(TokenCursor cursor) throws SQLException {
    if (!cursor.accept("(")) {
      return List.of("MIN");
    }
    List<String> kinds = new ArrayList<>();
    do {
      if (cursor.accept("ALL") || cursor.accept("ALL", "COLUMNS")) {
        kinds.add("ALL");
      } else if (cursor.accept("PRIMARY", "KEY")) {
        kinds.add("PRIMARY KEY");
      } else if (cursor.accept("UNIQUE")) {
        cursor.accept("INDEX");
        kinds.add("UNIQUE");
      } else if (cursor.accept("FOREIGN", "KEY")) {
        kinds.add("FOREIGN KEY");
      } else {
        throw OraErrors.of(905, "missing keyword");
      }
    } while (cursor.accept(","));
    cursor.expectClose();
    cursor.expectWord("COLUMNS");
    return kinds;
  }

  private LogGroupDef group(TableDraft draft) throws SQLException {
    String name = cursor.name(904, "invalid identifier");
    if (draft.logGroups().stream().anyMatch(g -> g.name().equals(name))) {
      throw OraErrors.of(2264, "name already used by an existing constraint");
    }
    cursor.expectOpen();
    List<LogGroupDef.Member> members = new ArrayList<>();
    do {
      String column = cursor.next().value();
      Kind kind =
          Kind.of(draft.column(column).orElseThrow(() -> FromParser.invalid(column)).type());
      if (kind == Kind.CLOB || kind == Kind.BLOB || kind == Kind.OTHER) {
        throw OraErrors.of(30569, "data type of given column is not supported in a log group");
      }
      boolean noLog = cursor.accept("NO", "LOG");
      members.add(new LogGroupDef.Member(column, !noLog));
    } while (cursor.accept(","));
    cursor.expectClose();
    boolean always = cursor.accept("ALWAYS");
    return new LogGroupDef(name, "USER LOG GROUP", always, false, members);
  }
}
