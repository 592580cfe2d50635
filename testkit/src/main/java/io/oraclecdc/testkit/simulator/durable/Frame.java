package io.oraclecdc.testkit.simulator.durable;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The frame around everything in the journal file. Numbers are big endian.
 *
 * <pre>
 * file:  0 "OraSimDb"   8 format version, 4   12 frames
 * frame: 0 magic, 4     4 payload bytes, 4    8 bytes of the file known to be on disk, 8
 *       16 CRC32C of bytes 4 to 16 and the payload, 4     20 payload
 * </pre>
 *
 * <p>The third field tells a torn tail from damage: bytes before it were on disk when the frame was
 * written, so a broken frame there was whole once.
 */
final class Frame {
  static final byte[] FILE_MAGIC = {'O', 'r', 'a', 'S', 'i', 'm', 'D', 'b'};
  static final int VERSION = 1;
  static final int FILE_HEADER = 12;
  static final int HEADER = 20;
  static final int MAGIC = 0x4672_6d31;
  private static final int CRC_AT = 16;

  private Frame() {}

  static byte[] fileHeader() {
    return ByteBuffer.allocate(FILE_HEADER).put(FILE_MAGIC).putInt(VERSION).array();
  }

  static byte[] header(byte[] payload, long durable) {
    ByteBuffer header = ByteBuffer.allocate(HEADER);
    header.putInt(MAGIC).putInt(payload.length).putLong(durable);
    header.putInt(crc(header.array(), payload));
    return header.array();
  }

  static int crc(byte[] header, byte[] payload) {
    CRC32C crc = new CRC32C();
    crc.update(header, 4, CRC_AT - 4);
    crc.update(payload, 0, payload.length);
    return (int) crc.getValue();
  }

  static boolean isWhole(byte[] header, byte[] payload) {
    return ByteBuffer.wrap(header).getInt(CRC_AT) == crc(header, payload);
  }

  /** Payload length of a header, -1 when it is none. */
  static int payloadLength(byte[] header, long available) {
    ByteBuffer buffer = ByteBuffer.wrap(header);
    int length = buffer.getInt(4);
    return buffer.getInt(0) == MAGIC && length >= 0 && length <= available ? length : -1;
  }

  static long durable(byte[] header) {
    return ByteBuffer.wrap(header).getLong(8);
  }
}
