package io.oraclecdc.transaction;

import io.oraclecdc.model.RowId;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.redo.ValueParts;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.FrameInput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An entry that belongs to the change of an earlier entry, or to one that comes later when values
 * are written before their row.
 *
 * <pre>
 *  100 | unit | type | column | what belongs to the type
 *
 *  unit = number of the entry of the change; of values without an owner, number of the first of them
 * </pre>
 *
 * <p>Valid until its reader moves on.
 */
final class PartEntry {
  /** Column of a {@link PartType#CALL} that is all of its call; of others it is -1. */
  static final int WHOLE_CALL = -2;

  private static final int KIND = 100;

  /** What the row that told the ROWID says about DATA_OBJD#. */
  enum ObjectMark {
    UNKNOWN,
    ABSENT,
    PRESENT
  }

  private static final List<PartType> TYPES = List.of(PartType.values());
  private static final List<ObjectMark> MARKS = List.of(ObjectMark.values());

  private final FrameInput in;
  final long unit;
  final PartType type;
  final int column;

  private PartEntry(FrameInput in) {
    this.in = in;
    in.getByte();
    this.unit = in.getUnsigned();
    this.type = TYPES.get(in.getByte());
    this.column = (int) in.getSigned();
  }

  static boolean isPart(FrameInput frame) {
    return frame.firstByte() == KIND;
  }

  static PartEntry read(FrameInput in) {
    return new PartEntry(in);
  }

  /** Writes the beginning of a part. */
  static void head(FrameBuilder frame, long unit, PartType type, int column) {
    frame.clear();
    frame.putByte(KIND);
    frame.putUnsigned(unit);
    frame.putByte(TYPES.indexOf(type));
    frame.putSigned(column);
  }

  /** Whether a {@link PartType#CALL} is all of its call, as a cut is; a write may be a piece. */
  boolean isWholeCall() {
    return column == WHOLE_CALL;
  }

  /** The ROWID of a {@link PartType#ROW}; call once, before {@link #mark()}. */
  RowId rowId() {
    return new RowId(in.getText());
  }

  /** What the row that told the ROWID says about DATA_OBJD#. */
  ObjectMark mark() {
    return MARKS.get(in.getByte());
  }

  /** The row of a {@link PartType#LETTER}; call once. */
  BadRow letter(TransactionKey transaction) {
    return BadRow.read(in, transaction);
  }

  static void putRow(FrameBuilder frame, RowId rowId, ObjectMark mark) {
    frame.putText(rowId.text());
    frame.putByte(MARKS.indexOf(mark));
  }

  /** Hands the part on; a ROWID is returned instead. Call once. */
  @Nullable RowId applyTo(ValueParts values, int ofColumn) {
    switch (type) {
      case REPLACED -> values.replaced(ofColumn);
      case KEPT -> values.kept(ofColumn);
      case TEXT_WRITTEN -> {
        long amount = in.getUnsigned();
        long offset = in.getUnsigned();
        values.written(ofColumn, in.getText(), amount, offset);
      }
      case BYTES_WRITTEN -> {
        long amount = in.getUnsigned();
        long offset = in.getUnsigned();
        values.written(ofColumn, in.getBytes(), amount, offset);
      }
      case TRIMMED -> values.trimmed(ofColumn, in.getUnsigned());
      case ERASED -> {
        long amount = in.getUnsigned();
        values.erased(ofColumn, amount, in.getUnsigned());
      }
      case APPENDED -> values.appended(ofColumn, ImageCodec.readOne(in));
      case ASSIGNED -> values.assigned(ofColumn, ImageCodec.readOne(in));
      case ROW -> {
        return rowId();
      }
      case CALL, LETTER -> {
        // a call counts when it is undone; a letter is no value
      }
    }
    return null;
  }
}
