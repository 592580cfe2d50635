package io.oraclecdc.spill;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * An append-only file of frames that outlives its process, in the layout of {@link Frames}. What
 * was appended is on disk once {@link #force} returned. Not thread-safe.
 */
public final class FrameFile implements AutoCloseable {
  private static final int BUFFER = 256 * 1024;

  private final Path path;
  private final FileChannel channel;
  private ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
  private long size;

  private FrameFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Makes a new file.
   *
   * @throws IOException if there is one already, or none can be made
   */
  public static FrameFile create(Path path) throws IOException {
    return new FrameFile(
        path, FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** Bytes appended so far. */
  public long size() {
    return size;
  }

  /**
   * Appends a frame.
   *
   * @return offset of the frame
   * @throws IOException if the file cannot be written; it must not be appended to any more
   */
  public long append(FrameBuilder frame) throws IOException {
    long offset = size;
    int length = Frames.OVERHEAD + frame.size();
    if (buffer.remaining() < length) {
      drain();
      if (buffer.capacity() < length) {
        buffer = ByteBuffer.allocate(length);
      }
    }
    buffer.putInt(frame.size());
    buffer.putInt(Frames.crc(frame.array(), 0, frame.size()));
    buffer.put(frame.array(), 0, frame.size());
    buffer.putInt(frame.size());
    size += length;
    return offset;
  }

  private void drain() throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear();
  }

  /** Makes everything appended so far durable. */
  public void force() throws IOException {
    drain();
    channel.force(false);
  }

  /** Reads the file from its beginning. */
  public static FrameFileReader read(Path path) throws IOException {
    return new FrameFileReader(path);
  }

  /** Gives the handle back; what was not forced may be lost. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
