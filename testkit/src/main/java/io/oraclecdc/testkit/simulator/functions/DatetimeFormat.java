package io.oraclecdc.testkit.simulator.functions;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A datetime mask such as {@code DD-MON-RR HH.MI.SSXFF AM}, cut into elements.
 *
 * @param elements in order
 * @param exact FX: input must match literally
 */
record DatetimeFormat(List<Element> elements, boolean exact) {
  /** Longest names first, so that HH24 wins over HH. */
  private static final String[] NAMES = {
    "SYYYY", "SYEAR", "YYYY", "Y,YYY", "RRRR", "MONTH", "HH24", "HH12", "SSSSS", "A.D.", "B.C.",
    "A.M.", "P.M.", "YYY", "IYYY", "IYY", "DAY", "DDD", "MON", "TZH", "TZM", "TZR", "TZD", "FF1",
    "FF2", "FF3", "FF4", "FF5", "FF6", "FF7", "FF8", "FF9", "YY", "RR", "MM", "MI", "DD", "DY",
    "HH", "SS", "FF", "AM", "PM", "AD", "BC", "FM", "FX", "TS", "DL", "DS", "CC", "IW", "WW", "IY",
    "RM", "Y", "D", "J", "Q", "W", "X"
  };

  /**
   * One element.
   *
   * @param name upper case; empty for literal text
   * @param text as written
   * @param fill whether padding is on (FM switches)
   */
  record Element(String name, String text, boolean fill) {
    boolean isLiteral() {
      return name.isEmpty();
    }
  }

  static DatetimeFormat parse(String mask) throws SQLException {
    List<Element> elements = new ArrayList<>();
    boolean fill = true;
    boolean exact = false;
    int i = 0;
    while (i < mask.length()) {
      char c = mask.charAt(i);
      if (c == '"') {
        int end = mask.indexOf('"', i + 1);
        if (end < 0) {
          throw OraErrors.of(1821, "date format not recognized");
        }
        elements.add(new Element("", mask.substring(i + 1, end), fill));
        i = end + 1;
        continue;
      }
      if (!Character.isLetter(c)) {
        elements.add(new Element("", String.valueOf(c), fill));
        i++;
        continue;
      }
      String name = nameAt(mask, i);
      String text = mask.substring(i, i + name.length());
      i += name.length();
      if (name.equals("FM")) {
        fill = !fill;
      } else if (name.equals("FX")) {
        exact = true;
      } else {
        elements.add(new Element(name, text, fill));
        if (mask.regionMatches(true, i, "TH", 0, 2) && name.startsWith("D")) {
          throw OraErrors.of(1821, "date format not recognized");
        }
      }
    }
    return new DatetimeFormat(elements, exact);
  }

  private static String nameAt(String mask, int position) throws SQLException {
    String upper = mask.toUpperCase(Locale.ROOT);
    for (String name : NAMES) {
      if (upper.startsWith(name, position)) {
        return name;
      }
    }
    throw OraErrors.of(1821, "date format not recognized");
  }

  boolean mentions(String... names) {
    for (Element element : elements) {
      for (String name : names) {
        if (element.name().equals(name)) {
          return true;
        }
      }
    }
    return false;
  }
}
