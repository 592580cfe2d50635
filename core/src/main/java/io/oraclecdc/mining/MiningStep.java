package io.oraclecdc.mining;

import org.jspecify.annotations.Nullable;

/**
 * The rows of one step. Either read to the end and {@link #finish() finished}, or closed and mined
 * again: never half applied.
 */
public interface MiningStep extends AutoCloseable {

  /**
   * The next row, null after the last.
   *
   * @throws io.oraclecdc.errors.RetriableException as {@link RedoSource#open}
   */
  @Nullable MinedRow next();

  /**
   * Checks that what was read is complete (the logs are still the ones that were listed) and tells
   * how far the step went. Called once, after the last row.
   *
   * @throws io.oraclecdc.errors.RetriableException when the step must be mined again
   */
  StepEnd finish();

  /** Ends the step; never throws. */
  @Override
  void close();
}
