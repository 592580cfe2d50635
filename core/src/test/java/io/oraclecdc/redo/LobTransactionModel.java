package io.oraclecdc.redo;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.redo.RedoFixtures.RowBuilder;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One transaction on {@code APP.D(ID, NAME, C CLOB, B BLOB)}: what its statements do to the rows,
 * and the redo rows they write by the grammar of row groups.
 */
final class LobTransactionModel {
  static final TableSchema TABLE =
      RedoFixtures.table("APP", "D")
          .column("ID", Kind.NUMBER)
          .column("NAME", Kind.VARCHAR2, 50)
          .column("C", Kind.CLOB)
          .column("B", Kind.BLOB)
          .build();
  static final TableSchema AUDIT =
      RedoFixtures.table("APP", "AUDIT").column("ID", Kind.NUMBER).build();

  private static final String UNKNOWN = "?";
  private static final String PLACEHOLDER = "AAAAAAAAAAAAAAAAAA";
  private static final String DECLARE =
      "DECLARE \n loc_c CLOB; \n buf_c VARCHAR2(6162); \n e_len NUMBER; \nBEGIN\n";

  /** A row; LOBs as text, as hex, {@code null}, or unknown. */
  private record Row(int id, String rowId, String name, @Nullable String c, @Nullable String b) {
    Row with(String newName, @Nullable String newC, @Nullable String newB) {
      return new Row(id, rowId, newName, newC, newB);
    }
  }

  /** A change that came out, and the undo row that takes it back. */
  private record Done(
      String line, TableSchema table, OperationCode undo, String rowId, boolean stored) {}

  private final Random random;
  private final @Nullable Random severalLogs;
  private final @Nullable Random calls;
  private final boolean blocks;
  private final List<MinedRow> rows = new ArrayList<>();
  private final List<Done> done = new ArrayList<>();
  private final List<Integer> statements = new ArrayList<>();
  private int statement = -1;
  private Map<Integer, Row> table = new HashMap<>();
  private int nextId = 1;
  private int audits;
  private int untouchable = -1;
  private int log = 1;

  LobTransactionModel(Random random) {
    this(random, null);
  }

  /**
   * A model.
   *
   * @param severalLogs where logs are switched; null for a single log
   */
  LobTransactionModel(Random random, @Nullable Random severalLogs) {
    this(random, severalLogs, null);
  }

  private LobTransactionModel(Random random, @Nullable Random severalLogs, @Nullable Random calls) {
    this.severalLogs = severalLogs;
    this.calls = calls;
    this.random = random;
    this.blocks = random.nextBoolean();
  }

  /**
   * A model with every call of DBMS_LOB, also in several rows, and without a row at its end. How
   * many calls the rows are is not told, so {@link #expected()} is more than a reader can know.
   */
  static LobTransactionModel ofCalls(Random random) {
    return new LobTransactionModel(random, null, new Random(random.nextLong()));
  }

  List<MinedRow> rows() {
    return rows;
  }

  /**
   * The rows of D at the end: name and text by number, of a text {@code ?} when it is not known.
   */
  Map<Integer, List<String>> content() {
    Map<Integer, List<String>> content = new HashMap<>();
    table.forEach((id, row) -> content.put(id, List.of(row.name(), shown(row.c()))));
    return content;
  }

  /**
   * Whether a step that covers the first {@code end} rows does not return a row: the row belongs to
   * a LOB statement that goes on beyond it.
   */
  boolean isWithheld(int row, int end) {
    int own = statements.get(row);
    return own >= 0 && end < rows.size() && statements.get(end) == own;
  }

  /** Number of the statement of a row, negative for a row of none. */
  int statementOf(int row) {
    return statements.get(row);
  }

  List<String> expected() {
    return done.stream().map(Done::line).toList();
  }

  void run() {
    add(RedoFixtures.row(OperationCode.START).rowId(PLACEHOLDER));
    for (int i = 0; i < 3; i++) {
      Row row = new Row(nextId, rowIdOf(nextId), "old" + i, UNKNOWN, UNKNOWN);
      table.put(nextId++, row);
    }
    int savepoint = 0;
    Map<Integer, Row> atSavepoint = new HashMap<>(table);
    int statements = 1 + random.nextInt(12);
    for (int i = 0; i < statements; i++) {
      if (random.nextInt(6) == 0) {
        savepoint = done.size();
        atSavepoint = new HashMap<>(table);
      } else if (random.nextInt(7) == 0) {
        rollBackTo(savepoint);
        table = new HashMap<>(atSavepoint);
      } else {
        statement = i + 1;
        statement();
      }
      statement = -1;
    }
    add(RedoFixtures.row(OperationCode.COMMIT).rowId(PLACEHOLDER));
  }

