package io.oraclecdc.value;

import java.time.Duration;

/** INTERVAL DAY TO SECOND: {@code +00005 04:03:02.123456}; the sign covers every field. */
final class DaySecondIntervalCodec implements ColumnCodec {

  @Override
  public Object decode(Literal literal) {
    if (literal.kind() != Literal.Kind.TO_DSINTERVAL) {
      throw new LiteralException(literal.sourceStart(), "TO_DSINTERVAL is expected");
    }
    IntervalText text = new IntervalText(literal);
    long seconds = text.field(999_999_999) * 86_400;
    text.expect(' ');
    seconds += text.field(23) * 3_600;
    text.expect(':');
    seconds += text.field(59) * 60;
    text.expect(':');
    seconds += text.field(59);
    int nanos = text.nanos();
    text.finish();
    Duration duration = Duration.ofSeconds(seconds, nanos);
    return text.isNegative() ? duration.negated() : duration;
  }
}
