package io.oraclecdc.value;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.util.HexFormat;
import java.util.Locale;

/** Writes values as LogMiner does under the masks of the mining session; for round trips only. */
final class LiteralRenderer {
  private LiteralRenderer() {}

  static Literal text(String value) {
    String doubled = value.replace("'", "''");
    return literal(Literal.Kind.QUOTED, "'", doubled, "'");
  }

  static Literal national(String value) {
    StringBuilder content = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\') {
        content.append("\\\\");
      } else if (c == '\'') {
        content.append("''");
      } else if (c < 0x80) {
        content.append(c);
      } else {
        content.append("\\%04X".formatted((int) c));
      }
    }
    return literal(Literal.Kind.UNISTR, "UNISTR('", content.toString(), "')");
  }

  static Literal number(BigDecimal value) {
    String plain = value.toPlainString();
    return text(plain.replaceFirst("^(-?)0\\.", "$1."));
  }

  /** Digits, a decimal, sign and three digits of exponent. */
  static Literal binary(double value) {
    if (Double.isNaN(value)) {
      return text("Nan");
    }
    if (Double.isInfinite(value)) {
      return text(value > 0 ? "Inf" : "-Inf");
    }
    String scientific = String.format(Locale.ROOT, "%.16E", value);
    int e = scientific.indexOf('E');
    int exponent = Integer.parseInt(scientific.substring(e + 1));
    return text(
        scientific.substring(0, e)
            + "E"
            + (exponent < 0 ? "-" : "+")
            + "%03d".formatted(Math.abs(exponent)));
  }

  private static String isoText(LocalDateTime time, boolean fraction) {
    String text =
        "%04d-%02d-%02d %02d:%02d:%02d"
            .formatted(
                time.getYear() > 0 ? time.getYear() : 1 - time.getYear(),
                time.getMonthValue(),
                time.getDayOfMonth(),
                time.getHour(),
                time.getMinute(),
                time.getSecond());
    return fraction ? text + ".%09d".formatted(time.getNano()) : text;
  }

  private static String era(LocalDateTime time) {
    return time.getYear() > 0 ? " AD" : " BC";
  }

  static Literal date(LocalDateTime time) {
    String mask = "', 'YYYY-MM-DD HH24:MI:SS AD')";
    String content = isoText(time, false) + era(time);
    Literal literal = literal(Literal.Kind.TO_DATE, "TO_DATE('", content, mask);
    int maskStart = literal.end() + 4;
    literal.mask(maskStart, literal.sourceEnd() - 2);
    return literal;
  }

  static Literal timestamp(LocalDateTime time) {
    return literal(
        Literal.Kind.TO_TIMESTAMP, "TO_TIMESTAMP('", isoText(time, true) + era(time), "')");
  }

  static Literal zoned(OffsetDateTime time) {
    int minutes = time.getOffset().getTotalSeconds() / 60;
    String offset =
        "%s%02d:%02d"
            .formatted(minutes < 0 ? "-" : "+", Math.abs(minutes) / 60, Math.abs(minutes) % 60);
    LocalDateTime local = time.toLocalDateTime();
    return literal(
        Literal.Kind.TO_TIMESTAMP_TZ,
        "TO_TIMESTAMP_TZ('",
        isoText(local, true) + " " + offset + era(local),
        "')");
  }

  static Literal localZone(LocalDateTime utc) {
    return literal(
        Literal.Kind.TO_TIMESTAMP_TZ,
        "TO_TIMESTAMP_TZ('",
        isoText(utc, true) + " " + era(utc),
        "')");
  }

  static Literal yearMonth(Period period) {
    return literal(
        Literal.Kind.TO_YMINTERVAL,
        "TO_YMINTERVAL('",
        "%s%04d-%02d"
            .formatted(
                period.isNegative() ? "-" : "+",
                Math.abs(period.getYears()),
                Math.abs(period.getMonths())),
        "')");
  }

  static Literal daySecond(Duration duration) {
    Duration absolute = duration.abs();
    return literal(
        Literal.Kind.TO_DSINTERVAL,
        "TO_DSINTERVAL('",
        "%s%05d %02d:%02d:%02d.%09d"
            .formatted(
                duration.isNegative() ? "-" : "+",
                absolute.toDays(),
                absolute.toHoursPart(),
                absolute.toMinutesPart(),
                absolute.toSecondsPart(),
                absolute.toNanosPart()),
        "')");
  }

  static Literal hex(byte[] bytes, boolean upperCase) {
    HexFormat format = upperCase ? HexFormat.of().withUpperCase() : HexFormat.of();
    return literal(Literal.Kind.HEXTORAW, "HEXTORAW('", format.formatHex(bytes), "')");
  }

  /** The literal in the middle of other text, so that a codec that leaves its range is noticed. */
  private static Literal literal(Literal.Kind kind, String before, String content, String after) {
    String sql = "x'1" + before + content + after + "2'y";
    Literal literal = new Literal();
    int start = 3 + before.length();
    literal.begin(sql, kind, 3);
    literal.content(start, start + content.length(), content.indexOf('\'') >= 0);
    literal.finish(start + content.length() + after.length());
    return literal;
  }
}
