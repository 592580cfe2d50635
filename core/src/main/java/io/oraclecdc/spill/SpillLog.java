package io.oraclecdc.spill;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An append-only sequence of frames: older ones in segment files when the area had to make room,
 * the newest in memory. Not thread-safe.
 *
 * <pre>
 *  | extent | extent |  chunk | chunk | chunk |
 *  ^ segment files      ^ memory              ^ append
 * </pre>
 */
public final class SpillLog implements AutoCloseable {
  private static final int FIRST_CHUNK = 256;
  static final int CHUNK_MAX = 64 * 1024;

  private final SpillArea area;
  private final String name;
  private final List<Extent> extents = new ArrayList<>(0);
  private final List<Chunk> chunks = new ArrayList<>(1);
  private @Nullable SegmentFile ownSegment;
  private long spilled;
  private long used;
  private long allocated;
  private long frames;
  private long owned;

  SpillLog(SpillArea area, String name) {
    this.area = area;
    this.name = name;
  }

  /** What it is called in messages. */
  public String name() {
    return name;
  }

  /**
   * Tells what its owner keeps on the heap beside it, which cannot be moved to disk and so leaves
   * less room for what can.
   *
   * @param bytes about how many, beyond the few hundred that every log counts for
   */
  public void owned(long bytes) {
    area.owned(bytes - owned);
    owned = bytes;
  }

  /** Number of frames. */
  public long frames() {
    return frames;
  }

  /** Bytes of all frames, in memory and on disk. */
  public long totalBytes() {
    return spilled + used;
  }

  long memoryBytes() {
    return allocated;
  }

  @Nullable SegmentFile ownSegment() {
    return ownSegment;
  }

  void ownSegment(SegmentFile segment) {
    ownSegment = segment;
  }

  SpillArea area() {
    return area;
  }

  List<Extent> extents() {
    return extents;
  }

  List<Chunk> chunks() {
    return chunks;
  }

  /**
   * Appends a frame.
   *
   * @throws io.oraclecdc.errors.CdcException CDC-4001 when there is no room on disk for what has to
   *     leave memory
   */
  public void append(FrameBuilder frame) {
    int length = Frames.OVERHEAD + frame.size();
    Chunk chunk = chunks.isEmpty() ? null : chunks.get(chunks.size() - 1);
    if (chunk == null || chunk.free() < length) {
      area.unpark(this, allocated);
      int next = chunk == null ? FIRST_CHUNK : Math.min(CHUNK_MAX, chunk.bytes.length * 2);
      chunk = area.chunks().take(Math.max(next, length));
      chunks.add(chunk);
      allocated += chunk.bytes.length;
      area.grew(chunk.bytes.length);
    }
    chunk.append(frame);
    used += length;
    frames++;
    area.enforceBudget();
  }

  /** The place after the last frame. */
  public SpillMark mark() {
    return new SpillMark(spilled + used, frames);
  }

  /**
   * Moves everything to disk now, so that appending to other logs does not move it while it is
   * read.
   *
   * @throws io.oraclecdc.errors.CdcException CDC-4001 when there is no room on disk
   */
  public void toDisk() {
    flush();
  }

  /**
   * Nothing is appended any more, and it will be some time until the log is read: it may leave
   * memory before others. Appending and truncating take that back.
   */
  public void park() {
    area.park(this);
  }

  /** Drops every frame after a mark of this log. */
  public void truncate(SpillMark mark) {
    if (mark.bytes() > totalBytes()) {
      throw new IllegalArgumentException("a mark must not lie after the end of its log: " + mark);
    }
    area.unpark(this, allocated);
    while (used > 0 && mark.bytes() < totalBytes()) {
      cutLastChunk(mark.bytes());
    }
    while (mark.bytes() < spilled) {
      cutLastExtent(mark.bytes());
    }
    frames = mark.frames();
  }

  private void cutLastChunk(long end) {
    Chunk last = chunks.get(chunks.size() - 1);
    long begin = totalBytes() - last.used;
    int keep = (int) Math.max(0, end - begin);
    used -= last.used - keep;
    last.used = keep;
    if (keep == 0) {
      area.chunks().give(chunks.remove(chunks.size() - 1));
      allocated -= last.bytes.length;
      area.grew(-last.bytes.length);
    }
  }

  private void cutLastExtent(long end) {
    Extent last = extents.remove(extents.size() - 1);
    long begin = spilled - last.length();
    long keep = Math.max(0, end - begin);
    if (keep > 0) {
      extents.add(new Extent(last.segment(), last.offset(), keep));
    }
    spilled = begin + keep;
    area.release(last.segment(), last.length() - keep);
  }

  /** Moves everything in memory to a segment file. */
  void flush() {
    if (used == 0) {
      return;
    }
    addExtent(area.write(this, chunks, used));
    area.unpark(this, allocated);
    spilled += used;
    used = 0;
    area.grew(-allocated);
    allocated = 0;
    giveChunksBack();
  }

  private void giveChunksBack() {
    chunks.forEach(area.chunks()::give);
    chunks.clear();
  }

  private void addExtent(Extent extent) {
    Extent last = extents.isEmpty() ? null : extents.get(extents.size() - 1);
    if (last != null
        && last.segment() == extent.segment()
        && last.offset() + last.length() == extent.offset()) {
      extents.set(
          extents.size() - 1,
          new Extent(last.segment(), last.offset(), last.length() + extent.length()));
    } else {
      extents.add(extent);
    }
  }

  /** Reads from the first frame to the last. The log must not change meanwhile. */
  public SpillReader readForward() {
    return new ForwardReader(this, SpillMark.START);
  }

  /** The same from a mark of this log on. */
  public SpillReader readForward(SpillMark from) {
    return new ForwardReader(this, from);
  }

  /** Reads from the last frame to the first. The log must not change meanwhile. */
  public SpillReader readBackward() {
    return new BackwardReader(this);
  }

  /** Gives memory and disk back. */
  @Override
  public void close() {
    area.unpark(this, allocated);
    owned(0);
    area.closed(this, allocated);
    for (Extent extent : extents) {
      area.release(extent.segment(), extent.length());
    }
    extents.clear();
    giveChunksBack();
    used = 0;
    spilled = 0;
    allocated = 0;
  }
}
