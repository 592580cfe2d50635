package io.oraclecdc.benchmarks;

import io.debezium.connector.oracle.logminer.parser.LogMinerDmlEntry;
import io.debezium.connector.oracle.logminer.parser.LogMinerDmlParser;
import io.debezium.relational.Table;
import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.redo.RowStatement;
import io.oraclecdc.redo.SqlRedoParser;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks that both parsers say the same about a statement, column by column. */
final class ParserEquality {
  private final SqlRedoParser ours;
  private final LogMinerDmlParser debezium;
  private final Table debeziumTable;

  ParserEquality(SqlRedoParser ours, LogMinerDmlParser debezium, Table debeziumTable) {
    this.ours = ours;
    this.debezium = debezium;
    this.debeziumTable = debeziumTable;
  }

  /**
   * Compares the results of all statements.
   *
   * @throws IllegalStateException at the first difference
   */
  void check(List<String> statements) {
    for (String sql : statements) {
      RowStatement mine = ours.parse(sql);
      LogMinerDmlEntry theirs = debezium.parse(sql, debeziumTable);
      if (mine.operation() != RowOperation.INSERT) {
        check(sql, "before", mine.before(), theirs.getOldValues());
      }
      if (mine.operation() != RowOperation.DELETE) {
        check(sql, "after", mine.after(), theirs.getNewValues());
      }
    }
  }

  private static void check(String sql, String image, RowImage mine, Object[] theirs) {
    if (mine.size() != theirs.length) {
      throw new IllegalStateException(
          "columns of " + image + ": " + mine.size() + " and " + theirs.length + " in " + sql);
    }
    for (int i = 0; i < theirs.length; i++) {
      if (!Objects.equals(text(mine.get(i)), theirs[i])) {
        throw new IllegalStateException(
            image
                + " of "
                + OrderStatements.COLUMNS.get(i)
                + ": "
                + mine.get(i)
                + " and "
                + theirs[i]
                + " in "
                + sql);
      }
    }
  }

  private static @Nullable Object text(Object value) {
    return value == SpecialValue.SQL_NULL ? null : value;
  }
}
