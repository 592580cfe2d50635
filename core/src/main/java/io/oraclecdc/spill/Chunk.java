package io.oraclecdc.spill;

/** A piece of a log in memory: whole frames, one after the other. */
final class Chunk {
  final byte[] bytes;
  int used;

  Chunk(int capacity) {
    this.bytes = new byte[capacity];
  }

  int free() {
    return bytes.length - used;
  }

  void append(FrameBuilder frame) {
    int length = frame.size();
    Frames.putInt(bytes, used, length);
    Frames.putInt(bytes, used + 4, Frames.crc(frame.array(), 0, length));
    System.arraycopy(frame.array(), 0, bytes, used + Frames.HEADER, length);
    Frames.putInt(bytes, used + Frames.HEADER + length, length);
    used += Frames.OVERHEAD + length;
  }
}
