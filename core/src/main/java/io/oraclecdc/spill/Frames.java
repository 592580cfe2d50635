package io.oraclecdc.spill;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import java.nio.file.Path;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The layout of a frame, the same in memory and on disk.
 *
 * <pre>
 *  0        4       8                 8 + n        12 + n
 *  | n      | CRC32 | payload, n bytes | n          |
 *
 * integers with the high byte first; the length is repeated so that a log can be read backward
 * </pre>
 */
final class Frames {
  static final int HEADER = 8;
  static final int OVERHEAD = 12;

  private Frames() {}

  static int crc(byte[] bytes, int offset, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }

  static void putInt(byte[] bytes, int at, int value) {
    bytes[at] = (byte) (value >>> 24);
    bytes[at + 1] = (byte) (value >>> 16);
    bytes[at + 2] = (byte) (value >>> 8);
    bytes[at + 3] = (byte) value;
  }

  static int getInt(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) << 24
        | (bytes[at + 1] & 0xFF) << 16
        | (bytes[at + 2] & 0xFF) << 8
        | (bytes[at + 3] & 0xFF);
  }

  static CdcException damaged(Path file, long offset, String what, @Nullable Throwable cause) {
    return new CdcException(
        ErrorCode.CORRUPTION,
        "Spill file " + file + " is damaged at offset " + offset + ": " + what,
        "Look at the file system and the disk, then start again: open transactions are mined again and nothing is lost.",
        cause);
  }
}
