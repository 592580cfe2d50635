package io.oraclecdc.transaction;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import java.util.Map;
import java.util.Set;

/**
 * What a step has to read to return transactions whole that committed in it.
 *
 * @param transactions which
 * @param scn lowest SCN of their first rows
 * @param addresses per thread, the lowest address of a first row
 */
public record WiderRange(
    Set<TransactionKey> transactions, Scn scn, Map<RedoThread, RedoAddress> addresses) {

  /** Copies the collections. */
  public WiderRange {
    transactions = Set.copyOf(transactions);
    addresses = Map.copyOf(addresses);
  }
}
