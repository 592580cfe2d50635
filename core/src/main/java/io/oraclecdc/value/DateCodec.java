package io.oraclecdc.value;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;

/**
 * DATE, which has a time of day in whole seconds. The mask that the literal names must hold all of
 * it; under Oracle's default mask the time is gone, and that is never taken for midnight.
 */
final class DateCodec implements ColumnCodec {
  private static final String MASK = "YYYY-MM-DD HH24:MI:SS";

  private final TimestampText text = new TimestampText();

  @Override
  public Object decode(Literal literal) {
    switch (literal.kind()) {
      case TO_DATE -> checkMask(literal);
      case ANSI_TIMESTAMP -> {
        // the form of sessions with STRING_LITERALS_IN_STMT, for DATE too
      }
      default -> throw new LiteralException(literal.sourceStart(), "TO_DATE is expected");
    }
    text.read(literal);
    text.era();
    text.finish();
    LocalDateTime value = text.toLocalDateTime();
    if (!value.truncatedTo(ChronoUnit.SECONDS).equals(value)) {
      throw new LiteralException(literal.start(), "a DATE has no fraction of a second");
    }
    return value;
  }

  /** {@code [S]YYYY-MM-DD HH24:MI:SS [AD|BC]} in any case. */
  private static void checkMask(Literal literal) {
    if (!literal.hasMask()) {
      return;
    }
    String mask = literal.maskText();
    int from = mask.length() > MASK.length() && (mask.charAt(0) | 0x20) == 's' ? 1 : 0;
    int after = from + MASK.length();
    if (mask.regionMatches(true, from, MASK, 0, MASK.length())
        && (mask.length() == after || isEra(mask, after))) {
      return;
    }
    throw new LiteralException(
        literal.sourceStart(),
        "the date mask is not that of the mining session, which lost its settings");
  }

  private static boolean isEra(String mask, int from) {
    return mask.length() == from + 3
        && (mask.regionMatches(true, from, " AD", 0, 3)
            || mask.regionMatches(true, from, " BC", 0, 3));
  }
}
