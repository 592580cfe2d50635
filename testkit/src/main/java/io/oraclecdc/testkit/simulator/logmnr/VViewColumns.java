package io.oraclecdc.testkit.simulator.logmnr;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The V$ and GV$ views, and others of the redo half, with their columns, declared once in {@code
 * fixed-views.txt}.
 */
public final class VViewColumns {
  private static final String RESOURCE = "fixed-views.txt";
  private static final Map<String, VView> VIEWS = declare();

  private VViewColumns() {}

  private static Map<String, VView> declare() {
    Map<String, VView> local = new LinkedHashMap<>();
    for (String block : text().split("\\n\\s*\\n", -1)) {
      String body = block.replaceAll("(?m)^#.*$", "").strip();
      if (!body.isEmpty()) {
        String[] parts = body.split("\\n", 2);
        VView view = VView.of(parts[0].strip(), parts[1].strip());
        local.put(view.name(), view);
      }
    }
    Map<String, VView> views = new LinkedHashMap<>(local);
    for (VView view : local.values()) {
      if (view.name().startsWith("V$")) {
        views.put(view.global().name(), view.global());
      }
    }
    return views;
  }

  private static String text() {
    try (InputStream in = VViewColumns.class.getResourceAsStream(RESOURCE)) {
      return new String(
          Objects.requireNonNull(in, RESOURCE).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Column names by view name, in Oracle's order. */
  public static Map<String, Set<String>> columnsByView() {
    Map<String, Set<String>> columns = new LinkedHashMap<>();
    VIEWS.forEach((name, view) -> columns.put(name, view.columnNames()));
    return columns;
  }

  static List<VView> views() {
    return List.copyOf(VIEWS.values());
  }

  static VView view(String name) {
    VView view = VIEWS.get(name);
    if (view == null) {
      throw new IllegalArgumentException("no view " + name);
    }
    return view;
  }
}
