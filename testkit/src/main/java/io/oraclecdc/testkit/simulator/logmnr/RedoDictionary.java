package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.redo.DictionaryBuild;
import io.oraclecdc.testkit.simulator.redo.RedoFile;
import io.oraclecdc.testkit.simulator.redo.RedoInventory;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The dictionary in the redo that a range is read with.
 *
 * @param build the dictionary
 * @param tracks whether DDL behind it is applied
 */
record RedoDictionary(DictionaryBuild build, boolean tracks) {

  /**
   * Looks for it in the registered logs: the newest one before the range, or the first one inside.
   *
   * @return null when the options do not ask for one
   * @throws SQLException ORA-01371 when no dictionary is complete there, ORA-01333 when logs
   *     between it and the range are missing that tracking needs, ORA-01347 without supplemental
   *     logging
   */
  static @Nullable RedoDictionary find(
      RedoInventory inventory, SimInstance instance, List<RedoFile> files, MiningRange range)
      throws SQLException {
    if (!range.has(StartOptions.DICT_FROM_REDO_LOGS)) {
      return null;
    }
    Comparator<DictionaryBuild> byScn = Comparator.comparingLong(DictionaryBuild::scn);
    List<DictionaryBuild> complete =
        inventory.dictionaryBuilds().stream()
            .filter(b -> instance.containerId() <= ContainerFacts.ROOT)
            .filter(b -> isComplete(b, files))
            .sorted(byScn)
            .toList();
    DictionaryBuild build =
        complete.stream()
            .filter(b -> b.scn() <= range.firstScn())
            .max(byScn)
            .or(() -> complete.stream().findFirst())
            .orElseThrow(() -> OraErrors.of(1371, "Complete LogMiner dictionary not found"));
    boolean tracks = range.has(StartOptions.DDL_DICT_TRACKING);
    if (tracks) {
      if (!instance.databaseSupplementalLogging().get(0)) {
        throw OraErrors.of(1347, "Supplemental log data no longer found");
      }
      List<RedoFile> thread =
          files.stream().filter(f -> f.thread() == build.place().thread()).toList();
      if (!MissingLogs.of(thread, build.scn(), range.lastScn()).isEmpty()) {
        throw OraErrors.of(1333, "failed to establish Logminer Dictionary");
      }
    }
    return new RedoDictionary(build, tracks);
  }

  private static boolean isComplete(DictionaryBuild build, List<RedoFile> files) {
    DictionaryBuild.Place place = build.place();
    return build.containerId() <= ContainerFacts.ROOT
        && LongStream.rangeClosed(place.firstSequence(), place.lastSequence())
            .allMatch(
                sequence ->
                    files.stream()
                        .anyMatch(
                            f ->
                                f.sequence() == sequence
                                    && build.isIn(f.thread(), sequence, f.resetlogsScn())));
  }

  /** Whether a row at this SCN is read with the dictionary as it was built, without any DDL. */
  boolean isFixedAt(long scn) {
    return !tracks || scn < build.scn();
  }
}
