package io.oraclecdc.transaction;

import io.oraclecdc.redo.LobCall;
import io.oraclecdc.redo.RedoEvent.LobTouched;
import io.oraclecdc.schema.OracleType.Kind;
import org.jspecify.annotations.Nullable;

/**
 * What a row tells of the LOB value that it writes or changes.
 *
 * @param told type of the LOB, null when it does not say
 * @param bytes whether bytes were written
 */
record LobContent(@Nullable Kind told, boolean bytes) {
  static LobContent of(LobTouched event) {
    return new LobContent(
        event.lobType(),
        event.calls().stream()
            .anyMatch(call -> call instanceof LobCall.Write w && w.data() instanceof byte[]));
  }

  /** Writes what {@link #read} reads. */
  void write(GroupOutput out) {
    out.putText(told == null ? null : told.name());
    out.putFlag(bytes);
  }

  static LobContent read(GroupInput in) {
    String told = in.text();
    return new LobContent(told == null ? null : Kind.valueOf(told), in.flag());
  }

  /** Whether a column may fit both. */
  boolean overlaps(LobContent other) {
    return told == null || other.told == null || told == other.told;
  }

  /** Whether a column of a type can own the value. */
  boolean fits(Kind kind) {
    if (told != null) {
      return kind == told;
    }
    return kind == Kind.CLOB || kind == Kind.NCLOB || (bytes && kind == Kind.BLOB);
  }

  /** Whether a row begins with a write to the beginning of a value. */
  static boolean beginsAnew(LobTouched event) {
    return !event.calls().isEmpty()
        && event.calls().get(0) instanceof LobCall.Write write
        && write.offset() == 1;
  }

  /** Whether a row begins with a call that only a LOB with a value takes. */
  static boolean changesOldValue(LobTouched event) {
    return !event.calls().isEmpty() && !(event.calls().get(0) instanceof LobCall.Write);
  }

  /** Whether a row begins with a cut to nothing, as a new value does. */
  static boolean isClearing(LobTouched event) {
    return !event.calls().isEmpty()
        && event.calls().get(0) instanceof LobCall.Trim trim
        && trim.length() == 0;
  }
}
