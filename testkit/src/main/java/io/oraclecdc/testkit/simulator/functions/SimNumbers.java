package io.oraclecdc.testkit.simulator.functions;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** What a NUMBER can hold: twenty digits to the base 100, which are 39 or 40 decimal ones. */
public final class SimNumbers {
  private static final int BASE_100_DIGITS = 20;

  private SimNumbers() {}

  /** The nearest value a NUMBER can hold, without trailing zeros. */
  public static BigDecimal rounded(BigDecimal value) {
    if (value.signum() == 0) {
      return BigDecimal.ZERO;
    }
    if (value.precision() < 2 * BASE_100_DIGITS) {
      return value.stripTrailingZeros();
    }
    int whole = value.precision() - value.scale();
    int pairs = Math.floorDiv(whole + 1, 2);
    int places = 2 * (BASE_100_DIGITS - pairs);
    return value.setScale(places, RoundingMode.HALF_UP).stripTrailingZeros();
  }
}
