package io.oraclecdc.redo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the sample file; its format is described in its first lines. */
final class SqlRedoSamples {

  /** A value of SET or WHERE: its kind and payload. */
  record Value(String kind, String payload) {}

  /** One sample with the pieces of its text; a piece is null for a NULL row. */
  record Sample(
      String id,
      String operation,
      String owner,
      String table,
      String options,
      Map<String, Value> set,
      Map<String, Value> where,
      Map<String, String> attributes,
      List<@Nullable String> pieces) {

    boolean isRowChange() {
      return operation.equals("INSERT") || operation.equals("UPDATE") || operation.equals("DELETE");
    }

    @Override
    public String toString() {
      return id;
    }
  }

  /** What the rows of a group mean together; the operation is "none" when nothing remains. */
  record Group(String id, String operation, Map<String, Value> set, Map<String, Value> where) {
    @Override
    public String toString() {
      return id;
    }
  }

  private SqlRedoSamples() {}

  /** The groups of rows that are one change. */
  static List<Group> groups() {
    List<Group> groups = new ArrayList<>();
    for (String line : lines()) {
      if (line.startsWith("#= ")) {
        String[] fields = line.substring(3).split(" \\| ", 6);
        groups.add(new Group(fields[0], fields[1], values(fields[3]), values(fields[4])));
      }
    }
    return groups;
  }

  static List<Sample> all() {
    List<Sample> samples = new ArrayList<>();
    List<@Nullable String> pieces = new ArrayList<>();
    for (String line : lines()) {
      if (line.startsWith("#@ ")) {
        pieces = new ArrayList<>();
        samples.add(sample(line.substring(3), pieces));
      } else if (line.startsWith("R ")) {
        pieces.add(line.substring(2));
      } else if (line.startsWith("E ") || line.startsWith("C ") || line.startsWith("L ")) {
        pieces.add(unescaped(line.substring(2)));
      } else if (line.equals("N")) {
        pieces.add(null);
      }
    }
    return samples;
  }

  private static List<String> lines() {
    try (InputStream stream =
            Objects.requireNonNull(
                SqlRedoSamples.class.getResourceAsStream("/redo/sql-redo-samples.txt"));
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Sample sample(String header, List<@Nullable String> pieces) {
    String[] fields = header.split(" \\| ", 9);
    int dot = fields[2].indexOf('.');
    return new Sample(
        fields[0],
        fields[1],
        dot < 0 ? "" : fields[2].substring(0, dot),
        dot < 0 ? "" : fields[2].substring(dot + 1),
        fields[4],
        values(fields[5]),
        values(fields[6]),
        attributes(fields[7]),
        pieces);
  }

  private static Map<String, Value> values(String field) {
    Map<String, Value> values = new LinkedHashMap<>();
    for (String item : items(field)) {
      int equals = item.indexOf('=');
      String kind = item.substring(equals + 1);
      int colon = kind.indexOf(':');
      values.put(
          decoded(item.substring(0, equals)),
          colon < 0
              ? new Value(kind, "")
              : new Value(kind.substring(0, colon), decoded(kind.substring(colon + 1))));
    }
    return values;
  }

  private static Map<String, String> attributes(String field) {
    Map<String, String> attributes = new LinkedHashMap<>();
    for (String item : items(field)) {
      int equals = item.indexOf('=');
      attributes.put(item.substring(0, equals), decoded(item.substring(equals + 1)));
    }
    return attributes;
  }

  private static List<String> items(String field) {
    String inner = field.substring(field.indexOf('{') + 1, field.lastIndexOf('}'));
    return inner.isEmpty() ? List.of() : List.of(inner.split("; ", -1));
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static String unescaped(String text) {
    StringBuilder plain = new StringBuilder();
    boolean escaped = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!escaped) {
        escaped = c == '\\';
        if (!escaped) {
          plain.append(c);
        }
        continue;
      }
      escaped = false;
      plain.append(
          switch (c) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 's' -> ' ';
            case '\\' -> '\\';
            default -> throw new IllegalArgumentException("unknown escape in " + text);
          });
    }
    return plain.toString();
  }
}
