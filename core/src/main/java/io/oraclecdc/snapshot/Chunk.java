package io.oraclecdc.snapshot;

import io.oraclecdc.schema.TableSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a table that one query reads. Immutable. {@code toString} shows no values.
 *
 * <pre>
 *  ByKey     lower &lt; key &lt;= upper
 *  ByRowId   lower &lt;= ROWID &lt; upper
 * </pre>
 *
 * @param table layout its rows are read with
 * @param predicate condition of the request, null for none
 * @param cut how the table is cut
 * @param lower where it begins; empty for the beginning of the table
 * @param upper where it ends; empty for the end of the table
 * @param rows how many rows it is thought to have
 * @param oneRow whether the first row that is found is all that is wanted
 */
record Chunk(
    TableSchema table,
    @Nullable String predicate,
    Cut cut,
    List<String> lower,
    List<String> upper,
    long rows,
    boolean oneRow) {

  boolean isLastOfTable() {
    return upper.isEmpty();
  }

  /** The same, ending earlier. */
  Chunk endingAt(List<String> end) {
    return new Chunk(table, predicate, cut, lower, end, rows, oneRow);
  }

  @Override
  public String toString() {
    return "chunk of " + table.id();
  }
}
