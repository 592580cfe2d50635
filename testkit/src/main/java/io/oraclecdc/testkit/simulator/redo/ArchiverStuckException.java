package io.oraclecdc.testkit.simulator.redo;

/**
 * A log switch finds the next group not archived, and no destination takes it: ORA-00257. A session
 * gets it as SQLException with that code.
 */
public final class ArchiverStuckException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /** What follows the number. */
  public static final String DETAIL = "archiver error: no archive destination takes logs";

  /** Code of the error. */
  public static final int CODE = 257;

  ArchiverStuckException(int thread) {
    super("ORA-00257: " + DETAIL + ", the log writer of thread " + thread + " waits");
  }
}
