package io.oraclecdc.value;

import java.time.Period;

/** INTERVAL YEAR TO MONTH: {@code +0012-03}; the sign covers years and months. */
final class YearMonthIntervalCodec implements ColumnCodec {

  @Override
  public Object decode(Literal literal) {
    if (literal.kind() != Literal.Kind.TO_YMINTERVAL) {
      throw new LiteralException(literal.sourceStart(), "TO_YMINTERVAL is expected");
    }
    IntervalText text = new IntervalText(literal);
    int years = (int) text.field(999_999_999);
    text.expect('-');
    int months = (int) text.field(11);
    text.finish();
    return text.isNegative() ? Period.of(-years, -months, 0) : Period.of(years, months, 0);
  }
}
