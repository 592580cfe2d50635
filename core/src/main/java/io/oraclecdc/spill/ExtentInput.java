package io.oraclecdc.spill;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A window of bytes over the extents of a log, whichever file they are in. One file is open at a
 * time.
 */
final class ExtentInput implements AutoCloseable {
  static final int WINDOW = 64 * 1024;

  private @Nullable FileChannel channel;
  private @Nullable Path open;
  // Made when it is needed: most transactions never leave memory.
  private byte[] window = new byte[0];
  private @Nullable SegmentFile windowFile;
  private long windowBegin;
  private int windowLength;

  /** The array that {@link #position} points into. */
  byte[] array() {
    return window;
  }

  /**
   * Makes the bytes {@code from} to {@code to} of a file available.
   *
   * @param low lowest useful offset, for reading ahead backward
   * @param high highest useful offset, for reading ahead forward
   * @return index of {@code from} in {@link #array()}
   */
  int position(SegmentFile file, long from, long to, long low, long high) {
    if (file == windowFile && from >= windowBegin && to <= windowBegin + windowLength) {
      return (int) (from - windowBegin);
    }
    long begin = from;
    long end = Math.min(high, Math.max(to, from + WINDOW));
    if (end == to) {
      begin = Math.max(low, Math.min(from, to - WINDOW));
    }
    load(file, begin, end);
    return (int) (from - begin);
  }

  private void load(SegmentFile file, long begin, long end) {
    int length = (int) (end - begin);
    if (window.length < length) {
      // Small logs have small extents.
      window = new byte[length];
    }
    windowFile = null;
    try {
      FileChannel input = open(file.path());
      ByteBuffer buffer = ByteBuffer.wrap(window, 0, length);
      long at = begin;
      while (buffer.hasRemaining()) {
        int read = input.read(buffer, at);
        if (read < 0) {
          throw Frames.damaged(file.path(), at, "the file ends before offset " + end, null);
        }
        at += read;
      }
    } catch (IOException e) {
      throw Frames.damaged(file.path(), begin, "it cannot be read: " + e, e);
    }
    file.decrypt(begin, window, length);
    windowFile = file;
    windowBegin = begin;
    windowLength = length;
  }

  private FileChannel open(Path file) throws IOException {
    FileChannel current = channel;
    if (current != null && file.equals(open)) {
      return current;
    }
    close();
    FileChannel opened = FileChannel.open(file, StandardOpenOption.READ);
    channel = opened;
    open = file;
    return opened;
  }

  /** Lets go of a file that is going to be removed. */
  void leave(Path file) {
    if (file.equals(open)) {
      close();
    }
  }

  @Override
  public void close() {
    FileChannel current = channel;
    channel = null;
    open = null;
    if (current != null) {
      try {
        current.close();
      } catch (IOException e) {
        // Closing a file that was only read loses nothing.
        windowFile = null;
      }
    }
  }
}
