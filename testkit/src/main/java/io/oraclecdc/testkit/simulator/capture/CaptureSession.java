package io.oraclecdc.testkit.simulator.capture;

import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.session.BoundSession;
import io.oraclecdc.testkit.simulator.session.SessionBinding;
import org.jspecify.annotations.Nullable;

/** What the capture triggers need of the session whose statement fires them. */
public interface CaptureSession extends BoundSession {

  /** The session of the current call. */
  static CaptureSession current() {
    return (CaptureSession) SessionBinding.current();
  }

  /** The dictionary of its container. */
  SimDictionary dictionary();

  /** The running statement; null while DDL rearranges rows that were captured long ago. */
  @Nullable StatementScope scope();

  /** A ROWID for a new row of a table in a segment, ten bytes. */
  byte[] nextRowId(SimTable table, long dataObjectId);

  /** Whether the table is a global temporary one. */
  boolean isTemporary(SimTable table);

  /** The application's row triggers. */
  RowTriggers rowTriggers();

  /** Number of the session's transaction, stored with every row version it writes. */
  long transactionNumber();
}
