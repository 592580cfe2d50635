package io.oraclecdc.testkit.simulator.replay;

import io.oraclecdc.testkit.simulator.replay.RedoText.Printed;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a value of a column type is compared: one text for equal values, made once from what a query
 * returns and once from what the redo prints. NULL is Java's null.
 */
enum ColumnForm {
  NUMBER {
    @Override
    String read(ResultSet rows, int column) throws SQLException {
      BigDecimal value = rows.getBigDecimal(column);
      return value == null ? null : number(value);
    }

    @Override
    String printed(Printed literal) {
      return number(new BigDecimal(plain(literal)));
    }
  },
  FLOAT {
    @Override
    String read(ResultSet rows, int column) throws SQLException {
      float value = rows.getFloat(column);
      return rows.wasNull() ? null : Float.toString(value);
    }

    @Override
    String printed(Printed literal) {
      return switch (plain(literal)) {
        case "Nan" -> "NaN";
        case "Inf" -> "Infinity";
        case "-Inf" -> "-Infinity";
        default -> Float.toString(Float.parseFloat(plain(literal)));
      };
    }
  },
  DOUBLE {
    @Override
    String read(ResultSet rows, int column) throws SQLException {
      double value = rows.getDouble(column);
      return rows.wasNull() ? null : Double.toString(value);
    }

    @Override
    String printed(Printed literal) {
      return switch (plain(literal)) {
        case "Nan" -> "NaN";
        case "Inf" -> "Infinity";
        case "-Inf" -> "-Infinity";
        default -> Double.toString(Double.parseDouble(plain(literal)));
      };
    }
  },
  TEXT {
    @Override
    String read(ResultSet rows, int column) throws SQLException {
      return rows.getString(column);
    }

    @Override
    String printed(Printed literal) {
      return require(literal, "").text();
    }
  },
  NATIONAL {
    @Override
    String read(ResultSet rows, int column) throws SQLException {
      return rows.getString(column);
    }

    @Override
    String printed(Printed literal) {
      String text = require(literal, "UNISTR").text();
      StringBuilder value = new StringBuilder();
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c > 126) {
          throw new IllegalStateException("a character that UNISTR escapes stands plain: " + c);
        }
        if (c != '\\') {
          value.append(c);
        } else if (text.charAt(i + 1) == '\\') {
          value.append('\\');
          i++;
        } else {
          value.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
          i += 4;
        }
      }
      return value.toString();
    }
  },
  DATE {
    @Override
    String read(ResultSet rows, int column) throws SQLException {
      LocalDateTime value = rows.getObject(column, LocalDateTime.class);
      return value == null ? null : value.toString();
    }

    @Override
    String printed(Printed literal) {
      if (literal.call().equals("TIMESTAMP")) {
        return ansi(literal.text()).toString();
      }
      if (!literal.mask().equals("YYYY-MM-DD HH24:MI:SS AD")) {
        throw new IllegalStateException("unknown mask: " + literal);
      }
      return time(require(literal, "TO_DATE").text(), 0).toString();
    }
  },
  TIMESTAMP {
    @Override
    String read(ResultSet rows, int column) throws SQLException {
      LocalDateTime value = rows.getObject(column, LocalDateTime.class);
      return value == null ? null : value.toString();
    }

    @Override
    String printed(Printed literal) {
      return literal.call().equals("TIMESTAMP")
          ? ansi(literal.text()).toString()
          : time(require(literal, "TO_TIMESTAMP").text(), 0).toString();
    }
  },
  ZONED {
    @Override
    String read(ResultSet rows, int column) throws SQLException {
      OffsetDateTime value = rows.getObject(column, OffsetDateTime.class);
      return value == null ? null : value.toString();
    }

    @Override
    String printed(Printed literal) {
      Matcher parts = match(ZONED_TEXT, require(literal, "TO_TIMESTAMP_TZ").text());
      return time(parts.group(1) + parts.group(3), 0)
          .atOffset(ZoneOffset.of(parts.group(2)))
          .toString();
    }
  },
  LOCAL {
    @Override
    String read(ResultSet rows, int column) throws SQLException {
      OffsetDateTime value = rows.getObject(column, OffsetDateTime.class);
      return value == null ? null : value.toInstant().toString();
    }

    @Override
    String printed(Printed literal) {
      return time(require(literal, "TO_TIMESTAMP_TZ").text().strip(), 0)
          .toInstant(ZoneOffset.UTC)
          .toString();
    }
  },
  MONTHS {
    @Override
    String read(ResultSet rows, int column) throws SQLException {
      Period value = rows.getObject(column, Period.class);
      return value == null ? null : Long.toString(value.toTotalMonths());
    }

    @Override
    String printed(Printed literal) {
      Matcher parts = match(MONTHS_TEXT, require(literal, "TO_YMINTERVAL").text());
      long months = 12 * Long.parseLong(parts.group(2)) + Long.parseLong(parts.group(3));
      return Long.toString(parts.group(1).equals("-") ? -months : months);
    }
  },
  SECONDS {
    @Override
    String read(ResultSet rows, int column) throws SQLException {
      Duration value = rows.getObject(column, Duration.class);
      return value == null ? null : value.toString();
    }

    @Override
    String printed(Printed literal) {
      Matcher parts = match(SECONDS_TEXT, require(literal, "TO_DSINTERVAL").text());
      Duration value =
          Duration.ofDays(Long.parseLong(parts.group(2)))
              .plusHours(Long.parseLong(parts.group(3)))
              .plusMinutes(Long.parseLong(parts.group(4)))
              .plusSeconds(Long.parseLong(parts.group(5)))
              .plusNanos(fraction(parts.group(6)));
      return (parts.group(1).equals("-") ? value.negated() : value).toString();
    }
  },
  RAW {
    @Override
    String read(ResultSet rows, int column) throws SQLException {
      byte[] value = rows.getBytes(column);
      return value == null ? null : HexFormat.of().formatHex(value);
    }

    @Override
    String printed(Printed literal) {
      return require(literal, "HEXTORAW").text().toLowerCase(Locale.ROOT);
    }
  };

  private static final Pattern TIME_TEXT =
      Pattern.compile(
          "(\\d{4})-(\\d\\d)-(\\d\\d) (\\d\\d):(\\d\\d):(\\d\\d)(?:\\.(\\d*))? (AD|BC)");
  private static final Pattern ANSI_TEXT =
      Pattern.compile("([ -])(\\d{4})-(\\d\\d)-(\\d\\d) (\\d\\d):(\\d\\d):(\\d\\d)(?:\\.(\\d*))?");
  private static final Pattern ZONED_TEXT = Pattern.compile("(.*) ([+-]\\d\\d:\\d\\d)( AD| BC)");
  private static final Pattern MONTHS_TEXT = Pattern.compile("([+-])(\\d+)-(\\d\\d)");
  private static final Pattern SECONDS_TEXT =
      Pattern.compile("([+-])(\\d+) (\\d\\d):(\\d\\d):(\\d\\d)(?:\\.(\\d+))?");

  /** What a query returns, null for NULL. */
  abstract String read(ResultSet rows, int column) throws SQLException;

  /** What the redo prints; not NULL. */
  abstract String printed(Printed literal);

  /** What the redo prints, null for NULL. */
  final String of(Printed literal) {
    return literal.equals(Printed.NULL) ? null : printed(literal);
  }

  private static String number(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  private static String plain(Printed literal) {
    if (!literal.call().isEmpty() && !literal.call().equals("#")) {
      throw new IllegalStateException("no number: " + literal);
    }
    return literal.text();
  }

  private static Printed require(Printed literal, String call) {
    if (!literal.call().equals(call)) {
      throw new IllegalStateException(call + " is expected: " + literal);
    }
    return literal;
  }

  private static Matcher match(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalStateException("not of the form " + pattern + ": " + text);
    }
    return matcher;
  }

  private static LocalDateTime time(String text, int group) {
    Matcher parts = match(TIME_TEXT, text);
    int year = Integer.parseInt(parts.group(group + 1));
    return LocalDateTime.of(
        parts.group(group + 8).equals("BC") ? 1 - year : year,
        Integer.parseInt(parts.group(group + 2)),
        Integer.parseInt(parts.group(group + 3)),
        Integer.parseInt(parts.group(group + 4)),
        Integer.parseInt(parts.group(group + 5)),
        Integer.parseInt(parts.group(group + 6)),
        fraction(parts.group(group + 7)));
  }

  private static LocalDateTime ansi(String text) {
    Matcher parts = match(ANSI_TEXT, text);
    int year = Integer.parseInt(parts.group(2));
    return LocalDateTime.of(
        parts.group(1).equals("-") ? 1 - year : year,
        Integer.parseInt(parts.group(3)),
        Integer.parseInt(parts.group(4)),
        Integer.parseInt(parts.group(5)),
        Integer.parseInt(parts.group(6)),
        Integer.parseInt(parts.group(7)),
        fraction(parts.group(8)));
  }

  private static int fraction(String digits) {
    return digits == null || digits.isEmpty()
        ? 0
        : Integer.parseInt((digits + "000000000").substring(0, 9));
  }
}
