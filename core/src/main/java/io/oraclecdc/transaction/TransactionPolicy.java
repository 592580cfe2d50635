package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.transaction.TransactionLimits.Action;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * When. At the end of a step, so that a step that fails has done nothing. What a transaction needs only
 * grows while it is open, and a transaction that commits is judged at its COMMIT row: the outcome does
 * not depend on where steps end. What stops capture waits until the step is delivered, except at a
 * COMMIT row. The age is that of the redo: a backlog after a stop makes nobody
 * old.
 *
 * How. A discarded transaction is one of a user that is not captured from then on: its later rows and
 * its COMMIT mean nothing, and positions inside of it name it.
 */
/** Applies {@link TransactionLimits}. Not thread-safe. */
final class TransactionPolicy {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionPolicy.class);

  private final TransactionLimits limits;
  private final Consumer<GivenUp> listener;
  private @Nullable CdcException breach;
  private @Nullable LocalDateTime newest;
  private final List<GivenUp> inStep = new ArrayList<>();

  TransactionPolicy(TransactionLimits limits, Consumer<GivenUp> listener) {
    this.limits = limits;
    this.listener = listener;
  }

  /** Takes note of how far the redo was read. */
  void saw(MinedRow row) {
    LocalDateTime time = row.timestamp();
    if (time != null && (newest == null || time.isAfter(newest))) {
      newest = time;
    }
  }

  /** Time of the newest row, null when no row told one. */
  @Nullable LocalDateTime newest() {
    return newest;
  }

  void beginStep() {
    inStep.clear();
  }

  /**
   * Judges a transaction.
   *
   * @return why it has to be discarded, null when it stays
   */
  GivenUp.@Nullable Reason discards(OpenTransaction transaction) {
    if (transaction.changes() > limits.maxChanges()) {
      return decide(
          transaction,
          GivenUp.Reason.TOO_LARGE,
          limits.changesAction(),
          ErrorCode.TRANSACTION_TOO_LARGE,
          "has more than " + limits.maxChanges() + " changes (cdc.transaction.max.changes)");
    }
    LocalDateTime first = transaction.firstTime();
    LocalDateTime now = newest;
    if (limits.maxAge() != null
        && first != null
        && now != null
        && first.plus(limits.maxAge()).isBefore(now)) {
      return decide(
          transaction,
          GivenUp.Reason.TOO_OLD,
          limits.ageAction(),
          ErrorCode.TRANSACTION_TOO_OLD,
          "is open for longer than "
              + limits.maxAge().toMillis()
              + " ms (cdc.transaction.max.age.ms)");
    }
    return null;
  }

  private GivenUp.@Nullable Reason decide(
      OpenTransaction transaction,
      GivenUp.Reason reason,
      Action action,
      ErrorCode code,
      String why) {
    GivenUp what = GivenUp.of(transaction, newest, reason);
    if (action == Action.DISCARD) {
      inStep.add(what);
      return reason;
    }
    if (breach == null) {
      breach = new CdcException(code, what + ": it " + why, null);
    }
    return null;
  }

  /**
   * Judges a transaction that commits.
   *
   * @throws CdcException CDC-4004 or CDC-4005 when it is beyond a limit that stops capture
   */
  boolean discardsAtCommit(OpenTransaction transaction) {
    boolean discarded = discards(transaction) != null;
    requireWithinLimits();
    return discarded;
  }

  /** The step counts. */
  void completeStep() {
    for (GivenUp what : inStep) {
      LOG.warn(
          "{}: it is discarded ({}), none of its changes will be delivered", what, what.reason());
      listener.accept(what);
    }
    inStep.clear();
  }

  /** Number of transactions discarded in the step. */
  int discarded() {
    return inStep.size();
  }

  /** The step does not count. */
  void discardStep() {
    inStep.clear();
    breach = null;
  }

  /**
   * Stops when a transaction is beyond a limit.
   *
   * @throws CdcException CDC-4004 or CDC-4005
   */
  void requireWithinLimits() {
    CdcException reason = breach;
    if (reason != null) {
      throw reason;
    }
  }
}
