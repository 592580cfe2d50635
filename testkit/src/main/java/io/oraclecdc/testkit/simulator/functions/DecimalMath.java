package io.oraclecdc.testkit.simulator.functions;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Transcendental functions of decimal numbers, exact to the 40 digits of a NUMBER. Doubles would
 * make {@code LOG(10, 1000)} a little less than 3.
 */
final class DecimalMath {
  private static final MathContext RESULT = new MathContext(40, RoundingMode.HALF_UP);

  /** Digits to spare, so that what the steps lose never reaches the result. */
  private static final MathContext WORK = new MathContext(80, RoundingMode.HALF_EVEN);

  private static final BigDecimal TWO = BigDecimal.valueOf(2);
  private static final BigDecimal SMALLEST = new BigDecimal("1E-78");
  private static final BigDecimal PI =
      new BigDecimal(
          "3.14159265358979323846264338327950288419716939937510"
              + "58209749445923078164062862089986280348253421170679");
  private static final BigDecimal LN10 = logarithm(BigDecimal.TEN);

  private DecimalMath() {}

  static BigDecimal exp(BigDecimal value) {
    return result(exponential(value));
  }

  /** Natural logarithm of a positive number. */
  static BigDecimal ln(BigDecimal value) {
    return result(natural(value));
  }

  static BigDecimal log(BigDecimal base, BigDecimal value) {
    return result(natural(value).divide(natural(base), WORK));
  }

  /** A positive base to any power. */
  static BigDecimal power(BigDecimal base, BigDecimal exponent) {
    return result(exponential(exponent.multiply(natural(base), WORK)));
  }

  static BigDecimal sin(BigDecimal value) {
    return result(sine(turned(value)));
  }

  static BigDecimal cos(BigDecimal value) {
    return result(sine(turned(value).add(PI.divide(TWO, WORK), WORK)));
  }

  static BigDecimal tan(BigDecimal value) {
    BigDecimal angle = turned(value);
    return result(sine(angle).divide(sine(angle.add(PI.divide(TWO, WORK), WORK)), WORK));
  }

  /** Rounds; what is nothing but the error of the steps is zero. */
  private static BigDecimal result(BigDecimal value) {
    BigDecimal rounded = value.round(RESULT);
    return rounded.signum() == 0 ? BigDecimal.ZERO : rounded.stripTrailingZeros();
  }

  private static BigDecimal exponential(BigDecimal value) {
    BigDecimal small = value;
    int halvings = 0;
    while (small.abs().compareTo(new BigDecimal("0.01")) > 0) {
      small = small.divide(TWO, WORK);
      halvings++;
    }
    BigDecimal sum = BigDecimal.ONE;
    BigDecimal term = BigDecimal.ONE;
    for (int i = 1; term.abs().compareTo(SMALLEST) > 0; i++) {
      term = term.multiply(small, WORK).divide(BigDecimal.valueOf(i), WORK);
      sum = sum.add(term, WORK);
    }
    for (int i = 0; i < halvings; i++) {
      sum = sum.multiply(sum, WORK);
    }
    return sum;
  }

  private static BigDecimal natural(BigDecimal value) {
    int exponent = value.precision() - value.scale() - 1;
    BigDecimal mantissa = value.scaleByPowerOfTen(-exponent);
    return logarithm(mantissa).add(LN10.multiply(BigDecimal.valueOf(exponent), WORK), WORK);
  }

  /** Of a number from 1 to 10: roots bring it near 1, where the series is short. */
  private static BigDecimal logarithm(BigDecimal value) {
    BigDecimal root = value;
    int roots = 4;
    for (int i = 0; i < roots; i++) {
      root = root.sqrt(WORK);
    }
    BigDecimal ratio = root.subtract(BigDecimal.ONE).divide(root.add(BigDecimal.ONE), WORK);
    BigDecimal square = ratio.multiply(ratio, WORK);
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal power = ratio;
    for (int i = 1; power.abs().compareTo(SMALLEST) > 0; i += 2) {
      sum = sum.add(power.divide(BigDecimal.valueOf(i), WORK), WORK);
      power = power.multiply(square, WORK);
    }
    return sum.multiply(BigDecimal.valueOf(2L << roots), WORK);
  }

  /** The same angle between -pi and pi. */
  private static BigDecimal turned(BigDecimal value) {
    BigDecimal circle = PI.multiply(TWO);
    BigInteger turns = value.divide(circle, 0, RoundingMode.HALF_EVEN).toBigInteger();
    return value.subtract(circle.multiply(new BigDecimal(turns)));
  }

  private static BigDecimal sine(BigDecimal angle) {
    BigDecimal square = angle.multiply(angle, WORK).negate();
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal term = angle;
    for (int i = 1; term.abs().compareTo(SMALLEST) > 0; i += 2) {
      sum = sum.add(term, WORK);
      term = term.multiply(square, WORK).divide(BigDecimal.valueOf((i + 1L) * (i + 2L)), WORK);
    }
    return sum.abs().compareTo(new BigDecimal("1E-70")) < 0 ? BigDecimal.ZERO : sum;
  }
}
