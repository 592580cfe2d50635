package io.oraclecdc.testkit.simulator.logmnr;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One entry of the sample file; its head documents the format.
 *
 * @param set new values, {@code kind:payload} by column
 * @param where old values
 * @param pieces texts of its rows, empty when SQL_REDO is NULL
 */
record SqlRedoSample(
    String id,
    String operation,
    String object,
    String mark,
    List<String> options,
    Map<String, String> set,
    Map<String, String> where,
    Map<String, String> attributes,
    List<String> pieces) {

  static List<SqlRedoSample> all() {
    List<SqlRedoSample> samples = new ArrayList<>();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    SqlRedoSample.class.getResourceAsStream("/samples/sql-redo-samples.txt")),
                StandardCharsets.UTF_8))) {
      String line;
      while ((line = reader.readLine()) != null) {
        if (line.startsWith("#@ ")) {
          samples.add(header(line.substring(3)));
        } else if (line.startsWith("R ")) {
          samples.get(samples.size() - 1).pieces.add(line.substring(2));
        } else if (line.startsWith("E ") || line.startsWith("C ") || line.startsWith("L ")) {
          samples.get(samples.size() - 1).pieces.add(unescape(line.substring(2)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return samples;
  }

  boolean has(String option) {
    return options.contains(option);
  }

  String text() {
    return String.join("", pieces);
  }

  @Override
  public String toString() {
    return id;
  }

  private static SqlRedoSample header(String line) {
    List<String> fields = Arrays.asList(line.split(" \\| ", -1));
    return new SqlRedoSample(
        fields.get(0),
        fields.get(1),
        fields.get(2),
        fields.get(3),
        Arrays.asList(fields.get(4).split(",", -1)),
        pairs(fields.get(5)),
        pairs(fields.get(6)),
        pairs(fields.get(7)),
        new ArrayList<>());
  }

  private static Map<String, String> pairs(String field) {
    Map<String, String> pairs = new LinkedHashMap<>();
    String inside = field.substring(field.indexOf('{') + 1, field.lastIndexOf('}'));
    for (String pair : inside.split("; ", -1)) {
      int at = pair.indexOf('=');
      if (at > 0) {
        pairs.put(decode(pair.substring(0, at)), decode(pair.substring(at + 1)));
      }
    }
    return pairs;
  }

  private static String decode(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < encoded.length; i++) {
      if (encoded[i] == '%') {
        bytes.write(Integer.parseInt(new String(encoded, i + 1, 2, StandardCharsets.US_ASCII), 16));
        i += 2;
      } else {
        bytes.write(encoded[i]);
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static String unescape(String text) {
    StringBuilder result = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
        c =
            switch (text.charAt(i)) {
              case 'n' -> '\n';
              case 'r' -> '\r';
              case 't' -> '\t';
              case 's' -> ' ';
              default -> '\\';
            };
      }
      result.append(c);
    }
    return result.toString();
  }
}
