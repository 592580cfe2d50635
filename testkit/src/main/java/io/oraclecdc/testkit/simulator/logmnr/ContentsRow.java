package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.dictionary.Partitioning;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.TableStorage;
import io.oraclecdc.testkit.simulator.redo.Rba;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import io.oraclecdc.testkit.simulator.redo.RedoOperation;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import io.oraclecdc.testkit.simulator.redo.RedoRecord;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import io.oraclecdc.testkit.simulator.redo.RowIdText;
import io.oraclecdc.testkit.simulator.redo.SimXid;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One row of V$LOGMNR_CONTENTS. Columns are computed when they are asked for; the texts are kept.
 * Used by one thread.
 */
final class ContentsRow {
  private static final String NOT_KNOWN = "UNKNOWN";
  private static final Pattern RENAME =
      Pattern.compile(
          "(?is)\\s*(?:alter\\s+table|rename)\\s+(?:\\S+\\.)?(\\S+)\\s+(?:rename\\s+)?to\\s+(\\S+)\\s*");

  private final ContentsScan scan;
  private final CommittedOnly.Item item;
  private final RedoRecord record;
  private final SimXid xid;
  private final int thread;
  private final boolean isStarted;
  private final CsfSplitter.@Nullable Piece piece;
  private @Nullable String redo;
  private @Nullable String undo;
  private boolean hasRedo;
  private boolean hasUndo;
  private boolean isHole;
  private int continuation;

  ContentsRow(
      ContentsScan scan,
      CommittedOnly.Item item,
      SimXid xid,
      int thread,
      boolean isStarted,
      CsfSplitter.@Nullable Piece piece) {
    this.scan = scan;
    this.item = item;
    record = item.row();
    this.xid = xid;
    this.thread = thread;
    this.isStarted = isStarted;
    this.piece = piece;
  }

  /** The row that stands for logs that are missing before a record. */
  static ContentsRow hole(ContentsScan scan, CommittedOnly.Item item) {
    ContentsRow row =
        new ContentsRow(scan, item, new SimXid(0, 0, 0), item.row().thread(), false, null);
    row.isHole = true;
    return row;
  }

  /** The same row as the n-th behind the first of its statement. */
  ContentsRow behind(int rows) {
    continuation = rows;
    return this;
  }

  /** Value of a column: Long, String, LocalDateTime, byte[] or null. */
  @Nullable Object value(String column) {
    return isHole ? hole(column) : shown(column);
  }

  private @Nullable Object hole(String column) {
    return switch (column) {
      case "OPERATION" -> "MISSING_SCN";
      case "OPERATION_CODE" -> 34L;
      case "STATUS" -> 1291L;
      case "SCN", "TIMESTAMP", "THREAD#", "RS_ID", "XID", "CON_ID" -> shown(column);
      case "INFO" -> "missing logfile";
      case "SSN", "CSF", "ROLLBACK", "SRC_CON_ID" -> 0L;
      default -> null;
    };
  }

