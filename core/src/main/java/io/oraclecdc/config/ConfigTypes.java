package io.oraclecdc.config;

import io.oraclecdc.model.Scn;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** The types settings have. */
final class ConfigTypes {
  private static final Pattern ORA_CODE = Pattern.compile("(?i)(?:ORA-)?(\\d{1,5})");
  private static final Pattern ARCHIVE_DESTINATION =
      Pattern.compile("(?i)LOG_ARCHIVE_DEST_([1-9]|[12]\\d|3[01])");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)}");

  private ConfigTypes() {}

  static ConfigType<String> text(String allowed) {
    return type("string", allowed, Function.identity());
  }

  /** The values of a family of settings by what stands for the asterisk in their names. */
  static ConfigType<Map<String, String>> family(String allowed) {
    return type(
        "string",
        allowed,
        text -> {
          throw new IllegalArgumentException("something else has to stand for the asterisk");
        });
  }

  static ConfigType<String> jdbcUrl() {
    String allowed = "a JDBC URL, for example jdbc:oracle:thin:@//db.example.com:1521/ORCL";
    return type(
        "string",
        allowed,
        text -> {
          if (!text.startsWith("jdbc:")) {
            throw new IllegalArgumentException("it begins with jdbc:");
          }
          return text;
        });
  }

  static ConfigType<Integer> integer(int min, int max) {
    return type(
        "int",
        range(min, max, Integer.MAX_VALUE),
        text -> Math.toIntExact(parseWithin(text, min, max)));
  }

  static ConfigType<Long> count(long min) {
    return type(
        "long",
        range(min, Long.MAX_VALUE, Long.MAX_VALUE),
        text -> parseWithin(text, min, Long.MAX_VALUE));
  }

  static ConfigType<Long> bytes(long min) {
    return type(
        "long",
        range(min, Long.MAX_VALUE, Long.MAX_VALUE) + " bytes",
        text -> parseWithin(text, min, Long.MAX_VALUE));
  }

  static ConfigType<Long> bytes(long min, long max) {
    return type(
        "long", range(min, max, Long.MAX_VALUE) + " bytes", text -> parseWithin(text, min, max));
  }

  static ConfigType<Duration> millis(long min) {
    long max = Duration.ofDays(3650).toMillis();
    return type(
        "long",
        range(min, max, max) + " milliseconds",
        text -> Duration.ofMillis(parseWithin(text, min, max)));
  }

  /** Keys of a number of bytes in Base64, separated by commas. */
  static ConfigType<String> keys(int bytes) {
    return type(
        "string",
        "keys of " + bytes + " bytes in Base64, separated by commas",
        text -> {
          for (String key : text.split(",", -1)) {
            if (Base64.getDecoder().decode(key.trim()).length != bytes) {
              throw new IllegalArgumentException("a key has " + bytes + " bytes");
            }
          }
          return text;
        });
  }

  static ConfigType<Boolean> bool() {
    return type(
        "boolean",
        "true or false",
        text ->
            switch (text.toLowerCase(Locale.ROOT)) {
              case "true" -> true;
              case "false" -> false;
              default -> throw new IllegalArgumentException();
            });
  }

  /** The constants of an enum in any case; {@code note} says more about what is not allowed. */
  static <E extends Enum<E>> ConfigType<E> oneOf(Class<E> constants, String note) {
    List<String> names =
        Arrays.stream(constants.getEnumConstants()).map(ConfigTypes::nameOf).toList();
    String allowed = String.join(", ", names) + (note.isEmpty() ? "" : " (" + note + ")");
    return type(
        "string", allowed, text -> constants.getEnumConstants()[names.indexOf(oneOf(names, text))]);
  }

  /** One of some words, in any case. */
  static ConfigType<String> word(String... words) {
    List<String> known = List.of(words);
    return type("string", String.join(", ", known), text -> oneOf(known, text));
  }

  private static String oneOf(List<String> names, String text) {
    for (String name : names) {
      if (name.equalsIgnoreCase(text)) {
        return name;
      }
    }
    throw new IllegalArgumentException(
        NearestName.ofWord(text, names).map(near -> "did you mean " + near + "?").orElse(""));
  }

  static String nameOf(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** Operations to leave out; {@code none} for none of them. */
  static ConfigType<List<SkippedOperation>> skippedOperations() {
    return type(
        "list",
        "c, u, d, t separated by commas, or none",
        text -> {
          List<SkippedOperation> skipped = new ArrayList<>();
          List<String> names = PatternList.splitStrictly(text);
          for (String name : names) {
            SkippedOperation found = null;
            for (SkippedOperation one : SkippedOperation.values()) {
              found = nameOf(one).equalsIgnoreCase(name) ? one : found;
            }
            if (found == null && !(names.size() == 1 && name.equalsIgnoreCase("none"))) {
              throw new IllegalArgumentException();
            }
            if (found != null && !skipped.contains(found)) {
              skipped.add(found);
            }
          }
          return List.copyOf(skipped);
        });
  }

  static ConfigType<List<String>> list(String allowed) {
    return type("list", allowed, PatternList::splitStrictly);
  }

  /**
   * Regular expressions; a comma inside brackets or after a backslash belongs to its expression.
   */
  static ConfigType<List<String>> patterns(String allowed) {
    return type(
        "list",
        allowed,
        text -> {
          List<String> patterns = PatternList.splitStrictly(text);
          for (int i = 0; i < patterns.size(); i++) {
            try {
              Pattern unused = Pattern.compile(patterns.get(i));
            } catch (PatternSyntaxException e) {
              throw new IllegalArgumentException(
                  "expression "
                      + (i + 1)
                      + " is not a regular expression: "
                      + e.getDescription()
                      + (e.getIndex() >= 0 ? " near character " + (e.getIndex() + 1) : ""),
                  e);
            }
          }
          return patterns;
        });
  }

  static ConfigType<Scn> scn() {
    return type("long", "an SCN: a whole number from 0 to 18446744073709551615", Scn::parse);
  }

  static ConfigType<ZoneId> zone() {
    return type(
        "string",
        "an offset or a region, for example +02:00 or Europe/Berlin",
        text -> {
          try {
            return ZoneId.of(text);
          } catch (DateTimeException e) {
            throw new IllegalArgumentException("no such time zone", e);
          }
        });
  }

  static ConfigType<Path> path(String allowed) {
    return type("string", allowed, Path::of);
  }

  static ConfigType<String> archiveDestination() {
    return type(
        "string",
        "LOG_ARCHIVE_DEST_1 to LOG_ARCHIVE_DEST_31",
        text -> {
          if (!ARCHIVE_DESTINATION.matcher(text).matches()) {
            throw new IllegalArgumentException();
          }
          return text.toUpperCase(Locale.ROOT);
        });
  }

  static ConfigType<Set<Integer>> oracleErrors() {
    return type(
        "list",
        "Oracle error numbers, for example ORA-12345,ORA-54321",
        text -> {
          Set<Integer> numbers = new TreeSet<>();
          for (String item : PatternList.split(text)) {
            Matcher matcher = ORA_CODE.matcher(item);
            if (!matcher.matches()) {
              throw new IllegalArgumentException();
            }
            numbers.add(Integer.valueOf(matcher.group(1)));
          }
          return Set.copyOf(numbers);
        });
  }

  static ConfigType<Map<String, String>> properties() {
    return type(
        "string",
        "name=value pairs separated by semicolons",
        text -> {
          Map<String, String> properties = new LinkedHashMap<>();
          for (String pair : text.split(";", -1)) {
            if (pair.isBlank()) {
              continue;
            }
            int equals = pair.indexOf('=');
            if (equals <= 0 || pair.substring(0, equals).isBlank()) {
              throw new IllegalArgumentException("each pair is name=value");
            }
            properties.put(pair.substring(0, equals).trim(), pair.substring(equals + 1).trim());
          }
          return Map.copyOf(properties);
        });
  }

  /** {@code SCHEMA.TABLE:COL1,COL2;SCHEMA.OTHER:COL}: columns by table name. */
  static ConfigType<Map<String, List<String>>> keyColumns() {
    return type(
        "string",
        "SCHEMA.TABLE:COLUMN,COLUMN;SCHEMA.OTHER:COLUMN",
        text -> {
          Map<String, List<String>> columnsByTable = new LinkedHashMap<>();
          for (String entry : text.split(";", -1)) {
            if (!entry.isBlank()) {
              addKeyColumns(entry, columnsByTable);
            }
          }
          return Map.copyOf(columnsByTable);
        });
  }

  private static void addKeyColumns(String entry, Map<String, List<String>> columnsByTable) {
    int colon = entry.lastIndexOf(':');
    String table = colon < 0 ? "" : entry.substring(0, colon).trim();
    if (table.indexOf('.') <= 0 || table.endsWith(".")) {
      throw new IllegalArgumentException("each entry is SCHEMA.TABLE:COLUMN");
    }
    Set<String> columns = new LinkedHashSet<>();
    for (String column : entry.substring(colon + 1).split(",", -1)) {
      if (column.isBlank() || !columns.add(column.trim())) {
        throw new IllegalArgumentException("columns of a table are not empty and not repeated");
      }
    }
    if (columnsByTable.put(table, List.copyOf(columns)) != null) {
      throw new IllegalArgumentException("a table stands in one entry only");
    }
  }

  /** Text with {@code ${...}} variables, all of them from {@code variables}. */
  static ConfigType<String> template(String... variables) {
    List<String> known = List.of(variables);
    StringBuilder allowed = new StringBuilder("text with the variables");
    for (String variable : known) {
      allowed.append(" ${").append(variable).append('}');
    }
    return type(
        "string",
        allowed.toString(),
        text -> {
          Matcher matcher = VARIABLE.matcher(text);
          while (matcher.find()) {
            if (!known.contains(matcher.group(1))) {
              throw new IllegalArgumentException("there are no other variables");
            }
          }
          if (matcher.replaceAll("").contains("${")) {
            throw new IllegalArgumentException("a variable is closed with }");
          }
          return text;
        });
  }

  private static long parseWithin(String text, long min, long max) {
    long value = Long.parseLong(text);
    if (value < min || value > max) {
      throw new IllegalArgumentException();
    }
    return value;
  }

  private static String range(long min, long max, long unlimited) {
    return max >= unlimited
        ? "a whole number, " + min + " or more"
        : "a whole number from " + min + " to " + max;
  }

  private static <T> ConfigType<T> type(String label, String allowed, Function<String, T> parser) {
    return new ConfigType<>() {
      @Override
      public T parse(String text) {
        try {
          return parser.apply(text);
        } catch (NumberFormatException e) {
          // Its message quotes the text, which the caller shows in its own way.
          throw new IllegalArgumentException("", e);
        }
      }

      @Override
      public String allowed() {
        return allowed;
      }

      @Override
      public String label() {
        return label;
      }
    };
  }

  /** Lists whose items may be regular expressions. */
  static final class PatternList {
    private PatternList() {}

    /** Items between commas, trimmed, empty ones left out. */
    static List<String> split(String text) {
      List<String> items = new ArrayList<>();
      separate(text, items);
      return List.copyOf(items);
    }

    /** How many items there are, empty ones included. */
    private static int separate(String text, List<String> items) {
      int count = 0;
      int depth = 0;
      int begin = 0;
      for (int i = 0; i <= text.length(); i++) {
        char c = i == text.length() ? ',' : text.charAt(i);
        if (c == '\\') {
          i++;
        } else if (c == '(' || c == '[' || c == '{') {
          depth++;
        } else if (c == ')' || c == ']' || c == '}') {
          depth--;
        } else if (c == ',' && (depth <= 0 || i == text.length())) {
          add(items, text.substring(begin, i));
          count++;
          begin = i + 1;
        }
      }
      if (begin < text.length()) {
        add(items, text.substring(begin));
        count++;
      }
      return count;
    }

    /**
     * The same, for settings.
     *
     * @throws IllegalArgumentException if an item is empty and there is more than one
     */
    static List<String> splitStrictly(String text) {
      List<String> items = new ArrayList<>();
      int all = separate(text, items);
      if (all > 1 && items.size() < all) {
        throw new IllegalArgumentException("an item between two commas is empty");
      }
      return List.copyOf(items);
    }

    /** One text that {@link #split} gives back as these items. */
    static String join(List<String> items) {
      List<String> escaped = new ArrayList<>();
      for (String item : items) {
        StringBuilder text = new StringBuilder();
        int depth = 0;
        for (int i = 0; i < item.length(); i++) {
          char c = item.charAt(i);
          if (c == '\\' && i + 1 < item.length()) {
            text.append(c);
            c = item.charAt(++i);
          } else if (c == '(' || c == '[' || c == '{') {
            depth++;
          } else if (c == ')' || c == ']' || c == '}') {
            depth--;
          } else if (c == ',' && depth <= 0) {
            text.append('\\');
          }
          text.append(c);
        }
        escaped.add(text.toString());
      }
      return String.join(",", escaped);
    }

    private static void add(List<String> items, String item) {
      String trimmed = item.trim();
      if (!trimmed.isEmpty()) {
        items.add(trimmed);
      }
    }
  }
}
