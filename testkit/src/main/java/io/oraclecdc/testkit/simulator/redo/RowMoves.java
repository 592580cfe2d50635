package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.dictionary.ClusterPlace;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.TableStorage;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** How the redo shows rows that go to another place. Stateless. */
final class RowMoves {
  private final RedoOptions options;

  RowMoves(RedoOptions options) {
    this.options = options;
  }

  /** A change of the key that gives a row its place may be a delete and an insert. */
  List<RowChange> written(List<RowChange> changed) {
    List<RowChange> rows =
        options.has(RedoBehaviour.ROW_MOVEMENT_INSERTS_FIRST) ? moved(changed) : changed;
    if (!options.has(RedoBehaviour.KEY_UPDATE_OF_INDEX_ORGANIZED_TABLE_IN_TWO_ROWS)
        && !options.has(RedoBehaviour.CLUSTER_KEY_UPDATE_IN_TWO_ROWS)) {
      return rows;
    }
    List<RowChange> written = new ArrayList<>();
    for (RowChange row : rows) {
      SimTable table = row.table();
      List<String> place = placeKey(table);
      boolean moves =
          row.kind() == RowChange.Kind.UPDATE
              && !place.isEmpty()
              && Compensation.changedColumns(row).stream()
                  .anyMatch(i -> place.contains(table.columns().get(i).name()));
      if (moves) {
        BitSet none = new BitSet();
        written.add(
            new RowChange(RowChange.Kind.DELETE, table, row.rowId(), row.before(), null, none));
        written.add(
            new RowChange(RowChange.Kind.INSERT, table, row.rowId(), null, row.after(), none));
      } else {
        written.add(row);
      }
    }
    return written;
  }

  /** Deletes from one partition and inserts into another, the insert before its delete. */
  private static List<RowChange> moved(List<RowChange> rows) {
    List<RowChange> moved = new ArrayList<>(rows);
    for (int i = 0; i + 1 < moved.size(); i++) {
      RowChange from = moved.get(i);
      RowChange to = moved.get(i + 1);
      if (from.kind() == RowChange.Kind.DELETE
          && to.kind() == RowChange.Kind.INSERT
          && from.table().storage().partitioning() != null
          && from.table().objectId() == to.table().objectId()
          && RowIdText.dataObject(from.rowId()) != RowIdText.dataObject(to.rowId())) {
        moved.set(i, to);
        moved.set(i + 1, from);
        i++;
      }
    }
    return moved;
  }

  /** Columns whose change moves a row in two steps. */
  private List<String> placeKey(SimTable table) {
    ClusterPlace cluster = table.storage().cluster();
    if (cluster != null) {
      return options.has(RedoBehaviour.CLUSTER_KEY_UPDATE_IN_TWO_ROWS)
          ? cluster.columns()
          : List.of();
    }
    boolean isIndex = table.storage().organization() == TableStorage.Organization.INDEX;
    return isIndex && options.has(RedoBehaviour.KEY_UPDATE_OF_INDEX_ORGANIZED_TABLE_IN_TWO_ROWS)
        ? table.primaryKey()
        : List.of();
  }
}
