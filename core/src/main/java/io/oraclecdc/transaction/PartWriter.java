package io.oraclecdc.transaction;

import io.oraclecdc.model.RowId;
import io.oraclecdc.redo.LobCall;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.transaction.PartEntry.ObjectMark;

/** Writes what {@link PartEntry} reads. A frame is valid until the next call. */
final class PartWriter {
  private static final int NO_COLUMN = -1;

  private final FrameBuilder frame = new FrameBuilder();

  /** A part that says nothing more than its type. */
  FrameBuilder plain(long unit, PartType type, int column) {
    PartEntry.head(frame, unit, type, column);
    return frame;
  }

  FrameBuilder call(long unit, int column, LobCall call) {
    if (call instanceof LobCall.Write write) {
      return write(unit, column, write);
    }
    if (call instanceof LobCall.Trim trim) {
      PartEntry.head(frame, unit, PartType.TRIMMED, column);
      frame.putUnsigned(trim.length());
    } else if (call instanceof LobCall.Erase erase) {
      PartEntry.head(frame, unit, PartType.ERASED, column);
      frame.putUnsigned(erase.amount());
      frame.putUnsigned(erase.offset());
    }
    return frame;
  }

  private FrameBuilder write(long unit, int column, LobCall.Write write) {
    boolean text = write.data() instanceof String;
    PartEntry.head(frame, unit, text ? PartType.TEXT_WRITTEN : PartType.BYTES_WRITTEN, column);
    frame.putUnsigned(write.amount());
    frame.putUnsigned(write.offset());
    if (write.data() instanceof String string) {
      frame.putText(string);
    } else {
      frame.putBytes((byte[]) write.data());
    }
    return frame;
  }

  /** A piece, or a whole value. */
  FrameBuilder value(long unit, PartType type, int column, Object value) {
    PartEntry.head(frame, unit, type, column);
    ImageCodec.writeOne(frame, value);
    return frame;
  }

  FrameBuilder row(long unit, RowId rowId, ObjectMark mark) {
    PartEntry.head(frame, unit, PartType.ROW, NO_COLUMN);
    PartEntry.putRow(frame, rowId, mark);
    return frame;
  }

  /** A row that could not be decoded. */
  FrameBuilder letter(long unit, BadRow row) {
    PartEntry.head(frame, unit, PartType.LETTER, NO_COLUMN);
    row.write(frame);
    return frame;
  }

  /**
   * A row of a call of DBMS_LOB.
   *
   * @param whole whether it is the only row of its call; a write can be one of several
   */
  FrameBuilder callRow(long unit, boolean whole) {
    return plain(unit, PartType.CALL, whole ? PartEntry.WHOLE_CALL : NO_COLUMN);
  }
}
