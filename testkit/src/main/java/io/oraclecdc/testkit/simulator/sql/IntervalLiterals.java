package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.Set;

/** {@code INTERVAL '..' unit [TO unit]}. */
final class IntervalLiterals {
  private static final Set<String> YEAR_MONTH = Set.of("YEAR", "MONTH");
  private static final Set<String> DAY_SECOND = Set.of("DAY", "HOUR", "MINUTE", "SECOND");

  private IntervalLiterals() {}

  /** Parses what follows the word INTERVAL. */
  static Expr parse(TokenCursor cursor) throws SQLException {
    String value = cursor.next().value().strip();
    String from = unit(cursor);
    int precision = precision(cursor);
    String to = from;
    if (cursor.accept("TO")) {
      to = unit(cursor);
      precision(cursor);
    }
    boolean years = YEAR_MONTH.contains(from);
    if (years != YEAR_MONTH.contains(to)) {
      throw OraErrors.of(30089, "missing or invalid <datetime field>");
    }
    boolean negative = value.startsWith("-");
    String digits = value.startsWith("-") || value.startsWith("+") ? value.substring(1) : value;
    if (!digits.matches("[0-9 :.-]+")) {
      throw OraErrors.of(1867, "the interval is invalid");
    }
    if (digits.strip().replaceFirst("^0+", "").replaceFirst("[^0-9].*", "").length() > precision) {
      throw OraErrors.of(1873, "the leading precision of the interval is too small");
    }
    String qualifier = from.equals(to) ? from + "(18)" : from + "(18) TO " + to;
    if (from.equals("SECOND")) {
      qualifier = "SECOND(18, 9)";
    } else if (to.equals("SECOND")) {
      qualifier = from + "(18) TO SECOND(9)";
    }
    String literal = "INTERVAL " + (negative ? "-" : "") + "'" + digits + "' " + qualifier;
    String target = years ? "INTERVAL YEAR(18) TO MONTH" : "INTERVAL DAY(18) TO SECOND(9)";
    return Expr.literal(
        "CAST(" + literal + " AS " + target + ")",
        years ? SqlType.INTERVAL_YM : SqlType.INTERVAL_DS,
        null);
  }

  private static String unit(TokenCursor cursor) throws SQLException {
    String unit = cursor.next().value();
    if (!YEAR_MONTH.contains(unit) && !DAY_SECOND.contains(unit)) {
      throw OraErrors.of(30089, "missing or invalid <datetime field>");
    }
    return unit;
  }

  /** Digits of the leading field; of others what stands here does not matter. */
  private static int precision(TokenCursor cursor) throws SQLException {
    if (!cursor.accept("(")) {
      return 2;
    }
    int digits = cursor.integer();
    if (cursor.accept(",")) {
      cursor.integer();
    }
    cursor.expectClose();
    return digits;
  }
}
