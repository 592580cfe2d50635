package io.oraclecdc.redo;

import io.oraclecdc.mining.MinedRow;
import org.jspecify.annotations.Nullable;

/**
 * Turns rows into events, one after the other, in the order LogMiner returned them. Used by the
 * capture thread only.
 */
public interface RowDecoder {

  /**
   * Takes the next row.
   *
   * @return what it means; null when it means nothing for capture or when a statement goes on in
   *     the next row
   * @throws io.oraclecdc.errors.DecodeException CDC-3001 when this row cannot be decoded
   * @throws io.oraclecdc.errors.CdcException when the stream itself is broken (CDC-3002) or a
   *     layout is missing (CDC-6001)
   */
  @Nullable RedoEvent decode(MinedRow row);

  /**
   * The row that {@link #decode} was about when it failed: of a continued statement its first piece
   * with the whole text, else the row itself.
   *
   * @param last the row that was passed last
   */
  default MinedRow whole(MinedRow last) {
    return last;
  }

  /** Whether a continued statement has not ended yet: the end of a step must not lie here. */
  boolean isInsideStatement();

  /** Forgets an unfinished statement: the step will be mined again. */
  void reset();
}
