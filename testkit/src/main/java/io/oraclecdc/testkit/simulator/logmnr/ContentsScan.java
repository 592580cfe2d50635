package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.redo.ColumnKind;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import io.oraclecdc.testkit.simulator.redo.RedoOperation;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import io.oraclecdc.testkit.simulator.redo.RedoRecord;
import io.oraclecdc.testkit.simulator.redo.SimXid;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One read of V$LOGMNR_CONTENTS: turns records into rows, one by one, and keeps what the rows
 * share: renderer, resolved names, the transactions whose START was met.
 */
final class ContentsScan {
  private static final long PARTIAL_SEQUENCE = 0xffff_ffffL;

  private final RedoOptions options;
  private final SimInstance instance;
  private final MiningRange range;
  private final SqlRedoRenderer renderer;
  private final ValueRowRenderer parts;
  private final int largestTime;
  private final RecordScan scan;
  private final CommittedOnly records;
  private final ClosedContainers closed;
  private final Map<Integer, ContainerFacts> containers = new HashMap<>();
  private final IdentityHashMap<SimTable, TableNames> names = new IdentityHashMap<>();
  private final IdentityHashMap<SimTable, TableNames> trackedNames = new IdentityHashMap<>();
  private final Set<StartedKey> started = new HashSet<>();

  /** The last row of transactions begun before the range, while it is an undo row. */
  private final Map<StartedKey, RedoRecord> undone = new HashMap<>();

  private final Deque<ContentsRow> ready = new ArrayDeque<>();
  private final LongAdder rebuiltRows;
  private boolean isFirst = true;

  ContentsScan(
      RedoOptions options,
      SimInstance instance,
      MiningRange range,
      NlsSettings nls,
      LongAdder rebuiltRows)
      throws SQLException {
    this.rebuiltRows = rebuiltRows;
    this.options = options;
    this.instance = instance;
    this.range = range;
    RenderOptions rendering = RenderOptions.of(nls, range.options(), options.behaviours());
    renderer = new SqlRedoRenderer(rendering);
    parts = new ValueRowRenderer(rendering, renderer);
    int longestMask =
        Math.max(
            nls.dateFormat().length(),
            Math.max(nls.timestampFormat().length(), nls.timestampTzFormat().length()));
    closed =
        options.has(RedoBehaviour.CLOSED_PDB_FOUND_WHILE_READING)
            ? ClosedContainers.of(instance, range)
            : ClosedContainers.NONE;
    instance.containers().forEach(c -> containers.put(c.id(), c));
    largestTime = 40 + 5 * longestMask; // a mask element prints at most 4 times its length
    scan = new RecordScan(options, range);
    records =
        new CommittedOnly(new WholeStatements(scan), range.has(StartOptions.COMMITTED_DATA_ONLY));
  }

  SqlRedoRenderer renderer() {
    return renderer;
  }

  ValueRowRenderer parts() {
    return parts;
  }

  RedoOptions options() {
    return options;
  }

  /** The container a record came from, null in a non-CDB. */
  @Nullable ContainerFacts source(RedoRecord row) {
    return containers.get(row.session().containerId());
  }

  /** CON_ID of the rows of the view: the container that mines. */
  int minedIn() {
    return instance.containerId();
  }

  /** The next row, null at the end. */
  @Nullable ContentsRow next() throws SQLException {
    ContentsRow row = ready.isEmpty() ? nextOfRecord() : ready.poll();
    if (row != null) {
      rebuiltRows.increment();
    }
    return row;
  }

  private @Nullable ContentsRow nextOfRecord() throws SQLException {
    CommittedOnly.Item item = records.next();
    if (item == null) {
      return null;
    }
    RedoRecord row = item.row();
    closed.require(row);
    RedoOperation operation = row.operation();
    StartedKey key = new StartedKey(row.session().containerId(), row.xid());
    if (operation == RedoOperation.START) {
      started.add(key);
    }
    boolean isStarted = started.contains(key);
    addPartialRollback(key, item, isStarted);
    SimXid xid = shownXid(row, operation, isStarted);
    if (operation == RedoOperation.COMMIT || operation == RedoOperation.ROLLBACK) {
      started.remove(key);
    }
    if (scan.isBehindHole(row)) {
      ready.add(ContentsRow.hole(this, item));
    }
    addRows(item, xid, isStarted);
    addInventions(item, operation, xid);
    return ready.poll();
  }

  /** Before the row with which a transaction goes on after a rollback to a savepoint. */
  private void addPartialRollback(StartedKey key, CommittedOnly.Item item, boolean isStarted) {
    if (isStarted || !options.has(RedoBehaviour.PARTIAL_ROLLBACK_AFTER_SAVEPOINT)) {
      return;
    }
    RedoRecord row = item.row();
    RedoRecord undo = row.isUndo() ? undone.put(key, row) : undone.remove(key);
    if (undo == null || row.isUndo() || row.operation() == RedoOperation.ROLLBACK) {
      return;
    }
    CommittedOnly.Item rollback = new CommittedOnly.Item(undo.asRollback(), null, null);
    ready.add(new ContentsRow(this, rollback, partial(undo.xid()), undo.thread(), isStarted, null));
  }

  private static SimXid partial(SimXid xid) {
    return new SimXid(xid.usn(), xid.slot(), PARTIAL_SEQUENCE);
  }

