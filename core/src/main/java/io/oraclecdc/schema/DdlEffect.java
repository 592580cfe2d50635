package io.oraclecdc.schema;

import java.util.List;

/**
 * What a statement of DDL meant for captured tables.
 *
 * @param layouts tables it made, changed or dropped; a change need not have changed columns
 * @param truncated tables it emptied, in their layout of that moment
 */
public record DdlEffect(List<LayoutChange> layouts, List<TableSchema> truncated) {

  /** No captured table was touched. */
  public static final DdlEffect NONE = new DdlEffect(List.of(), List.of());

  /** Copies the lists. */
  public DdlEffect {
    layouts = List.copyOf(layouts);
    truncated = List.copyOf(truncated);
  }

  /** Whether no captured table was touched. */
  public boolean isNone() {
    return layouts.isEmpty() && truncated.isEmpty();
  }
}
