package io.oraclecdc.benchmarks.memory;

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
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.SegmentRef;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Redo of one insert with a large value, made while it is read: pieces of {@value #PIECE}
 * characters or bytes in continued rows of 4000 characters, as LogMiner returns them. Not
 * thread-safe.
 */
final class LargeValueRedo implements RedoSource, MiningStep {
  static final int PIECE = 10_000;
  private static final int CUT = 4_000;
  private static final RedoThread THREAD = new RedoThread(1);
  private static final RowId PLACEHOLDER = new RowId("AAAAAAAAAAAAAAAAAA");
  private static final TransactionKey TRANSACTION = new TransactionKey(0, new Xid(10, 12, 572));

  private final Kind kind;
  private final int pieces;
  private final Deque<MinedRow> rows = new ArrayDeque<>();
  private int next = -2;
  private int addresses;

  /**
   * Redo.
   *
   * @param kind BLOB, CLOB or XMLTYPE
   * @param pieces how many
   */
  LargeValueRedo(Kind kind, int pieces) {
    this.kind = kind;
    this.pieces = pieces;
  }

  @Override
  public MiningStep open(MiningStart start) {
    return this;
  }

  @Override
  public @Nullable MinedRow next() {
    while (rows.isEmpty() && next <= pieces) {
      make(next++);
    }
    return rows.poll();
  }

  private void make(int number) {
    boolean xml = kind == Kind.XMLTYPE;
    if (number == -2) {
      String empty = kind == Kind.BLOB ? "EMPTY_BLOB()" : "EMPTY_CLOB()";
      add(
          OperationCode.INSERT,
          "insert into \"APP\".\"D\""
              + (xml ? "(\"ID\") values ('1')" : "(\"ID\",\"B\") values ('1'," + empty + ")"));
    } else if (number == -1) {
      add(
          xml ? OperationCode.XML_DOC_BEGIN : OperationCode.SELECT_LOB_LOCATOR,
          xml
              ? "XML DOC BEGIN:  select \"B\" from \"APP\".\"D\" where \"ID\" = '1'"
              : "select \"B\" into loc_b from \"APP\".\"D\" where \"ID\" = '1' for update;");
    } else if (number < pieces) {
      add(
          xml ? OperationCode.XML_DOC_WRITE : OperationCode.LOB_WRITE,
          writing(number * (long) PIECE + 1));
    } else {
      if (xml) {
        add(OperationCode.XML_DOC_END, "XML DOC END");
      }
      rows.add(row(OperationCode.COMMIT, new RedoAddress(1, ++addresses, 16), false, null));
    }
  }

  private String writing(long offset) {
    return switch (kind) {
      case BLOB ->
          " buf_b := HEXTORAW('%s'); \n  dbms_lob.write(loc_b, %d, %d, buf_b);"
              .formatted("0a".repeat(PIECE), PIECE, offset);
      case CLOB ->
          " buf_c := '%s'; \n  dbms_lob.write(loc_c, %d, %d, buf_c);"
              .formatted("x".repeat(PIECE), PIECE, offset);
      default -> "XML_REDO := HEXTORAW('%s')\n amount: %d".formatted("78".repeat(PIECE), PIECE);
    };
  }

  private void add(OperationCode operation, String sql) {
    RedoAddress address = new RedoAddress(1, ++addresses, 16);
    for (int from = 0; from < sql.length(); from += CUT) {
      int to = Math.min(sql.length(), from + CUT);
      rows.add(row(operation, address, to < sql.length(), sql.substring(from, to)));
    }
  }

  private static MinedRow row(
      OperationCode operation, RedoAddress address, boolean continued, @Nullable String sql) {
    return new MinedRow(
        new Scn(4_100_201),
        THREAD,
        address,
        0,
        TRANSACTION,
        operation,
        operation.code(),
        false,
        operation == OperationCode.COMMIT
            ? new SegmentRef(0, null, null, 0)
            : new SegmentRef(0, "APP", "D", 0),
        PLACEHOLDER,
        continued,
        0,
        null,
        null,
        null,
        0,
        sql);
  }

  @Override
  public StepEnd finish() {
    Scn end = new Scn(1_000_000_000);
    return new StepEnd(Map.of(), Map.of(THREAD, end), end, true);
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
