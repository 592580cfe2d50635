package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.redo.RedoFile;
import java.time.LocalDateTime;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What START_LOGMNR fixed.
 *
 * @param firstScn lowest SCN that is returned
 * @param lastScn highest SCN that is returned, OPEN_END for no bound
 * @param options bits of START
 * @param files registered logs by thread and sequence
 * @param ends how far each was written when START ran; empty when an end was given
 * @param startTime STARTTIME
 * @param endTime ENDTIME
 * @param startScnGiven STARTSCN as given
 * @param endScnGiven ENDSCN as given
 * @param container CON_ID whose rows are returned, 0 for all
 * @param dictionary dictionary in the redo, null when it is not asked for
 */
record MiningRange(
    long firstScn,
    long lastScn,
    int options,
    List<RedoFile> files,
    IdentityHashMap<RedoFile, RedoFile.End> ends,
    @Nullable LocalDateTime startTime,
    @Nullable LocalDateTime endTime,
    long startScnGiven,
    long endScnGiven,
    int container,
    @Nullable RedoDictionary dictionary) {

  /** The same range with a dictionary. */
  MiningRange with(@Nullable RedoDictionary found) {
    return new MiningRange(
        firstScn,
        lastScn,
        options,
        files,
        ends,
        startTime,
        endTime,
        startScnGiven,
        endScnGiven,
        container,
        found);
  }

  boolean has(int option) {
    return (options & option) != 0;
  }

  /** Whether a log can hold redo of the range. */
  boolean needs(RedoFile file) {
    return file.nextScn() > firstScn && file.firstScn() <= lastScn;
  }
}
