package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FailureHandlingTest {

  @Test
  void stopPolicyGivesUpAtOnce() {
    AtomicInteger calls = new AtomicInteger();
    FailureHandling handling = new FailureHandling("test", ConsumerFailurePolicy.stop());
    assertThatThrownBy(
            () ->
                handling.call(
                    "INSERT APP.T",
                    () -> {
                      calls.incrementAndGet();
                      throw new IOException("mail server down");
                    }))
        .isInstanceOf(ConsumerException.class)
        .hasMessageContaining("INSERT APP.T")
        .hasMessageContaining("nothing was skipped")
        .hasCauseInstanceOf(IOException.class);
    assertThat(calls).hasValue(1);
  }

  @Test
  void retryPolicyHandsTheSameChangeOverAgain() throws InterruptedException {
    AtomicInteger calls = new AtomicInteger();
    FailureHandling handling =
        new FailureHandling("test", ConsumerFailurePolicy.retry(3, Duration.ZERO));
    handling.call(
        "INSERT APP.T",
        () -> {
          if (calls.incrementAndGet() < 3) {
            throw new IOException("mail server down");
          }
        });
    assertThat(calls).hasValue(3);
  }

  @Test
  void retriesEnd() {
    AtomicInteger calls = new AtomicInteger();
    FailureHandling handling =
        new FailureHandling("test", ConsumerFailurePolicy.retry(2, Duration.ZERO));
    assertThatThrownBy(
            () ->
                handling.call(
                    "x",
                    () -> {
                      calls.incrementAndGet();
                      throw new IllegalStateException("no");
                    }))
        .hasMessageContaining("3 attempts");
    assertThat(calls).hasValue(3);
  }

  @Test
  void aTypedErrorOfCaptureIsNotTheConsumersFault() {
    FailureHandling handling =
        new FailureHandling("test", ConsumerFailurePolicy.retry(5, Duration.ZERO));
    CdcException collision = new CdcException(ErrorCode.NAME_COLLISION, "two tables meet");
    assertThatThrownBy(
            () ->
                handling.call(
                    "x",
                    () -> {
                      throw collision;
                    }))
        .isSameAs(collision);
  }

  @Test
  void negativeNumbersAreRefused() {
    assertThatThrownBy(() -> ConsumerFailurePolicy.retry(-1, Duration.ZERO))
        .hasMessageContaining("retries");
    assertThatThrownBy(() -> ConsumerFailurePolicy.retry(1, Duration.ofSeconds(-1)))
        .hasMessageContaining("backoff");
  }
}
