package io.oraclecdc.testkit.scenario;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code row} lines and shorthand statements to mined rows. Keeps what later lines count on: the
 * last SCN, the next address, named transactions and ROWIDs.
 */
final class RowReader {
  private static final LocalDateTime CLOCK = LocalDateTime.of(2024, 5, 1, 12, 0, 0);
  private static final DateTimeFormatter BLANK_TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
  private static final int STATEMENT_BLOCKS = 16;

  /** Where the SCN of a row comes from. */
  enum Scns {
    /** It stands in the row. */
    NAMED,
    /** It may be left out and is one more than that of the row before then. */
    COUNTED
  }

  private final List<TableSchema> tables;
  private final Scns scns;
  private final Map<String, Xid> transactions = new HashMap<>();
  private final Map<String, RowId> rowIds = new HashMap<>();
  private final Map<Integer, Long> nextBlock = new HashMap<>();
  private long lastScn = 999;
  private int shorthands;
  private int anonymousRows;
  private @Nullable MinedRow continuedFrom;

  RowReader(List<TableSchema> tables, Scns scns) {
    this.tables = tables;
    this.scns = scns;
  }

  /** A {@code row} or {@code rowe} line. */
  MinedRow row(NumberedLine line) {
    boolean escaped = line.text().startsWith("rowe ");
    String text = line.text().substring(escaped ? 5 : 4);
    int bar = bar(text);
    String sql = bar < 0 ? "" : text.substring(Math.min(text.length(), bar + 3));
    if (escaped) {
      sql = Escapes.unescape(line, sql);
    }
    RowFields fields = RowFields.read(line, bar < 0 ? text : text.substring(0, bar));
    if (scns == Scns.NAMED && !fields.has("scn") && continuedFrom == null) {
      throw line.problem("a row needs its SCN, add scn=");
    }
    return build(line, fields, bar < 0 || sql.isEmpty() ? null : sql);
  }

  private static int bar(String text) {
    int bar = text.indexOf(" | ");
    return bar < 0 && text.endsWith(" |") ? text.length() - 2 : bar;
  }

  /** A statement as a transaction of its own: the row and its COMMIT. */
  List<MinedRow> shorthand(NumberedLine line) {
    String word = line.text().strip().split("\\s+", 2)[0].toUpperCase(Locale.ROOT);
    shorthands++;
    String xid = " xid=shorthand" + shorthands;
    MinedRow row = build(line, RowFields.read(line, xid + " " + word), line.text());
    return List.of(row, build(line, RowFields.read(line, xid + " COMMIT"), null));
  }

  private MinedRow build(NumberedLine line, RowFields fields, @Nullable String sql) {
    MinedRow head = continuedFrom;
    OperationCode operation = OperationCode.of(fields.operationCode());
    boolean continued = fields.number("csf", 0) == 1;
    Scn scn = fields.has("scn") ? scn(line, fields.text("scn")) : followingScn(head);
    int thread = (int) fields.number("thread", head == null ? 1 : head.thread().number());
    int container = (int) fields.number("con", head == null ? 0 : head.transaction().containerId());
    MinedRow row =
        new MinedRow(
            scn,
            new RedoThread(thread),
            fields.has("rs") ? address(line, fields.text("rs")) : nextAddress(head, thread),
            fields.number("ssn", head == null ? 0 : head.ssn()),
            new TransactionKey(container, xid(line, fields, head)),
            operation,
            fields.operationCode(),
            fields.number("rb", 0) == 1,
            segment(line, fields, head, operation, container, sql),
            rowId(fields, head, operation),
            continued,
            (int) fields.number("status", 0),
            fields.textOr("info", null),
            fields.has("ts") ? time(line, fields.text("ts")) : clock(scn),
            user(fields),
            fields.number("seq", 0),
            sql,
            fields.number("objd", 0));
    lastScn = scn.value();
    continuedFrom = continued ? (head == null ? row : head) : null;
    return row;
  }

  private static Scn scn(NumberedLine line, String text) {
    try {
      return Scn.parse(text);
    } catch (NumberFormatException e) {
      throw line.problem("scn is an unsigned 64-bit number: " + text);
    }
  }

  private Scn followingScn(@Nullable MinedRow head) {
    return head == null ? new Scn(lastScn + 1) : head.scn();
  }

  // Rows without ts still have one, as real rows do: a second for every hundred SCNs.
  private static LocalDateTime clock(Scn scn) {
    return CLOCK.plusSeconds(Long.remainderUnsigned(Long.divideUnsigned(scn.value(), 100), 86_400));
  }

