package io.oraclecdc.benchmarks;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.schema.SegmentRef;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Redo of one large transaction and small ones in between, made from a seed while it is read, so
 * that no memory is needed for it. Each row is returned once. Not thread-safe.
 *
 * <pre>
 *  large   START  r r r r r r r r r r r r r r r r r r r r r r ... COMMIT
 *  small        START r   r   r COMMIT   START r   r   r COMMIT
 * </pre>
 */
final class BigTransactionSource implements RedoSource {
  private static final RedoThread THREAD = new RedoThread(1);
  private static final int ROWS_OF_A_STEP = 50_000;
  private static final int BATCH = 300;
  private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);
  private static final SegmentRef SEGMENT =
      new SegmentRef(0, OrderStatements.OWNER, OrderStatements.TABLE, 0);

  private final OrderStatements statements = new OrderStatements(11);
  private final Deque<String> made = new ArrayDeque<>();
  private final int large;
  private final int small;
  private final int rowsOfSmall;
  private final long smallEvery;
  private long bytes;
  private long place;
  private int doneLarge;
  private int doneSmall;
  private int inSmall;
  private long rowsSinceSmall;
  private boolean started;
  private boolean ended;

  /**
   * A source.
   *
   * @param large rows of the large transaction
   * @param small number of small transactions
   * @param rowsOfSmall rows of each
   */
  BigTransactionSource(int large, int small, int rowsOfSmall) {
    this.large = large;
    this.small = small;
    this.rowsOfSmall = rowsOfSmall;
    this.smallEvery =
        small == 0 ? Long.MAX_VALUE : Math.max(1, large / (small * (rowsOfSmall + 2L)));
  }

  /** Characters of the statements so far. */
  long characters() {
    return bytes;
  }

  @Override
  public MiningStep open(MiningStart start) {
    return new Step();
  }

  @Override
  public void close() {
    made.clear();
  }

  private @Nullable MinedRow next() {
    if (!started) {
      started = true;
      return row(0, OperationCode.START, null);
    }
    if (doneSmall < small && ++rowsSinceSmall > smallEvery) {
      rowsSinceSmall = 0;
      return nextOfSmall();
    }
    if (doneLarge < large) {
      doneLarge++;
      return change(0);
    }
    if (doneSmall < small) {
      return nextOfSmall();
    }
    if (!ended) {
      ended = true;
      return row(0, OperationCode.COMMIT, null);
    }
    return null;
  }

  private MinedRow nextOfSmall() {
    int number = 1 + doneSmall;
    inSmall++;
    if (inSmall == 1) {
      return row(number, OperationCode.START, null);
    }
    if (inSmall <= rowsOfSmall + 1) {
      return change(number);
    }
    inSmall = 0;
    doneSmall++;
    return row(number, OperationCode.COMMIT, null);
  }

  private MinedRow change(int transaction) {
    if (made.isEmpty()) {
      made.addAll(statements.next(BATCH));
    }
    String sql = made.remove();
    bytes += sql.length();
    OperationCode operation =
        switch (sql.charAt(0)) {
          case 'i' -> OperationCode.INSERT;
          case 'u' -> OperationCode.UPDATE;
          default -> OperationCode.DELETE;
        };
    return row(transaction, operation, sql);
  }

  private MinedRow row(int transaction, OperationCode operation, @Nullable String sql) {
    place++;
    return new MinedRow(
        new Scn(1000 + place),
        THREAD,
        new RedoAddress(1 + place / 1_000_000, place % 1_000_000, 16),
        0,
        new TransactionKey(0, new Xid(10, transaction, 7)),
        operation,
        operation.code(),
        false,
        SEGMENT,
        sql == null ? null : new RowId("AAASkWAAMAAA" + String.format("%06d", place % 1_000_000)),
        false,
        0,
        null,
        TIME,
        "SHOP",
        place,
        sql,
        0);
  }

  private final class Step implements MiningStep {
    private int rows;
    private boolean atEnd;

    @Override
    public @Nullable MinedRow next() {
      if (rows == ROWS_OF_A_STEP) {
        return null;
      }
      MinedRow next = BigTransactionSource.this.next();
      rows++;
      atEnd = next == null;
      return next;
    }

    @Override
    public StepEnd finish() {
      Scn passed = new Scn(1000 + place);
      return new StepEnd(
          Map.of(THREAD, new RedoAddress(1 + place / 1_000_000, place % 1_000_000, 16)),
          Map.of(THREAD, passed),
          passed,
          atEnd);
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }

  /** The statements of a number of rows, as the peer gets them. */
  static List<String> batch(OrderStatements statements) {
    return statements.next(BATCH);
  }
}
