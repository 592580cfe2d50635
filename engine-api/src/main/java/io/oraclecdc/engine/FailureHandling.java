package io.oraclecdc.engine;

import io.oraclecdc.errors.CdcException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries a consumer's call again as its policy says. Waiting ends at once when the delivery thread
 * is interrupted.
 */
final class FailureHandling {
  private static final Logger LOG = LoggerFactory.getLogger(FailureHandling.class);
  private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(30);

  private final String engine;
  private final ConsumerFailurePolicy policy;

  FailureHandling(String engine, ConsumerFailurePolicy policy) {
    this.engine = engine;
    this.policy = policy;
  }

  /** One call of the consumer. */
  interface Call {
    void run() throws Exception;
  }

  /**
   * Runs the call until it returns.
   *
   * @param what the changes, as their text is to stand in messages
   * @throws ConsumerException when the last try failed
   * @throws InterruptedException when the engine is stopping
   * @throws CdcException when building records failed inside the consumer: a typed error of
   *     capture, not the consumer's own
   */
  void call(Object what, Call call) throws InterruptedException {
    Duration wait = policy.backoff();
    for (int attempt = 0; ; attempt++) {
      try {
        call.run();
        return;
      } catch (InterruptedException | CdcException e) {
        throw e;
      } catch (Exception e) {
        if (attempt >= policy.retries()) {
          throw new ConsumerException(
              "the consumer failed on "
                  + what
                  + (attempt == 0 ? "" : " after " + (attempt + 1) + " attempts")
                  + "; nothing was skipped, the change is delivered again after a restart",
              e);
        }
        LOG.warn(
            "[{}] consumer failed on {}, attempt {} of {}, next in {}",
            engine,
            what,
            attempt + 1,
            policy.retries() + 1,
            wait,
            e);
        Thread.sleep(wait.toMillis());
        wait =
            wait.multipliedBy(2).compareTo(LONGEST_BACKOFF) > 0
                ? LONGEST_BACKOFF
                : wait.multipliedBy(2);
      }
    }
  }
}
