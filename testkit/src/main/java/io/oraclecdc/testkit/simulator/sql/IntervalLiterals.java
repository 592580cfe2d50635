package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ColumnTypes;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
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
    List<Integer> sizes = sizes(cursor);
    int precision = sizes.isEmpty() ? 2 : sizes.get(0);
    int fraction = sizes.size() == 2 ? sizes.get(1) : 6;
    String to = from;
    if (cursor.accept("TO")) {
      to = unit(cursor);
      List<Integer> last = sizes(cursor);
      fraction = last.isEmpty() ? 6 : last.get(0);
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
    String target =
        years ? "INTERVAL YEAR(18) TO MONTH" : "INTERVAL DAY(18) TO SECOND(" + fraction + ")";
    boolean whole = from.equals("DAY") || from.equals("YEAR");
    int leading = whole ? precision : Math.max(2, precision);
    return Expr.literal(
        "CAST(" + literal + " AS " + target + ")",
        SqlType.of(
            years ? ColumnTypes.yearToMonth(leading) : ColumnTypes.dayToSecond(leading, fraction)),
        null);
  }

  private static String unit(TokenCursor cursor) throws SQLException {
    String unit = cursor.next().value();
    if (!YEAR_MONTH.contains(unit) && !DAY_SECOND.contains(unit)) {
      throw OraErrors.of(30089, "missing or invalid <datetime field>");
    }
    return unit;
  }

  /** What stands in parentheses behind a unit: of SECOND two sizes may. */
  private static List<Integer> sizes(TokenCursor cursor) throws SQLException {
    List<Integer> sizes = new ArrayList<>();
    if (cursor.accept("(")) {
      do {
        int size = cursor.integer();
        if (size > 9) {
          throw OraErrors.of(30088, "datetime/interval precision is out of range");
        }
        sizes.add(size);
      } while (sizes.size() < 2 && cursor.accept(","));
      cursor.expectClose();
    }
    return sizes;
  }
}
