package io.oraclecdc.spill;

import org.jspecify.annotations.Nullable;

/** Last frame to first: chunks, then extents, each from its end. */
final class BackwardReader implements SpillReader {
  private final SpillLog log;
  private final @Nullable ExtentInput input;
  private boolean closed;
  private final FrameInput frame = new FrameInput();
  private int chunkIndex;
  private int chunkEnd;
  private int extentIndex;
  private long extentEnd;

  BackwardReader(SpillLog log) {
    this.log = log;
    this.input = log.extents().isEmpty() ? null : log.area().takeInput();
    this.chunkIndex = log.chunks().size();
    this.extentIndex = log.extents().size();
  }

  @Override
  public boolean next() {
    while (chunkEnd == 0 && chunkIndex > 0) {
      chunkIndex--;
      chunkEnd = log.chunks().get(chunkIndex).used;
    }
    if (chunkEnd > 0) {
      byte[] bytes = log.chunks().get(chunkIndex).bytes;
      int length = Frames.getInt(bytes, chunkEnd - 4);
      int begin = chunkEnd - Frames.OVERHEAD - length;
      frame.point(bytes, begin + Frames.HEADER, begin + Frames.HEADER + length);
      chunkEnd = begin;
      return true;
    }
    while (extentEnd == 0 && extentIndex > 0) {
      extentIndex--;
      extentEnd = log.extents().get(extentIndex).length();
    }
    if (extentEnd > 0) {
      readFrom(log.extents().get(extentIndex));
      return true;
    }
    return false;
  }

  private void readFrom(Extent extent) {
    SegmentFile file = extent.segment();
    ExtentInput input = input();
    long low = extent.offset();
    long end = low + extentEnd;
    if (extentEnd < Frames.OVERHEAD) {
      throw Frames.damaged(file.path(), low, "a frame is cut off", null);
    }
    int at = input.position(file, end - 4, end, low, end);
    int length = Frames.getInt(input.array(), at);
    long begin = end - Frames.OVERHEAD - length;
    if (length < 0 || begin < low) {
      throw Frames.damaged(file.path(), end - 4, "the length of a frame is wrong", null);
    }
    at = input.position(file, begin, end, low, end);
    FrameCheck.check(file.path(), begin, input.array(), at, length);
    frame.point(input.array(), at + Frames.HEADER, at + Frames.HEADER + length);
    extentEnd = begin - low;
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
