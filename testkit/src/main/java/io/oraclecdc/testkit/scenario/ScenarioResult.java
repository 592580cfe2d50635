package io.oraclecdc.testkit.scenario;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.position.Position;
import java.util.List;
import java.util.Optional;

/**
 * What a scenario gave.
 *
 * @param lines output lines in delivery order; after a stop the last one tells the error
 * @param position position of the last delivered change, empty when nothing was delivered
 * @param openTransactions transactions without an end
 * @param error why it stopped, empty when it did not
 */
public record ScenarioResult(
    List<String> lines,
    Optional<Position> position,
    int openTransactions,
    Optional<CdcException> error) {

  /** Copies the list. */
  public ScenarioResult {
    lines = List.copyOf(lines);
  }
}
