package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.IndexDef;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The column list and tail of CREATE INDEX. */
final class IndexClauses {
  private static final Set<String> TAIL =
      Set.of(
          "TABLESPACE",
          "STORAGE",
          "PCTFREE",
          "INITRANS",
          "MAXTRANS",
          "LOGGING",
          "NOLOGGING",
          "COMPRESS",
          "NOCOMPRESS",
          "REVERSE",
          "ONLINE",
          "PARALLEL",
          "NOPARALLEL",
          "COMPUTE",
          "LOCAL",
          "GLOBAL",
          "VISIBLE",
          "INVISIBLE",
          "SORT",
          "NOSORT",
          "INVALIDATION",
          "USABLE");

  private IndexClauses() {}

  private static void requireIndexable(SqlType type) throws SQLException {
    LobRules.requireNotLong(type);
    if (type.kind() == Kind.CLOB || type.kind() == Kind.BLOB) {
      throw OraErrors.of(2327, "cannot create index on expression with datatype LOB");
    }
    if (type.kind() == Kind.OTHER) {
      throw OraErrors.of(2327, "cannot create index on expression with datatype ADT");
    }
  }

  static IndexDef parse(
      TokenCursor cursor,
      DdlTarget target,
      TableDraft table,
      ObjectKey key,
      boolean unique,
      boolean bitmap)
      throws SQLException {
    cursor.expectOpen();
    List<String> columns = new ArrayList<>();
    boolean functional = false;
    do {
      int mark = cursor.mark();
      Token token = cursor.peek();
      Token after = cursor.peek(1);
      boolean plain =
          after.isOperator(",")
              || after.isOperator(")")
              || after.isWord("ASC")
              || after.isWord("DESC");
      if (plain && (token.type() == Token.Type.WORD || token.type() == Token.Type.QUOTED)) {
        String name = cursor.next().value();
        requireIndexable(
            SqlType.of(table.column(name).orElseThrow(() -> FromParser.invalid(name)).type()));
        columns.add(name);
      } else {
        Parsing parsing = new Parsing(cursor, target.session(), Binds.ofDefinition());
        Scope scope = new Scope(null);
        scope.add(ConstraintStorage.bare(table));
        requireIndexable(parsing.expressions().expression(scope).type());
        columns.add(cursor.textSince(mark));
        functional = true;
      }
      if (!cursor.accept("ASC")) {
        cursor.accept("DESC");
      }
    } while (cursor.accept(","));
    cursor.expectClose();
    boolean reverse = false;
    boolean local = false;
    while (!cursor.atEnd()) {
      Token token = cursor.peek();
      if (token.type() == Token.Type.WORD && TAIL.contains(token.value())) {
        reverse |= token.isWord("REVERSE");
        while (!cursor.atEnd()) {
          local |= cursor.next().isWord("LOCAL");
        }
      } else {
        throw OraErrors.of(2158, "invalid CREATE INDEX option");
      }
    }
    if (functional && unique) {
      throw FromParser.unsupported();
    }
    if (local && table.storage().partitioning() == null) {
      throw OraErrors.of(
          14016, "underlying table of a LOCAL partitioned index must be partitioned");
    }
    String type =
        bitmap
            ? "BITMAP"
            : functional ? "FUNCTION-BASED NORMAL" : reverse ? "NORMAL/REV" : "NORMAL";
    return new IndexDef(
        key.owner(),
        key.name(),
        columns,
        unique,
        type,
        !functional,
        target.dictionary().nextObjectId(),
        true,
        local);
  }
}
