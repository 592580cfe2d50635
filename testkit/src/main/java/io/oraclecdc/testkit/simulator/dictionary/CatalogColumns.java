package io.oraclecdc.testkit.simulator.dictionary;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The catalog views of this half of the simulator, with Oracle's documented columns; {@code
 * catalog-views.txt} declares them and describes its format. The V$ views are declared by the redo
 * half.
 */
public final class CatalogColumns {
  private static final String RESOURCE = "catalog-views.txt";
  private static final Pattern COLUMN =
      Pattern.compile("(!?)([A-Z0-9_#]+):([A-Z])(\\d*)(?:=('[^']*'|\\S+))?(?:\\s+|$)");

  private static final List<CatalogFamily> FAMILIES = parse(text());
  private static final Map<String, View> VIEWS = views();

  private CatalogColumns() {}

  /** One view of a family. */
  record View(CatalogFamily family, char form) {}

  static List<CatalogFamily> families() {
    return FAMILIES;
  }

  /** The view of that name, null when there is none. */
  static @Nullable View view(String name) {
    return VIEWS.get(name);
  }

  /** Names of all views. */
  static Set<String> names() {
    return VIEWS.keySet();
  }

  /** Column names in Oracle's order by view name, all in upper case. */
  public static Map<String, Set<String>> columnsByView() {
    Map<String, Set<String>> names = new LinkedHashMap<>();
    VIEWS.forEach(
        (name, view) -> {
          Set<String> columns = new LinkedHashSet<>();
          view.family().columnsOf(view.form()).forEach(c -> columns.add(c.name()));
          names.put(name, columns);
        });
    return names;
  }

  private static Map<String, View> views() {
    Map<String, View> views = new LinkedHashMap<>();
    for (CatalogFamily family : FAMILIES) {
      for (char form : family.forms().toCharArray()) {
        if (views.put(family.viewName(form), new View(family, form)) != null) {
          throw new IllegalStateException(
              RESOURCE + " declares " + family.viewName(form) + " twice");
        }
      }
    }
    return views;
  }

  private static String text() {
    try (InputStream in = CatalogColumns.class.getResourceAsStream(RESOURCE)) {
      return new String(
          Objects.requireNonNull(in, RESOURCE).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<CatalogFamily> parse(String text) {
    List<CatalogFamily> families = new ArrayList<>();
    for (String block : text.split("\\n\\s*\\n", -1)) {
      String body = block.replaceAll("(?m)^#.*$", "").strip();
      if (!body.isEmpty()) {
        families.add(family(body));
      }
    }
    return List.copyOf(families);
  }

  private static CatalogFamily family(String block) {
    String[] halves = block.split("\\n", 2);
    String[] head = halves[0].strip().split("\\s+", -1);
    String kept = head.length > 2 ? head[2] : "";
    CatalogFamily.Keeping keeping =
        kept.equals("stored")
            ? CatalogFamily.Keeping.STORED
            : kept.isEmpty() ? CatalogFamily.Keeping.COMPUTED : CatalogFamily.Keeping.OVER;
    String base = kept.startsWith("over=") ? kept.substring("over=".length()) : head[0];
    String columns = halves[1].strip();
    List<CatalogFamily.Column> all = new ArrayList<>();
    Matcher matcher = COLUMN.matcher(columns);
    int end = 0;
    while (matcher.find() && matcher.start() == end) {
      all.add(column(matcher));
      end = matcher.end();
    }
    if (end != columns.length()) {
      throw new IllegalStateException(RESOURCE + ": " + head[0] + " at " + columns.substring(end));
    }
    return new CatalogFamily(head[0], head[1], keeping, base, List.copyOf(all));
  }

  private static CatalogFamily.Column column(Matcher matcher) {
    String value = matcher.group(5);
    boolean quoted = value != null && value.startsWith("'");
    return new CatalogFamily.Column(
        matcher.group(2),
        type(matcher.group(3).charAt(0), matcher.group(4)),
        quoted ? value.substring(1, value.length() - 1) : value,
        matcher.group(1).isEmpty());
  }

  private static SimType type(char code, String digits) {
    int length = digits.isEmpty() ? 0 : Integer.parseInt(digits);
    return switch (code) {
      case 'N' -> ColumnTypes.number(null, null);
      case 'D' -> ColumnTypes.plain("DATE");
      case 'L' -> ColumnTypes.plain("LONG");
      case 'C' -> ColumnTypes.plain("CLOB");
      case 'R' -> ColumnTypes.raw(length);
      case 'T' -> ColumnTypes.timestamp("TIMESTAMP WITH TIME ZONE", 9);
      case 'V' -> ColumnTypes.character("VARCHAR2", length, false, 32767);
      default -> throw new IllegalStateException(RESOURCE + ": type " + code);
    };
  }
}
