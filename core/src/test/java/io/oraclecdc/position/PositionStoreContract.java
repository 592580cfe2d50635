package io.oraclecdc.position;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.model.Scn;
import org.junit.jupiter.api.Test;

/** What every position store does. */
abstract class PositionStoreContract {
  abstract PositionStore open();

  @Test
  void anEmptyStoreHasNoPosition() {
    try (PositionStore store = open()) {
      assertThat(store.load()).isEmpty();
    }
  }

  @Test
  void theNewestPositionIsLoaded() {
    try (PositionStore store = open()) {
      Position other =
          Position.startingAt(PositionCodecTest.FULL.incarnation(), new Scn(5), Scn.ZERO);
      store.store(other);
      assertThat(store.load()).hasValue(other);
      store.store(PositionCodecTest.FULL);
      assertThat(store.load()).hasValue(PositionCodecTest.FULL);
    }
  }
}
