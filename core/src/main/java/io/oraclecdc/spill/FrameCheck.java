package io.oraclecdc.spill;

import java.nio.file.Path;

/** Compares what was read from a segment file with what was written. */
final class FrameCheck {
  private FrameCheck() {}

  static void check(Path file, long offset, byte[] bytes, int at, int length) {
    if (length == 0) {
      // No frame is empty, and the checksum of nothing is zero: zeros would pass for frames.
      throw Frames.damaged(file, offset, "a frame is empty", null);
    }
    if (Frames.getInt(bytes, at) != length
        || Frames.getInt(bytes, at + Frames.HEADER + length) != length) {
      throw Frames.damaged(file, offset, "the two lengths of a frame differ", null);
    }
    if (Frames.getInt(bytes, at + 4) != Frames.crc(bytes, at + Frames.HEADER, length)) {
      throw Frames.damaged(file, offset, "the checksum of a frame is wrong", null);
    }
  }
}
