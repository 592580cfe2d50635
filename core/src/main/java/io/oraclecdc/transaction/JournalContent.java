package io.oraclecdc.transaction;

import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.FrameInput;
import io.oraclecdc.spill.SpillLog;
import org.jspecify.annotations.Nullable;

/**
 * The content of a {@link JournalChunk}.
 *
 * <pre>
 *  chunk = 3 (format) | selection | { 1 | length | entry } | 0
 *                                                       or | 2 | length | state
 * </pre>
 *
 * <p>A chunk with a state completes a group: up to there a transaction can be restored. Format 1
 * had no statements of several rows, format 2 no changes of LOBs that do not tell their row.
 */
final class JournalContent {
  /** The format that is written; earlier ones are read for ever. */
  static final int FORMAT = 3;

  private static final int FIRST_FORMAT = 1;

  private static final int END = 0;
  private static final int ENTRY = 1;
  private static final int STATE = 2;

  private JournalContent() {}

  static void begin(FrameBuilder out, String selection) {
    out.clear();
    out.putByte(FORMAT);
    out.putText(selection);
  }

  static void entry(FrameBuilder out, FrameInput entry) {
    out.putByte(ENTRY);
    out.putBytes(entry.toBytes());
  }

  static void end(FrameBuilder out) {
    out.putByte(END);
  }

  static void end(FrameBuilder out, byte[] state) {
    out.putByte(STATE);
    out.putBytes(state);
  }

  /** Appends the entries of a chunk to a log. */
  static Read read(byte[] content, SpillLog log) {
    FrameInput in = FrameInput.of(content);
    int format = in.getByte();
    if (format < FIRST_FORMAT || format > FORMAT) {
      throw new IllegalStateException(
          "a chunk has format " + format + ", known are those up to " + FORMAT);
    }
    String selection = in.getText();
    FrameBuilder entry = new FrameBuilder();
    int kind = in.getByte();
    while (kind == ENTRY) {
      entry.clear();
      entry.putRaw(in.getBytes());
      log.append(entry);
      kind = in.getByte();
    }
    return new Read(selection, kind == STATE ? in.getBytes() : null);
  }

  /** What a chunk holds beside entries. */
  static final class Read {
    private final String selection;
    private final byte @Nullable [] state;

    private Read(String selection, byte @Nullable [] state) {
      this.selection = selection;
      this.state = state;
    }

    /** Digest of the settings it was written under. */
    String selection() {
      return selection;
    }

    /** The state, null when the group goes on. */
    byte @Nullable [] state() {
      return state;
    }
  }
}
