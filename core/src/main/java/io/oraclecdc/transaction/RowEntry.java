package io.oraclecdc.transaction;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.FrameInput;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a transaction's log. The head is read at once, the images only when asked for; valid
 * until the reader moves on.
 */
final class RowEntry {
  private static final int HAS_ROW_ID = 1;
  private static final int HAS_TIME = 2;
  private static final int KEY_MOVED = 4;
  private static final int HAS_IMAGE = 8;
  private static final int MARKED = 16;
  private static final int LOB_CALLS = 32;

  /** The same bit in an undo row. */
  private static final int TEXTLESS = LOB_CALLS;

  private static final int SETS_STORED = 64;
  private static final int ROW_ONLY = 128;

  private final ImageCodec codec;
  private final FrameInput in;
  final EntryKind kind;
  final int table;
  final boolean keyMoved;
  final long ssn;
  final @Nullable RowId rowId;
  private final long scn;
  private final int thread;
  private final long sequence;
  private final long block;
  private final int offset;
  private final boolean hasTime;
  private final long second;
  private final boolean hasImage;

  private @Nullable Images images;

  /** Whether its row has a DATA_OBJD#. */
  final boolean marked;

  /** Whether it stands for calls of DBMS_LOB, of which the redo does not tell the borders. */
  final boolean lobCalls;

  /** Whether the text of an undo row sets a column that is stored in the row. */
  final boolean setsStored;

  /** Whether the text of an undo row does not tell what it sets. */
  final boolean textless;

  /** Whether an update of LOBs tells nothing of its row but at most the ROWID. */
  final boolean rowOnly;

  private RowEntry(ImageCodec codec, FrameInput in) {
    this.codec = codec;
    this.in = in;
    this.kind = EntryKind.of(in.getByte());
    int flags = in.getByte();
    this.keyMoved = (flags & KEY_MOVED) != 0;
    this.hasImage = (flags & HAS_IMAGE) != 0;
    this.marked = (flags & MARKED) != 0;
    this.lobCalls = !kind.isUndo() && (flags & LOB_CALLS) != 0;
    this.textless = kind.isUndo() && (flags & TEXTLESS) != 0;
    this.setsStored = (flags & SETS_STORED) != 0;
    this.rowOnly = (flags & ROW_ONLY) != 0;
    this.table = (int) in.getUnsigned();
    this.scn = in.getUnsigned();
    this.thread = (int) in.getSigned();
    this.sequence = in.getUnsigned();
    this.block = in.getUnsigned();
    this.offset = (int) in.getUnsigned();
    this.ssn = in.getSigned();
    this.rowId = (flags & HAS_ROW_ID) != 0 ? new RowId(in.getText()) : null;
    this.hasTime = (flags & HAS_TIME) != 0;
    this.second = hasTime ? in.getSigned() : 0;
  }

  Scn scn() {
    return new Scn(scn);
  }

  RedoThread thread() {
    return new RedoThread(thread);
  }

  RedoAddress address() {
    return new RedoAddress(sequence, block, offset);
  }

  @Nullable LocalDateTime time() {
    return hasTime ? LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC) : null;
  }

  /** Reads the head of the entry in a frame. */
  static RowEntry read(ImageCodec codec, FrameInput in) {
    return new RowEntry(codec, in);
  }

  /** Whether the frame of an entry, which is no part, stands for a row that was not decoded. */
  static boolean isBad(FrameInput frame) {
    return EntryKind.of(frame.firstByte()).isBad();
  }

  /** Writes the entry again without the values of some columns; instead of reading its images. */
  void writeWithout(BitSet columns, TransactionKey transaction, FrameBuilder out) {
    out.clear();
    in.copyReadTo(out);
    if (kind.isBad()) {
      BadRow bad = BadRow.read(in, transaction);
      (columns.isEmpty() ? bad : bad.withoutText()).write(out);
      return;
    }
    if (kind.isUndo()) {
      RowImage image = undoImage();
      if (image != null) {
        codec.write(out, without(columns, image), null);
      }
      return;
    }
    Images images = images();
    RowImage before = without(columns, images.before());
    codec.write(out, before, null);
    codec.write(out, without(columns, images.after()), before);
  }

  private static RowImage without(BitSet columns, RowImage image) {
    Object[] values = new Object[image.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = columns.get(i) ? SpecialValue.NOT_LOGGED : image.get(i);
    }
    return RowImage.owning(values);
  }

  /** Bytes of the entry. */
  int bytes() {
    return in.size();
  }

  /** Both images of a change. */
  Images images() {
    Images known = images;
    if (known == null) {
      RowImage before = codec.read(in, null);
      known = new Images(before, codec.read(in, before));
      images = known;
    }
    return known;
  }

  /**
   * The first columns of the old values of a change, when they are all that is asked for; call once
   * and instead of {@link #images()}.
   */
  RowImage firstBefore(int columns) {
    return codec.readFirst(in, columns);
  }

  /** The same of the new values of an insert, which has no old ones. */
  RowImage firstInserted(int columns) {
    if (!codec.skip(in)) {
      throw new IllegalStateException("an insert has old values");
    }
    return codec.readFirst(in, columns);
  }

  /** The row of a change that could not be decoded; call once. */
  BadRow badRow(TransactionKey transaction) {
    return BadRow.read(in, transaction);
  }

  /** The image of an undo row, null when it has none; call once. */
  @Nullable RowImage undoImage() {
    return hasImage ? codec.read(in, null) : null;
  }

  /** Flags of a head. */
  static int flags(MinedRow row, boolean keyMoved, boolean image) {
    return (row.rowId() == null ? 0 : HAS_ROW_ID)
        | (row.timestamp() == null ? 0 : HAS_TIME)
        | (keyMoved ? KEY_MOVED : 0)
        | (image ? HAS_IMAGE : 0)
        | (row.dataObjectId() == 0 ? 0 : MARKED);
  }

  /** Further flag of a change: calls of DBMS_LOB. */
  static int lobCallsFlag() {
    return LOB_CALLS;
  }

  /** Further flag of an undo row: its text sets a column that is stored in the row. */
  static int setsStoredFlag() {
    return SETS_STORED;
  }

  /** Further flag of an undo row: its text does not tell what it sets. */
  static int textlessFlag() {
    return TEXTLESS;
  }

  /** Further flag of an update: LOBs of a row of which at most the ROWID is known. */
  static int rowOnlyFlag() {
    return ROW_ONLY;
  }

  /**
   * Images of a change.
   *
   * @param before old values
   * @param after new values
   */
  record Images(RowImage before, RowImage after) {}
}
