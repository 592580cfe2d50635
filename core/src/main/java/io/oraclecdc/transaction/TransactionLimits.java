package io.oraclecdc.transaction;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an open transaction may need before something is done about it.
 *
 * @param maxAge most time between its first row and the newest row read, by the times in the redo;
 *     null for no limit
 * @param ageAction what happens beyond it
 * @param maxChanges most changes, undone ones included; {@link Long#MAX_VALUE} for no limit
 * @param changesAction what happens beyond it
 */
public record TransactionLimits(
    @Nullable Duration maxAge, Action ageAction, long maxChanges, Action changesAction) {

  /** No limits. */
  public static final TransactionLimits NONE =
      new TransactionLimits(null, Action.FAIL, Long.MAX_VALUE, Action.FAIL);

  /** What happens to a transaction beyond a limit. */
  public enum Action {
    /** Capture stops. */
    FAIL,
    /** Nothing of it is delivered, and that is told. */
    DISCARD
  }
}
