package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.TableStorage;
import io.oraclecdc.testkit.simulator.functions.RowIdText;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Places of rows: about a hundred rows fill a block, blocks of a segment follow each other.
 * Thread-safe.
 */
final class RowIds {
  private static final int FILE = 12;
  private static final int FIRST_BLOCK = 131;
  private static final int ROWS_PER_BLOCK = 100;

  private final Map<Places, AtomicLong> next = new ConcurrentHashMap<>();

  /** Places of one table in a segment; in a cluster each table counts its own. */
  private record Places(long dataObjectId, long clusteredTable) {

    static Places of(SimTable table, long dataObjectId) {
      boolean clustered = table.storage().organization() == TableStorage.Organization.CLUSTER;
      return new Places(dataObjectId, clustered ? table.objectId() : 0);
    }
  }

  /** A place in a segment of its own. */
  byte[] next(long dataObjectId) {
    return next(new Places(dataObjectId, 0));
  }

  /** A place for a row of a table: in a cluster other tables may have it too. */
  byte[] next(SimTable table, long dataObjectId) {
    return next(Places.of(table, dataObjectId));
  }

  private byte[] next(Places places) {
    long dataObjectId = places.dataObjectId();
    long number = next.computeIfAbsent(places, k -> new AtomicLong()).getAndIncrement();
    int block = (int) (FIRST_BLOCK + number / ROWS_PER_BLOCK);
    return RowIdText.of(dataObjectId, FILE, block, (int) (number % ROWS_PER_BLOCK));
  }

  /** How many places of a segment have been given away. */
  long placed(long dataObjectId) {
    return next.entrySet().stream()
        .filter(e -> e.getKey().dataObjectId() == dataObjectId)
        .mapToLong(e -> e.getValue().get())
        .max()
        .orElse(0);
  }

  /** A row lies at a place: the next ones lie behind it. */
  void occupied(SimTable table, String rowId) throws SQLException {
    ByteBuffer place = ByteBuffer.wrap(RowIdText.decode(rowId));
    long block = place.getInt(4) & 0x3f_ffff;
    long number = (block - FIRST_BLOCK) * ROWS_PER_BLOCK + place.getShort(8);
    next.computeIfAbsent(Places.of(table, place.getInt(0) & 0xffff_ffffL), k -> new AtomicLong())
        .accumulateAndGet(number + 1, Math::max);
  }

  /**
   * Rows that were inserted and undone leave their places free: if they were the last ones given,
   * the next insert gets the same ROWIDs again.
   */
  void release(List<RowChange> undone) throws SQLException {
    for (int i = undone.size() - 1; i >= 0; i--) {
      RowChange row = undone.get(i);
      long segment = io.oraclecdc.testkit.simulator.redo.RowIdText.dataObject(row.rowId());
      AtomicLong counter = next.get(Places.of(row.table(), segment));
      if (row.kind() != RowChange.Kind.INSERT || counter == null) {
        continue;
      }
      long last = counter.get() - 1;
      int block = (int) (FIRST_BLOCK + last / ROWS_PER_BLOCK);
      String text =
          RowIdText.encode(RowIdText.of(segment, FILE, block, (int) (last % ROWS_PER_BLOCK)));
      if (text.equals(row.rowId())) {
        counter.compareAndSet(last + 1, last);
      }
    }
  }
}
