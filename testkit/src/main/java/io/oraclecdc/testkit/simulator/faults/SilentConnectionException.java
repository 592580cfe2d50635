package io.oraclecdc.testkit.simulator.faults;

import java.sql.SQLRecoverableException;

/**
 * The other end of a connection is gone without a word, so that no call ever gets an answer. The
 * driver waits as long as its network timeout says before it throws what {@link
 * BrokenConnectionException} says.
 */
public final class SilentConnectionException extends SQLRecoverableException {
  private static final long serialVersionUID = 1L;

  /** Never seen by users of the driver. */
  public SilentConnectionException() {
    super("ORA-17002: I/O error: Socket read timed out", "08006", 17002);
  }
}
