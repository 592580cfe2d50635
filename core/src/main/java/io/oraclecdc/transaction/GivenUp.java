package io.oraclecdc.transaction;

import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import java.time.Duration;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * An open transaction of which nothing will be delivered.
 *
 * @param key which
 * @param userName Oracle user, null when unknown
 * @param firstScn SCN of its first row
 * @param lastScn highest SCN of a row so far
 * @param changes number of changes so far, undone ones included
 * @param age how long it was open by the times in the redo, null when the redo tells none
 * @param reason why
 */
public record GivenUp(
    TransactionKey key,
    @Nullable String userName,
    Scn firstScn,
    Scn lastScn,
    long changes,
    @Nullable Duration age,
    Reason reason) {

  /** Why a transaction is given up. */
  public enum Reason {
    /** It is open for longer than {@code cdc.transaction.max.age.ms}. */
    TOO_OLD,
    /** It has more changes than {@code cdc.transaction.max.changes}. */
    TOO_LARGE,
    /** The database does not know it any more. */
    ORPHAN
  }

  static GivenUp of(OpenTransaction transaction, @Nullable LocalDateTime now, Reason reason) {
    LocalDateTime first = transaction.firstTime();
    return new GivenUp(
        transaction.key(),
        transaction.userName(),
        transaction.firstScn(),
        transaction.lastScn(),
        transaction.changes(),
        first == null || now == null ? null : Duration.between(first, now),
        reason);
  }

  static GivenUp of(StartedTransactions.Started start, Reason reason) {
    return new GivenUp(start.key(), start.userName(), start.scn(), start.scn(), 0, null, reason);
  }

  /** What it is, without values. */
  @Override
  public String toString() {
    return "transaction "
        + key
        + (userName == null ? "" : " of user " + userName)
        + ", open since SCN "
        + firstScn
        + ", "
        + changes
        + " changes";
  }
}
