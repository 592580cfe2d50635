package io.oraclecdc.transaction;

import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * An open transaction of which nothing will be delivered.
 *
 * @param key which
 * @param userName Oracle user, null when unknown
 * @param firstScn SCN of its first row
 * @param changes number of changes so far, undone ones included
 * @param reason why
 */
public record GivenUp(
    TransactionKey key, @Nullable String userName, Scn firstScn, long changes, Reason reason) {

  /** Why a transaction is given up. */
  public enum Reason {
    /** It is open for longer than {@code cdc.transaction.max.age.ms}. */
    TOO_OLD,
    /** It has more changes than {@code cdc.transaction.max.changes}. */
    TOO_LARGE,
    /** The database does not know it any more. */
    ORPHAN
  }

  static GivenUp of(OpenTransaction transaction, Reason reason) {
    return new GivenUp(
        transaction.key(),
        transaction.userName(),
        transaction.firstScn(),
        transaction.changes(),
        reason);
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
