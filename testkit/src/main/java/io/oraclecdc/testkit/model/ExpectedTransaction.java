package io.oraclecdc.testkit.model;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import java.util.List;

/**
 * A committed transaction.
 *
 * @param key container and XID
 * @param thread redo thread of the commit
 * @param commitScn SCN of the commit
 * @param commitAddress redo address of the COMMIT row
 * @param userName who ran it
 * @param changes what it kept, oldest first; changes of captured tables only, possibly none
 */
public record ExpectedTransaction(
    TransactionKey key,
    RedoThread thread,
    Scn commitScn,
    RedoAddress commitAddress,
    String userName,
    List<ExpectedChange> changes) {

  /** Copies the list. */
  public ExpectedTransaction {
    changes = List.copyOf(changes);
  }
}
