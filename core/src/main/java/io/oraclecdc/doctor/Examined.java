package io.oraclecdc.doctor;

import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.dictionary.DictionaryTable;
import io.oraclecdc.dictionary.Layouts;
import io.oraclecdc.dictionary.TableSelection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the checks look at, read once.
 *
 * @param database what the database says about itself
 * @param tables captured tables
 * @param idlePatterns include patterns without a table
 * @param selection what is to be captured
 * @param layouts rules of columns and keys
 * @param destinations archive destinations
 * @param enabledThreads redo threads that are enabled
 * @param configuredDestination {@code cdc.archive.destination}, null when not given
 */
record Examined(
    DatabaseInfo database,
    List<DictionaryTable> tables,
    List<String> idlePatterns,
    TableSelection selection,
    Layouts layouts,
    List<Destination> destinations,
    List<Integer> enabledThreads,
    @Nullable String configuredDestination) {

  /**
   * An archive destination.
   *
   * @param name LOG_ARCHIVE_DEST_n
   * @param isUsable valid and local
   */
  record Destination(String name, boolean isUsable) {}

  /** A table's name as SQL takes it. */
  static String sqlName(DictionaryTable table) {
    return sqlName(table.id().owner()) + "." + sqlName(table.id().name());
  }

  static String sqlName(String name) {
    boolean plain =
        !name.isEmpty()
            && Character.isLetter(name.charAt(0))
            && name.chars()
                .allMatch(
                    c -> (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "_$#".indexOf(c) >= 0);
    return plain ? name : "\"" + name + "\"";
  }
}
