package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * One redo record, read from its segment on demand. Immutable, thread-safe.
 *
 * <pre>
 *  0 length          4 operation code, 1 byte   5 flags, 1 byte (1 undo, 2 ROWID not shown, 4 direct path,
 *    8 no redo in Oracle, kept for recovery alone)
 *  6 SCN, 8          14 wall clock second, 8
 * 22 XIDUSN, 2       24 XIDSLT, 2               26 XIDSQN, 4
 * 30 block, 4        34 byte offset, 2          36 SSN, 4
 * 40 SEQUENCE#, 4    44 table number, 4         48 session number, 4
 * 52 ROWID, 18 characters, zeros when none
 * 70 row of its statement, 4   74 rows of its statement, 4; zeros when it is one row
 * 78 values: INSERT after; DELETE before; UPDATE before, bits, after of the bits;
 *    undo INSERT after; undo UPDATE bits, values of the bits; DDL owner, name, text;
 *    value rows column, values of the row, data, amount, offset
 * </pre>
 */
public final class RedoRecord {
  static final int HEADER = 78;
  static final int UNDO = 1;
  static final int ROW_ID_HIDDEN = 2;
  static final int DIRECT = 4;
  static final int UNLOGGED = 8;
  private static final int ROW_ID = 52;
  private static final int ROW_ID_LENGTH = 18;

  /** ROWID of rows that name none. */
  public static final String PLACEHOLDER_ROW_ID = "A".repeat(ROW_ID_LENGTH);

  private final RedoLog log;
  private final byte[] bytes;
  private final int at;

  RedoRecord(RedoLog log, byte[] bytes, int at) {
    this.log = log;
    this.bytes = bytes;
    this.at = at;
  }

  /** A ROLLBACK row of its transaction at its place. */
  public RedoRecord asRollback() {
    byte[] copy = Arrays.copyOfRange(bytes, at, at + HEADER);
    copy[4] = (byte) RedoOperation.ROLLBACK.code();
    copy[5] = 0;
    Arrays.fill(copy, 36, 40, (byte) 0); // SSN
    Arrays.fill(copy, 44, 48, (byte) -1); // no table
    Arrays.fill(copy, ROW_ID, ROW_ID + ROW_ID_LENGTH, (byte) 'A');
    Arrays.fill(copy, ROW_ID + ROW_ID_LENGTH, HEADER, (byte) 0); // one row
    return new RedoRecord(log, copy, 0);
  }

  /** What it records. */
  public RedoOperation operation() {
    return RedoOperation.ofCode(ByteSource.u8(bytes, at + 4));
  }

  /** ROLLBACK: written by a rollback. */
  public boolean isUndo() {
    return (ByteSource.u8(bytes, at + 5) & UNDO) != 0;
  }

  /** Written as whole new blocks. */
  public boolean isDirect() {
    return (ByteSource.u8(bytes, at + 5) & DIRECT) != 0;
  }

  /** Whether Oracle would have written it: rows of NOLOGGING operations are not in its redo. */
  public boolean isLogged() {
    return (ByteSource.u8(bytes, at + 5) & UNLOGGED) == 0;
  }

  /** SCN of the change. */
  public long scn() {
    return ByteSource.i64(bytes, at + 6);
  }

  /** Wall clock of the database host, whole seconds. */
  public LocalDateTime time() {
    return LocalDateTime.ofEpochSecond(ByteSource.i64(bytes, at + 14), 0, ZoneOffset.UTC);
  }

  /** Transaction. */
  public SimXid xid() {
    return new SimXid(
        ByteSource.u16(bytes, at + 22),
        ByteSource.u16(bytes, at + 24),
        ByteSource.i32(bytes, at + 26) & 0xffff_ffffL);
  }

  /** Address; rows of one redo record share it. */
  public Rba rba() {
    return new Rba(log.sequence(), ByteSource.i32(bytes, at + 30), ByteSource.u16(bytes, at + 34));
  }

  /** Redo thread. */
  public int thread() {
    return log.thread();
  }

  /** SSN. */
  public int ssn() {
    return ByteSource.i32(bytes, at + 36);
  }