  private static LocalDateTime time(NumberedLine line, String text) {
    try {
      return text.indexOf('T') > 0
          ? LocalDateTime.parse(text)
          : LocalDateTime.parse(text, BLANK_TIME);
    } catch (DateTimeParseException e) {
      throw line.problem("ts is YYYY-MM-DDTHH:MI:SS, or the same with a blank in quotes: " + text);
    }
  }

  private RedoAddress nextAddress(@Nullable MinedRow head, int thread) {
    if (head != null) {
      return head.address();
    }
    long block = nextBlock.getOrDefault(thread, 1L);
    nextBlock.put(thread, block + STATEMENT_BLOCKS);
    return new RedoAddress(1, block, 0x10);
  }

  private static RedoAddress address(NumberedLine line, String text) {
    try {
      return RedoAddress.parse(text);
    } catch (IllegalArgumentException e) {
      throw line.problem("rs is an RS_ID such as 0x0000fd.00011b0e.0010: " + text);
    }
  }

  private Xid xid(NumberedLine line, RowFields fields, @Nullable MinedRow head) {
    if (!fields.has("xid")) {
      if (head != null) {
        return head.transaction().xid();
      }
      throw line.problem("a row needs xid=");
    }
    String text = fields.text("xid");
    if (text.matches("[0-9a-fA-F]{16}")) {
      return raw(text);
    }
    if (text.matches("\\d+\\.\\d+\\.\\d+")) {
      return Xid.parse(text);
    }
    // Named transactions sit in slots of their own.
    return transactions.computeIfAbsent(
        text, name -> new Xid(100 + transactions.size() / 32, transactions.size() % 32, 5000));
  }

  // XID is RAW(8): segment, slot, sequence, each with its low byte first.
  private static Xid raw(String hex) {
    return new Xid(
        (int) littleEndian(hex, 0, 2), (int) littleEndian(hex, 2, 2), littleEndian(hex, 4, 4));
  }

  private static long littleEndian(String hex, int offset, int length) {
    long value = 0;
    for (int i = length - 1; i >= 0; i--) {
      int at = (offset + i) * 2;
      value = value << 8 | Integer.parseInt(hex.substring(at, at + 2), 16);
    }
    return value;
  }

  private @Nullable RowId rowId(
      RowFields fields, @Nullable MinedRow head, OperationCode operation) {
    if (fields.has("rowid")) {
      String text = fields.text("rowid");
      if (text.equals("ZERO")) {
        return RowId.PLACEHOLDER;
      }
      boolean isName = text.length() < 18 && text.matches("R\\w*'?");
      return isName ? rowIds.computeIfAbsent(text, this::named) : new RowId(text);
    }
    if (head != null) {
      return head.rowId();
    }
    return switch (operation) {
      case INSERT, UPDATE, DELETE -> {
        anonymousRows++;
        yield new RowId("AAAR3sAAFAAAB" + base64(anonymousRows, 5));
      }
      default -> null;
    };
  }

  private RowId named(String name) {
    return new RowId("AAAR3sAAEAAAC" + base64(rowIds.size() + 1L, 5));
  }

  private static String base64(long number, int digits) {
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    StringBuilder text = new StringBuilder();
    for (int i = digits - 1; i >= 0; i--) {
      text.append(alphabet.charAt((int) (number >> (6 * i) & 63)));
    }
    return text.toString();
  }

  private static @Nullable String user(RowFields fields) {
    String user = fields.textOr("user", null);
    return user == null || user.isEmpty() || user.equals("UNKNOWN") ? null : user;
  }

  private SegmentRef segment(
      NumberedLine line,
      RowFields fields,
      @Nullable MinedRow head,
      OperationCode operation,
      int container,
      @Nullable String sql) {
    if (head != null) {
      return head.segment();
    }
    long objectId = fields.number("objd", 0);
    boolean transactionRow =
        switch (operation) {
          case START, COMMIT, ROLLBACK, MISSING_SCN, INTERNAL -> true;
          default -> false;
        };
    if (fields.has("table")) {
      String[] parts = fields.text("table").split("\\.", 2);
      if (parts.length != 2) {
        throw line.problem("table is OWNER.NAME");
      }
      return new SegmentRef(container, parts[0], parts[1], objectId);
    }
    if (transactionRow) {
      return new SegmentRef(container, null, null, objectId);
    }
    SqlTableName name = SqlTableName.find(sql);
    if (name != null) {
      return new SegmentRef(container, name.owner(), name.table(), objectId);
    }
    // A row whose text names no table, or has none, belongs to the first table of its container.
    for (TableSchema table : tables) {
      if (table.container().id() == container) {
        return new SegmentRef(container, table.id().owner(), table.id().name(), objectId);
      }
    }
    return new SegmentRef(container, null, null, objectId);
  }
}
