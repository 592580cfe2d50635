package io.oraclecdc.mining.logminer;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.mining.logminer.FlushedBounds.Confirmed;
import io.oraclecdc.model.Scn;
import org.junit.jupiter.api.Test;

class FlushedBoundsTest {
  private static final long SECOND = 1_000_000_000L;
  private final FlushedBounds bounds = new FlushedBounds();

  @Test
  void aBoundIsUsedOnceALaterRowProvesThatItsRedoIsOnDisk() {
    bounds.read(new Scn(100), new Scn(90), 0);
    assertThat(bounds.confirmed(new Scn(100), 0)).isEqualTo(Confirmed.NONE);
    bounds.read(new Scn(110), new Scn(95), 0);
    assertThat(bounds.confirmed(new Scn(105), 0))
        .isEqualTo(new Confirmed(new Scn(100), new Scn(90)));
    assertThat(bounds.confirmed(new Scn(105), 0)).isEqualTo(Confirmed.NONE);
    assertThat(bounds.confirmed(new Scn(120), 0))
        .isEqualTo(new Confirmed(new Scn(110), new Scn(95)));
  }

  @Test
  void onAnIdleDatabaseABoundIsUsedOnceTheLogWriterMustHaveWritten() {
    bounds.read(new Scn(100), new Scn(100), 0);
    assertThat(bounds.confirmed(Scn.ZERO, 9 * SECOND)).isEqualTo(Confirmed.NONE);
    assertThat(bounds.confirmed(Scn.ZERO, 11 * SECOND))
        .isEqualTo(new Confirmed(new Scn(100), new Scn(100)));
  }

  @Test
  void theOldestOpenTransactionHoldsTheBoundBack() {
    bounds.read(new Scn(100), new Scn(7), 0);
    assertThat(bounds.confirmed(new Scn(200), 0).lowest()).isEqualTo(new Scn(7));
    bounds.read(new Scn(300), new Scn(301), 0);
    assertThat(bounds.confirmed(new Scn(400), 0).lowest()).isEqualTo(new Scn(300));
  }

  @Test
  void manyQuickStepsOnAnIdleDatabaseDoNotPostponeTheConfirmationForEver() {
    Confirmed last = Confirmed.NONE;
    for (int step = 0; step < 1200; step++) {
      long now = step * SECOND / 50;
      bounds.read(new Scn(100 + step), new Scn(100 + step), now);
      Confirmed confirmed = bounds.confirmed(Scn.ZERO, now);
      last = confirmed.equals(Confirmed.NONE) ? last : confirmed;
    }
    assertThat(last.passed()).isGreaterThan(new Scn(600));
  }
}
