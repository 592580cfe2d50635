package io.oraclecdc.schema;

import org.jspecify.annotations.Nullable;

/**
 * How a redo row names the table it belongs to.
 *
 * @param containerId SRC_CON_ID, 0 without containers
 * @param owner SEG_OWNER, null when LogMiner gave none
 * @param table TABLE_NAME, null likewise; may be {@code OBJ# n} or {@code BIN$...}
 * @param objectId DATA_OBJ#, 0 when the source does not give it
 */
public record SegmentRef(
    int containerId, @Nullable String owner, @Nullable String table, long objectId) {

  @Override
  public String toString() {
    return (owner == null ? "?" : owner)
        + "."
        + (table == null ? "?" : table)
        + " (object "
        + objectId
        + ")";
  }
}
