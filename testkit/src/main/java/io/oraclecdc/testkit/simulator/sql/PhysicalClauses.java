package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.LobStorage;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry.Trait;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Storage, partition and other physical clauses: remembered as traits or dropped. */
final class PhysicalClauses {

  private PhysicalClauses() {}

  /** Takes one clause; the caller checked that one begins here. */
  static void skip(TokenCursor cursor, TableDraft draft, DdlTarget target) throws SQLException {
    String word = cursor.next().value();
    switch (word) {
      case "TABLESPACE" -> draft.tablespace(cursor.name(922, "missing or invalid option"));
      case "STORAGE" -> cursor.skipGroup();
      case "PCTFREE", "PCTUSED", "INITRANS", "MAXTRANS" -> cursor.integer();
      case "NOLOGGING" -> draft.traits().add(Trait.NOLOGGING);
      case "LOGGING" -> draft.traits().remove(Trait.NOLOGGING);
      case "COMPRESS" -> compress(cursor, draft);
      case "NOCOMPRESS" -> compressed(draft, null);
      case "ROW" -> row(cursor, draft);
      case "COLUMN" -> column(cursor, draft);
      case "PARALLEL" -> parallel(cursor);
      case "SEGMENT" -> {
        cursor.expectWord("CREATION");
        if (!cursor.accept("IMMEDIATE") && !cursor.accept("DEFERRED")) {
          throw invalid();
        }
      }
      case "ORGANIZATION" -> organization(cursor, draft);
      case "PARTITION" -> partition(cursor, draft, target);
      case "LOB" -> lob(cursor, draft);
      case "ENABLE", "DISABLE" -> {
        cursor.expectWord("ROW");
        cursor.expectWord("MOVEMENT");
        if (word.equals("ENABLE")) {
          draft.traits().add(Trait.ROW_MOVEMENT);
        } else {
          draft.traits().remove(Trait.ROW_MOVEMENT);
        }
      }
      case "RESULT_CACHE" -> cursor.skipGroup();
      case "XMLTYPE" -> xml(cursor, draft);
      case "READ" -> readOnly(cursor, draft);
      case "CACHE",
          "NOCACHE",
          "NOPARALLEL",
          "ROWDEPENDENCIES",
          "NOROWDEPENDENCIES",
          "MONITORING",
          "INMEMORY" -> {
        // nothing to remember
      }
      default -> throw invalid();
    }
  }

  private static SQLException invalid() {
    return OraErrors.of(922, "missing or invalid option");
  }

  private static void readOnly(TokenCursor cursor, TableDraft draft) throws SQLException {
    if (cursor.accept("ONLY")) {
      draft.traits().add(Trait.READ_ONLY);
    } else {
      cursor.expectWord("WRITE");
      draft.traits().remove(Trait.READ_ONLY);
    }
  }

  private static void compressed(TableDraft draft, @Nullable String kind) {
    if (kind == null) {
      draft.traits().remove(Trait.COMPRESSED);
    } else {
      draft.traits().add(Trait.COMPRESSED);
    }
    draft.storage(draft.storage().withCompression(kind));
  }

  private static void compress(TokenCursor cursor, TableDraft draft) throws SQLException {
    if (cursor.accept("FOR")) {
      compressed(draft, purpose(cursor));
      return;
    }
    if (cursor.peek().type() == Token.Type.NUMBER) {
      cursor.integer(); // a prefix, for index-organized tables
    } else {
      cursor.accept("BASIC");
    }
    compressed(draft, "BASIC");
  }

  /** What COMPRESS FOR names: OLTP and ALL OPERATIONS are earlier names of ADVANCED. */
  private static String purpose(TokenCursor cursor) throws SQLException {
    if (cursor.accept("OLTP") || cursor.accept("ALL", "OPERATIONS")) {
      return "ADVANCED";
    }
    if (cursor.accept("DIRECT_LOAD")) {
      cursor.accept("OPERATIONS");
      return "BASIC";
    }
    return columnar(cursor);
  }

  private static String columnar(TokenCursor cursor) throws SQLException {
    if (!cursor.isAny("QUERY", "ARCHIVE")) {
      throw invalid();
    }
    String kind = cursor.next().value();
    String level = cursor.isAny("LOW", "HIGH") ? cursor.next().value() : "";
    if (level.isEmpty()) {
      level = kind.equals("QUERY") ? "HIGH" : "LOW";
    }
    return kind + " " + level;
  }

