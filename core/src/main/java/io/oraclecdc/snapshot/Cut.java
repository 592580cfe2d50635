package io.oraclecdc.snapshot;

import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The ways to cut a table into chunks. Immutable. */
sealed interface Cut {

  /** How positions name it: a frontier is of one basis only. */
  String basis();

  /** By the values of key columns, compared one after the other. */
  record ByKey(List<KeyColumn> columns) implements Cut {
    @Override
    public String basis() {
      return columns.stream()
          .map(key -> key.column().name() + ":" + key.column().type().kind())
          .collect(Collectors.joining(",", "key:", ""))
          .toLowerCase(Locale.ROOT);
    }
  }

  /** By ROWID. */
  record ByRowId() implements Cut {
    @Override
    public String basis() {
      return "rowid";
    }
  }

  /** Not at all. */
  record Whole() implements Cut {
    @Override
    public String basis() {
      return "whole";
    }
  }

  /**
   * How a table is cut.
   *
   * @param selects whether rows come from a SELECT of the user, which may have no ROWIDs
   */
  static Cut of(TableSchema table, boolean selects) {
    List<KeyColumn> key = new ArrayList<>();
    if (table.key().kind() == RecordKey.Kind.COLUMNS) {
      for (int index : table.key().columns()) {
        Column column = table.columns().get(index);
        if (KeyColumn.isUsable(column)) {
          key.add(new KeyColumn(index, column));
        }
      }
    }
    if (!key.isEmpty() && key.size() == table.key().columns().size()) {
      return new ByKey(List.copyOf(key));
    }
    return table.isIndexOrganized() || selects ? new Whole() : new ByRowId();
  }
}