  private SimXid shownXid(RedoRecord row, RedoOperation operation, boolean isStarted) {
    SimXid xid = row.xid();
    boolean loses =
        !isStarted
            && (row.isUndo() || operation == RedoOperation.ROLLBACK)
            && options.has(RedoBehaviour.PARTIAL_XID_OUTSIDE_RANGE);
    return loses ? partial(xid) : xid;
  }

  private void addRows(CommittedOnly.Item item, SimXid xid, boolean isStarted) throws SQLException {
    ContentsRow row = new ContentsRow(this, item, xid, item.row().thread(), isStarted, null);
    if (!row.mayContinue()) {
      ready.add(row);
      return;
    }
    List<CsfSplitter.Piece> pieces =
        CsfSplitter.split(
            row.redoText(), row.undoText(), options.has(RedoBehaviour.CONTINUATION_CUT_BY_BYTES));
    boolean counts = options.has(RedoBehaviour.CONTINUATION_ROWS_TAKE_SSNS);
    for (int i = 0; i < pieces.size(); i++) {
      ready.add(
          new ContentsRow(this, item, xid, item.row().thread(), isStarted, pieces.get(i))
              .behind(counts ? i : 0));
    }
  }

  /** Rows that some releases show and that no session caused. */
  private void addInventions(CommittedOnly.Item item, RedoOperation operation, SimXid xid) {
    if (isFirst && operation == RedoOperation.START && options.has(RedoBehaviour.ZERO_XID_STARTS)) {
      SimXid zero = new SimXid(0, 0, 0);
      ready.addFirst(new ContentsRow(this, item, zero, item.row().thread(), true, null));
      isFirst = false;
    }
    if (operation == RedoOperation.COMMIT
        && options.has(RedoBehaviour.EMPTY_COMMITS_ON_THREAD_ZERO)) {
      SimXid other = new SimXid(xid.usn() + 1000, xid.slot(), xid.sqn());
      ready.add(new ContentsRow(this, item, other, 0, false, null));
    }
  }

  TableNames namesOf(SimTable table, long scn) {
    RedoDictionary dictionary = range.dictionary();
    return dictionary == null || dictionary.isFixedAt(scn)
        ? names.computeIfAbsent(table, t -> described(t, printed(t)))
        : trackedNames.computeIfAbsent(table, t -> described(t, PrintedNames.of(t)));
  }

  /** Names of a dictionary that knows one version of each table. */
  private PrintedNames printed(SimTable table) {
    RedoDictionary dictionary = range.dictionary();
    if (dictionary != null) {
      return resolved(
          table, dictionary.build().table(table.containerId(), table.objectId()).orElse(null));
    }
    return range.has(StartOptions.DICT_FROM_ONLINE_CATALOG)
        ? resolved(
            table, instance.tableByObjectId(table.containerId(), table.objectId()).orElse(null))
        : PrintedNames.unknown(table.objectId());
  }

  private TableNames described(SimTable table, PrintedNames found) {
    PrintedNames printed = found;
    boolean large =
        table.columns().stream()
            .map(c -> ColumnKind.of(c.type()))
            .anyMatch(k -> k == ColumnKind.UNLISTED || k == ColumnKind.EXTENDED);
    if (large && options.has(RedoBehaviour.ALIAS_FOR_TABLES_WITH_LARGE_VALUES)) {
      printed = printed.aliased();
    }
    boolean hasLong = table.columns().stream().anyMatch(c -> c.type().name().startsWith("LONG"));
    return new TableNames(printed, fixedLength(table, printed), hasLong);
  }

  private PrintedNames resolved(SimTable recorded, @Nullable SimTable current) {
    return options.has(RedoBehaviour.RENAMED_COLUMNS_STAY_READABLE)
        ? PrintedNames.resolveByColumns(recorded, current)
        : PrintedNames.resolve(recorded, current);
  }

  /** Whether SRC_CON_ columns are filled. */
  boolean showsSource() {
    return range.has(StartOptions.DICT_FROM_REDO_LOGS)
        || !options.has(RedoBehaviour.SOURCE_CONTAINER_NEEDS_DICTIONARY);
  }

  /** Characters of a statement that do not depend on the length of text and RAW values. */
  private int fixedLength(SimTable table, PrintedNames printed) {
    int length = 200 + printed.table().length();
    int largestNumber = options.has(RedoBehaviour.LARGE_NUMBERS_IN_FULL) ? 150 : 60;
    for (SimColumn column : table.columns()) {
      int literal =
          switch (column.type().name()) {
            case "VARCHAR2", "CHAR", "LONG", "CLOB", "NCLOB", "BLOB", "RAW", "NCHAR", "NVARCHAR2" ->
                24;
            case "NUMBER", "FLOAT" -> largestNumber;
            case "BINARY_FLOAT", "BINARY_DOUBLE" -> 28;
            default -> largestTime;
          };
      length += 2 * (Math.max(printed.column(column).length(), 7) + 10 + literal);
    }
    return length;
  }

  /**
   * What the rows of a table share.
   *
   * @param printed names
   * @param fixedLength characters of a statement besides text and RAW values
   * @param hasLong whether it has a LONG or LONG RAW column
   */
  record TableNames(PrintedNames printed, int fixedLength, boolean hasLong) {}

  private record StartedKey(int containerId, SimXid xid) {}
}