  private @Nullable Object shown(String column) {
    return switch (column) {
      case "SCN" -> record.scn();
      case "START_SCN" -> item.start() == null ? null : item.start().scn();
      case "COMMIT_SCN", "CSCN" -> item.commit() == null ? null : item.commit().scn();
      case "TIMESTAMP" -> record.time();
      case "START_TIMESTAMP" -> item.start() == null ? null : item.start().time();
      case "COMMIT_TIMESTAMP" -> item.commit() == null ? null : item.commit().time();
      case "XIDUSN", "PXIDUSN" -> (long) xid.usn();
      case "XIDSLT", "PXIDSLT" -> (long) xid.slot();
      case "XIDSQN", "PXIDSQN" -> xid.sqn();
      case "XID", "PXID" -> xidBytes(xid, scan.options());
      case "OPERATION" -> operation();
      case "OPERATION_CODE" -> (long) code();
      case "ROLLBACK" -> record.isUndo() ? 1L : 0L;
      case "SEG_OWNER" -> owner();
      case "SEG_NAME" -> segmentName();
      case "TABLE_NAME" -> tableName();
      case "SEG_TYPE" -> segmentType();
      case "SEG_TYPE_NAME" ->
          segmentType() == 0 ? NOT_KNOWN : segmentType() == 19 ? "TABLE PARTITION" : "TABLE";
      case "TABLE_SPACE" -> isRow() ? "USERS" : null;
      case "ROW_ID" -> shownRowId();
      case "USERNAME" -> isStarted ? record.session().user() : notKnown();
      case "OS_USERNAME", "MACHINE_NAME", "SESSION_INFO", "CLIENT_ID" -> notKnown();
      case "SESSION#" -> isStarted ? (long) record.session().sessionId() : 0L;
      case "SERIAL#" -> isStarted ? (long) record.session().serial() : 0L;
      case "THREAD#" -> (long) thread;
      case "SEQUENCE#" -> (long) record.sequenceInTransaction();
      case "RBASQN" -> rba().sequence();
      case "RBABLK" -> (long) rba().block();
      case "RBABYTE" -> (long) rba().offset();
      case "UBAFIL" -> isPluggable() ? 11L : isRow() ? 4L : 0L;
      case "UBABLK" -> isRow() && !isPluggable() ? (long) rba().block() : 0L;
      case "UBAREC" -> isRow() && !isPluggable() ? (long) record.sequenceInTransaction() : 0L;
      case "UBASQN" -> isRow() && !isPluggable() ? rba().sequence() & 0xffff : 0L;
      case "ABS_FILE#", "REL_FILE#" -> isRow() ? (long) RowIdText.file(rowId()) : 0L;
      case "DATA_BLK#" -> isRow() ? RowIdText.block(rowId()) : 0L;
      case "DATA_OBJ#" -> object();
      case "DATA_OBJV#" -> table() == null ? 0L : (long) table().objectVersion();
      case "DATA_OBJD#" -> dataObject();
      case "SQL_REDO" -> piece == null ? redoText() : piece.redo();
      case "SQL_UNDO" -> piece == null ? undoText() : piece.undo();
      case "RS_ID" -> rba().rsId();
      case "SSN" -> (long) record.ssn() + continuation;
      case "CSF" -> piece != null && piece.continues() ? 1L : 0L;
      case "INFO" -> info();
      case "STATUS" -> status();
      case "SAFE_RESUME_SCN" ->
          item.commit() != null && is(RedoOperation.COMMIT) ? record.scn() : 0L;
      case "AUDIT_SESSIONID", "REDO_VALUE", "UNDO_VALUE" -> 0L;
      case "SRC_CON_NAME" ->
          record.session().containerId() == 0 || !scan.showsSource()
              ? null
              : record.session().containerName();
      case "SRC_CON_ID" -> scan.showsSource() ? (long) record.session().containerId() : 0L;
      case "SRC_CON_UID" -> source() == null ? 0L : source().uid();
      case "SRC_CON_DBID" -> source() == null ? 0L : source().dbid();
      case "SRC_CON_GUID" -> source() == null ? null : HexFormat.of().parseHex(source().guid());
      case "CON_ID" -> (long) scan.minedIn();
      case "TX_NAME", "OBJECT_ID", "EDITION_NAME" -> null;
      default -> throw new IllegalArgumentException("no column " + column);
    };
  }

  private @Nullable String notKnown() {
    return scan.options().has(RedoBehaviour.UNKNOWN_SESSION_IS_NULL) ? null : NOT_KNOWN;
  }

  /** Whether the texts could be longer than one row; false means certainly not. */
  boolean mayContinue() {
    if (is(RedoOperation.DDL)) {
      return record.valueBytes() > CsfSplitter.LIMIT / 2;
    }
    if (!isDml() && !isPart()) {
      return false;
    }
    // a byte is at most 2.5 characters of a literal, and an update of nothing prints values twice
    return names().fixedLength() + 5 * record.valueBytes() > CsfSplitter.LIMIT;
  }

  @Nullable String redoText() {
    if (!hasRedo) {
      redo = renderRedo();
      hasRedo = true;
    }
    return redo;
  }

  @Nullable String undoText() {
    if (!hasUndo) {
      boolean prints = isDml() && !record.isUndo();
      undo =
          prints && !isTextless() ? scan.renderer().undo(record.change(), names().printed()) : null;
      hasUndo = true;
    }
    return undo;
  }

  /** Some releases print nothing of a row that the dictionary does not fit. */
  private boolean isTextless() {
    return isDml()
        && names().printed().isStale()
        && scan.options().has(RedoBehaviour.STALE_ROWS_WITHOUT_TEXT);
  }

  private @Nullable String renderRedo() {
    if (isTextless()) {
      return "Dictionary Version Mismatch";
    }
    SqlRedoRenderer renderer = scan.renderer();
    return switch (record.operation()) {
      case INSERT, UPDATE, DELETE -> {
        if (!record.isUndo()) {
          yield renderer.redo(shownChange(), names().printed());
        }
        yield scan.options().has(RedoBehaviour.UNDO_WITHOUT_TEXT)
            ? null
            : renderer.compensating(shownChange(), names().printed());
      }
      case DDL -> renderer.delimited(record.ddl().text());
      case START -> renderer.delimited("set transaction read write");
      case COMMIT -> renderer.delimited("commit");
      case ROLLBACK -> renderer.delimited("rollback");
      case UNSUPPORTED -> "Unsupported";
      case INTERNAL -> null;
      default -> {
        SimTable table = java.util.Objects.requireNonNull(table());
        yield scan.parts().text(table, names().printed(), record.part(), rowId());
      }
    };
  }

