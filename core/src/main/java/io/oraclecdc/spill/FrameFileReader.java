package io.oraclecdc.spill;

import io.oraclecdc.errors.CdcException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of a {@link FrameFile}, up to the first that is cut off or damaged: what lies
 * behind it cannot be told apart. Not thread-safe.
 */
public final class FrameFileReader implements AutoCloseable {
  private final Path path;
  private final FileChannel channel;
  private final long length;
  private final FrameInput frame = new FrameInput();
  private long offset;
  private long next;
  private @Nullable String damage;

  FrameFileReader(Path path) throws IOException {
    this.path = path;
    this.channel = FileChannel.open(path, StandardOpenOption.READ);
    this.length = channel.size();
  }

  /**
   * Goes to the next frame.
   *
   * @return false at the end, and where the file is damaged
   * @throws IOException if it cannot be read
   */
  public boolean next() throws IOException {
    if (damage != null || next == length) {
      return false;
    }
    offset = next;
    if (length - offset < Frames.OVERHEAD) {
      return damaged("a frame is cut off");
    }
    byte[] header = bytes(offset, Frames.HEADER);
    int size = Frames.getInt(header, 0);
    if (size < 0 || size > length - offset - Frames.OVERHEAD) {
      return damaged("a frame is cut off, or its length is wrong");
    }
    byte[] whole = bytes(offset, Frames.OVERHEAD + size);
    try {
      FrameCheck.check(path, offset, whole, 0, size);
    } catch (CdcException e) {
      return damaged("the checksum of a frame is wrong");
    }
    frame.point(whole, Frames.HEADER, Frames.HEADER + size);
    next = offset + Frames.OVERHEAD + size;
    return true;
  }

  private boolean damaged(String what) {
    damage = what + " at offset " + offset + " of " + path;
    return false;
  }

  private byte[] bytes(long from, int count) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(count);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, from + buffer.position()) < 0) {
        throw new IOException("file " + path + " became shorter while it was read");
      }
    }
    return buffer.array();
  }

  /** Goes to a frame whose offset is known. */
  public void seek(long to) {
    next = to;
    damage = null;
  }

  /** The frame it stands at. */
  public FrameInput frame() {
    return frame;
  }

  /** Offset of the frame it stands at. */
  public long offset() {
    return offset;
  }

  /** What ended the reading before the end of the file; empty when nothing did. */
  public Optional<String> damage() {
    return Optional.ofNullable(damage);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
