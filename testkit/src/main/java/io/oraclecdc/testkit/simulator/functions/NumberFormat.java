package io.oraclecdc.testkit.simulator.functions;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.util.Locale;

/** Number masks of TO_CHAR and TO_NUMBER: 9 0 . , D G $ L S MI PR FM EEEE X B. */
final class NumberFormat {
  private final String mask;
  private final char decimal;
  private final char group;

  NumberFormat(String mask, String numericCharacters) {
    this.mask = mask.toUpperCase(Locale.ROOT);
    this.decimal = numericCharacters.charAt(0);
    this.group = numericCharacters.charAt(1);
  }

  /** NUMBER to text without a mask. */
  static String plain(BigDecimal value, String numericCharacters) {
    BigDecimal shown = shown(value.abs());
    int exponent = shown.precision() - shown.scale() - 1;
    boolean plain = shown.signum() == 0 || (exponent < 40 && exponent >= -36);
    String digits = plain ? shown.toPlainString() : scientific(shown);
    if (digits.startsWith("0.")) {
      digits = digits.substring(1);
    }
    String text = value.signum() < 0 ? "-" + digits : digits;
    return text.replace('.', numericCharacters.charAt(0));
  }

  /** At most 40 digits behind the point, and 40 characters when digits stand before it. */
  private static BigDecimal shown(BigDecimal size) {
    BigDecimal value = SimNumbers.rounded(size);
    int whole = value.precision() - value.scale();
    if (value.signum() == 0 || whole > 40 || whole <= -36) {
      return value;
    }
    int places = whole > 0 ? Math.max(0, 39 - whole) : 40;
    return value.scale() > places
        ? value.setScale(places, RoundingMode.HALF_UP).stripTrailingZeros()
        : value;
  }

  private static String scientific(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    int exponent = stripped.precision() - stripped.scale() - 1;
    String mantissa = stripped.scaleByPowerOfTen(-exponent).toPlainString();
    return mantissa + "E" + (exponent < 0 ? "-" : "+") + "%02d".formatted(Math.abs(exponent));
  }

  String print(BigDecimal value) throws SQLException {
    String body = mask;
    boolean fill = !body.contains("FM");
    body = body.replace("FM", "");
    if (body.replace("0", "").chars().allMatch(c -> c == 'X') && body.contains("X")) {
      return hexadecimal(value, body, fill);
    }
    if (body.startsWith("TM")) {
      return plain(value, "" + decimal + group);
    }
    boolean leadingSign = body.startsWith("S");
    boolean trailingSign = body.endsWith("S");
    boolean minusBehind = body.endsWith("MI");
    boolean brackets = body.endsWith("PR");
    boolean dollar = body.contains("$");
    body = body.replace("PR", "").replace("MI", "").replace("S", "").replace("$", "");
    boolean currency = body.startsWith("L");
    body = body.replace("L", "").replace("B", "");
    if (body.endsWith("EEEE")) {
      return exponent(value, body);
    }
    if (!body.matches("[90.,DG]*")) {
      throw OraErrors.of(1481, "invalid number format model");
    }
    String digits = digits(value.abs(), body, fill);
    boolean negative = value.signum() < 0 && digits.matches(".*[1-9].*");
    String text = (dollar || currency ? "$" : "") + digits.strip();
    if (digits.contains("#")) {
      return "#".repeat(body.length() + 1);
    }
    text = signed(text, negative, leadingSign, trailingSign, minusBehind, brackets, fill);
    int width =
        body.length() + 1 + (dollar || currency ? 1 : 0) + (minusBehind || brackets ? 1 : 0);
    boolean padded = fill && text.length() < width;
    return padded ? " ".repeat(width - text.length()) + text : text;
  }

  private static String signed(
      String text,
      boolean negative,
      boolean leadingSign,
      boolean trailingSign,
      boolean minusBehind,
      boolean brackets,
      boolean fill) {
    if (leadingSign) {
      return (negative ? "-" : "+") + text;
    }
    if (trailingSign) {
      return text + (negative ? "-" : "+");
    }
    if (minusBehind) {
      return text + (negative ? "-" : fill ? " " : "");
    }
    if (brackets) {
      return negative ? "<" + text + ">" : fill ? " " + text + " " : text;
    }
    return negative ? "-" + text : text;
  }

