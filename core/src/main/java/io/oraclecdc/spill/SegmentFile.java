package io.oraclecdc.spill;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One append-only file with extents of one large log or of many small ones. Removed when none of
 * its bytes is needed any more.
 */
final class SegmentFile {
  private static final int SCRATCH = 64 * 1024;

  private final Path path;
  private final long number;
  private final @Nullable SegmentCipher cipher;
  private @Nullable FileChannel channel;
  private @Nullable ByteBuffer scratch;
  private long size;
  private long live;

  /**
   * A file that does not exist yet.
   *
   * @param number which no other file of the area ever has
   * @param cipher null to write bytes as they are
   */
  SegmentFile(Path path, long number, @Nullable SegmentCipher cipher) {
    this.path = path;
    this.number = number;
    this.cipher = cipher;
  }

  Path path() {
    return path;
  }

  long size() {
    return size;
  }

  boolean isDead() {
    return live == 0;
  }

  /** Appends the used bytes of all chunks; on failure the file counts as not extended. */
  Extent append(List<Chunk> chunks) throws IOException {
    FileChannel open = open();
    long offset = size;
    long end = offset;
    for (Chunk chunk : chunks) {
      end = write(open, ByteBuffer.wrap(chunk.bytes, 0, chunk.used), end);
    }
    size = end;
    live += end - offset;
    return new Extent(this, offset, end - offset);
  }

  private long write(FileChannel open, ByteBuffer plain, long at) throws IOException {
    SegmentCipher encryption = cipher;
    if (encryption == null) {
      return writeAll(open, plain, at);
    }
    ByteBuffer buffer = scratch;
    if (buffer == null || buffer.capacity() < plain.remaining()) {
      buffer = ByteBuffer.allocate(Math.max(SCRATCH, plain.remaining()));
      scratch = buffer;
    }
    buffer.clear();
    encryption.apply(number, at, plain, buffer);
    return writeAll(open, buffer.flip(), at);
  }

  private static long writeAll(FileChannel open, ByteBuffer buffer, long from) throws IOException {
    long at = from;
    while (buffer.hasRemaining()) {
      at += open.write(buffer, at);
    }
    return at;
  }

  /** Makes bytes that were read from the file what they were when they were appended. */
  void decrypt(long offset, byte[] bytes, int length) {
    if (cipher != null) {
      cipher.apply(
          number, offset, ByteBuffer.wrap(Arrays.copyOf(bytes, length)), ByteBuffer.wrap(bytes));
    }
  }

  void release(long bytes) {
    live -= bytes;
  }

  private FileChannel open() throws IOException {
    FileChannel current = channel;
    if (current == null) {
      current = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      channel = current;
    }
    return current;
  }

  /** Gives the file handle back; the next append opens the file again. */
  void idle() throws IOException {
    FileChannel current = channel;
    channel = null;
    scratch = null;
    if (current != null) {
      current.close();
    }
  }

  void delete() throws IOException {
    idle();
    Files.deleteIfExists(path);
  }
}