  private void rollBackTo(int savepoint) {
    while (done.size() > savepoint) {
      untouchable = -1;
      Done last = done.remove(done.size() - 1);
      String sql =
          switch (last.undo()) {
            case DELETE -> "delete from \"APP\".\"D\" where ROWID = '" + last.rowId() + "'";
            case UPDATE ->
                "update \"APP\".\"D\" set " + (last.stored() ? "\"NAME\" = 'x'" : "\"C\" = NULL");
            default -> "insert into \"APP\".\"D\"(\"ID\") values ('0')";
          };
      add(RedoFixtures.row(last.table(), last.undo()).rollback().rowId(last.rowId()).sql(sql));
    }
  }

  private void statement() {
    List<Row> existing = table.values().stream().filter(row -> row.id() != untouchable).toList();
    int kind = existing.isEmpty() ? 0 : random.nextInt(calls == null ? 10 : 20);
    Row row = existing.isEmpty() ? null : existing.get(random.nextInt(existing.size()));
    untouchable = -1;
    if (row == null || kind <= 2) {
      insert();
    } else if (kind == 3) {
      updatePlain(row);
    } else if (kind == 4) {
      updateSmall(row);
    } else if (kind <= 6) {
      updateLarge(row, random.nextBoolean());
    } else if (kind == 7) {
      updateCleared(row);
    } else if (kind == 8) {
      call(row);
    } else if (calls != null && kind > 9) {
      anyCall(row, calls);
    } else {
      delete(row);
    }
  }

  private void insert() {
    int id = nextId++;
    String rowId = rowIdOf(id);
    String name = "n" + random.nextInt(100);
    add(
        RedoFixtures.row(TABLE, OperationCode.INSERT)
            .rowId(PLACEHOLDER)
            .sql(
                "insert into \"APP\".\"D\"(\"ID\",\"NAME\",\"C\",\"B\") values ('"
                    + id
                    + "','"
                    + name
                    + "',EMPTY_CLOB(),EMPTY_BLOB())"));
    int place = begin();
    maybeAudit();
    String where = where(id, name);
    int form = random.nextInt(5);
    String c = "";
    String b = "";
    if (form >= 2) {
      c = text();
      writeText(where, c, PLACEHOLDER);
    }
    if (form == 0 || form == 3) {
      boolean setsC = form == 0;
      c = setsC ? random.nextBoolean() ? text() : null : c;
      b = random.nextBoolean() ? bytes() : null;
      add(
          RedoFixtures.row(TABLE, OperationCode.UPDATE)
              .rowId(rowId)
              .sql(
                  "update \"APP\".\"D\" set "
                      + (setsC ? "\"C\" = " + literal(c) + ", " : "")
                      + "\"B\" = "
                      + (b == null ? "NULL" : "HEXTORAW('" + b + "')")
                      + " where "
                      + where));
    } else if (form == 4 || random.nextBoolean()) {
      end(rowId);
    } else {
      // The ROWID stays unknown; a later row about this very row could be its end.
      untouchable = id;
    }
    Row row = new Row(id, rowId, name, c, b);
    table.put(id, row);
    finish(place, "c ", row, OperationCode.DELETE);
  }

  private void updatePlain(Row row) {
    String name = "m" + random.nextInt(100);
    add(
        RedoFixtures.row(TABLE, OperationCode.UPDATE)
            .rowId(row.rowId())
            .sql(
                "update \"APP\".\"D\" set \"NAME\" = '"
                    + name
                    + "' where "
                    + where(row.id(), row.name())));
    int place = begin();
    table.put(row.id(), row.with(name, row.c(), row.b()));
    finish(place, "u ", row.with(name, UNKNOWN, UNKNOWN), OperationCode.UPDATE, true);
  }

  private void updateSmall(Row row) {
    String c = random.nextInt(4) == 0 ? null : text();
    add(
        RedoFixtures.row(TABLE, OperationCode.UPDATE)
            .rowId(row.rowId())
            .sql(
                "update \"APP\".\"D\" set \"C\" = "
                    + literal(c)
                    + " where "
                    + where(row.id(), row.name())));
    int place = begin();
    table.put(row.id(), row.with(row.name(), c, row.b()));
    finish(place, "u ", row.with(row.name(), c, UNKNOWN), OperationCode.UPDATE);
  }

