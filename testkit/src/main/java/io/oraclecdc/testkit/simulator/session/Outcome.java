package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.redo.RowChange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a statement gave.
 *
 * @param rows an open result, null when it was no query
 * @param count rows changed; -1 for a query
 * @param changes rows changed by DML, for generated keys
 */
public record Outcome(@Nullable OpenRows rows, long count, List<RowChange> changes) {
  static Outcome rows(OpenRows rows) {
    return new Outcome(rows, -1, List.of());
  }

  static Outcome count(long count, List<RowChange> changes) {
    return new Outcome(null, count, changes);
  }

  static Outcome nothing() {
    return new Outcome(null, 0, List.of());
  }
}
