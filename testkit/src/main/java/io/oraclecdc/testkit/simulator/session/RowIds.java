package io.oraclecdc.testkit.simulator.session;

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

  private final Map<Long, AtomicLong> next = new ConcurrentHashMap<>();

  byte[] next(long dataObjectId) {
    long number = next.computeIfAbsent(dataObjectId, k -> new AtomicLong()).getAndIncrement();
    int block = (int) (FIRST_BLOCK + number / ROWS_PER_BLOCK);
    return RowIdText.of(dataObjectId, FILE, block, (int) (number % ROWS_PER_BLOCK));
  }

  /** A row lies at a place: the next ones lie behind it. */
  void occupied(String rowId) throws SQLException {
    ByteBuffer place = ByteBuffer.wrap(RowIdText.decode(rowId));
    long block = place.getInt(4) & 0x3f_ffff;
    long number = (block - FIRST_BLOCK) * ROWS_PER_BLOCK + place.getShort(8);
    next.computeIfAbsent(place.getInt(0) & 0xffff_ffffL, k -> new AtomicLong())
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
      AtomicLong counter = next.get(segment);
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