  private void updateLarge(Row row, boolean alsoPlain) {
    String name = row.name();
    int place = -1;
    if (alsoPlain) {
      name = "p" + random.nextInt(100);
      add(
          RedoFixtures.row(TABLE, OperationCode.UPDATE)
              .rowId(PLACEHOLDER)
              .sql(
                  "update \"APP\".\"D\" set \"NAME\" = '"
                      + name
                      + "' where "
                      + where(row.id(), row.name())));
      place = begin();
      maybeAudit();
    }
    String c = text();
    String where = where(row.id(), name);
    writeText(where, c, PLACEHOLDER);
    if (place < 0) {
      place = begin();
    }
    lobRow(OperationCode.LOB_TRIM, where, "  dbms_lob.trim(loc_c, " + units(c) + ");", PLACEHOLDER);
    end(row.rowId());
    table.put(row.id(), row.with(name, c, row.b()));
    finish(place, "u ", row.with(name, c, UNKNOWN), OperationCode.UPDATE, alsoPlain);
  }

  /** BasicFile: cleared first, the row at the end. */
  private void updateCleared(Row row) {
    String c = text();
    String where = where(row.id(), row.name());
    locator(where, PLACEHOLDER);
    lobRow(OperationCode.LOB_TRIM, where, "  dbms_lob.trim(loc_c, 0);", PLACEHOLDER);
    pieces(where, c, PLACEHOLDER);
    int place = begin();
    end(row.rowId());
    table.put(row.id(), row.with(row.name(), c, row.b()));
    finish(place, "u ", row.with(row.name(), c, UNKNOWN), OperationCode.UPDATE);
  }

  private void call(Row row) {
    String where = where(row.id(), row.name());
    locator(where, row.rowId());
    String before = row.c();
    if (before == null) {
      // A call needs a LOB: the statement that gives the row one comes first.
      rows.remove(rows.size() - 1);
      statements.remove(statements.size() - 1);
      updateSmall(row);
      return;
    }
    int place = begin();
    String piece = plain(1 + random.nextInt(5));
    int offset = 1 + random.nextInt(8);
    lobRow(
        OperationCode.LOB_WRITE,
        where,
        " buf_c := '"
            + piece
            + "'; \n  dbms_lob.write(loc_c, "
            + piece.length()
            + ", "
            + offset
            + ", buf_c);",
        row.rowId());
    end(row.rowId());
    String c = UNKNOWN;
    if (!before.equals(UNKNOWN)) {
      StringBuilder text = new StringBuilder(before);
      int characters = text.codePointCount(0, text.length());
      while (characters < offset - 1) {
        text.append(' ');
        characters++;
      }
      int from = text.offsetByCodePoints(0, offset - 1);
      int to = Math.min(characters, offset - 1 + piece.length());
      text.replace(from, text.offsetByCodePoints(0, to), piece);
      c = text.toString();
    }
    table.put(row.id(), row.with(row.name(), c, row.b()));
    finish(place, "u ", row.with(row.name(), c, UNKNOWN), OperationCode.UPDATE);
  }

  /** A cut, an erasure, or a write in several rows; its last row tells what it is not sure to. */
  private void anyCall(Row row, Random choice) {
    String before = row.c();
    if (before == null || rows.size() == 1) {
      // A locator without text is no sign that a transaction is about captured tables.
      updateSmall(row);
      return;
    }
    String where = where(row.id(), row.name());
    locator(where, row.rowId());
    int place = begin();
    int length = before.equals(UNKNOWN) ? 0 : units(before);
    String c;
    switch (choice.nextInt(4)) {
      case 0 -> {
        int left = length == 0 ? 0 : choice.nextInt(length);
        lobRow(OperationCode.LOB_TRIM, where, "  dbms_lob.trim(loc_c, " + left + ");", PLACEHOLDER);
        boolean known = left == 0 || !before.equals(UNKNOWN);
        c = known ? before.substring(0, before.offsetByCodePoints(0, left)) : UNKNOWN;
        c = left == 0 ? "" : c;
      }
      case 1 -> {
        lobRow(
            OperationCode.LOB_ERASE,
            where,
            "  e_len :=  1;\n  dbms_lob.erase(loc_c, e_len, 1);",
            PLACEHOLDER);
        boolean known = length > 0;
        c = known ? " " + before.substring(before.offsetByCodePoints(0, 1)) : before;
      }
      default -> {
        int offset = length + 1;
        int pieces = 1 + choice.nextInt(3);
        StringBuilder tail = new StringBuilder();
        for (int i = 0; i < pieces; i++) {
          String piece = plain(1 + choice.nextInt(4));
          lobRow(
              OperationCode.LOB_WRITE,
              where,
              " buf_c := '"
                  + piece
                  + "'; \n  dbms_lob.write(loc_c, "
                  + piece.length()
                  + ", "
                  + (offset + tail.length())
                  + ", buf_c);",
              row.rowId());
          tail.append(piece);
        }
        c = before.equals(UNKNOWN) ? UNKNOWN : before + tail;
      }
    }
    if (choice.nextBoolean()) {
      end(row.rowId());
    }
    table.put(row.id(), row.with(row.name(), c, row.b()));
    finish(place, "u ", row.with(row.name(), c, UNKNOWN), OperationCode.UPDATE);
  }

