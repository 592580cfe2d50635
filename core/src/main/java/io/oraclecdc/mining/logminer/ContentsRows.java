package io.oraclecdc.mining.logminer;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.schema.SegmentRef;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rows of the contents query to {@link MinedRow}s. Remembers the values that repeat from row to
 * row, so that a million rows of one table hold one table name.
 */
final class ContentsRows {
  private static final String UNKNOWN = "UNKNOWN";
  private static final int REMEMBERED = 4096;

  /** Whether SRC_CON_ID tells containers apart. */
  enum Containers {
    NONE,
    MANY
  }

  private final Containers containers;
  private final RedoThread onlyThread;
  private final Map<Long, SegmentRef> segments = new HashMap<>();
  private final Map<String, String> users = new HashMap<>();
  private RedoThread lastThread;
  private @Nullable SegmentRef lastSegment;
  private @Nullable String lastUser;
  private TransactionKey lastTransaction = new TransactionKey(0, Xid.NONE);

  /**
   * For the rows of a database.
   *
   * @param onlyThread what THREAD# 0 means, which was seen on commits of transactions without
   *     changes: the thread that is read, or 0 as it is when several are
   */
  ContentsRows(Containers containers, RedoThread onlyThread) {
    this.containers = containers;
    this.onlyThread = onlyThread;
    this.lastThread = onlyThread;
  }

  /** The row the cursor is on. */
  MinedRow map(ResultSet row) throws SQLException {
    int containerId = containers == Containers.NONE ? 0 : row.getInt(20);
    int code = row.getInt(8);
    String rowId = row.getString(13);
    return new MinedRow(
        new Scn(row.getLong(1)),
        thread(row.getInt(2)),
        address(row.getString(3)),
        row.getLong(4),
        transaction(containerId, row.getInt(5), row.getInt(6), row.getLong(7)),
        OperationCode.of(code),
        code,
        row.getInt(9) == 1,
        segment(containerId, row.getString(10), row.getString(11), row.getLong(12)),
        rowId == null ? null : new RowId(rowId),
        row.getInt(14) == 1,
        row.getInt(15),
        emptyToNull(row.getString(16)),
        row.getObject(17, LocalDateTime.class),
        user(row.getString(18)),
        row.getLong(19),
        row.getString(21),
        row.getLong(22));
  }

  private RedoThread thread(int number) {
    if (number == 0) {
      return onlyThread;
    }
    if (lastThread.number() != number) {
      lastThread = new RedoThread(number);
    }
    return lastThread;
  }

  private static RedoAddress address(@Nullable String rsId) {
    return rsId == null ? RedoAddress.ZERO : RedoAddress.parse(rsId);
  }

  private TransactionKey transaction(int containerId, int segment, int slot, long sequence) {
    Xid last = lastTransaction.xid();
    if (lastTransaction.containerId() != containerId
        || last.undoSegment() != segment
        || last.slot() != slot
        || last.sequence() != sequence) {
      lastTransaction = new TransactionKey(containerId, new Xid(segment, slot, sequence));
    }
    return lastTransaction;
  }

  private SegmentRef segment(
      int containerId, @Nullable String owner, @Nullable String table, long objectId) {
    SegmentRef last = lastSegment;
    if (last != null && isOf(last, containerId, owner, table, objectId)) {
      return last;
    }
    long key = objectId * 31 + containerId;
    SegmentRef segment = segments.get(key);
    if (segment == null || !isOf(segment, containerId, owner, table, objectId)) {
      segment = new SegmentRef(containerId, owner, table, objectId);
      if (segments.size() >= REMEMBERED) {
        segments.clear();
      }
      segments.put(key, segment);
    }
    lastSegment = segment;
    return segment;
  }

  private static boolean isOf(
      SegmentRef segment,
      int containerId,
      @Nullable String owner,
      @Nullable String table,
      long objectId) {
    return segment.objectId() == objectId
        && segment.containerId() == containerId
        && Objects.equals(segment.owner(), owner)
        && Objects.equals(segment.table(), table);
  }

  private @Nullable String user(@Nullable String name) {
    if (name == null || name.equals(UNKNOWN)) {
      return null;
    }
    if (name.equals(lastUser)) {
      return lastUser;
    }
    if (users.size() >= REMEMBERED) {
      users.clear();
    }
    lastUser = users.computeIfAbsent(name, n -> n);
    return lastUser;
  }

  private static @Nullable String emptyToNull(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }
}
