package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A date format model such as {@code YYYY-MM-DD HH24:MI:SS.FF9 TZH:TZM}, compiled once, that prints
 * values as Oracle's TO_CHAR does. Immutable, thread-safe.
 *
 * <p>Elements are recognised in any case, longest first; the case of a name element decides the
 * case of the name. Punctuation and text in double quotes are printed as they stand.
 */
public final class OracleDateMask {
  private static final List<String> ELEMENTS =
      List.of(
          "SYYYY", "YYYY", "Y,YYY", "YYY", "YY", "Y", "RRRR", "RR", "SCC", "CC", "IYYY", "IW", "WW",
          "W", "Q", "MONTH", "MON", "MM", "DDD", "DD", "DAY", "DY", "D", "HH24", "HH12", "HH",
          "SSSSS", "SS", "MI", "J", "FF1", "FF2", "FF3", "FF4", "FF5", "FF6", "FF7", "FF8", "FF9",
          "FF", "X", "A.M.", "P.M.", "AM", "PM", "A.D.", "B.C.", "AD", "BC", "TZH", "TZM", "TZR",
          "TZD", "FM", "FX");
  private static final Map<String, Locale> LANGUAGES =
      Map.of(
          "AMERICAN", Locale.ENGLISH,
          "ENGLISH", Locale.ENGLISH,
          "GERMAN", Locale.GERMAN,
          "FRENCH", Locale.FRENCH,
          "ITALIAN", Locale.ITALIAN);

  private final String mask;
  private final List<Part> parts;
  private final Locale language;
  private final String radix;

  private OracleDateMask(String mask, List<Part> parts, Locale language, String radix) {
    this.mask = mask;
    this.parts = parts;
    this.language = language;
    this.radix = radix;
  }

  /**
   * Compiles a mask.
   *
   * @throws SQLException ORA-01821 when an element is unknown, ORA-12702 for an unknown language
   */
  public static OracleDateMask compile(String mask, NlsSettings nls) throws SQLException {
    Locale language = LANGUAGES.get(nls.dateLanguage().toUpperCase(Locale.ROOT));
    if (language == null) {
      throw OraErrors.of(12702, "invalid NLS parameter string used in SQL function");
    }
    List<Part> parts = new ArrayList<>();
    int at = 0;
    while (at < mask.length()) {
      char c = mask.charAt(at);
      if (c == '"') {
        int end = mask.indexOf('"', at + 1);
        if (end < 0) {
          throw OraErrors.of(1821, "date format not recognized");
        }
        parts.add(new Part("", mask.substring(at + 1, end)));
        at = end + 1;
      } else if (Character.isLetter(c)) {
        String element = elementAt(mask, at);
        parts.add(new Part(element, mask.substring(at, at + element.length())));
        at += element.length();
      } else {
        parts.add(new Part("", String.valueOf(c)));
        at++;
      }
    }
    String radix = nls.numericCharacters().substring(0, 1);
    return new OracleDateMask(mask, List.copyOf(parts), language, radix);
  }

  private static String elementAt(String mask, int at) throws SQLException {
    String best = "";
    for (String element : ELEMENTS) {
      if (element.length() > best.length()
          && mask.regionMatches(true, at, element, 0, element.length())) {
        best = element;
      }
    }
    if (best.isEmpty()) {
      throw OraErrors.of(1821, "date format not recognized");
    }
    return best;
  }

  /** The mask as it was set. */
  public String mask() {
    return mask;
  }

  /** Prints a DATE. */
  public String format(LocalDateTime time) {
    return format(time, null, 0, ZeroFraction.DIGITS);
  }

