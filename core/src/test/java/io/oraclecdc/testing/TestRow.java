package io.oraclecdc.testing;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.schema.SegmentRef;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** Builds a mined row; what is not said has a plain value. */
public final class TestRow {
  private long scn;
  private int thread = 1;
  private RedoAddress address = RedoAddress.ZERO;
  private int container;
  private Xid xid = Xid.NONE;
  private OperationCode operation = OperationCode.INTERNAL;
  private boolean rollback;
  private @Nullable String table;
  private @Nullable String rowId;
  private boolean continued;
  private @Nullable String user;
  private @Nullable String sql;
  private LocalDateTime time = LocalDateTime.of(2024, 5, 1, 12, 0, 0);

  private TestRow() {}

  public static TestRow at(long scn, long block) {
    TestRow row = new TestRow();
    row.scn = scn;
    row.address = new RedoAddress(1, block, 16);
    return row;
  }

  public TestRow thread(int number) {
    thread = number;
    return this;
  }

  public TestRow zeroAddress() {
    address = RedoAddress.ZERO;
    return this;
  }

  public TestRow container(int id) {
    container = id;
    return this;
  }

  /** Transactions by a number; each in a slot of its own. */
  public TestRow transaction(int number) {
    xid = new Xid(10 + number / 1000, number % 1000, 7);
    return this;
  }

  public TestRow xid(Xid value) {
    xid = value;
    return this;
  }

  /** The same slot, sequence unknown. */
  public TestRow partial(int number) {
    xid = new Xid(10 + number / 1000, number % 1000, 0xFFFF_FFFFL);
    return this;
  }

  public TestRow time(LocalDateTime value) {
    time = value;
    return this;
  }

  public TestRow user(String name) {
    user = name;
    return this;
  }

  public TestRow table(String name) {
    table = name;
    return this;
  }

  public TestRow continued() {
    continued = true;
    return this;
  }

  public MinedRow start() {
    return build(OperationCode.START);
  }

  public MinedRow commit() {
    return build(OperationCode.COMMIT);
  }

  public MinedRow rollback() {
    return build(OperationCode.ROLLBACK);
  }

  public MinedRow ddl(String text) {
    sql = text;
    return build(OperationCode.DDL);
  }

  public MinedRow insert(String row, String values) {
    return change(OperationCode.INSERT, row, values);
  }

  public MinedRow delete(String row, String values) {
    return change(OperationCode.DELETE, row, values);
  }

  /** Values are {@code before>after}. */
  public MinedRow update(String row, String values) {
    return change(OperationCode.UPDATE, row, values);
  }

  public MinedRow undo(OperationCode kind, String row) {
    rollback = true;
    return change(kind, row, null);
  }

  public MinedRow undo(OperationCode kind, String row, String values) {
    rollback = true;
    return change(kind, row, values);
  }

  private MinedRow change(OperationCode kind, String row, @Nullable String values) {
    rowId = row;
    sql = values;
    if (table == null) {
      table = "T";
    }
    return build(kind);
  }

  private MinedRow build(OperationCode kind) {
    operation = kind;
    return new MinedRow(
        new Scn(scn),
        new RedoThread(thread),
        address,
        0,
        new TransactionKey(container, xid),
        operation,
        operation.code(),
        rollback,
        new SegmentRef(container, table == null ? null : "APP", table, 0),
        rowId == null ? null : new RowId(rowId),
        continued,
        0,
        null,
        time,
        user,
        0,
        sql);
  }
}
