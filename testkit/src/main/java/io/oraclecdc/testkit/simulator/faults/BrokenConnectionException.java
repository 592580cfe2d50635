package io.oraclecdc.testkit.simulator.faults;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;

/** The socket of a connection is dead; the driver marks the connection closed and throws this. */
public final class BrokenConnectionException extends SQLRecoverableException {
  private static final long serialVersionUID = 1L;

  /** ORA-17002. */
  public BrokenConnectionException() {
    super("ORA-17002: I/O error: Connection reset", "08006", 17002);
  }

  /** The server ended the session for a reason it could still tell. */
  public BrokenConnectionException(SQLException reason) {
    super(reason.getMessage(), "08006", reason.getErrorCode(), reason);
  }
}
