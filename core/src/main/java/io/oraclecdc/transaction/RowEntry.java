package io.oraclecdc.transaction;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.spill.FrameInput;
import io.oraclecdc.value.RowImage;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
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

  private final ImageCodec codec;
  private final FrameInput in;
  final EntryKind kind;
  final int table;
  final boolean keyMoved;
  final Scn scn;
  final RedoThread thread;
  final RedoAddress address;
  final long ssn;
  final @Nullable RowId rowId;
  final @Nullable LocalDateTime time;
  private final boolean hasImage;

  private RowEntry(ImageCodec codec, FrameInput in) {
    this.codec = codec;
    this.in = in;
    this.kind = EntryKind.of(in.getByte());
    int flags = in.getByte();
    this.keyMoved = (flags & KEY_MOVED) != 0;
    this.hasImage = (flags & HAS_IMAGE) != 0;
    this.table = (int) in.getUnsigned();
    this.scn = new Scn(in.getUnsigned());
    this.thread = new RedoThread((int) in.getSigned());
    long sequence = in.getUnsigned();
    long block = in.getUnsigned();
    this.address = new RedoAddress(sequence, block, (int) in.getUnsigned());
    this.ssn = in.getSigned();
    this.rowId = (flags & HAS_ROW_ID) != 0 ? new RowId(in.getText()) : null;
    this.time =
        (flags & HAS_TIME) != 0
            ? LocalDateTime.ofEpochSecond(in.getSigned(), 0, ZoneOffset.UTC)
            : null;
  }

  /** Reads the head of the entry in a frame. */
  static RowEntry read(ImageCodec codec, FrameInput in) {
    return new RowEntry(codec, in);
  }

  /** Bytes of the entry. */
  int bytes() {
    return in.size();
  }

  /** Both images of a change; call once. */
  Images images() {
    RowImage before = codec.read(in, null);
    return new Images(before, codec.read(in, before));
  }

  /** The image of an undo row, null when it has none; call once. */
  @Nullable RowImage undoImage() {
    return hasImage ? codec.read(in, null) : null;
  }

  /** Flags of a head. */
  static int flags(
      @Nullable RowId rowId, @Nullable LocalDateTime time, boolean keyMoved, boolean image) {
    return (rowId == null ? 0 : HAS_ROW_ID)
        | (time == null ? 0 : HAS_TIME)
        | (keyMoved ? KEY_MOVED : 0)
        | (image ? HAS_IMAGE : 0);
  }

  /**
   * Images of a change.
   *
   * @param before old values
   * @param after new values
   */
  record Images(RowImage before, RowImage after) {}
}
