package io.oraclecdc.pipeline;

import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.mining.MinedRow;

/** What happens to a row that cannot be decoded. Called by the capture thread. */
@FunctionalInterface
public interface DeadLetters {

  /** Refuses every row: capture stops. */
  DeadLetters REFUSED =
      (row, error) -> {
        throw error;
      };

  /**
   * Takes over a row, which is then left out of its transaction, by returning; refuses it by
   * throwing {@code error}.
   *
   * <p>May be told of the same row again when its step is mined again.
   */
  void accept(MinedRow row, DecodeException error);

  /** Number of rows taken over so far. From any thread. */
  default long count() {
    return 0;
  }
}
