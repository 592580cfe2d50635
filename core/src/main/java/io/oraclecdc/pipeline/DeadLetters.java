package io.oraclecdc.pipeline;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.RedoMoment;
import io.oraclecdc.transaction.GivenUp;

/** What happens to a row that cannot be decoded. Called by the capture thread. */
@FunctionalInterface
public interface DeadLetters {

  /** Refuses every row: capture stops. */
  DeadLetters REFUSED =
      new DeadLetters() {
        @Override
        public void accept(MinedRow row, DecodeException error) {
          throw error;
        }

        @Override
        public boolean refusesEverything() {
          return true;
        }
      };

  /**
   * Takes over a row, which is then left out of its transaction, by returning; refuses it by
   * throwing {@code error}. Told at the commit, and only of rows that no undo row took back.
   *
   * <p>May be told of the same row again when its step is mined again.
   */
  void accept(MinedRow row, DecodeException error);

  /**
   * A transaction is beyond a limit and is discarded by the settings: none of its changes will be
   * delivered. Told when the step that decided it counts, before a position can lie behind it; may
   * be told of the same one again after a restart.
   */
  default void transactionDiscarded(GivenUp what) {
    // An ops event and the log tell it too.
  }

  /** Whether no row is ever taken over: capture then stops at the row, not at its commit. */
  default boolean refusesEverything() {
    return false;
  }

  /** A table is not captured any more from a place in the redo on. */
  default void setAside(TableId table, RedoMoment from, CdcException why) {}

  /** Number of rows taken over so far. From any thread. */
  default long count() {
    return 0;
  }
}
