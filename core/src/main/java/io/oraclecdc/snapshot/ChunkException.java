package io.oraclecdc.snapshot;

import io.oraclecdc.database.OracleErrors;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.RetriableException;
import java.sql.SQLException;

/** A chunk could not be read; never leaves the package. */
final class ChunkException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient CdcException error;
  private final Reason reason;

  /** What helps. */
  enum Reason {
    /** The database has no undo any more for that SCN: a newer one, fewer rows. */
    TOO_OLD,
    /** The table was made or changed shortly before: a newer SCN, some seconds later. */
    CHANGED,
    /** The table or a column is not there: the layout that the redo tells. */
    OTHER_LAYOUT,
    /** Another session, some seconds later. */
    LATER,
    /** Nothing. */
    NOTHING
  }

  ChunkException(CdcException error) {
    super(error.getMessage(), error);
    this.error = error;
    this.reason = reasonOf(error);
  }

  private static Reason reasonOf(CdcException error) {
    if (error.getCause() instanceof SQLException cause) {
      if (OracleErrors.hasNumber(cause, 1555, 8180, 8181, 30052)) {
        return Reason.TOO_OLD;
      }
      if (OracleErrors.hasNumber(cause, 1466, 8103)) {
        return Reason.CHANGED;
      }
      if (OracleErrors.hasNumber(cause, 904, 942)) {
        return Reason.OTHER_LAYOUT;
      }
    }
    return error instanceof RetriableException ? Reason.LATER : Reason.NOTHING;
  }

  CdcException error() {
    return error;
  }

  Reason reason() {
    return reason;
  }
}