  private String operation() {
    boolean unnamed = is(RedoOperation.SELECT_LOB_LOCATOR) && scan.parts().printsBlocks();
    if (unnamed) {
      return RedoOperation.INTERNAL.name();
    }
    boolean direct =
        is(RedoOperation.INSERT)
            && record.isDirect()
            && !scan.options().has(RedoBehaviour.DIRECT_PATH_ROWS_ARE_INSERTS);
    return direct ? "DIRECT INSERT" : record.operation().label();
  }

  private int code() {
    boolean documented =
        is(RedoOperation.LOB_ERASE) && scan.options().has(RedoBehaviour.LOB_ERASE_CODE_28);
    return documented ? 28 : record.operation().code();
  }

  /** The change with the ROWID that its row shows. */
  private RowChange shownChange() {
    RowChange change = record.change();
    String shown = shownRowId();
    boolean same = shown == null || record.rowId() == null || shown.equals(record.rowId());
    return same || shown == null
        ? change
        : new RowChange(
            change.kind(),
            change.table(),
            shown,
            change.before(),
            change.after(),
            change.assigned());
  }

  /** ROW_ID: rows of an index-organized table have no address. */
  private @Nullable String shownRowId() {
    String rowId = record.rowId();
    SimTable table = table();
    boolean addressless =
        rowId != null
            && table != null
            && table.storage().organization() == TableStorage.Organization.INDEX
            && !RedoRecord.PLACEHOLDER_ROW_ID.equals(rowId);
    return addressless && rowId != null ? rowId.substring(0, 6) + "A".repeat(12) : rowId;
  }

  private @Nullable String owner() {
    if (is(RedoOperation.DDL)) {
      return record.ddl().owner();
    }
    return hasObject() ? names().printed().owner() : null;
  }

  /** SEG_NAME: with the partition or the index that an index-organized table consists of. */
  private @Nullable String segmentName() {
    String name = tableName();
    SimTable table = table();
    if (name == null || table == null || !isRow()) {
      return name;
    }
    TableStorage storage = table.storage();
    if (storage.organization() == TableStorage.Organization.INDEX) {
      return name + ",SYS_IOT_TOP_" + table.objectId();
    }
    Partitioning.Partition partition = partition(table);
    return partition == null ? name : name + "," + partition.name();
  }

  private Partitioning.@Nullable Partition partition(SimTable table) {
    Partitioning partitioning = table.storage().partitioning();
    String changed = record.changedRowId();
    return partitioning == null || changed == null
        ? null
        : partitioning.ofData(RowIdText.dataObject(changed)).orElse(null);
  }

  /** DATA_OBJ#: of the partition or index where the row lies. */
  private long object() {
    SimTable table = table();
    if (table == null) {
      return 0;
    }
    if (isRow() && table.storage().organization() == TableStorage.Organization.INDEX) {
      return table.storage().topIndexId();
    }
    Partitioning.Partition partition = isRow() ? partition(table) : null;
    return partition == null ? table.objectId() : partition.objectId();
  }

  private long segmentType() {
    if (!isRow()) {
      return 0;
    }
    SimTable table = table();
    return table != null && partition(table) != null ? 19 : 2;
  }

  private @Nullable String tableName() {
    if (is(RedoOperation.DDL)) {
      return ddlName();
    }
    return hasObject() ? names().printed().name() : null;
  }

  private @Nullable String ddlName() {
    String name = record.ddl().name();
    if (name == null || !scan.options().has(RedoBehaviour.RENAME_DDL_NAMES_BOTH)) {
      return name;
    }
    Matcher rename = RENAME.matcher(record.ddl().text());
    return rename.matches() ? unquoted(rename.group(1)) + "," + unquoted(rename.group(2)) : name;
  }

  private static String unquoted(String name) {
    return name.startsWith("\"") ? name.replace("\"", "") : name.toUpperCase(Locale.ROOT);
  }

  private long dataObject() {
    SimTable table = table();
    boolean isAlter =
        is(RedoOperation.DDL)
            && record.ddl().text().stripLeading().regionMatches(true, 0, "alter", 0, 5);
    boolean isPlaceholder = isRow() && RedoRecord.PLACEHOLDER_ROW_ID.equals(record.rowId());
    if (table == null || isAlter || isPlaceholder) {
      return 0;
    }
    String changed = record.changedRowId();
    boolean addressed = isRow() && changed != null && table.storage().partitioning() != null;
    return addressed && changed != null ? RowIdText.dataObject(changed) : table.dataObjectId();
  }

