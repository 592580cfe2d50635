package io.oraclecdc.transaction;

import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import java.util.Optional;
import java.util.Set;

/** Which transactions the database knows. */
@FunctionalInterface
public interface ActiveTransactions {

  /**
   * Asks the database.
   *
   * @return empty when it cannot tell: on a standby, or when a view cannot be read
   * @throws io.oraclecdc.errors.CdcException when it cannot be reached
   */
  Optional<Listing> read();

  /**
   * What the database said.
   *
   * @param known active ones, and those in doubt of distributed transactions: they have no session
   *     and can still commit
   * @param scn SCN read after the list: what is not in the list and committed has a commit at or
   *     below it
   */
  record Listing(Set<TransactionKey> known, Scn scn) {

    /** Copies the set. */
    public Listing {
      known = Set.copyOf(known);
    }
  }
}
