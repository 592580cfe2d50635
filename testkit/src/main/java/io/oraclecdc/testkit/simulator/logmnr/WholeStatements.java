package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.redo.RedoRecord;
import io.oraclecdc.testkit.simulator.redo.SimXid;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Withholds statements of several rows that the range cuts: LogMiner returns the rows of such a
 * statement only from a range that holds all of them. Records wait until it is known whether the
 * statement before them is whole. Used by one thread.
 */
final class WholeStatements {
  private final RecordScan records;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private final Map<Key, Statement> open = new HashMap<>();

  WholeStatements(RecordScan records) {
    this.records = records;
  }

  private record Key(int containerId, SimXid xid, int firstSequence) {}

  private record Waiting(RedoRecord record, @Nullable Statement statement) {}

  /** A statement whose rows come one by one. */
  private static final class Statement {
    private int missing;

    Statement(int rows) {
      missing = rows;
    }
  }

  /** The next record, null at the end. */
  @Nullable RedoRecord next() throws SQLException {
    while (true) {
      Waiting first = waiting.peek();
      if (first != null && isWhole(first)) {
        waiting.poll();
        return first.record();
      }
      RedoRecord record = records.next();
      if (record == null) {
        return rest();
      }
      if (record.rowsOfStatement() == 0) {
        if (waiting.isEmpty()) {
          return record;
        }
        waiting.add(new Waiting(record, null));
      } else {
        take(record);
      }
    }
  }

  private static boolean isWhole(Waiting waiting) {
    Statement statement = waiting.statement();
    return statement == null || statement.missing == 0;
  }

  private void take(RedoRecord record) {
    Key key =
        new Key(
            record.session().containerId(),
            record.xid(),
            record.sequenceInTransaction() - record.rowOfStatement());
    Statement statement = open.computeIfAbsent(key, k -> new Statement(record.rowsOfStatement()));
    if (--statement.missing == 0) {
      open.remove(key);
    }
    waiting.add(new Waiting(record, statement));
  }

  /** What is left when the range ends. */
  private @Nullable RedoRecord rest() {
    while (!waiting.isEmpty()) {
      Waiting next = waiting.poll();
      if (isWhole(next)) {
        return next.record();
      }
    }
    return null;
  }
}
