package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.FrameInput;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.spill.SpillLog;
import io.oraclecdc.spill.SpillMark;
import io.oraclecdc.spill.SpillReader;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes open transactions of the chunks of a journal. Values of columns that are excluded by now
 * are left out. Not thread-safe; used once.
 */
final class JournalRestore implements Consumer<JournalChunk> {
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
    try {
      FrameInput in = FrameInput.of(bytes);
      TransactionState state = TransactionState.read(in);
      if (otherSelection) {
        FloorBuilder first = new FloorBuilder();
        first.add(state.firstScn());
        state.spans().forEach(span -> first.add(span.thread(), span.first()));
        outdated.add(new Outdated(key, first.build()));
        entries.close();
      } else {
        restored.add(restore(key, entries, in, state));
      }
    } catch (IllegalArgumentException | IllegalStateException | IndexOutOfBoundsException e) {
      throw damaged(key, e);
    }
    current = null;
    log = null;
    last = null;
  }

  private OpenTransaction restore(
      TransactionKey key, SpillLog entries, FrameInput rest, TransactionState state) {
    List<TableUse> tables = new ArrayList<>();
    List<BitSet> excluded = new ArrayList<>();
    boolean any = false;
    for (TableUse use : state.tables()) {
      BitSet columns = excludedNow(use.table());
      any |= !columns.isEmpty();
      excluded.add(columns);
      tables.add(columns.isEmpty() ? use : TableUse.restored(without(columns, use.table())));
    }
    byte[] groups = state.hasGroups() ? rest.rest() : new byte[0];
    Map<Long, SpillMark> places = new HashMap<>();
    if (any && state.hasGroups()) {
      // Only which places are asked for; where they are now is known once entries were rewritten.
      readGroups(key, entries, groups, tables, excluded, place -> noted(places, place));
    }
    SpillLog whole = any ? rewrite(key, entries, excluded, places) : entries;
    long badRows = noteKeys(whole, tables);
    OpenTransaction transaction =
        new OpenTransaction(
            key,
            whole,
            OpenTransaction.BEFORE_ALL_STEPS,
            state.firstScn(),
            null,
            state.beginningMined());
    transaction.become(state.withTables(tables));
    transaction.becomeBad(badRows);
    if (state.hasGroups()) {
      readGroups(transaction, groups, tables, excluded, p -> places.getOrDefault(p.frames(), p));
    }
    JournalTrail trail = new JournalTrail();
    trail.restored(chunks, whole.mark(), state.whole(), transaction.settledNeed());
    transaction.trail(trail);
    return transaction;
  }

  private static SpillMark noted(Map<Long, SpillMark> places, SpillMark place) {
    places.put(place.frames(), place);
    return place;
  }

  private static void readGroups(
      TransactionKey key,
      SpillLog entries,
      byte[] groups,
      List<TableUse> tables,
      List<BitSet> excluded,
      UnaryOperator<SpillMark> places) {
    readGroups(
        new OpenTransaction(key, entries, OpenTransaction.BEFORE_ALL_STEPS, Scn.ZERO, null, false),
        groups,
        tables,
        excluded,
        places);
  }

  private static void readGroups(
      OpenTransaction transaction,
      byte[] groups,
      List<TableUse> tables,
      List<BitSet> excluded,
      UnaryOperator<SpillMark> places) {
    FrameInput in = FrameInput.of(groups);
    long parts = in.getUnsigned();
    transaction.becomeGroups(
        parts, RowGroups.read(transaction, new GroupInput(in, tables, excluded, places)));
  }

  private BitSet excludedNow(TableSchema table) {
    BitSet columns = new BitSet();
    for (int i = 0; i < table.columns().size(); i++) {
      Column column = table.columns().get(i);
      // Excluded when the last chunk was written: earlier ones may still hold values.
      boolean before = column.use() == Column.Use.EXCLUDED;
      if (before || (column.isCaptured() && isExcluded.test(table.id(), column.name()))) {
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

  /**
   * Writes the entries without the values of excluded columns.
   *
   * @param places of some entries, by their number; they are corrected
   */
  private SpillLog rewrite(
      TransactionKey key, SpillLog entries, List<BitSet> excluded, Map<Long, SpillMark> places) {
    SpillLog rewritten = area.newLog(key.toString());
    FrameBuilder frame = new FrameBuilder();
    PartWriter parts = new PartWriter();
    Map<Long, Integer> layouts = new HashMap<>();
    entries.toDisk();
    try (SpillReader reader = entries.readForward()) {
      for (long ordinal = 0; reader.next(); ordinal++) {
        places.computeIfPresent(ordinal, (number, before) -> rewritten.mark());
        FrameInput in = reader.frame();
        if (PartEntry.isPart(in)) {
          PartEntry part = PartEntry.read(in);
          Integer layout = layouts.get(part.unit);
          boolean gone =
              layout != null && part.column >= 0 && excluded.get(layout).get(part.column);
          if (part.type == PartType.LETTER) {
            // Which columns its text shows is not known.
            rewritten.append(parts.letter(part.unit, part.letter(key).withoutText()));
          } else if (gone) {
            rewritten.append(parts.plain(part.unit, PartType.REPLACED, part.column));
          } else {
            frame.clear();
            frame.putRaw(in.toBytes());
            rewritten.append(frame);
          }
          continue;
        }
        RowEntry entry = RowEntry.read(codec, in);
        entry.writeWithout(excluded.get(entry.table), key, frame);
        if (!excluded.get(entry.table).isEmpty()) {
          layouts.put(ordinal, entry.table);
        }
        rewritten.append(frame);
      }
    }
    places.computeIfPresent(entries.frames(), (number, before) -> rewritten.mark());
    entries.close();
    return rewritten;
  }

  /** Tells the layouts about keys; the number of rows that could not be decoded. */
  private long noteKeys(SpillLog entries, List<TableUse> tables) {
    long badRows = 0;
    try (SpillReader reader = entries.readForward()) {
      for (long ordinal = 0; reader.next(); ordinal++) {
        if (PartEntry.isPart(reader.frame())) {
          badRows += PartEntry.read(reader.frame()).type == PartType.LETTER ? 1 : 0;
          continue;
        }
        RowEntry entry = RowEntry.read(codec, reader.frame());
        if (entry.kind.isBad()) {
          badRows++;
        } else if (!entry.kind.isUndo() && entry.kind != EntryKind.UNKNOWN) {
          tables.get(entry.table).noteKeys(entry.kind.operation(), entry.keyMoved, ordinal);
        }
      }
    }
    return badRows;
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
