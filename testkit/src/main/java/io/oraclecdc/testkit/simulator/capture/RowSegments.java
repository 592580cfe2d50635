package io.oraclecdc.testkit.simulator.capture;

import io.oraclecdc.testkit.simulator.dictionary.Partitioning;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** In which segment a row lies. */
final class RowSegments {
  private RowSegments() {}

  /**
   * The data object id of a row's segment.
   *
   * @param oldId where the row lies now, null for a new one
   * @throws SQLException ORA-14400, ORA-14402
   */
  static long of(
      CaptureSession session, SimTable table, byte @Nullable [] oldId, @Nullable Object[] row)
      throws SQLException {
    Partitioning partitioning = table.storage().partitioning();
    if (partitioning == null) {
      return table.dataObjectId();
    }
    List<@Nullable Object> key = new ArrayList<>();
    for (String column : partitioning.columns()) {
      for (int i = 0; i < row.length; i++) {
        if (table.columns().get(i).name().equals(column)) {
          key.add(row[i]);
        }
      }
    }
    Partitioning.Partition partition =
        partitioning
            .of(key, () -> session.dictionary().nextObjectId())
            .orElseThrow(
                () -> OraErrors.of(14400, "inserted partition key does not map to any partition"));
    boolean moves = oldId != null && !isIn(oldId, partition.dataObjectId());
    boolean mayMove =
        session
            .dictionary()
            .tableById(table.objectId())
            .filter(t -> t.traits().contains(TableEntry.Trait.ROW_MOVEMENT))
            .isPresent();
    if (moves && !mayMove) {
      throw OraErrors.of(14402, "updating partition key column would cause a partition change");
    }
    return partition.dataObjectId();
  }

  static boolean isIn(byte[] rowId, long dataObjectId) {
    return (ByteBuffer.wrap(rowId).getInt() & 0xFFFF_FFFFL) == (dataObjectId & 0xFFFF_FFFFL);
  }
}
