package io.oraclecdc.spill;

/** Reads the frames of a {@link SpillLog} one after the other. Not thread-safe. */
public interface SpillReader extends AutoCloseable {

  /**
   * Goes to the next frame.
   *
   * @return false when there is none
   * @throws io.oraclecdc.errors.CdcException CDC-3002 when a segment file is damaged or too short;
   *     names file and offset
   */
  boolean next();

  /** The frame it stands at; valid until {@link #next()} or {@link #close()}. */
  FrameInput frame();

  /** Gives file handles back; never throws. */
  @Override
  void close();
}