  private @Nullable String info() {
    if (is(RedoOperation.DDL)) {
      return scan.options().has(RedoBehaviour.DDL_INFO_SHORT)
          ? " DDL"
          : "USER DDL (PlSql=0 RecDep=0)";
    }
    if (isDml() && names().printed().generic()) {
      return "Dictionary Mismatch";
    }
    if (isLob()) {
      boolean bare = is(RedoOperation.SELECT_LOB_LOCATOR) && scan.parts().printsBlocks();
      return bare ? null : "LOB sql_redo not re-executable";
    }
    if (isXml()) {
      return isTextXml()
          ? "XML sql_redo needs assembly"
          : is(RedoOperation.XML_DOC_END) ? null : "XML sql_redo not re-executable";
    }
    return isDml() && isLogFree() ? "no supplemental log data found" : null;
  }

  private long status() {
    if (is(RedoOperation.UNSUPPORTED)) {
      return 2;
    }
    if (isPart()) {
      return partStatus();
    }
    if (!isDml()) {
      return 0;
    }
    if (names().printed().generic() || (is(RedoOperation.UPDATE) && names().hasLong())) {
      return 2;
    }
    return isLogFree() ? 3 : 0;
  }

  private long partStatus() {
    if (isLob()) {
      return is(RedoOperation.SELECT_LOB_LOCATOR) && scan.parts().printsBlocks() ? 0 : 2;
    }
    if (isXml()) {
      return isTextXml() ? 5 : is(RedoOperation.XML_DOC_END) ? 0 : 2;
    }
    return 0;
  }

  private boolean isPart() {
    return record.operation().isValue();
  }

  private boolean isLob() {
    return is(RedoOperation.SELECT_LOB_LOCATOR)
        || is(RedoOperation.LOB_WRITE)
        || is(RedoOperation.LOB_TRIM)
        || is(RedoOperation.LOB_ERASE);
  }

  private boolean isXml() {
    return is(RedoOperation.XML_DOC_BEGIN)
        || is(RedoOperation.XML_DOC_WRITE)
        || is(RedoOperation.XML_DOC_END);
  }

  private boolean isTextXml() {
    SimTable table = table();
    return table != null
        && table.storage().textXml().contains(table.columns().get(record.part().column()).name());
  }

  private boolean isLogFree() {
    SimTable table = table();
    return table != null && table.logging() == SimTable.SupplementalLogging.OFF;
  }

  private Rba rba() {
    boolean isZero =
        is(RedoOperation.ROLLBACK) && scan.options().has(RedoBehaviour.ZERO_RS_ID_ON_ROLLBACK);
    Rba address = record.rba();
    if (thread == 0 && !isZero) {
      // a row that no session caused: an address of its own behind the record it follows
      return new Rba(address.sequence(), address.block(), address.offset() + 4);
    }
    return isZero ? Rba.ZERO : address;
  }

  private @Nullable ContainerFacts source() {
    return scan.showsSource() ? scan.source(record) : null;
  }

  /** In a PDB undo addresses are not filled; seen on 19.3. */
  private boolean isPluggable() {
    return record.session().containerId() > ContainerFacts.ROOT;
  }

  private boolean is(RedoOperation operation) {
    return record.operation() == operation;
  }

  private boolean isDml() {
    return is(RedoOperation.INSERT) || is(RedoOperation.UPDATE) || is(RedoOperation.DELETE);
  }

  private boolean hasObject() {
    boolean bare = is(RedoOperation.SELECT_LOB_LOCATOR) && scan.parts().printsBlocks();
    return isDml() || is(RedoOperation.UNSUPPORTED) || (isPart() && !bare);
  }

  /** Whether it changes a row of a table. */
  private boolean isRow() {
    return hasObject() || isPart() || is(RedoOperation.INTERNAL);
  }

  private String rowId() {
    String rowId = record.changedRowId();
    return rowId == null ? RedoRecord.PLACEHOLDER_ROW_ID : rowId;
  }

  private @Nullable SimTable table() {
    return record.table();
  }

  private ContentsScan.TableNames names() {
    SimTable table = record.table();
    if (table == null) {
      throw new IllegalStateException("a " + record.operation() + " record names no table");
    }
    return scan.namesOf(table, record.scn());
  }

  /** XID as RAW(8): segment, slot, sequence, each in the platform's byte order. */
  static byte[] xidBytes(SimXid xid, RedoOptions options) {
    return ByteBuffer.allocate(8)
        .order(
            options.has(RedoBehaviour.XID_BIG_ENDIAN)
                ? ByteOrder.BIG_ENDIAN
                : ByteOrder.LITTLE_ENDIAN)
        .putShort((short) xid.usn())
        .putShort((short) xid.slot())
        .putInt((int) xid.sqn())
        .array();
  }
}
