package io.oraclecdc.transaction;

import java.time.Duration;

/**
 * Which transactions go to the journal, and how.
 *
 * @param threshold those that are open longer, by the times in the redo
 * @param thresholdEvents those that have more changes at the end of a step
 * @param chunkBytes size at which chunks are split, about
 * @param selection digest of the settings that decide which rows are captured, excluded columns
 *     apart: a transaction that was journaled under others is mined again from its beginning
 * @param writes whether anything is written; what a position needs is read in any case
 */
public record JournalSettings(
    Duration threshold, long thresholdEvents, int chunkBytes, String selection, boolean writes) {

  /** Settings of a journal that is written. */
  public JournalSettings(
      Duration threshold, long thresholdEvents, int chunkBytes, String selection) {
    this(threshold, thresholdEvents, chunkBytes, selection, true);
  }
}
