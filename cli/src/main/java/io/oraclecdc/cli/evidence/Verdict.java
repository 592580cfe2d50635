package io.oraclecdc.cli.evidence;

import java.util.List;
import java.util.Map;

/**
 * An entry's answer beside the simulator's.
 *
 * @param answer of the database
 * @param simulated by default
 * @param variants whether the database shows the other variant, by switch
 * @param skipped why it was not asked, empty if it was
 */
record Verdict(
    EvidenceEntry entry,
    List<String> answer,
    List<String> simulated,
    Map<String, Variant> variants,
    String skipped) {

  /** Which variant of a switch a database shows. */
  enum Variant {
    /** The one the simulator shows by default. */
    DEFAULT,
    /** The other one. */
    SWITCHED,
    /** Neither. */
    NEITHER,
    /** It was not asked. */
    SKIPPED
  }

  boolean isSame() {
    return !isSkipped() && answer.equals(simulated);
  }

  /** Whether the database was asked and answered otherwise. */
  boolean isDifferent() {
    return !isSkipped() && !isSame();
  }

  boolean isSkipped() {
    return !skipped.isEmpty();
  }
}
