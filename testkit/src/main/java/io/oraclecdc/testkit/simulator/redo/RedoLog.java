package io.oraclecdc.testkit.simulator.redo;

import java.time.LocalDateTime;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The redo of one log sequence of one thread: what an online group holds now, or an archived log
 * holds for good. Appended under the commit latch; a reader reads up to an end it took under the
 * latch.
 */
final class RedoLog {
  private static final int BLOCK = 512;
  private static final int BLOCK_HEADER = 16;
  private static final int BLOCK_DATA = BLOCK - BLOCK_HEADER;
  private static final int FIRST_BLOCK = 2;
  private static final int SMALLEST_SEGMENT = 16 << 10;
  private static final int LARGEST_SEGMENT = 1 << 20;

  private final int thread;
  private final long sequence;
  private final long firstScn;
  private final LocalDateTime firstTime;
  private final RedoRegistry registry;
  private final SegmentStore store;
  private final List<SegmentStore.Segment> segments = new CopyOnWriteArrayList<>();
  private int used; // bytes of the last segment
  private long written; // bytes of redo, without block headers
  private volatile long nextScn; // 0 while current
  private volatile @Nullable LocalDateTime nextTime;

  RedoLog(
      int thread,
      long sequence,
      long firstScn,
      LocalDateTime firstTime,
      RedoRegistry registry,
      SegmentStore store) {
    this.thread = thread;
    this.sequence = sequence;
    this.firstScn = firstScn;
    this.firstTime = firstTime;
    this.registry = registry;
    this.store = store;
  }

  int thread() {
    return thread;
  }

  long sequence() {
    return sequence;
  }

  long firstScn() {
    return firstScn;
  }

  LocalDateTime firstTime() {
    return firstTime;
  }

  /** NEXT_CHANGE#, 0 while it is written. */
  long nextScn() {
    return nextScn;
  }

  @Nullable LocalDateTime nextTime() {
    return nextTime;
  }

  RedoRegistry registry() {
    return registry;
  }

  void end(long scn, LocalDateTime time) {
    nextTime = time;
    nextScn = scn;
    seal();
  }

  private void seal() {
    if (!segments.isEmpty()) {
      segments.get(segments.size() - 1).seal();
    }
  }

  /** Address of the next record. */
  Rba nextAddress() {
    return new Rba(
        sequence,
        (int) (FIRST_BLOCK + written / BLOCK_DATA),
        (int) (BLOCK_HEADER + written % BLOCK_DATA));
  }

  /** Blocks in use. */
  long blocks() {
    return FIRST_BLOCK + (written + BLOCK_DATA - 1) / BLOCK_DATA;
  }

  /** Goes to the next block, as the log writer does when a commit is flushed. */
  void finishBlock() {
    written = (written + BLOCK_DATA - 1) / BLOCK_DATA * BLOCK_DATA;
  }

  /** Redo that no row of LogMiner shows. */
  void occupy(int bytes) {
    written += bytes;
  }

  void append(byte[] record) {
    SegmentStore.Segment last = segments.isEmpty() ? null : segments.get(segments.size() - 1);
    if (last == null || used + record.length > last.capacity()) {
      int wanted = last == null ? SMALLEST_SEGMENT : Math.min(2 * last.capacity(), LARGEST_SEGMENT);
      seal();
      last = store.allocate(Math.max(wanted, record.length));
      segments.add(last);
      used = 0;
    }
    System.arraycopy(record, 0, last.bytes(), used, record.length);
    used += record.length;
    written += record.length;
  }

  /** The end of what is written; taken under the latch. */
  RedoFile.End end() {
    return new RedoFile.End(segments.size(), used);
  }

  Reader reader(RedoFile.End end) {
    return new Reader(end);
  }

  void discard() {
    segments.forEach(store::release);
  }

  /** Reads records in order. Not thread-safe. */
  final class Reader implements RedoFile.Records {
    private final RedoFile.End end;
    private int segment;
    private byte[] bytes = new byte[0];
    private int at;

    private Reader(RedoFile.End end) {
      this.end = end;
      if (end.segments() > 0) {
        bytes = segments.get(0).bytes();
      }
    }

    @Override
    public @Nullable RedoRecord next() {
      while (segment < end.segments()) {
        boolean isLast = segment == end.segments() - 1;
        int limit = isLast ? end.bytes() : bytes.length;
        if (at + RedoRecord.HEADER <= limit && ByteSource.i32(bytes, at) > 0) {
          RedoRecord found = new RedoRecord(RedoLog.this, bytes, at);
          at += found.length();
          return found;
        }
        segment++;
        at = 0;
        if (segment < end.segments()) {
          bytes = segments.get(segment).bytes();
        }
      }
      return null;
    }
  }
}
