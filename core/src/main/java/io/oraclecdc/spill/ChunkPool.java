package io.oraclecdc.spill;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Chunks that no log needs any more, for the next log. A log lives long enough to leave the young
 * generation, so that what it leaves behind would be found only by a collection of the whole heap.
 * Not thread-safe.
 */
final class ChunkPool {
  private static final int CLASSES = 32;

  private final long maxBytes;
  private final List<Deque<Chunk>> bySize = new ArrayList<>(CLASSES);
  private long bytes;

  /**
   * An empty pool.
   *
   * @param maxBytes most bytes that it keeps
   */
  ChunkPool(long maxBytes) {
    this.maxBytes = maxBytes;
    for (int i = 0; i < CLASSES; i++) {
      bySize.add(new ArrayDeque<>(0));
    }
  }

  /** An empty chunk of exactly that size. */
  Chunk take(int capacity) {
    Chunk kept = isKept(capacity) ? classOf(capacity).pollLast() : null;
    if (kept == null) {
      return new Chunk(capacity);
    }
    bytes -= capacity;
    return kept;
  }

  /** Keeps a chunk that nobody reads any more, if there is room. */
  void give(Chunk chunk) {
    int capacity = chunk.bytes.length;
    if (isKept(capacity) && bytes + capacity <= maxBytes) {
      chunk.used = 0;
      classOf(capacity).addLast(chunk);
      bytes += capacity;
    }
  }

  /** Only the sizes that every log has: powers of two. */
  private static boolean isKept(int capacity) {
    return Integer.bitCount(capacity) == 1 && capacity <= SpillLog.CHUNK_MAX;
  }

  private Deque<Chunk> classOf(int capacity) {
    return bySize.get(Integer.numberOfTrailingZeros(capacity));
  }

  /** Bytes that it keeps. */
  long bytes() {
    return bytes;
  }
}
