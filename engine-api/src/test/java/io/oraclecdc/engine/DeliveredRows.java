package io.oraclecdc.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a consumer knows of tables who applies changes by key: a value that is unavailable stays as
 * it was, unless the transaction changed it in a way the redo does not tell. Then it is unknown
 * until the next change that carries it.
 */
final class DeliveredRows {
  private static final String UNKNOWN = "?";

  private final Map<String, RandomTable> tables = new HashMap<>();
  private final Map<String, Map<Integer, Map<String, String>>> rows = new HashMap<>();
  private Set<String> touched = Set.of();
  private int last = -1;

  DeliveredRows(List<RandomTable> tables) {
    for (RandomTable table : tables) {
      this.tables.put(table.name, table);
      rows.put(table.name, new TreeMap<>());
    }
  }

  /** A transaction begins; {@code table.column} of what it may have changed untold. */
  void begin(@Nullable Set<String> touchedColumns) {
    touched = touchedColumns == null ? Set.of() : touchedColumns;
  }

  void ended(int transaction) {
    last = transaction;
  }

  int lastTransaction() {
    return last;
  }

  void apply(ChangeEvent event) {
    RandomTable table = Objects.requireNonNull(tables.get(event.table().name()));
    Map<Integer, Map<String, String>> all = rows.get(table.name);
    Map<String, String> row = new LinkedHashMap<>();
    if (event.operation() != Operation.INSERT) {
      Integer old =
          event.before().isLogged("ID")
              ? event.before().getInteger("ID")
              : event.after().getInteger("ID");
      Map<String, String> known = isKeyTaken(event) ? null : all.remove(old);
      if (known == null) {
        if (!table.isRead()) {
          throw new AssertionError(event.operation() + " of row " + old + " that nobody has");
        }
      } else {
        row.putAll(known);
      }
    }
    if (event.operation() == Operation.DELETE) {
      return;
    }
    Row after = event.after();
    for (String column : after.columns()) {
      if (!table.columns.contains(column) || !after.isLogged(column)) {
        continue;
      }
      if (!after.isUnavailable(column)) {
        row.put(column, RandomTable.comparable(after.get(column)));
      } else if (touched.contains(table.name + "." + column) || !row.containsKey(column)) {
        row.put(column, UNKNOWN);
      }
    }
    all.put(Objects.requireNonNull(after.getInteger("ID")), row);
  }

  private static boolean isKeyTaken(ChangeEvent event) {
    return event.change() instanceof io.oraclecdc.change.Change.RowDeleted deleted
            && deleted.keyTaken()
        || event.change() instanceof io.oraclecdc.change.Change.RowUpdated updated
            && updated.keyEffect() == io.oraclecdc.change.Change.KeyEffect.MOVED_OLD_KEY_TAKEN;
  }

  /**
   * Where it differs from what a table holds.
   *
   * @param everythingKnown whether no value may be unknown
   */
  List<String> differences(
      String table, Map<Integer, Map<String, String>> stored, boolean everythingKnown) {
    Map<Integer, Map<String, String>> delivered = rows.get(table);
    List<String> found = new ArrayList<>();
    Set<Integer> keys = new TreeSet<>(delivered.keySet());
    keys.addAll(stored.keySet());
    for (Integer key : keys) {
      Map<String, String> one = delivered.get(key);
      Map<String, String> other = stored.get(key);
      if (one == null || other == null) {
        found.add(key + (one == null ? " is missing" : " is too many"));
        continue;
      }
      one.forEach(
          (column, value) -> {
            String expected = String.valueOf(other.get(column));
            if (!value.equals(expected) && (everythingKnown || !value.equals(UNKNOWN))) {
              found.add(key + "." + column + ": " + excerpt(value) + " for " + excerpt(expected));
            }
          });
    }
    return found;
  }

  private static String excerpt(String value) {
    return value.length() > 40 ? value.substring(0, 40) + ".. (" + value.length() + ")" : value;
  }
}