  private String digits(BigDecimal value, String body, boolean fill) {
    int point = Math.max(body.indexOf('.'), body.indexOf('D'));
    String whole = point < 0 ? body : body.substring(0, point);
    String fraction = point < 0 ? "" : body.substring(point + 1);
    BigDecimal rounded = value.setScale(fraction.length(), RoundingMode.HALF_UP);
    String plain = rounded.toPlainString();
    int dot = plain.indexOf('.');
    String wholeDigits = dot < 0 ? plain : plain.substring(0, dot);
    String fractionDigits = dot < 0 ? "" : plain.substring(dot + 1);
    if (wholeDigits.equals("0")) {
      wholeDigits = "";
    }
    int places = (int) whole.chars().filter(c -> c == '9' || c == '0').count();
    if (wholeDigits.length() > places) {
      return "#";
    }
    StringBuilder out = new StringBuilder();
    int index = wholeDigits.length() - places;
    boolean started = false;
    for (int i = 0; i < whole.length(); i++) {
      char c = whole.charAt(i);
      if (c == ',' || c == 'G') {
        out.append(started ? (c == 'G' ? group : ',') : ' ');
        continue;
      }
      boolean available = index >= 0;
      started |= available || c == '0';
      boolean last = index == wholeDigits.length() - 1 && fraction.isEmpty();
      if (available) {
        out.append(wholeDigits.charAt(index));
      } else {
        out.append(started || (last && wholeDigits.isEmpty()) ? '0' : ' ');
      }
      index++;
    }
    if (wholeDigits.isEmpty() && fraction.isEmpty() && !out.toString().contains("0")) {
      out.setLength(Math.max(0, out.length() - 1));
      out.append('0');
    }
    if (point >= 0) {
      String kept = fractionDigits;
      if (!fill) {
        int required = fraction.lastIndexOf('0') + 1;
        while (kept.length() > required && kept.endsWith("0")) {
          kept = kept.substring(0, kept.length() - 1);
        }
      }
      out.append(body.charAt(point) == 'D' ? decimal : '.').append(kept);
    }
    return out.toString();
  }

  private String exponent(BigDecimal value, String body) {
    int point = Math.max(body.indexOf('.'), body.indexOf('D'));
    int scale = point < 0 ? 0 : body.length() - 4 - point - 1;
    if (value.signum() == 0) {
      return " " + BigDecimal.ZERO.setScale(scale).toPlainString() + "E+00";
    }
    int exponent = value.precision() - value.scale() - 1;
    BigDecimal mantissa =
        value.abs().scaleByPowerOfTen(-exponent).setScale(scale, RoundingMode.HALF_UP);
    return (value.signum() < 0 ? "-" : " ")
        + mantissa.toPlainString()
        + "E"
        + (exponent < 0 ? "-" : "+")
        + "%02d".formatted(Math.abs(exponent));
  }

  private String hexadecimal(BigDecimal value, String body, boolean fill) throws SQLException {
    if (value.signum() < 0) {
      return "#".repeat(body.length() + 1);
    }
    BigInteger whole = value.setScale(0, RoundingMode.HALF_UP).toBigInteger();
    String digits = whole.toString(16).toUpperCase(Locale.ROOT);
    if (digits.length() > body.length()) {
      return "#".repeat(body.length() + 1);
    }
    String zeros = body.startsWith("0") ? "0".repeat(body.length() - digits.length()) : "";
    String text = zeros + digits;
    return fill ? " ".repeat(body.length() + 1 - text.length()) + text : text;
  }

  BigDecimal read(String text) throws SQLException {
    String body = text.strip();
    if (mask.replace("0", "").chars().allMatch(c -> c == 'X') && mask.contains("X")) {
      try {
        return new BigDecimal(new BigInteger(body, 16));
      } catch (NumberFormatException e) {
        throw OraErrors.of(1722, "invalid number");
      }
    }
    boolean negative = body.startsWith("-") || body.endsWith("-") || body.startsWith("<");
    String digits = body.replaceAll("[-+<>$]", "");
    digits =
        mask.contains("G") ? digits.replace(String.valueOf(group), "") : digits.replace(",", "");
    if (mask.contains("D")) {
      digits = digits.replace(decimal, '.');
    }
    try {
      BigDecimal value = new BigDecimal(digits);
      return negative ? value.negate() : value;
    } catch (NumberFormatException e) {
      throw OraErrors.of(1722, "invalid number");
    }
  }
}
