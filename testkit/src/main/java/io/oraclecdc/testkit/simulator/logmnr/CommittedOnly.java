package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.redo.RedoOperation;
import io.oraclecdc.testkit.simulator.redo.RedoRecord;
import io.oraclecdc.testkit.simulator.redo.SimXid;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * COMMITTED_DATA_ONLY: groups records by transaction in commit order and leaves out open, rolled
 * back and undone work. Without the option it passes records through.
 */
final class CommittedOnly {
  private final WholeStatements records;
  private final boolean active;
  private final Map<Key, List<RedoRecord>> open = new HashMap<>();
  private final Deque<Item> ready = new ArrayDeque<>();

  CommittedOnly(WholeStatements records, boolean active) {
    this.records = records;
    this.active = active;
  }

  @Nullable Item next() throws SQLException {
    while (ready.isEmpty()) {
      RedoRecord row = records.next();
      if (row == null) {
        return null;
      }
      if (!active) {
        return new Item(row, null, null);
      }
      stage(row);
    }
    return ready.poll();
  }

  private void stage(RedoRecord row) {
    Key xid = new Key(row.session().containerId(), row.xid());
    List<RedoRecord> rows = open.computeIfAbsent(xid, x -> new ArrayList<>());
    switch (row.operation()) {
      case COMMIT -> {
        rows.add(row);
        open.remove(xid);
        RedoRecord first = rows.get(0);
        RedoRecord start = first.operation() == RedoOperation.START ? first : null;
        boolean isDdl = rows.stream().anyMatch(r -> r.operation() == RedoOperation.DDL);
        for (RedoRecord staged : rows) {
          boolean bare = isDdl && staged.operation() != RedoOperation.COMMIT;
          ready.add(bare ? new Item(staged, null, null) : new Item(staged, start, row));
        }
      }
      case ROLLBACK -> open.remove(xid);
      case INTERNAL -> {}
      default -> {
        if (row.isUndo()) {
          removeNewest(rows, row);
        } else {
          rows.add(row);
        }
      }
    }
  }

  private static void removeNewest(List<RedoRecord> rows, RedoRecord undo) {
    for (int i = rows.size() - 1; i >= 0; i--) {
      RedoRecord row = rows.get(i);
      if (String.valueOf(row.changedRowId()).equals(undo.changedRowId())
          && objectId(row) == objectId(undo)
          && row.operation() != RedoOperation.START) {
        int first = row.sequenceInTransaction() - row.rowOfStatement();
        while (i >= 0
            && rows.get(i).sequenceInTransaction() >= first
            && rows.get(i).operation() != RedoOperation.START) {
          rows.remove(i--);
        }
        return;
      }
    }
  }

  private static long objectId(RedoRecord row) {
    SimTable table = row.table();
    return table == null ? 0 : table.objectId();
  }

  /**
   * A record with the ends of its transaction, which only COMMITTED_DATA_ONLY shows.
   *
   * @param row the record
   * @param start its START, null when not in the range or not shown
   * @param commit its COMMIT, null when not shown
   */
  record Item(RedoRecord row, @Nullable RedoRecord start, @Nullable RedoRecord commit) {}

  /** XIDs are unique in their container only. */
  private record Key(int containerId, SimXid xid) {}
}
