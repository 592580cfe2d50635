package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import java.util.HashMap;
import java.util.Map;

/**
 * Asserts that COMMIT rows of a redo thread come in the order of their addresses. Nothing that is
 * documented promises it and the order of delivery rests on it, so capture stops when it is broken.
 */
final class CommitOrder {
  private final Map<RedoThread, RedoAddress> lastOfStep = new HashMap<>();
  private final Map<RedoThread, RedoAddress> newest = new HashMap<>();

  void beginStep() {
    lastOfStep.clear();
  }

  /** What the step returned counts. */
  void completeStep() {
    lastOfStep.forEach(
        (thread, address) ->
            newest.merge(thread, address, (one, other) -> one.isAfter(other) ? one : other));
  }

  /** Whether a COMMIT row was in no earlier step that counts. */
  boolean isFirst(MinedRow row) {
    RedoAddress last = newest.get(row.thread());
    return last == null || row.address().isAfter(last);
  }

  /**
   * Takes the next COMMIT row.
   *
   * @throws CdcException CDC-3002 when it lies before one that came earlier in the step
   */
  void check(MinedRow row) {
    if (row.thread().number() == 0 || row.address().isZero()) {
      return;
    }
    RedoAddress before = lastOfStep.put(row.thread(), row.address());
    if (before != null && !row.address().isAfter(before)) {
      throw broken(
          "COMMIT rows of redo thread "
              + row.thread()
              + " do not come in the order of their addresses: one at "
              + before
              + " came first",
          row);
    }
  }

  static CdcException broken(String what, MinedRow row) {
    return new CdcException(
        ErrorCode.CORRUPTION,
        what + " (" + row.place() + "), so the order of commits is not known",
        "Report the release of the database and the rows around this place.",
        null);
  }
}
