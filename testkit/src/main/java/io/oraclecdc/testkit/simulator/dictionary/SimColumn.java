package io.oraclecdc.testkit.simulator.dictionary;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One column of one version of a table.
 *
 * @param name as Oracle stores it, case kept
 * @param type its type
 * @param nullable false for NOT NULL and primary key columns
 * @param columnId COLUMN_ID, 1-based; null for hidden and invisible columns
 * @param internalColumnId INTERNAL_COLUMN_ID, 1-based: the n of {@code "COL n"}
 * @param hidden HIDDEN_COLUMN
 * @param virtual VIRTUAL_COLUMN: never in the redo
 * @param defaultText DATA_DEFAULT as typed, null when there is none
 */
public record SimColumn(
    String name,
    SimType type,
    boolean nullable,
    @Nullable Integer columnId,
    int internalColumnId,
    boolean hidden,
    boolean virtual,
    @Nullable String defaultText) {
  private static final Pattern UNUSED = Pattern.compile("SYS_C\\d{5}_\\d{8}:\\d{2}:\\d{2}\\$");

  /** Whether SET UNUSED hid it; nothing can name it then. */
  public boolean isUnused() {
    return hidden && UNUSED.matcher(name).matches();
  }
}
