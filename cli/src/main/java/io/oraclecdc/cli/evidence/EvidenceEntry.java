package io.oraclecdc.cli.evidence;

import java.util.List;
import java.util.Set;

/**
 * A question of the catalogue.
 *
 * @param id its name
 * @param question in words
 * @param fact what the simulator assumes and where that stands
 * @param switches switches of the simulator that it tells apart
 * @param setup statements before reading begins
 * @param steps statements of sessions, in order
 * @param mine words of the {@code mine} line
 * @param look which rows and columns answer
 */
record EvidenceEntry(
    String id,
    String question,
    String fact,
    List<String> switches,
    List<String> setup,
    List<Step> steps,
    List<String> mine,
    Look look) {

  /**
   * A statement of a session, or the mark where reading begins when {@code session} is empty.
   *
   * @param fails whether it has to fail
   */
  record Step(String session, String sql, boolean fails) {
    boolean isMark() {
      return session.isEmpty();
    }
  }

  /**
   * Rows and columns.
   *
   * @param all every transaction of the range, not only the entry's
   * @param undoOnly undo rows only
   * @param distinct different values once
   * @param operations names of operations, empty for any
   * @param fields columns in order
   */
  record Look(
      boolean all,
      boolean undoOnly,
      boolean distinct,
      Set<String> operations,
      List<String> fields) {}

  boolean isUnverified() {
    return fact.contains("UNVERIFIED");
  }

  boolean mines(String word) {
    return mine.contains(word);
  }
}
