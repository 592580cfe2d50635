package io.oraclecdc.dictionary;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.model.Scn;
import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.TableSchema;
import org.jspecify.annotations.Nullable;

/**
 * What the dictionary said of a table.
 *
 * @param table as it was
 * @param layout null when it cannot be captured
 * @param problem why it cannot be captured
 * @param readAt just before it was read: it knows every statement that was committed by then
 * @param readUntil just after it was read: it knows no later statement
 * @param lowest no transaction was open then that began at or before this SCN
 */
record DictionaryReading(
    DictionaryTable table,
    @Nullable TableSchema layout,
    @Nullable CdcException problem,
    Scn readAt,
    Scn readUntil,
    Scn lowest) {
  TableSchema required() {
    if (layout != null) {
      return layout;
    }
    if (problem != null) {
      throw problem;
    }
    throw new IllegalStateException("a layout or the reason why there is none");
  }

  /** The same under the name that a layout has. */
  DictionaryReading named(TableSchema layoutBefore) {
    TableSchema now = layout;
    return new DictionaryReading(
        table.named(layoutBefore.id()),
        now == null ? null : now.named(layoutBefore.id()),
        problem,
        readAt,
        readUntil,
        lowest);
  }

  DictionaryReading whenOpenFrom(Scn scn) {
    return new DictionaryReading(table, layout, problem, readAt, readUntil, scn);
  }
}
