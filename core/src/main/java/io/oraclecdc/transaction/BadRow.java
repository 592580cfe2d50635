package io.oraclecdc.transaction;

import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.FrameInput;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * A row that could not be decoded, as it is kept in the log of its transaction: everything that a
 * dead letter tells.
 *
 * <pre>
 *  scn | thread | sequence | block | offset | ssn | operation | status | container | object
 *  | [row id] | [second] | [owner] | [table] | [info] | [sql] | error
 * </pre>
 *
 * @param row the row with its whole text
 * @param error why
 */
record BadRow(MinedRow row, DecodeException error) {
  private static final String WITHHELD = "<withheld>";

  /** A row of a table; text that shows columns which are excluded is not kept. */
  static BadRow of(MinedRow row, TableSchema table, DecodeException error) {
    BadRow bad = new BadRow(row, error);
    boolean excluded =
        table.columns().stream().anyMatch(column -> column.use() == Column.Use.EXCLUDED);
    return excluded ? bad.withoutText() : bad;
  }

  /** The same without what the statement says. */
  BadRow withoutText() {
    return row.sqlRedo() == null ? this : new BadRow(row.withCompleteSql(WITHHELD), error);
  }

  /** Writes what {@link #read} reads. */
  void write(FrameBuilder out) {
    LocalDateTime time = row.timestamp();
    RowId rowId = row.rowId();
    out.putUnsigned(row.scn().value());
    out.putSigned(row.thread().number());
    out.putUnsigned(row.address().sequence());
    out.putUnsigned(row.address().block());
    out.putUnsigned(row.address().offset());
    out.putSigned(row.ssn());
    out.putSigned(row.operation().code());
    out.putSigned(row.status());
    out.putSigned(row.segment().containerId());
    out.putSigned(row.segment().objectId());
    putText(out, rowId == null ? null : rowId.text());
    out.putByte(time == null ? 0 : 1);
    if (time != null) {
      out.putSigned(time.toEpochSecond(ZoneOffset.UTC));
    }
    putText(out, row.segment().owner());
    putText(out, row.segment().table());
    putText(out, row.info());
    putText(out, row.sqlRedo());
    out.putText(error.observed());
  }

  /**
   * Reads a row.
   *
   * @param transaction whose log it is
   */
  static BadRow read(FrameInput in, TransactionKey transaction) {
    Scn scn = new Scn(in.getUnsigned());
    RedoThread thread = new RedoThread((int) in.getSigned());
    long sequence = in.getUnsigned();
    long block = in.getUnsigned();
    RedoAddress address = new RedoAddress(sequence, block, (int) in.getUnsigned());
    long ssn = in.getSigned();
    int operation = (int) in.getSigned();
    int status = (int) in.getSigned();
    int container = (int) in.getSigned();
    long object = in.getSigned();
    String rowId = text(in);
    LocalDateTime time =
        in.getByte() == 0 ? null : LocalDateTime.ofEpochSecond(in.getSigned(), 0, ZoneOffset.UTC);
    String owner = text(in);
    String table = text(in);
    String info = text(in);
    String sql = text(in);
    MinedRow row =
        new MinedRow(
            scn,
            thread,
            address,
            ssn,
            transaction,
            OperationCode.of(operation),
            operation,
            false,
            new SegmentRef(container, owner, table, object),
            rowId == null ? null : new RowId(rowId),
            false,
            status,
            info,
            time,
            null,
            0,
            sql);
    return new BadRow(row, new DecodeException(in.getText(), null));
  }

  private static void putText(FrameBuilder out, @Nullable String text) {
    out.putByte(text == null ? 0 : 1);
    if (text != null) {
      out.putText(text);
    }
  }

  private static @Nullable String text(FrameInput in) {
    return in.getByte() == 0 ? null : in.getText();
  }
}
