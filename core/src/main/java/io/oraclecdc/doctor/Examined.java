package io.oraclecdc.doctor;

import io.oraclecdc.config.CaptureMode;
import io.oraclecdc.config.MiningMode;
import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.PluggableDatabase;
import io.oraclecdc.dictionary.Layouts;
import io.oraclecdc.dictionary.TableSelection;
import io.oraclecdc.schema.DictionaryTable;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the checks look at, read once.
 *
 * @param database what the database says about itself, where capture connects
 * @param places what was found of each container that is captured; one without containers
 * @param tables captured tables
 * @param idlePatterns include patterns without a table
 * @param selection what is to be captured
 * @param destinations archive destinations
 * @param enabledThreads redo threads that are enabled
 * @param configuredDestination {@code cdc.archive.destination}, null when not given
 * @param captureMode {@code cdc.capture.mode}
 */
record Examined(
    DatabaseInfo database,
    Places places,
    List<DictionaryTable> tables,
    List<String> idlePatterns,
    TableSelection selection,
    List<Destination> destinations,
    List<Integer> enabledThreads,
    @Nullable String configuredDestination,
    CaptureMode captureMode) {

  /** The same for a capture that reads online logs. */
  Examined(
      DatabaseInfo database,
      Places places,
      List<DictionaryTable> tables,
      List<String> idlePatterns,
      TableSelection selection,
      List<Destination> destinations,
      List<Integer> enabledThreads,
      @Nullable String configuredDestination) {
    this(
        database,
        places,
        tables,
        idlePatterns,
        selection,
        destinations,
        enabledThreads,
        configuredDestination,
        CaptureMode.ONLINE);
  }

  /** Rules of columns and keys where a table is. */
  Layouts layoutsOf(DictionaryTable table) {
    DatabaseInfo where = places.open().getOrDefault(table.id().pdb(), database);
    return new Layouts(selection, where);
  }

  /**
   * Containers that are captured.
   *
   * @param mode {@code cdc.mining.mode}
   * @param wanted {@code cdc.database.pdbs}
   * @param known pluggable databases of the root that the user may see
   * @param open what the open ones of those that are wanted say about themselves, by name; the
   *     whole database under the empty name when there are no containers
   * @param seesAll whether the user sees the data of all containers
   */
  record Places(
      MiningMode mode,
      List<String> wanted,
      List<PluggableDatabase> known,
      Map<String, DatabaseInfo> open,
      boolean seesAll) {

    /** Copies the collections, the map in name order. */
    Places {
      wanted = List.copyOf(wanted);
      known = List.copyOf(known);
      open = Collections.unmodifiableMap(new TreeMap<>(open));
    }

    /** A database without containers. */
    static Places whole(DatabaseInfo database) {
      return new Places(MiningMode.AUTO, List.of(), List.of(), Map.of("", database), true);
    }
  }

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
