package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.TableId;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.spill.SpillLog;
import io.oraclecdc.spill.SpillReader;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes open transactions of the chunks of a journal. Values of columns that are excluded by now
 * are left out. Not thread-safe; used once.
 */
final class JournalRestore implements Consumer<JournalChunk> {
  private static final long BEFORE_ALL_STEPS = -1;

  private final SpillArea area;
  private final String selection;
  private final BiPredicate<TableId, String> isExcluded;
  private final ImageCodec codec = new ImageCodec();
  private final List<OpenTransaction> restored = new ArrayList<>();
  private final List<Outdated> outdated = new ArrayList<>();
  private @Nullable TransactionKey current;
  private @Nullable SpillLog log;
  private JournalContent.@Nullable Read last;
  private boolean otherSelection;
  private long chunks;

  /**
   * A restorer.
   *
   * @param selection digest of the settings that decide which rows are captured
   * @param isExcluded whether a column of a table is excluded now
   */
  JournalRestore(SpillArea area, String selection, BiPredicate<TableId, String> isExcluded) {
    this.area = area;
    this.selection = selection;
    this.isExcluded = isExcluded;
  }

  /** A transaction that was journaled while other rows were captured. */
  record Outdated(TransactionKey key, OpenFloor first) {}

  @Override
  public void accept(JournalChunk chunk) {
    if (!chunk.transaction().equals(current)) {
      finish();
      current = chunk.transaction();
      log = area.newLog(chunk.transaction().toString());
      otherSelection = false;
    }
    SpillLog entries = log;
    if (entries == null) {
      throw new IllegalStateException("a chunk belongs to a transaction");
    }
    try {
      last = JournalContent.read(chunk.content(), entries);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw damaged(chunk.transaction(), e);
    }
    otherSelection |= !last.selection().equals(selection);
    chunks = chunk.number();
  }

  /** The last chunk was accepted. */
  void finish() {
    TransactionKey key = current;
    SpillLog entries = log;
    JournalContent.Read end = last;
    if (key == null || entries == null || end == null) {
      return;
    }
    byte[] bytes = end.state();
    if (bytes == null) {
      throw damaged(key, new IllegalStateException("the last chunk does not complete its group"));
    }
    TransactionState state;
    try {
      state = TransactionState.read(bytes);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw damaged(key, e);
    }
    if (otherSelection) {
      FloorBuilder first = new FloorBuilder();
      first.add(state.firstScn());
      state.spans().forEach(span -> first.add(span.thread(), span.first()));
      outdated.add(new Outdated(key, first.build()));
      entries.close();
    } else {
      restored.add(restore(key, entries, bytes, state));
    }
    current = null;
    log = null;
    last = null;
  }

  private OpenTransaction restore(
      TransactionKey key, SpillLog entries, byte[] bytes, TransactionState state) {
    List<TableUse> tables = new ArrayList<>();
    List<BitSet> excluded = new ArrayList<>();
    boolean any = false;
    for (TableUse use : state.tables()) {
      BitSet columns = excludedNow(use.table());
      any |= !columns.isEmpty();
      excluded.add(columns);
      tables.add(columns.isEmpty() ? use : TableUse.restored(without(columns, use.table())));
    }
    SpillLog whole = any ? rewrite(key, entries, excluded) : entries;
    noteKeys(whole, tables);
    TransactionState now = state.withTables(tables);
    OpenTransaction transaction =
        new OpenTransaction(
            key, whole, BEFORE_ALL_STEPS, state.firstScn(), null, state.beginningMined());
    transaction.become(now);
    JournalTrail trail = new JournalTrail();
    trail.restored(chunks, whole.mark(), any ? now.toBytes() : bytes);
    trail.base(base(transaction));
    transaction.trail(trail);
    return transaction;
  }

  /** Where rows can stand that the journal does not have: at or behind the last that it has. */
  static OpenFloor base(OpenTransaction transaction) {
    FloorBuilder base = new FloorBuilder();
    base.add(transaction.firstScn());
    for (ThreadSpan span : transaction.spans()) {
      RedoAddress last = span.last();
      base.add(span.thread(), last == null ? span.first() : last);
    }
    return base.build();
  }

  private BitSet excludedNow(TableSchema table) {
    BitSet columns = new BitSet();
    for (int i = 0; i < table.columns().size(); i++) {
      Column column = table.columns().get(i);
      if (column.isCaptured() && isExcluded.test(table.id(), column.name())) {
        columns.set(i);
      }
    }
    return columns;
  }

  private static TableSchema without(BitSet excluded, TableSchema table) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      Column column = table.columns().get(i);
      columns.add(
          excluded.get(i)
              ? new Column(
                  column.name(),
                  column.type(),
                  column.nullable(),
                  column.internalId(),
                  Column.Use.EXCLUDED,
                  column.defaultExpression())
              : column);
    }
    return new TableSchema(
        table.id(),
        table.container(),
        table.objectId(),
        table.version(),
        table.isIndexOrganized(),
        columns,
        table.key(),
        table.logging());
  }

  private SpillLog rewrite(TransactionKey key, SpillLog entries, List<BitSet> excluded) {
    SpillLog rewritten = area.newLog(key.toString());
    FrameBuilder frame = new FrameBuilder();
    try (SpillReader reader = entries.readForward()) {
      while (reader.next()) {
        RowEntry entry = RowEntry.read(codec, reader.frame());
        entry.writeWithout(excluded.get(entry.table), frame);
        rewritten.append(frame);
      }
    }
    entries.close();
    return rewritten;
  }

  private void noteKeys(SpillLog entries, List<TableUse> tables) {
    try (SpillReader reader = entries.readForward()) {
      for (long ordinal = 0; reader.next(); ordinal++) {
        RowEntry entry = RowEntry.read(codec, reader.frame());
        if (!entry.kind.isUndo() && entry.kind != EntryKind.UNKNOWN) {
          tables.get(entry.table).noteKeys(entry.kind.operation(), entry.keyMoved, ordinal);
        }
      }
    }
  }

  /** What could be restored. */
  List<OpenTransaction> restored() {
    return restored;
  }

  /** What has to be mined again from its beginning. */
  List<Outdated> outdated() {
    return outdated;
  }

  private static CdcException damaged(TransactionKey key, RuntimeException cause) {
    return new CdcException(
        ErrorCode.JOURNAL,
        "The journal of transaction " + key + " cannot be read: " + cause.getMessage(),
        cause);
  }
}
