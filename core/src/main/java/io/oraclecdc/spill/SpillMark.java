package io.oraclecdc.spill;

/**
 * A place between two frames of a {@link SpillLog}, to return to.
 *
 * @param bytes bytes before it
 * @param frames frames before it
 */
public record SpillMark(long bytes, long frames) {

  /** Before the first frame. */
  public static final SpillMark START = new SpillMark(0, 0);
}
