package io.oraclecdc.transaction;

import io.oraclecdc.model.RowId;
import io.oraclecdc.redo.ValueParts;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.FrameInput;
import io.oraclecdc.spill.SpillLog;
import io.oraclecdc.spill.SpillReader;
import io.oraclecdc.transaction.PartLog.Adoption;
import io.oraclecdc.transaction.PartLog.Scattered;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the surviving changes of a transaction, one at a time; the parts of each, wherever they are
 * in the log. Not thread-safe.
 */
public final class CommittedChanges implements AutoCloseable {
  private final SpillLog log;
  private final SpillReader reader;
  private final List<TableUse> tables;
  private final boolean hasParts;
  private final Map<Long, Scattered> scattered;
  private final Map<Long, Adoption> adopted;
  private final Survivors survivors;
  private final ImageCodec codec = new ImageCodec();
  private int ordinal = -1;
  private int changeOrdinal;
  private boolean atUnread;

  CommittedChanges(OpenTransaction transaction, Survivors survivors) {
    RowGroups groups = transaction.groups();
    this.log = transaction.log();
    this.reader = log.readForward();
    this.tables = transaction.tables();
    this.hasParts = transaction.parts() > 0;
    this.scattered = groups == null ? Map.of() : groups.log().scattered();
    this.adopted = groups == null ? Map.of() : groups.log().adopted();
    this.survivors = survivors;
  }

  /**
   * The next change, null after the last.
   *
   * @param values takes the values that came in rows of their own
   * @throws io.oraclecdc.errors.CdcException CDC-3002 when a spill file is damaged
   */
  public @Nullable BufferedChange next(ValueParts values) {
    while (advance()) {
      FrameInput frame = reader.frame();
      boolean wanted =
          !survivors.gone().get(ordinal)
              && !(hasParts && PartEntry.isPart(frame))
              && !RowEntry.isBad(frame);
      if (wanted) {
        changeOrdinal = ordinal;
        RowEntry entry = RowEntry.read(codec, frame);
        RowEntry.Images images = entry.images();
        TableSchema table = tables.get(entry.table).table();
        values.begin(table, images.after(), entry.rowId, entry.address());
        int bytes = entry.bytes();
        RowId rowId = hasParts ? parts(table, entry, values) : null;
        return change(entry, table, images, rowId == null ? entry.rowId : rowId, bytes);
      }
    }
    return null;
  }

  private boolean advance() {
    if (atUnread) {
      atUnread = false;
      return true;
    }
    if (!reader.next()) {
      return false;
    }
    ordinal++;
    return true;
  }

  private BufferedChange change(
      RowEntry entry, TableSchema table, RowEntry.Images images, @Nullable RowId rowId, int bytes) {
    return new BufferedChange(
        table,
        entry.kind.operation(),
        entry.scn(),
        entry.thread(),
        entry.address(),
        entry.ssn,
        rowId,
        entry.time(),
        images.before(),
        images.after(),
        entry.keyMoved,
        survivors.keysTaken().get(changeOrdinal),
        entry.kind == EntryKind.UNKNOWN,
        entry.rowOnly,
        bytes);
  }

  /** Hands the parts of the current change on; the ROWID they tell, null for none. */
  private @Nullable RowId parts(TableSchema table, RowEntry entry, ValueParts values) {
    int unit = changeOrdinal;
    RowEntry.@Nullable Images updated =
        entry.kind == EntryKind.UPDATE && survivors.unavailable().get(unit) ? entry.images() : null;
    PartSink sink = new PartSink(table, values);
    Scattered place = scattered.get((long) unit);
    if (place != null) {
      scatteredParts(unit, place, sink);
    } else {
      while (advance()) {
        if (!PartEntry.isPart(reader.frame())) {
          atUnread = true;
          break;
        }
        PartEntry part = PartEntry.read(reader.frame());
        if (part.unit == unit) {
          sink.take(part, part.column);
        }
      }
    }
    if (survivors.withoutEnd().get(unit)) {
      sink.loseEnd(entry.images().after());
    }
    if (survivors.unavailable().get(unit)) {
      sink.loseValues(updated);
    }
    return sink.rowId;
  }

  private void scatteredParts(int unit, Scattered place, PartSink sink) {
    try (SpillReader again = log.readForward(place.from())) {
      for (long at = place.from().frames(); at <= place.last() && again.next(); at++) {
        if (!PartEntry.isPart(again.frame())) {
          continue;
        }
        PartEntry part = PartEntry.read(again.frame());
        Adoption adoption = adopted.get(part.unit);
        if (adoption != null && adoption.unit() == unit) {
          sink.take(part, adoption.column());
        } else if (part.unit == unit) {
          sink.take(part, part.column);
        }
      }
    }
  }

  /** Gives file handles back. */
  @Override
  public void close() {
    reader.close();
  }

  /** What parts tell, and which columns they are about. */
  private static final class PartSink {
    private final TableSchema table;
    private final ValueParts values;
    private final BitSet columns = new BitSet();
    private @Nullable RowId rowId;

    PartSink(TableSchema table, ValueParts values) {
      this.table = table;
      this.values = values;
    }

    void take(PartEntry part, int column) {
      if (column >= 0) {
        if (!table.columns().get(column).isCaptured()) {
          return;
        }
        columns.set(column);
      }
      RowId told = null;
      try {
        told = part.applyTo(values, column);
      } catch (OutOfMemoryError e) {
        // The pieces so far are what fills the heap; without them there is room to tell it.
        values.abandoned(column);
      }
      if (told != null) {
        rowId = told;
        values.named(told);
      }
    }

    /**
     * What an UPDATE behind an INSERT set was taken back: columns in the row are as the INSERT
     * shows them, others may have got values by either.
     */
    void loseEnd(RowImage inserted) {
      columns.stream()
          .forEach(
              i -> {
                boolean inRow = !table.columns().get(i).type().isKeptApart();
                values.assigned(
                    i,
                    inRow && inserted.isNull(i) ? SpecialValue.SQL_NULL : SpecialValue.UNAVAILABLE);
              });
    }

    /** Nobody knows which of its values outside the row were taken back. */
    void loseValues(RowEntry.@Nullable Images update) {
      for (int i = 0; update != null && i < update.after().size(); i++) {
        if (update.after().get(i) != update.before().get(i)
            && table.columns().get(i).isCaptured()
            && table.columns().get(i).type().isKeptApart()) {
          columns.set(i);
        }
      }
      columns.stream().forEach(column -> values.assigned(column, SpecialValue.UNAVAILABLE));
    }
  }
}
