package io.oraclecdc.testkit.simulator.redo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the bytes of redo segments: the newest in memory up to a budget, older full ones in one
 * temporary file that is deleted at close. Thread-safe.
 */
final class SegmentStore implements AutoCloseable {
  private final long budget;
  private final Deque<Segment> inMemory = new ArrayDeque<>();
  private long memory;
  private long fileEnd;
  private @Nullable Path path;
  private @Nullable FileChannel channel;
  private boolean closed;

  SegmentStore(long budget) {
    this.budget = budget;
  }

  /** Makes a segment of {@code capacity} bytes; older ones may move to the file. */
  synchronized Segment allocate(int capacity) {
    if (closed) {
      throw new IllegalStateException("the redo of this database is closed");
    }
    Iterator<Segment> oldest = inMemory.iterator();
    while (memory + capacity > budget && oldest.hasNext()) {
      Segment segment = oldest.next();
      if (segment.sealed) {
        oldest.remove();
        moveToFile(segment);
      }
    }
    Segment segment = new Segment(this, new byte[capacity]);
    inMemory.addLast(segment);
    memory += capacity;
    return segment;
  }

  /** Forgets the bytes of a log that was purged. */
  synchronized void release(Segment segment) {
    if (inMemory.remove(segment)) {
      memory -= segment.capacity;
    }
  }

  private void moveToFile(Segment segment) {
    byte[] bytes = segment.bytes;
    if (bytes == null) {
      return;
    }
    try {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      long at = fileEnd;
      while (buffer.hasRemaining()) {
        fileEnd += channel().write(buffer, fileEnd);
      }
      segment.filePosition = at;
      segment.bytes = null;
      memory -= bytes.length;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write redo to the temporary file", e);
    }
  }

  private synchronized byte[] read(Segment segment) {
    byte[] inMemoryBytes = segment.bytes;
    if (inMemoryBytes != null) {
      return inMemoryBytes;
    }
    ByteBuffer buffer = ByteBuffer.allocate(segment.capacity);
    try {
      while (buffer.hasRemaining()) {
        if (channel().read(buffer, segment.filePosition + buffer.position()) < 0) {
          throw new IOException("temporary file is shorter than what was written");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read redo from the temporary file", e);
    }
    return buffer.array();
  }

  private FileChannel channel() throws IOException {
    FileChannel open = channel;
    if (open == null) {
      path = Files.createTempFile("oracle-simulator-redo", ".seg");
      open = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
      channel = open;
    }
    return open;
  }

  @Override
  public synchronized void close() {
    closed = true;
    inMemory.clear();
    try {
      if (channel != null) {
        channel.close();
      }
      if (path != null) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete the temporary file of the redo", e);
    }
  }

  /** Bytes of a part of a log. */
  static final class Segment {
    private final SegmentStore store;
    private final int capacity;
    private volatile byte @Nullable [] bytes;
    private volatile boolean sealed;
    private long filePosition;

    private Segment(SegmentStore store, byte[] bytes) {
      this.store = store;
      this.bytes = bytes;
      capacity = bytes.length;
    }

    /** Nothing more will be written: the bytes may leave the memory. */
    void seal() {
      sealed = true;
    }

    int capacity() {
      return capacity;
    }

    /** The bytes, read back when they are in the file. */
    byte[] bytes() {
      byte[] current = bytes;
      return current != null ? current : store.read(this);
    }
  }
}
