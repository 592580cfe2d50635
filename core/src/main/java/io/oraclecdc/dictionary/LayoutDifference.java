package io.oraclecdc.dictionary;

import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * In what two layouts of a table differ. Compared is what rows are decoded and keyed by; whether a
 * column may be NULL, its default and the level of logging never change what a value means.
 */
final class LayoutDifference {
  private LayoutDifference() {}

  /** The first difference, in words; empty when rows are read the same way by both. */
  static Optional<String> of(TableSchema one, TableSchema other) {
    if (one.isIndexOrganized() != other.isIndexOrganized()) {
      return Optional.of("how rows are stored");
    }
    if (one.columns().size() != other.columns().size()) {
      return Optional.of(
          "columns " + names(one.columns()) + " and columns " + names(other.columns()));
    }
    for (int i = 0; i < one.columns().size(); i++) {
      Column first = one.columns().get(i);
      Column second = other.columns().get(i);
      if (!isSame(first, second)) {
        return Optional.of(described(first) + " and " + described(second));
      }
    }
    return one.key().equals(other.key())
        ? Optional.empty()
        : Optional.of("key " + key(one) + " and key " + key(other));
  }

  /** A layout with the names of another one, when its columns are the same but for these. */
  static Optional<TableSchema> renamed(TableSchema layout, TableSchema names) {
    if (layout.columns().size() != names.columns().size()) {
      return Optional.empty();
    }
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < layout.columns().size(); i++) {
      Column column = layout.columns().get(i);
      Column named = names.columns().get(i);
      if (column.internalId() != named.internalId() || !isSame(column.type(), named.type())) {
        return Optional.empty();
      }
      columns.add(column.named(named.name()));
    }
    return Optional.of(layout.with(columns));
  }

  private static boolean isSame(Column one, Column other) {
    if (one.internalId() != other.internalId() || one.use() != other.use()) {
      return false;
    }
    // Names of unused and of technical columns are Oracle's own, and no value of theirs is read.
    return one.use() == Column.Use.IGNORED
        || (one.name().equals(other.name()) && isSame(one.type(), other.type()));
  }

  private static boolean isSame(OracleType one, OracleType other) {
    return one.kind() == other.kind()
        && one.length() == other.length()
        && Objects.equals(one.precision(), other.precision())
        && Objects.equals(one.scale(), other.scale());
  }

  private static String described(Column column) {
    return "column "
        + column.internalId()
        + " "
        + column.name()
        + " "
        + column.type()
        + (column.isCaptured()
            ? ""
            : " (" + column.use().name().toLowerCase(java.util.Locale.ROOT) + ")");
  }

  private static List<String> names(List<Column> columns) {
    return columns.stream().map(Column::name).toList();
  }

  private static String key(TableSchema table) {
    if (table.key().kind() != RecordKey.Kind.COLUMNS) {
      return table.key().kind().name().toLowerCase(java.util.Locale.ROOT);
    }
    List<String> names = new ArrayList<>();
    table.key().columns().forEach(i -> names.add(table.columns().get(i).name()));
    return names.toString();
  }
}
