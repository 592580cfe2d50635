package io.oraclecdc.engine;

import java.time.Duration;

/**
 * What happens when the consumer throws. A change is never skipped: it is tried again, or the
 * engine stops before it.
 *
 * @param retries how often the same change (or batch) is handed over again; 0 stops at once
 * @param backoff wait before the first retry; doubles each time, up to 30 s
 */
public record ConsumerFailurePolicy(int retries, Duration backoff) {

  /** Checks the numbers. */
  public ConsumerFailurePolicy {
    if (retries < 0) {
      throw new IllegalArgumentException("retries must be 0 or more: " + retries);
    }
    if (backoff.isNegative()) {
      throw new IllegalArgumentException("backoff must not be negative: " + backoff);
    }
  }

  /** Stops at the first failure; the change is delivered again after a restart. The default. */
  public static ConsumerFailurePolicy stop() {
    return new ConsumerFailurePolicy(0, Duration.ZERO);
  }

  /** Hands the same change over again, then stops. */
  public static ConsumerFailurePolicy retry(int retries, Duration backoff) {
    return new ConsumerFailurePolicy(retries, backoff);
  }
}
