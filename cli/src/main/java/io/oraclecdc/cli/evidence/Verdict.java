package io.oraclecdc.cli.evidence;

import java.util.List;
import java.util.Map;

/**
 * An entry's answer beside the simulator's.
 *
 * @param answer of the database
 * @param simulated by default
 * @param variants whether the database shows the other variant, by switch
 */
record Verdict(
    EvidenceEntry entry,
    List<String> answer,
    List<String> simulated,
    Map<String, Variant> variants,
    boolean refused) {

  /** Which variant of a switch a database shows. */
  enum Variant {
    /** The one the simulator shows by default. */
    DEFAULT,
    /** The other one. */
    SWITCHED,
    /** Neither. */
    NEITHER
  }

  boolean isSame() {
    return answer.equals(simulated);
  }
}
