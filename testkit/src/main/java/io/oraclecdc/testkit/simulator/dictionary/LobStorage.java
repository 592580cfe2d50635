package io.oraclecdc.testkit.simulator.dictionary;

/**
 * How a LOB column is stored.
 *
 * @param basicFile BASICFILE; otherwise SECUREFILE
 * @param inRow ENABLE STORAGE IN ROW: short values lie in the row
 */
public record LobStorage(boolean basicFile, boolean inRow) {
  /** What a column has without a LOB clause. */
  public static final LobStorage DEFAULT = new LobStorage(false, true);
}
