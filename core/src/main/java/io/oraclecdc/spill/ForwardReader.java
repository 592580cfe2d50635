package io.oraclecdc.spill;

import org.jspecify.annotations.Nullable;

/** First frame to last: extents, then chunks. */
final class ForwardReader implements SpillReader {
  private final SpillLog log;
  private final @Nullable ExtentInput input;
  private boolean closed;
  private final FrameInput frame = new FrameInput();
  private int extentIndex;
  private long inExtent;
  private int chunkIndex;
  private int inChunk;

  ForwardReader(SpillLog log, SpillMark from) {
    this.log = log;
    this.input = log.extents().isEmpty() ? null : log.area().takeInput();
    long rest = from.bytes();
    while (extentIndex < log.extents().size() && rest > 0) {
      long length = log.extents().get(extentIndex).length();
      inExtent = Math.min(rest, length);
      rest -= inExtent;
      if (rest > 0) {
        extentIndex++;
        inExtent = 0;
      }
    }
    while (chunkIndex < log.chunks().size() && rest > 0) {
      int used = log.chunks().get(chunkIndex).used;
      inChunk = (int) Math.min(rest, used);
      rest -= inChunk;
      if (rest > 0) {
        chunkIndex++;
        inChunk = 0;
      }
    }
  }

  @Override
  public boolean next() {
    while (extentIndex < log.extents().size()) {
      Extent extent = log.extents().get(extentIndex);
      if (inExtent < extent.length()) {
        readFrom(extent);
        return true;
      }
      extentIndex++;
      inExtent = 0;
    }
    while (chunkIndex < log.chunks().size()) {
      Chunk chunk = log.chunks().get(chunkIndex);
      if (inChunk < chunk.used) {
        int length = Frames.getInt(chunk.bytes, inChunk);
        int begin = inChunk + Frames.HEADER;
        frame.point(chunk.bytes, begin, begin + length);
        inChunk += length + Frames.OVERHEAD;
        return true;
      }
      chunkIndex++;
      inChunk = 0;
    }
    return false;
  }

  private void readFrom(Extent extent) {
    SegmentFile file = extent.segment();
    ExtentInput input = input();
    long begin = extent.offset() + inExtent;
    long end = extent.offset() + extent.length();
    if (begin + Frames.OVERHEAD > end) {
      throw Frames.damaged(file.path(), begin, "a frame is cut off", null);
    }
    int at = input.position(file, begin, begin + Frames.HEADER, begin, end);
    int length = Frames.getInt(input.array(), at);
    if (length < 0 || begin + Frames.OVERHEAD + length > end) {
      throw Frames.damaged(file.path(), begin, "the length of a frame is wrong", null);
    }
    at = input.position(file, begin, begin + Frames.OVERHEAD + length, begin, end);
    FrameCheck.check(file.path(), begin, input.array(), at, length);
    frame.point(input.array(), at + Frames.HEADER, at + Frames.HEADER + length);
    inExtent += length + Frames.OVERHEAD;
  }

  private ExtentInput input() {
    ExtentInput known = input;
    if (known == null) {
      throw new IllegalStateException("a log was moved to disk while it was read");
    }
    return known;
  }

  @Override
  public FrameInput frame() {
    return frame;
  }

  @Override
  public void close() {
    ExtentInput used = input;
    if (used != null && !closed) {
      closed = true;
      log.area().giveBack(used);
    }
  }
}
