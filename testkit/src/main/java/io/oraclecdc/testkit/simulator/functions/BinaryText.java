package io.oraclecdc.testkit.simulator.functions;

import java.math.BigDecimal;

/** Text of BINARY_FLOAT and BINARY_DOUBLE as TO_CHAR gives it: {@code 1.5E+000}, {@code Nan}. */
public final class BinaryText {

  private BinaryText() {}

  /** Text of a single. */
  public static String of(float value) {
    return of(value, Float.toString(value));
  }

  /** Text of a double. */
  public static String of(double value) {
    return of(value, Double.toString(value));
  }

  private static String of(double value, String java) {
    if (Double.isNaN(value)) {
      return "Nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "Inf" : "-Inf";
    }
    if (value == 0) {
      return "0";
    }
    BigDecimal decimal = new BigDecimal(java).stripTrailingZeros();
    int exponent = decimal.precision() - decimal.scale() - 1;
    String mantissa = decimal.scaleByPowerOfTen(-exponent).toPlainString();
    if (!mantissa.contains(".")) {
      mantissa += ".0";
    }
    return mantissa + "E" + (exponent < 0 ? "-" : "+") + "%03d".formatted(Math.abs(exponent));
  }
}
