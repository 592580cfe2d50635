package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Writes redo records in the layout of {@link RedoRecord}; the address is set when placed. */
final class RecordEncoder {
  private final RedoRegistry registry;

  RecordEncoder(RedoRegistry registry) {
    this.registry = registry;
  }

  /** Where and by whom: the part all records of a call share. */
  record Origin(long scn, long seconds, SimXid xid, SessionInfo session) {

    Origin at(long otherScn) {
      return new Origin(otherScn, seconds, xid, session);
    }
  }

  byte[] control(RedoOperation operation, Origin origin, int sequence, @Nullable String rowId) {
    return finish(header(operation, false, origin, 0, sequence, null, rowId));
  }

  byte[] ddl(Origin origin, int sequence, @Nullable SimTable table, RedoRecord.Ddl ddl) {
    ByteSink sink =
        header(RedoOperation.DDL, false, origin, 0, sequence, table, RedoRecord.PLACEHOLDER_ROW_ID);
    sink.value(ddl.owner());
    sink.value(ddl.name());
    sink.text(ddl.text());
    return finish(sink);
  }

  byte[] internal(Origin origin, int sequence, SimTable table, String rowId) {
    return finish(header(RedoOperation.INTERNAL, false, origin, 0, sequence, table, rowId));
  }

  byte[] unsupported(Origin origin, int sequence, RowChange change, boolean undo) {
    return finish(
        header(
            RedoOperation.UNSUPPORTED, undo, origin, 0, sequence, change.table(), change.rowId()));
  }

  /** A row about a single value. */
  byte[] part(Origin origin, int sequence, SimTable table, String rowId, ValuePart part) {
    ByteSink sink = header(part.operation(), false, origin, 0, sequence, table, rowId);
    sink.i32(part.column());
    for (Object value : part.row()) {
      sink.value(value);
    }
    sink.value(part.data());
    sink.i64(part.amount());
    sink.i64(part.offset());
    return finish(sink);
  }

  /** Marks a record as one of several rows of a statement. */
  static void ofStatement(byte[] record, int row, int rows) {
    put32(record, 70, row);
    put32(record, 74, rows);
  }

  /** SSN that is not the slot. */
  static void ssn(byte[] record, int ssn) {
    put32(record, 36, ssn);
  }

  /** Lets a record's row show the placeholder instead of the ROWID. */
  static void hideRowId(byte[] record) {
    record[5] |= RedoRecord.ROW_ID_HIDDEN;
  }

  /** Marks what a change of a direct path wrote. */
  static void path(byte[] record, RowChange.Path path) {
    switch (path) {
      case CONVENTIONAL -> {}
      case DIRECT -> record[5] |= RedoRecord.DIRECT;
      case UNLOGGED -> record[5] |= RedoRecord.DIRECT | RedoRecord.UNLOGGED;
    }
  }

  /** A row change as the statement made it. */
  byte[] change(Origin origin, int sequence, RowChange change, String rowId) {
    ByteSink sink =
        header(
            RedoOperation.of(change.kind()),
            false,
            origin,
            ssn(change),
            sequence,
            change.table(),
            rowId);
    switch (change.kind()) {
      case INSERT -> values(sink, change.table(), change.after());
      case DELETE -> values(sink, change.table(), change.before());
      case UPDATE -> {
        values(sink, change.table(), change.before());
        setColumns(sink, change);
      }
    }
    return finish(sink);
  }

  /** A compensating change of {@link Compensation}. */
  byte[] undo(Origin origin, int sequence, RowChange compensation) {
    ByteSink sink =
        header(
            RedoOperation.of(compensation.kind()),
            true,
            origin,
            ssn(compensation),
            sequence,
            compensation.table(),
            compensation.rowId());
    switch (compensation.kind()) {
      case INSERT -> values(sink, compensation.table(), compensation.after());
      case DELETE -> {}
      case UPDATE -> setColumns(sink, compensation);
    }
    return finish(sink);
  }

  private ByteSink header(
      RedoOperation operation,
      boolean undo,
      Origin origin,
      int ssn,
      int sequence,
      @Nullable SimTable table,
      @Nullable String rowId) {
    ByteSink sink = new ByteSink();
    sink.i32(0);
    sink.u8(operation.code());
    sink.u8(undo ? 1 : 0);
    sink.i64(origin.scn());
    sink.i64(origin.seconds());
    sink.u16(origin.xid().usn());
    sink.u16(origin.xid().slot());
    sink.i32((int) origin.xid().sqn());
    sink.i32(0);
    sink.u16(0);
    sink.i32(ssn);
    sink.i32(sequence);
    sink.i32(table == null ? -1 : registry.numberOf(table));
    sink.i32(registry.numberOf(origin.session()));
    byte[] text = (rowId == null ? "" : rowId).getBytes(StandardCharsets.ISO_8859_1);
    for (int i = 0; i < 18; i++) {
      sink.u8(i < text.length ? text[i] : 0);
    }
    sink.i32(0);
    sink.i32(0);
    return sink;
  }

  private static byte[] finish(ByteSink sink) {
    byte[] bytes = sink.toBytes();
    put32(bytes, 0, bytes.length);
    return bytes;
  }

  /** Writes the address of a record that gets its place in the log. */
  static void place(byte[] record, Rba rba) {
    put32(record, 30, rba.block());
    record[34] = (byte) (rba.offset() >>> 8);
    record[35] = (byte) rba.offset();
  }

  /** Raises a record's SCN. */
  static void atLeast(byte[] record, long scn) {
    if (ByteSource.i64(record, 6) < scn) {
      put32(record, 6, (int) (scn >>> 32));
      put32(record, 10, (int) scn);
    }
  }

  private static void put32(byte[] bytes, int at, int value) {
    bytes[at] = (byte) (value >>> 24);
    bytes[at + 1] = (byte) (value >>> 16);
    bytes[at + 2] = (byte) (value >>> 8);
    bytes[at + 3] = (byte) value;
  }

  private static void values(ByteSink sink, SimTable table, @Nullable Object @Nullable [] values) {
    if (values == null || values.length != table.columns().size()) {
      throw new IllegalArgumentException("a row change lacks the values of its kind");
    }
    for (int i = 0; i < values.length; i++) {
      boolean absent = table.columns().get(i).virtual() || isUnsupported(table, i);
      sink.value(absent ? null : values[i]);
    }
  }

  /** Columns that LogMiner cannot show at all are not printed, whatever their values. */
  private static boolean isUnsupported(SimTable table, int column) {
    return ColumnKind.of(table.columns().get(column).type()) == ColumnKind.UNSUPPORTED;
  }

  private static void setColumns(ByteSink sink, RowChange change) {
    @Nullable Object @Nullable [] after = change.after();
    if (after == null) {
      throw new IllegalArgumentException("an update lacks its new values");
    }
    BitSet set = Compensation.setColumns(change);
    for (int i = 0; i < after.length; i++) {
      if (change.table().columns().get(i).virtual() || isUnsupported(change.table(), i)) {
        set.clear(i); // computed or not shown, never in the redo
      }
    }
    sink.bits(set);
    set.stream().forEach(i -> sink.value(after[i]));
  }

  /** SSN of an INSERT is the row's slot in its block, everything else has 0. */
  static int ssn(RowChange change) {
    return change.kind() == RowChange.Kind.INSERT ? RowIdText.slot(change.rowId()) : 0;
  }
}
