package io.oraclecdc.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.change.Change;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.Scn;
import io.oraclecdc.position.Position;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class AcknowledgementsTest {
  @Test
  void onlyAnUnbrokenPrefixCounts() throws Exception {
    Acknowledgements acknowledgements = registered(5);
    assertThat(acknowledgements.newest()).isEmpty();
    acknowledgements.acknowledge(1);
    acknowledgements.acknowledge(3);
    assertThat(acknowledgements.newest()).isEmpty();
    acknowledgements.acknowledge(0);
    assertThat(acknowledgements.newest()).hasValue(position(1));
    acknowledgements.acknowledgeUpTo(3);
    assertThat(acknowledgements.newest()).hasValue(position(3));
    assertThat(acknowledgements.outstanding()).isEqualTo(1);
    acknowledgements.acknowledge(2);
    assertThat(acknowledgements.newest()).hasValue(position(3));
  }

  @Test
  void anyOrderEndsAtTheLast() throws Exception {
    for (int seed = 0; seed < 50; seed++) {
      Acknowledgements acknowledgements = registered(500);
      List<Long> order = new ArrayList<>();
      for (long i = 0; i < 500; i++) {
        order.add(i);
      }
      Collections.shuffle(order, new Random(seed));
      boolean[] done = new boolean[500];
      for (long ordinal : order) {
        acknowledgements.acknowledge(ordinal);
        done[(int) ordinal] = true;
        int prefix = 0;
        while (prefix < 500 && done[prefix]) {
          prefix++;
        }
        assertThat(acknowledgements.newest().isPresent()).isEqualTo(prefix > 0);
        if (prefix > 0) {
          assertThat(acknowledgements.newest()).hasValue(position(prefix - 1));
        }
      }
      assertThat(acknowledgements.outstanding()).isZero();
    }
  }

  @Test
  void unknownNumbersAreRefused() throws Exception {
    Acknowledgements acknowledgements = registered(2);
    assertThatThrownBy(() -> acknowledgements.acknowledge(2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> acknowledgements.acknowledgeUpTo(7))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> acknowledgements.register(change(3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hole");
  }

  @Test
  void registrationWaitsWhenTooMuchIsOutstanding() throws Exception {
    Acknowledgements acknowledgements = new Acknowledgements(3);
    ExecutorService poller = Executors.newSingleThreadExecutor();
    try {
      Future<?> registering =
          poller.submit(
              () -> {
                for (long i = 0; i < 10; i++) {
                  acknowledgements.register(change(i));
                }
                return null;
              });
      for (long i = 0; i < 10; i++) {
        long wanted = i;
        Awaitility.await().until(() -> acknowledgements.outstanding() > 0);
        assertThat(acknowledgements.outstanding()).isLessThanOrEqualTo(3);
        acknowledgements.acknowledge(wanted);
      }
      registering.get(10, TimeUnit.SECONDS);
      assertThat(acknowledgements.newest()).hasValue(position(9));
    } finally {
      poller.shutdownNow();
    }
  }

  private static Acknowledgements registered(int count) throws InterruptedException {
    Acknowledgements acknowledgements = new Acknowledgements(1_000);
    for (long i = 0; i < count; i++) {
      acknowledgements.register(change(i));
    }
    return acknowledgements;
  }

  private static SequencedChange change(long ordinal) {
    return new SequencedChange(
        ordinal, new Change.Heartbeat(Scn.ZERO, Instant.EPOCH), position(ordinal), 1);
  }

  private static Position position(long scn) {
    return Position.startingAt(new Incarnation(1, new Scn(1)), new Scn(scn), Scn.ZERO);
  }
}
