package io.oraclecdc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.cli.SnapshotProgressLine.Form;
import io.oraclecdc.model.TableId;
import io.oraclecdc.snapshot.SnapshotStatus;
import io.oraclecdc.snapshot.SnapshotStatus.State;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SnapshotProgressLineTest {
  private static final TableId ORDERS = TableId.of("APP", "ORDERS");

  private final StringBuilder text = new StringBuilder();
  private final AtomicLong now = new AtomicLong();

  private SnapshotProgressLine line(Form form) {
    return new SnapshotProgressLine(form, text::append, now::get);
  }

  private static SnapshotStatus status(
      State state, long rows, long estimate, @Nullable Duration remaining) {
    return new SnapshotStatus(
        state, "initial", ORDERS, 5, 1, rows, estimate, 0, 1, 100, 3, 0, remaining);
  }

  private static SnapshotStatus complete() {
    return new SnapshotStatus(State.COMPLETE, null, null, 0, 0, 0, -1, 0, 0, 0, 3, 0, null);
  }

  private void later(int seconds) {
    now.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }

  @Test
  void aLineIsWrittenAtMostEveryFiveSeconds() {
    SnapshotProgressLine line = line(Form.LINES);
    line.show(SnapshotStatus.none());
    line.show(status(State.RUNNING, 0, 480_000, null));
    later(4);
    line.show(status(State.RUNNING, 60_000, 480_000, Duration.ofSeconds(30)));
    later(1);
    line.show(status(State.RUNNING, 120_000, 480_000, Duration.ofSeconds(72)));
    later(5);
    line.show(status(State.RUNNING, 120_000, 480_000, Duration.ofSeconds(72)));
    line.show(complete());
    line.show(complete());

    assertThat(text)
        .hasToString(
            """
            snapshot initial: table 2 of 5 (APP.ORDERS), 0 of about 480,000 rows (0 %)
            snapshot initial: table 2 of 5 (APP.ORDERS), 120,000 of about 480,000 rows (25 %), about 1 min 12 s left
            snapshot initial: complete
            """);
  }

  @Test
  void aPauseIsToldAtOnce() {
    SnapshotProgressLine line = line(Form.LINES);
    line.show(status(State.RUNNING, 10, -1, null));
    line.show(status(State.PAUSED, 10, -1, null));

    assertThat(text)
        .hasToString(
            """
            snapshot initial: table 2 of 5 (APP.ORDERS), 10 rows
            snapshot initial (paused): table 2 of 5 (APP.ORDERS), 10 rows
            """);
  }

  @Test
  void theBarIsDrawnOverItself() {
    SnapshotProgressLine line = line(Form.BAR);
    line.show(status(State.RUNNING, 120_000, 480_000, Duration.ofSeconds(9)));
    line.show(status(State.RUNNING, 500_000, 480_000, null));
    line.show(complete());

    String first =
        "\r[=====>              ] 25 % 120,000 of about 480,000 rows, 9 s left, APP.ORDERS";
    String second = "\r[===================>] 99 % 500,000 of about 480,000 rows, APP.ORDERS";
    assertThat(text)
        .hasToString(
            first
                + second
                + " ".repeat(first.length() - second.length())
                + "\nsnapshot initial: complete\n");
  }

  @Test
  void aBarMakesRoomForOtherText() {
    SnapshotProgressLine line = line(Form.BAR);
    line.show(status(State.RUNNING, 10, -1, null));
    line.clear();
    line.show(status(State.RUNNING, 20, -1, null));
    line.close();

    String first = "[--------------------] 10 rows, APP.ORDERS";
    assertThat(text)
        .hasToString(
            "\r"
                + first
                + "\r"
                + " ".repeat(first.length())
                + "\r"
                + "\r"
                + first.replace("10", "20")
                + "\n");
  }

  @Test
  void nothingIsShownWhenNobodyWantsIt() {
    SnapshotProgressLine line = line(Form.NOTHING);
    line.show(status(State.RUNNING, 10, -1, null));
    line.show(complete());

    assertThat(text).isEmpty();
  }

  @Test
  void timesAreShort() {
    assertThat(SnapshotProgressLine.time(Duration.ZERO)).isEqualTo("1 s");
    assertThat(SnapshotProgressLine.time(Duration.ofSeconds(59))).isEqualTo("59 s");
    assertThat(SnapshotProgressLine.time(Duration.ofSeconds(3599))).isEqualTo("59 min 59 s");
    assertThat(SnapshotProgressLine.time(Duration.ofMinutes(150))).isEqualTo("2 h 30 min");
  }
}
