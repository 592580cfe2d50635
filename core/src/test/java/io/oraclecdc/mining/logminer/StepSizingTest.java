package io.oraclecdc.mining.logminer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StepSizingTest {
  private static final long FAST = 1_000_000;
  private static final long SLOW = 3_000_000_000L;
  private final StepSizing sizing = new StepSizing(8, Duration.ofSeconds(2));

  @Test
  void fastFullStepsDoubleUpToTheMaximum() {
    assertThat(sizing.logs()).isEqualTo(1);
    sizing.completed(FAST, true);
    assertThat(sizing.logs()).isEqualTo(2);
    sizing.completed(FAST, false);
    sizing.completed(SLOW, true);
    assertThat(sizing.logs()).isEqualTo(2);
    for (int i = 0; i < 5; i++) {
      sizing.completed(FAST, true);
    }
    assertThat(sizing.logs()).isEqualTo(8);
  }

  @Test
  void timeoutsHalveAndTheThirdAtOneLogStops() {
    sizing.completed(FAST, true);
    sizing.completed(FAST, true);
    sizing.timedOut("there");
    assertThat(sizing.logs()).isEqualTo(2);
    sizing.timedOut("there");
    assertThat(sizing.logs()).isEqualTo(1);
    sizing.timedOut("there");
    sizing.timedOut("there");
    assertThatThrownBy(() -> sizing.timedOut("from SCN 5"))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MINING_STALLED))
        .hasMessageContaining("from SCN 5");
  }

  @Test
  void aStepThatHasToHoldAllItsLogsStopsTheThirdTimeAndTellsHowManyTheyAre() {
    sizing.completed(FAST, true);
    sizing.completed(FAST, true);
    sizing.timedOutWhole("there", 40);
    sizing.timedOutWhole("there", 40);
    assertThat(sizing.logs()).as("nothing is gained by a smaller step").isEqualTo(4);
    assertThatThrownBy(() -> sizing.timedOutWhole("from SCN 5", 41))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MINING_STALLED))
        .hasMessageContaining("3 times in a row")
        .hasMessageContaining("hold 41 logs")
        .hasMessageContaining("41 times the time limit of one log, from SCN 5");
  }

  @Test
  void theTwoKindsOfTimeoutsAreCountedApartAndBothEndWithAStepThatIsRead() {
    sizing.timedOutWhole("there", 2);
    sizing.timedOutWhole("there", 2);
    sizing.timedOut("there");
    sizing.timedOut("there");
    sizing.completed(SLOW, false);
    sizing.timedOutWhole("there", 2);
    sizing.timedOutWhole("there", 2);
    sizing.timedOut("there");
    sizing.timedOut("there");
    assertThat(sizing.logs()).isEqualTo(1);
  }

  @Test
  void aStepThatEndsStartsTheCountAnew() {
    sizing.timedOut("there");
    sizing.timedOut("there");
    sizing.completed(SLOW, false);
    sizing.timedOut("there");
    sizing.timedOut("there");
    assertThat(sizing.logs()).isEqualTo(1);
  }
}
