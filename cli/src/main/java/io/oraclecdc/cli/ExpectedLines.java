package io.oraclecdc.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oraclecdc.testkit.scenario.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;

/**
 * Compares output with {@code then} lines, as JSON values: the order of fields does not matter,
 * numbers compare by value.
 */
final class ExpectedLines {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private ExpectedLines() {}

  /** What differs, one text each; empty when all is as expected. */
  static List<String> differences(
      Path file, List<Scenario.Expected> expected, List<String> actual) {
    List<String> found = new ArrayList<>();
    for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
      if (i >= actual.size()) {
        found.add(
            file
                + ": line "
                + expected.get(i).line()
                + ": expected a record, but the output ended");
      } else if (i >= expected.size()) {
        found.add(file + ": output line " + (i + 1) + " was not expected: " + actual.get(i));
      } else {
        Scenario.Expected wanted = expected.get(i);
        compare(
            file + ": line " + wanted.line(),
            "",
            read(file, wanted),
            readActual(actual.get(i)),
            found);
      }
    }
    return found;
  }

  private static void compare(
      String where, String path, JsonNode wanted, JsonNode actual, List<String> found) {
    if (wanted.isObject() && actual.isObject()) {
      TreeSet<String> names = new TreeSet<>();
      wanted.fieldNames().forEachRemaining(names::add);
      actual.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        String inner = path.isEmpty() ? name : path + "." + name;
        if (!wanted.has(name)) {
          found.add(where + ": " + inner + " was not expected, is " + actual.get(name));
        } else if (!actual.has(name)) {
          found.add(where + ": " + inner + " is missing, expected " + wanted.get(name));
        } else {
          compare(where, inner, wanted.get(name), actual.get(name), found);
        }
      }
    } else if (wanted.isArray() && actual.isArray() && wanted.size() == actual.size()) {
      Iterator<JsonNode> others = actual.elements();
      int index = 0;
      for (JsonNode element : wanted) {
        compare(where, path + "[" + index++ + "]", element, others.next(), found);
      }
    } else if (!same(wanted, actual)) {
      found.add(
          where
              + ": "
              + (path.isEmpty() ? "record" : path)
              + " expected "
              + wanted
              + ", is "
              + actual);
    }
  }

  private static boolean same(JsonNode wanted, JsonNode actual) {
    if (wanted.isNumber() && actual.isNumber()) {
      return wanted.decimalValue().compareTo(actual.decimalValue()) == 0;
    }
    return wanted.equals(actual);
  }

  private static JsonNode read(Path file, Scenario.Expected expected) {
    try {
      return JSON.readTree(expected.json());
    } catch (JsonProcessingException e) {
      throw new InputException(
          file + ": line " + expected.line() + ": not JSON: " + e.getOriginalMessage());
    }
  }

  private static JsonNode readActual(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("output is not JSON", e);
    }
  }
}