  private static void column(TokenCursor cursor, TableDraft draft) throws SQLException {
    cursor.expectWord("STORE");
    cursor.expectWord("COMPRESS");
    cursor.accept("FOR");
    compressed(draft, cursor.isAny("QUERY", "ARCHIVE") ? columnar(cursor) : "QUERY HIGH");
  }

  private static void row(TokenCursor cursor, TableDraft draft) throws SQLException {
    if (cursor.accept("STORE")) {
      cursor.expectWord("COMPRESS");
      boolean advanced = cursor.accept("ADVANCED");
      if (!advanced) {
        cursor.accept("BASIC");
      }
      compressed(draft, advanced ? "ADVANCED" : "BASIC");
      return;
    }
    cursor.expectWord("ARCHIVAL");
    RowArchival.enable(draft);
  }

  private static void parallel(TokenCursor cursor) throws SQLException {
    if (cursor.is("(")) {
      cursor.skipGroup();
    } else if (cursor.peek().type() == Token.Type.NUMBER) {
      cursor.integer();
    }
  }

  private static void organization(TokenCursor cursor, TableDraft draft) throws SQLException {
    if (cursor.accept("HEAP")) {
      return;
    }
    if (!cursor.accept("INDEX")) {
      throw FromParser.unsupported();
    }
    draft.traits().add(Trait.INDEX_ORGANIZED);
    while (cursor.isAny("INCLUDING", "OVERFLOW", "PCTTHRESHOLD", "MAPPING", "NOMAPPING")) {
      String word = cursor.next().value();
      switch (word) {
        case "INCLUDING" -> cursor.next();
        case "PCTTHRESHOLD" -> cursor.integer();
        case "MAPPING" -> cursor.expectWord("TABLE");
        default -> {
          // OVERFLOW and NOMAPPING stand alone
        }
      }
    }
  }

  private static void partition(TokenCursor cursor, TableDraft draft, DdlTarget target)
      throws SQLException {
    cursor.expectWord("BY");
    if (!cursor.isAny("RANGE", "LIST", "HASH")) {
      throw cursor.isAny("REFERENCE", "SYSTEM", "CONSISTENT")
          ? FromParser.unsupported()
          : invalid();
    }
    new PartitionClauses(cursor, target, draft).define();
  }

  private static void lob(TokenCursor cursor, TableDraft draft) throws SQLException {
    cursor.expectOpen();
    List<String> columns = new ArrayList<>();
    do {
      String name = cursor.next().value();
      if (draft.column(name).isEmpty()) {
        throw FromParser.invalid(name);
      }
      columns.add(name);
    } while (cursor.accept(","));
    cursor.expectClose();
    cursor.expectWord("STORE");
    cursor.expectWord("AS");
    boolean basic = lobStorage(cursor);
    boolean inRow = true;
    if (cursor.isName() && !ColumnClauses.startsTail(cursor)) {
      cursor.next();
    }
    if (cursor.is("(")) {
      int depth = 0;
      do {
        Token token = cursor.next();
        depth += token.isOperator("(") ? 1 : token.isOperator(")") ? -1 : 0;
        if (token.isWord("DISABLE") && cursor.is("STORAGE", "IN", "ROW")) {
          inRow = false;
        }
      } while (depth > 0 && !cursor.atEnd());
    }
    Map<String, LobStorage> lobs = new HashMap<>(draft.storage().lobs());
    for (String column : columns) {
      lobs.put(column, new LobStorage(basic, inRow));
    }
    draft.storage(draft.storage().withLobs(lobs));
  }

  private static boolean lobStorage(TokenCursor cursor) throws SQLException {
    boolean basic = cursor.accept("BASICFILE");
    if (!basic) {
      cursor.accept("SECUREFILE");
    }
    return basic;
  }

  private static void xml(TokenCursor cursor, TableDraft draft) throws SQLException {
    cursor.accept("COLUMN");
    String column = cursor.next().value();
    if (draft.column(column).filter(c -> c.type().name().equals("XMLTYPE")).isEmpty()) {
      throw FromParser.invalid(column);
    }
    cursor.expectWord("STORE");
    cursor.expectWord("AS");
    lobStorage(cursor);
    if (cursor.accept("BINARY", "XML")) {
      return;
    }
    if (!cursor.accept("CLOB")) {
      throw FromParser.unsupported();
    }
    Set<String> text = new HashSet<>(draft.storage().textXml());
    text.add(column);
    draft.storage(draft.storage().withTextXml(text));
  }
}
