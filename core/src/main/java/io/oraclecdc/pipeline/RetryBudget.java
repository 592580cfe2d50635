package io.oraclecdc.pipeline;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Decides how long to wait before a failed step or session is tried again, and when that has no
 * further sense.
 *
 * <pre>
 * step (CDC-1002)      wait 1 s, 2 s, 4 s ... 30 s with jitter; stops after 20 failures in a row
 * session (CDC-1001)   the same waits; stops when the budget of time since the first failure is used up
 * </pre>
 *
 * <p>A success ends the row. Not thread-safe.
 */
final class RetryBudget {
  private static final int MOST_STEP_FAILURES = 20;
  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final Duration sessionBudget;
  private final Clock clock;
  private final RandomGenerator jitter;
  private int failures;
  private @Nullable Instant firstSessionFailure;

  RetryBudget(Duration sessionBudget, Clock clock, RandomGenerator jitter) {
    this.sessionBudget = sessionBudget;
    this.clock = clock;
    this.jitter = jitter;
  }

  /** Something worked: the next failure is the first again. */
  void succeeded() {
    failures = 0;
    firstSessionFailure = null;
  }

  /** Failures since the last success. */
  int failures() {
    return failures;
  }

  /**
   * How long to wait before the next try.
   *
   * @throws CdcException the failure, made final, when the budget is used up
   */
  Duration next(RetriableException failure) {
    failures++;
    if (failure.code().retry() == ErrorCode.Retry.SESSION) {
      Instant now = clock.instant();
      if (firstSessionFailure == null) {
        firstSessionFailure = now;
      }
      if (Duration.between(firstSessionFailure, now).compareTo(sessionBudget) >= 0) {
        throw new CdcException(
            failure.code(),
            failure.observed()
                + "; tried "
                + failures
                + " times within cdc.retry.max.time.ms = "
                + sessionBudget.toMillis(),
            failure);
      }
    } else if (failures > MOST_STEP_FAILURES) {
      throw new CdcException(
          failure.code(), failure.observed() + "; failed " + failures + " times in a row", failure);
    }
    long millis = FIRST_WAIT.toMillis() << Math.min(failures - 1, 10);
    long capped = Math.min(millis, LONGEST_WAIT.toMillis());
    return Duration.ofMillis(capped / 2 + jitter.nextLong(capped / 2 + 1));
  }
}
