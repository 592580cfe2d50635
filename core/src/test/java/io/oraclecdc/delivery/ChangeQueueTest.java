package io.oraclecdc.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.change.Change;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Scn;
import io.oraclecdc.testing.Capture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ChangeQueueTest {
  private static final Duration NOW = Duration.ZERO;
  private static final Duration LONG = Duration.ofSeconds(10);

  private final ExecutorService capture = Executors.newSingleThreadExecutor();

  @AfterEach
  void stop() {
    capture.shutdownNow();
  }

  @Test
  void changesComeOutInOrderInBatches() throws Exception {
    ChangeQueue queue = new ChangeQueue(10, 1_000);
    for (int i = 0; i < 5; i++) {
      queue.deliver(change(i, 10));
    }
    assertThat(ordinals(queue.poll(3, NOW))).containsExactly(0L, 1L, 2L);
    assertThat(queue.bytes()).isEqualTo(20);
    assertThat(ordinals(queue.poll(3, NOW))).containsExactly(3L, 4L);
    assertThat(queue.poll(3, NOW)).isEmpty();
  }

  @Test
  void aFullQueueHoldsTheProducerBack() throws Exception {
    ChangeQueue queue = new ChangeQueue(2, 1_000);
    Future<?> producer = capture.submit(() -> deliver(queue, 100, 10));
    Awaitility.await().until(() -> queue.size() == 2);
    assertThat(producer.isDone()).isFalse();
    List<Long> all = new ArrayList<>();
    while (all.size() < 100) {
      all.addAll(ordinals(queue.poll(7, LONG)));
      assertThat(queue.size()).isLessThanOrEqualTo(2);
    }
    producer.get(10, TimeUnit.SECONDS);
    assertThat(all).isSorted().hasSize(100);
  }

  @Test
  void bytesBoundTheQueueButOneLargeChangePasses() throws Exception {
    ChangeQueue queue = new ChangeQueue(100, 50);
    queue.deliver(change(0, 5_000));
    Future<?> producer = capture.submit(() -> queueOne(queue, change(1, 1)));
    assertThat(ordinals(queue.poll(1, NOW))).containsExactly(0L);
    assertThat(ordinals(queue.poll(1, LONG))).containsExactly(1L);
    producer.get(10, TimeUnit.SECONDS);
    assertThat(queue.bytes()).isZero();
  }

  @Test
  void aFailureComesAfterTheChangesBeforeIt() throws Exception {
    ChangeQueue queue = new ChangeQueue(10, 1_000);
    queue.deliver(change(0, 1));
    queue.fail(new CdcException(ErrorCode.LOG_GAP, "gap"));
    queue.fail(new CdcException(ErrorCode.DECODE, "later"));
    assertThat(ordinals(queue.poll(5, NOW))).containsExactly(0L);
    assertThatThrownBy(() -> queue.poll(5, NOW)).hasMessageContaining("CDC-2001");
    assertThatThrownBy(() -> queue.deliver(change(1, 1))).isInstanceOf(InterruptedException.class);
    assertThat(queue.isFinished()).isTrue();
  }

  @Test
  void closingWakesBothSides() throws Exception {
    ChangeQueue queue = new ChangeQueue(1, 1_000);
    queue.deliver(change(0, 1));
    CompletableFuture<String> outcome = new CompletableFuture<>();
    Future<?> producer =
        capture.submit(
            () -> {
              try {
                queue.deliver(change(1, 1));
                outcome.complete("delivered");
              } catch (InterruptedException e) {
                outcome.complete("stopped");
              }
            });
    queue.close();
    assertThat(outcome.get(10, TimeUnit.SECONDS)).isEqualTo("stopped");
    producer.get(10, TimeUnit.SECONDS);
    assertThat(queue.isFinished()).isFalse();
    assertThat(ordinals(queue.poll(5, LONG))).containsExactly(0L);
    assertThat(queue.poll(5, LONG)).isEmpty();
    assertThat(queue.isFinished()).isTrue();
  }

  private static void deliver(ChangeQueue queue, int count, int bytes) {
    for (int i = 0; i < count; i++) {
      queueOne(queue, change(i, bytes));
    }
  }

  private static void queueOne(ChangeQueue queue, SequencedChange change) {
    try {
      queue.deliver(change);
    } catch (InterruptedException e) {
      throw new IllegalStateException("stopped", e);
    }
  }

  static SequencedChange change(long ordinal, int bytes) {
    return new SequencedChange(
        ordinal, new Change.Heartbeat(new Scn(ordinal), Instant.EPOCH), Capture.BEGINNING, bytes);
  }

  private static List<Long> ordinals(List<SequencedChange> changes) {
    return changes.stream().map(SequencedChange::ordinal).toList();
  }
}
