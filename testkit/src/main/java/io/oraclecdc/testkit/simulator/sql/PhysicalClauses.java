package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry.Trait;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;

/** Storage, partition and other physical clauses: remembered as traits or dropped. */
final class PhysicalClauses {

  private PhysicalClauses() {}

  /** Takes one clause; the caller checked that one begins here. */
  static void skip(TokenCursor cursor, TableDraft draft) throws SQLException {
    String word = cursor.next().value();
    switch (word) {
      case "TABLESPACE" -> draft.tablespace(cursor.name(922, "missing or invalid option"));
      case "STORAGE" -> cursor.skipGroup();
      case "PCTFREE", "PCTUSED", "INITRANS", "MAXTRANS" -> cursor.integer();
      case "NOLOGGING" -> draft.traits().add(Trait.NOLOGGING);
      case "LOGGING" -> draft.traits().remove(Trait.NOLOGGING);
      case "COMPRESS" -> compress(cursor, draft);
      case "NOCOMPRESS" -> draft.traits().remove(Trait.COMPRESSED);
      case "ROW" -> row(cursor, draft);
      case "PARALLEL" -> parallel(cursor);
      case "SEGMENT" -> {
        cursor.expectWord("CREATION");
        if (!cursor.accept("IMMEDIATE") && !cursor.accept("DEFERRED")) {
          throw invalid();
        }
      }
      case "ORGANIZATION" -> organization(cursor, draft);
      case "PARTITION" -> partition(cursor, draft);
      case "LOB" -> lob(cursor);
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
      case "XMLTYPE" -> xml(cursor);
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

  private static void compress(TokenCursor cursor, TableDraft draft) throws SQLException {
    draft.traits().add(Trait.COMPRESSED);
    if (cursor.accept("FOR")) {
      cursor.next();
      cursor.accept("OPERATIONS");
      cursor.accept("LOW");
      cursor.accept("HIGH");
    } else if (cursor.peek().type() == Token.Type.NUMBER) {
      cursor.integer();
    } else {
      cursor.accept("BASIC");
    }
  }

  private static void row(TokenCursor cursor, TableDraft draft) throws SQLException {
    if (cursor.accept("STORE")) {
      cursor.expectWord("COMPRESS");
      draft.traits().add(Trait.COMPRESSED);
      if (!cursor.accept("ADVANCED")) {
        cursor.accept("BASIC");
      }
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

  private static void partition(TokenCursor cursor, TableDraft draft) throws SQLException {
    cursor.expectWord("BY");
    if (!cursor.isAny("RANGE", "LIST", "HASH", "REFERENCE", "SYSTEM", "CONSISTENT")) {
      throw invalid();
    }
    draft.traits().add(Trait.PARTITIONED);
    while (!cursor.atEnd() && !cursor.is("AS") && !cursor.isAny("ENABLE", "DISABLE")) {
      if (cursor.is("(")) {
        cursor.skipGroup();
      } else {
        cursor.next();
      }
    }
  }

  private static void lob(TokenCursor cursor) throws SQLException {
    cursor.skipGroup();
    cursor.expectWord("STORE");
    cursor.expectWord("AS");
    cursor.accept("SECUREFILE");
    cursor.accept("BASICFILE");
    if (cursor.isName() && !ColumnClauses.startsTail(cursor)) {
      cursor.next();
    }
    if (cursor.is("(")) {
      cursor.skipGroup();
    }
  }

  private static void xml(TokenCursor cursor) throws SQLException {
    cursor.accept("COLUMN");
    cursor.next();
    cursor.expectWord("STORE");
    cursor.expectWord("AS");
    cursor.accept("SECUREFILE");
    cursor.accept("BASICFILE");
    if (!cursor.accept("BINARY", "XML") && !cursor.accept("CLOB")) {
      throw FromParser.unsupported();
    }
  }
}
