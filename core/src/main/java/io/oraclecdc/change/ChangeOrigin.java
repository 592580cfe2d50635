package io.oraclecdc.change;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a streamed change stands in its transaction and in the redo. {@code transaction.key} and
 * {@code eventIndex} together identify it for ever.
 *
 * @param transaction the transaction
 * @param eventIndex position in the transaction, from 0
 * @param tableIndex position among the transaction's changes to the same table, from 0
 * @param scn SCN of the change
 * @param address redo address of the change
 * @param ssn SSN of the change
 * @param rowId ROWID of the row, null when not known
 * @param time time of the change in whole seconds, null when the redo carries none
 * @param reselectFailed whether values of it were asked for in the table and could not be read
 * @param rowReselected whether the redo told no value of the row, so that all of it was read from
 *     the table, and the kind of the change concluded ({@code cdc.unsupported.columns=reselect})
 */
public record ChangeOrigin(
    TransactionInfo transaction,
    int eventIndex,
    int tableIndex,
    Scn scn,
    RedoAddress address,
    long ssn,
    @Nullable RowId rowId,
    @Nullable Instant time,
    boolean reselectFailed,
    boolean rowReselected)
    implements RowOrigin {

  /** A change whose values did not have to be asked for. */
  public ChangeOrigin(
      TransactionInfo transaction,
      int eventIndex,
      int tableIndex,
      Scn scn,
      RedoAddress address,
      long ssn,
      @Nullable RowId rowId,
      @Nullable Instant time) {
    this(transaction, eventIndex, tableIndex, scn, address, ssn, rowId, time, false, false);
  }
}
