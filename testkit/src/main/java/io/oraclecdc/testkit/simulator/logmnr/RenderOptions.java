package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.util.Set;

/**
 * What decides the text of SQL_REDO besides the values.
 *
 * @param nls parameters of the reading session
 * @param delimiter statements end in {@code ;} (NO_SQL_DELIMITER not given)
 * @param rowIdCondition UPDATE and DELETE end in a ROWID condition (NO_ROWID_IN_STMT not given)
 * @param ansiLiterals STRING_LITERALS_IN_STMT given
 * @param behaviours variants of the simulated release
 */
public record RenderOptions(
    NlsSettings nls,
    boolean delimiter,
    boolean rowIdCondition,
    boolean ansiLiterals,
    Set<RedoBehaviour> behaviours) {

  /** The options of a START_LOGMNR call. */
  public static RenderOptions of(NlsSettings nls, int startOptions, Set<RedoBehaviour> behaviours) {
    return new RenderOptions(
        nls,
        (startOptions & StartOptions.NO_SQL_DELIMITER) == 0,
        (startOptions & StartOptions.NO_ROWID_IN_STMT) == 0,
        (startOptions & StartOptions.STRING_LITERALS_IN_STMT) != 0,
        behaviours);
  }

  /** The literal of an extended string; its quotes are not doubled everywhere. */
  String quotedExtended(String text) {
    boolean bare = has(RedoBehaviour.EXTENDED_QUOTES_NOT_DOUBLED);
    return "'" + (bare ? text : text.replace("'", "''")) + "'";
  }

  boolean has(RedoBehaviour behaviour) {
    return behaviours.contains(behaviour);
  }
}
