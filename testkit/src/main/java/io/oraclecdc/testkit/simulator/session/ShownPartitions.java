package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.Partitioning;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How many partitions the catalog shows of tables that make them as rows come. Thread-safe. */
final class ShownPartitions {
  private final Database database;
  private final Map<Long, Integer> shown = new ConcurrentHashMap<>();

  ShownPartitions(Database database) {
    this.database = database;
  }

  /** Interval partitions that rows have made appear in the catalog. */
  void usedBy(List<RowChange> rows) {
    for (RowChange row : rows) {
      Partitioning partitioning = row.table().storage().partitioning();
      if (partitioning == null || partitioning.interval() == null) {
        continue;
      }
      int count = partitioning.partitions().size();
      Integer known = shown.put(row.table().objectId(), count);
      TableEntry entry = database.dictionary().tableById(row.table().objectId()).orElse(null);
      if (entry != null && (known == null || known != count)) {
        try {
          database.catalog().refresh(entry);
        } catch (SQLException e) {
          throw new IllegalStateException("cannot show a new partition in the catalog", e);
        }
      }
    }
  }
}
