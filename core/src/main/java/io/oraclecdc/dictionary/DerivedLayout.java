package io.oraclecdc.dictionary;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.TableSchema;
import org.jspecify.annotations.Nullable;

/**
 * What the text of a statement makes of a table.
 *
 * @param table null when the text does not tell
 * @param layout null when the text does not tell, or when it cannot be captured
 * @param problem why it cannot be captured
 */
record DerivedLayout(
    @Nullable DictionaryTable table, @Nullable TableSchema layout, @Nullable CdcException problem) {
  static final DerivedLayout UNKNOWN = new DerivedLayout(null, null, null);

  CdcException required() {
    if (problem == null) {
      throw new IllegalStateException("a layout or the reason why there is none");
    }
    return problem;
  }
}