  private void delete(Row row) {
    add(
        RedoFixtures.row(TABLE, OperationCode.DELETE)
            .rowId(row.rowId())
            .sql("delete from \"APP\".\"D\" where " + where(row.id(), row.name())));
    int place = begin();
    table.remove(row.id());
    finish(place, "d ", row.with(row.name(), UNKNOWN, UNKNOWN), OperationCode.INSERT);
  }

  // ---- rows

  /** Where the change of the statement stands among the changes: its first row is written. */
  private int begin() {
    return done.size();
  }

  private void finish(int place, String operation, Row row, OperationCode undo) {
    finish(place, operation, row, undo, false);
  }

  private void finish(int place, String operation, Row row, OperationCode undo, boolean stored) {
    done.add(place, new Done(line(operation, row), TABLE, undo, row.rowId(), stored));
  }

  /** A trigger writes a row of another table. */
  private void maybeAudit() {
    if (random.nextInt(4) == 0) {
      audits++;
      String rowId = "AAAR9sAAEAAAB" + String.format("%05d", audits);
      int own = statement;
      statement = -1;
      add(
          RedoFixtures.row(AUDIT, OperationCode.INSERT)
              .rowId(rowId)
              .sql("insert into \"APP\".\"AUDIT\"(\"ID\") values ('" + audits + "')"));
      statement = own;
      done.add(new Done("c AUDIT|" + audits, AUDIT, OperationCode.DELETE, rowId, false));
    }
  }

  private void writeText(String where, String text, String rowId) {
    locator(where, rowId);
    pieces(where, text, rowId);
  }

  private void locator(String where, String rowId) {
    if (blocks) {
      add(RedoFixtures.row(OperationCode.SELECT_LOB_LOCATOR).rowId(rowId).sql(null));
    } else {
      add(
          RedoFixtures.row(TABLE, OperationCode.SELECT_LOB_LOCATOR)
              .rowId(rowId)
              .sql(DECLARE + select(where)));
    }
  }

  private static String select(String where) {
    return " select \"C\" into loc_c from \"APP\".\"D\" where " + where + " for update;";
  }

  private void pieces(String where, String text, String rowId) {
    int offset = 1;
    int from = 0;
    while (from < text.length()) {
      int characters = text.codePointCount(from, text.length());
      int take = Math.min(characters, 1 + random.nextInt(6));
      int to = text.offsetByCodePoints(from, take);
      lobRow(
          OperationCode.LOB_WRITE,
          where,
          " buf_c := "
              + literal(text.substring(from, to))
              + "; \n  dbms_lob.write(loc_c, "
              + take
              + ", "
              + offset
              + ", buf_c);",
          rowId);
      offset += take;
      from = to;
    }
  }

  private void lobRow(OperationCode operation, String where, String body, String rowId) {
    add(
        RedoFixtures.row(TABLE, operation)
            .rowId(rowId)
            .status(2, "LOB sql_redo not re-executable")
            .sql(blocks ? DECLARE + select(where) + "\n\n" + body + "\nEND;\n\n" : body));
  }

  private void end(String rowId) {
    add(RedoFixtures.row(OperationCode.INTERNAL).rowId(rowId).sql(null));
  }

  private void add(RowBuilder row) {
    statements.add(statement);
    rows.add(row.address(new RedoAddress(log, rows.size() + 1, 16)).build());
    if (severalLogs != null && severalLogs.nextInt(4) == 0) {
      log++;
    }
  }

  // ---- values

  private static String rowIdOf(int id) {
    return "AAAR5aAAEAAAA" + String.format("%05d", id);
  }

  private static String where(int id, String name) {
    return "\"ID\" = '" + id + "' and \"NAME\" = '" + name + "'";
  }

  private static String literal(@Nullable String text) {
    return text == null ? "NULL" : "'" + text.replace("'", "''") + "'";
  }

  private static int units(String text) {
    return text.codePointCount(0, text.length());
  }

  private String plain(int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    int length = 1 + random.nextInt(20);
    for (int i = 0; i < length; i++) {
      switch (random.nextInt(8)) {
        case 0 -> text.append('\'');
        case 1 -> text.appendCodePoint(0x1F600);
        case 2 -> text.append("; ");
        case 3 -> text.append('\u0416');
        default -> text.append(plain(1));
      }
    }
    return text.toString();
  }

  private String bytes() {
    byte[] bytes = new byte[1 + random.nextInt(4)];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static String line(String operation, Row row) {
    return operation
        + "D|"
        + row.id()
        + "|"
        + row.name()
        + "|"
        + shown(row.c())
        + "|"
        + shown(row.b());
  }

  private static String shown(@Nullable String value) {
    return value == null ? "SQL_NULL" : value;
  }
}
