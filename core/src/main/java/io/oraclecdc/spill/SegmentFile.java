package io.oraclecdc.spill;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One append-only file with extents of one large log or of many small ones. Removed when none of
 * its bytes is needed any more.
 */
final class SegmentFile {
  private final Path path;
  private @Nullable FileChannel channel;
  private long size;
  private long live;

  SegmentFile(Path path) {
    this.path = path;
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
      ByteBuffer buffer = ByteBuffer.wrap(chunk.bytes, 0, chunk.used);
      while (buffer.hasRemaining()) {
        end += open.write(buffer, end);
      }
    }
    size = end;
    live += end - offset;
    return new Extent(this, offset, end - offset);
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
    if (current != null) {
      current.close();
    }
  }

  void delete() throws IOException {
    idle();
    Files.deleteIfExists(path);
  }
}