  /**
   * Prints a value.
   *
   * @param time wall clock in the value's zone
   * @param offset its offset, null for types without one
   * @param fractionDigits digits that FF without a number prints
   * @param zeroFraction what FF1 to FF9 print for a zero fraction
   */
  public String format(
      LocalDateTime time,
      @Nullable ZoneOffset offset,
      int fractionDigits,
      ZeroFraction zeroFraction) {
    StringBuilder text = new StringBuilder(2 * mask.length());
    boolean fill = true;
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      switch (part.element()) {
        case "" -> {
          if (!dropsRadix(i, part, time, zeroFraction)) {
            text.append(part.text());
          }
        }
        case "FM" -> fill = !fill;
        case "FX" -> {}
        case "X" -> {
          if (!dropsRadix(i, part, time, zeroFraction)) {
            text.append(radix);
          }
        }
        case "FF" -> {
          if (time.get(ChronoField.NANO_OF_SECOND) != 0) {
            text.append(fraction(time, fractionDigits));
          }
        }
        // The elements of nearly every mask, without texts in between.
        case "MM" -> number(text, time.getMonthValue(), fill);
        case "DD" -> number(text, time.getDayOfMonth(), fill);
        case "HH24" -> number(text, time.getHour(), fill);
        case "MI" -> number(text, time.getMinute(), fill);
        case "SS" -> number(text, time.getSecond(), fill);
        default -> text.append(element(part, time, offset, fill, zeroFraction));
      }
    }
    return text.toString();
  }

  /** Whether a radix is left out because the fraction behind it prints nothing. */
  private boolean dropsRadix(int at, Part part, LocalDateTime time, ZeroFraction zeroFraction) {
    boolean isRadix = part.element().equals("X") || part.text().equals(".");
    if (!isRadix || time.get(ChronoField.NANO_OF_SECOND) != 0 || at + 1 == parts.size()) {
      return false;
    }
    String next = parts.get(at + 1).element();
    if (next.equals("FF")) {
      return part.element().equals("X");
    }
    return next.startsWith("FF") && zeroFraction == ZeroFraction.OMITTED;
  }

  private String element(
      Part part,
      LocalDateTime time,
      @Nullable ZoneOffset offset,
      boolean fill,
      ZeroFraction zeroFraction) {
    int proleptic = time.getYear();
    int year = proleptic > 0 ? proleptic : 1 - proleptic;
    return switch (part.element()) {
      case "SYYYY" -> (proleptic > 0 ? (fill ? " " : "") : "-") + number(year, 4, fill);
      case "YYYY", "RRRR" -> number(year, 4, fill);
      case "Y,YYY" -> number(year / 1000, 1, fill) + "," + number(year % 1000, 3, true);
      case "YYY" -> number(year % 1000, 3, fill);
      case "YY", "RR" -> number(year % 100, 2, fill);
      case "Y" -> number(year % 10, 1, fill);
      case "CC" -> number((year + 99) / 100, 2, fill);
      case "SCC" -> (proleptic > 0 ? " " : "-") + number((year + 99) / 100, 2, fill);
      case "IYYY" -> number(time.get(IsoFields.WEEK_BASED_YEAR), 4, fill);
      case "IW" -> number(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2, fill);
      case "WW" -> number((time.getDayOfYear() + 6) / 7, 2, fill);
      case "W" -> number((time.getDayOfMonth() + 6) / 7, 1, fill);
      case "Q" -> number(time.get(IsoFields.QUARTER_OF_YEAR), 1, fill);
      case "MONTH" ->
          name(part, time.getMonth().getDisplayName(TextStyle.FULL, language), fill ? 9 : 0);
      case "MON" -> name(part, shortMonth(time), 0);
      case "DDD" -> number(time.getDayOfYear(), 3, fill);
      case "DAY" ->
          name(part, time.getDayOfWeek().getDisplayName(TextStyle.FULL, language), fill ? 9 : 0);
      case "DY" -> name(part, time.getDayOfWeek().getDisplayName(TextStyle.SHORT, language), 0);
      case "D" -> number(time.getDayOfWeek().getValue() % 7 + 1, 1, fill);
      case "HH12", "HH" -> number((time.getHour() + 11) % 12 + 1, 2, fill);
      case "SSSSS" -> number(time.get(ChronoField.SECOND_OF_DAY), 5, fill);
      case "J" -> Long.toString(time.getLong(JulianFields.JULIAN_DAY));
      case "AM", "PM" -> name(part, time.getHour() < 12 ? "AM" : "PM", 0);
      case "A.M.", "P.M." -> name(part, time.getHour() < 12 ? "A.M." : "P.M.", 0);
      case "AD", "BC" -> name(part, proleptic > 0 ? "AD" : "BC", 0);
      case "A.D.", "B.C." -> name(part, proleptic > 0 ? "A.D." : "B.C.", 0);
      case "TZR" -> offset == null ? "" : hours(offset) + ":" + minutes(offset);
      case "TZH" -> offset == null ? "" : hours(offset);
      case "TZM" -> offset == null ? "" : minutes(offset);
      case "TZD" -> "";
      default -> {
        int digits = part.element().charAt(2) - '0';
        boolean prints =
            time.get(ChronoField.NANO_OF_SECOND) != 0 || zeroFraction == ZeroFraction.DIGITS;
        yield prints ? fraction(time, digits) : "";
      }
    };
  }

  private String shortMonth(LocalDateTime time) {
    String name = time.getMonth().getDisplayName(TextStyle.SHORT, language);
    if (language.equals(Locale.ENGLISH)) {
      return name.substring(0, 3); // the JDK writes Sept
    }
    return name;
  }

  private String name(Part part, String name, int width) {
    String typed = part.text();
    String cased;
    if (Character.isLowerCase(typed.charAt(0))) {
      cased = name.toLowerCase(language);
    } else if (Character.isLowerCase(typed.charAt(typed.length() - 1))) {
      cased = name.substring(0, 1).toUpperCase(language) + name.substring(1).toLowerCase(language);
    } else {
      cased = name.toUpperCase(language);
    }
    return cased.length() < width ? cased + " ".repeat(width - cased.length()) : cased;
  }

  private static void number(StringBuilder text, int value, boolean fill) {
    if (fill && value < 10) {
      text.append('0');
    }
    text.append(value);
  }

  private static String number(int value, int width, boolean fill) {
    String digits = Integer.toString(value);
    return fill && digits.length() < width ? "0".repeat(width - digits.length()) + digits : digits;
  }

  private static String fraction(LocalDateTime time, int digits) {
    return number(time.get(ChronoField.NANO_OF_SECOND), 9, true).substring(0, digits);
  }

  private static String hours(ZoneOffset offset) {
    int seconds = offset.getTotalSeconds();
    return (seconds < 0 ? "-" : "+") + number(Math.abs(seconds) / 3600, 2, true);
  }

  private static String minutes(ZoneOffset offset) {
    return number(Math.abs(offset.getTotalSeconds()) / 60 % 60, 2, true);
  }

  /** What FF1 to FF9 print for a zero fraction. */
  public enum ZeroFraction {
    /** As many zeros as the mask asks for. */
    DIGITS,
    /** Nothing; the dot before them stays. */
    BARE_DOT,
    /** Neither dot nor digits. */
    OMITTED
  }

  /** An element with the text as typed; the element is empty for literal text. */
  private record Part(String element, String text) {}
}
