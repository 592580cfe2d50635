package io.oraclecdc.transaction;

import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.mining.MinedRow;

/** Takes rows of committed changes that could not be decoded. Called by the capture thread. */
@FunctionalInterface
public interface BadRows {

  /**
   * Takes a row.
   *
   * @param row the row with its whole text
   * @param error why it could not be decoded
   */
  void accept(MinedRow row, DecodeException error);
}