  /** SEQUENCE#: position inside the transaction, START is 1. */
  public int sequenceInTransaction() {
    return ByteSource.i32(bytes, at + 40);
  }

  /** Table version at the time of the change; null on transaction rows. */
  public @Nullable SimTable table() {
    int number = ByteSource.i32(bytes, at + 44);
    return number < 0 ? null : log.registry().table(number);
  }

  /** Who changed it. */
  public SessionInfo session() {
    return log.registry().session(ByteSource.i32(bytes, at + 48));
  }

  /** ROW_ID; null when the record has none, the placeholder when its row does not show it. */
  public @Nullable String rowId() {
    return (ByteSource.u8(bytes, at + 5) & ROW_ID_HIDDEN) != 0
        ? PLACEHOLDER_ROW_ID
        : changedRowId();
  }

  /** ROWID of the changed row, also where LogMiner does not show it; null when it has none. */
  public @Nullable String changedRowId() {
    return bytes[at + ROW_ID] == 0
        ? null
        : new String(bytes, at + ROW_ID, ROW_ID_LENGTH, StandardCharsets.ISO_8859_1);
  }

  /** Position of its row among the rows of its statement, 0-based. */
  public int rowOfStatement() {
    return ByteSource.i32(bytes, at + 70);
  }

  /** How many rows its statement has; 0 when it is only this one. */
  public int rowsOfStatement() {
    return ByteSource.i32(bytes, at + 74);
  }

  /** What a row about a single value says. */
  public ValuePart part() {
    SimTable table = table();
    if (table == null || !operation().isValue()) {
      throw new IllegalStateException("a " + operation() + " record is about no value");
    }
    ByteSource source = new ByteSource(bytes, at + HEADER);
    int column = source.i32();
    @Nullable Object[] row = values(source, table.columns().size());
    Object data = source.value();
    return new ValuePart(operation(), column, row, data, source.i64(), source.i64());
  }

  /** Bytes of its values; every value is printed in at most a small multiple of its bytes. */
  public int valueBytes() {
    return length() - HEADER;
  }

  int length() {
    return ByteSource.i32(bytes, at);
  }

  /**
   * The change of an INSERT, UPDATE or DELETE record. Of an undo record it is the compensating
   * change: DELETE without values, UPDATE with the restored values only.
   */
  public RowChange change() {
    SimTable table = table();
    if (table == null) {
      throw new IllegalStateException("a " + operation() + " record has no row");
    }
    ByteSource source = new ByteSource(bytes, at + HEADER);
    int columns = table.columns().size();
    String rowId = String.valueOf(rowId());
    return switch (operation()) {
      case INSERT ->
          new RowChange(
              RowChange.Kind.INSERT, table, rowId, null, values(source, columns), new BitSet());
      case DELETE ->
          new RowChange(
              RowChange.Kind.DELETE,
              table,
              rowId,
              isUndo() ? null : values(source, columns),
              null,
              new BitSet());
      case UPDATE -> {
        @Nullable Object @Nullable [] before = isUndo() ? null : values(source, columns);
        @Nullable Object[] after = before == null ? new @Nullable Object[columns] : before.clone();
        BitSet set = source.bits();
        for (int i = set.nextSetBit(0); i >= 0; i = set.nextSetBit(i + 1)) {
          after[i] = source.value();
        }
        yield new RowChange(RowChange.Kind.UPDATE, table, rowId, before, after, set);
      }
      default -> throw new IllegalStateException("a " + operation() + " record has no row");
    };
  }

  /** Object and text of a DDL record. */
  public Ddl ddl() {
    ByteSource source = new ByteSource(bytes, at + HEADER);
    return new Ddl((String) source.value(), (String) source.value(), source.text());
  }

  private static @Nullable Object[] values(ByteSource source, int columns) {
    @Nullable Object[] values = new @Nullable Object[columns];
    for (int i = 0; i < columns; i++) {
      values[i] = source.value();
    }
    return values;
  }

  /**
   * What a DDL record holds.
   *
   * @param owner SEG_OWNER, null if the statement names no object
   * @param name TABLE_NAME, null likewise
   * @param text as typed
   */
  public record Ddl(@Nullable String owner, @Nullable String name, String text) {}
}
