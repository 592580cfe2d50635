package io.oraclecdc.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RetryBudgetTest {
  private final SettableClock clock = new SettableClock();
  private final RetryBudget budget = new RetryBudget(Duration.ofMinutes(1), clock, new Random(7));
  private final RetriableException step =
      new RetriableException(ErrorCode.MINING_STEP_RETRY, "log switched", null);
  private final RetriableException session =
      new RetriableException(ErrorCode.TRANSIENT_DATABASE, "listener down", null);

  @Test
  void waitsGrowFromOneSecondToThirtyAndAreJittered() {
    Duration longest = Duration.ZERO;
    for (int i = 0; i < 15; i++) {
      Duration wait = budget.next(step);
      assertThat(wait).isBetween(Duration.ofMillis(500), Duration.ofSeconds(30));
      longest = wait.compareTo(longest) > 0 ? wait : longest;
    }
    assertThat(longest).isGreaterThan(Duration.ofSeconds(15));
  }

  @Test
  void twentyOneStepFailuresInARowAreFinal() {
    for (int i = 0; i < 20; i++) {
      budget.next(step);
    }
    assertThatThrownBy(() -> budget.next(step))
        .isInstanceOf(CdcException.class)
        .isNotInstanceOf(RetriableException.class)
        .hasMessageContaining("CDC-1002")
        .hasMessageContaining("21 times in a row");
  }

  @Test
  void aSuccessBeginsANewRow() {
    for (int i = 0; i < 20; i++) {
      budget.next(step);
    }
    budget.succeeded();
    assertThat(budget.next(step)).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
  }

  @Test
  void sessionFailuresAreFinalWhenTheTimeIsUsedUpHoweverManyThereWere() {
    budget.next(session);
    clock.now = clock.now.plusSeconds(59);
    budget.next(session);
    clock.now = clock.now.plusSeconds(1);
    assertThatThrownBy(() -> budget.next(session))
        .hasMessageContaining("CDC-1001")
        .hasMessageContaining("cdc.retry.max.time.ms");
  }

  private static final class SettableClock extends Clock {
    private Instant now = Instant.EPOCH;

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
