package io.oraclecdc.mining;

/**
 * Redo, one step after the other. Not thread-safe: the capture thread owns it.
 *
 * <p>Steps may return rows again that an earlier step returned (mining starts at the lowest SCN
 * that can still matter); the transaction stage tells new rows from repeated ones by address. The
 * order of rows is stable.
 */
public interface RedoSource extends AutoCloseable {

  /**
   * Opens the next step.
   *
   * @param start where mining has to begin
   * @return a step, which has no rows when there is nothing new
   * @throws io.oraclecdc.errors.RetriableException when the step (CDC-1002) or the session
   *     (CDC-1001) may be tried again
   * @throws io.oraclecdc.errors.CdcException when redo is missing (CDC-2001, CDC-2002), or for any
   *     other reason to stop
   */
  MiningStep open(MiningStart start);

  /** Releases sessions and cursors; never throws. */
  @Override
  void close();
}
