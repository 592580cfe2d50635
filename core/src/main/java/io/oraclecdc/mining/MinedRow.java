package io.oraclecdc.mining;

import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.schema.SegmentRef;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * One row of V$LOGMNR_CONTENTS as it was read. {@code toString} gives its place and kind, never its
 * text.
 *
 * @param scn SCN of the change; of a COMMIT row, the commit SCN
 * @param thread redo thread
 * @param address RS_ID; {@link RedoAddress#ZERO} on some rollback rows
 * @param ssn SSN
 * @param transaction container and XID
 * @param operation kind of row
 * @param operationCode OPERATION_CODE as printed, for messages about {@link OperationCode#OTHER}
 * @param rollback whether the row undoes an earlier one (ROLLBACK = 1)
 * @param segment table it belongs to
 * @param rowId ROW_ID, null on transaction rows
 * @param continued whether the statement goes on in the next row (CSF = 1)
 * @param status STATUS
 * @param info INFO, null when empty
 * @param timestamp TIMESTAMP: wall clock of the database host in whole seconds, null when the row
 *     has none
 * @param userName USERNAME, null when unknown (LogMiner's word UNKNOWN included)
 * @param sequence SEQUENCE#: number of the row in its transaction, 0 when not given
 * @param sqlRedo SQL_REDO, null when SQL NULL
 * @param dataObjectId DATA_OBJD#, 0 when not given; on a cluster it tells rows that the database
 *     wrote for itself from those of users
 */
public record MinedRow(
    Scn scn,
    RedoThread thread,
    RedoAddress address,
    long ssn,
    TransactionKey transaction,
    OperationCode operation,
    int operationCode,
    boolean rollback,
    SegmentRef segment,
    @Nullable RowId rowId,
    boolean continued,
    int status,
    @Nullable String info,
    @Nullable LocalDateTime timestamp,
    @Nullable String userName,
    long sequence,
    @Nullable String sqlRedo,
    long dataObjectId) {

  /** A row whose DATA_OBJD# is not given. */
  public MinedRow(
      Scn scn,
      RedoThread thread,
      RedoAddress address,
      long ssn,
      TransactionKey transaction,
      OperationCode operation,
      int operationCode,
      boolean rollback,
      SegmentRef segment,
      @Nullable RowId rowId,
      boolean continued,
      int status,
      @Nullable String info,
      @Nullable LocalDateTime timestamp,
      @Nullable String userName,
      long sequence,
      @Nullable String sqlRedo) {
    this(
        scn,
        thread,
        address,
        ssn,
        transaction,
        operation,
        operationCode,
        rollback,
        segment,
        rowId,
        continued,
        status,
        info,
        timestamp,
        userName,
        sequence,
        sqlRedo,
        0);
  }

  /** Whether ROW_ID names a row: not missing, no placeholder, not the table alone. */
  public boolean namesRow() {
    return rowId != null && !rowId.isTableOnly();
  }

  /** Where the row stands, for messages: thread, address, SCN, transaction, table. */
  public String place() {
    return "SCN "
        + scn
        + ", thread "
        + thread
        + ", redo address "
        + address
        + ", transaction "
        + transaction
        + ", table "
        + segment;
  }

  /**
   * This row with another SQL_REDO that is complete: the pieces of a continued statement joined.
   */
  public MinedRow withCompleteSql(@Nullable String sql) {
    return new MinedRow(
        scn,
        thread,
        address,
        ssn,
        transaction,
        operation,
        operationCode,
        rollback,
        segment,
        rowId,
        false,
        status,
        info,
        timestamp,
        userName,
        sequence,
        sql,
        dataObjectId);
  }

  @Override
  public String toString() {
    return operation + (rollback ? " (undo)" : "") + " at " + place();
  }
}
