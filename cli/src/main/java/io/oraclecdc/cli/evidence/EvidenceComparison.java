package io.oraclecdc.cli.evidence;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Two results of {@code evidence run} beside each other. Results of different versions of the
 * catalogue are compared where both asked the same.
 *
 * @param differences a line for each answer that differs
 * @param notes a line for what cannot be compared: skipped, asked in one only, asked otherwise
 */
public record EvidenceComparison(List<String> differences, List<String> notes) {
  static final String SKIPPED = "skipped: ";
  private static final Pattern VERSION = Pattern.compile("(?m)^Catalogue version (\\d+)$");

  static EvidenceComparison of(Path left, Path right, Catalogue catalogue) throws IOException {
    Map<String, String> first = answers(left);
    Map<String, String> second = answers(right);
    int older = Math.min(version(left), version(right));
    int newer = Math.max(version(left), version(right));
    List<String> differences = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    Set<String> names = new TreeSet<>(first.keySet());
    names.addAll(second.keySet());
    for (String name : names) {
      String one = first.get(name);
      String other = second.get(name);
      int changed = changed(catalogue, name);
      if (one == null || other == null) {
        notes.add(name + ": only in " + (one == null ? right : left));
      } else if (changed > older && changed <= newer) {
        notes.add(name + ": asked otherwise since version " + changed + ", not compared");
      } else if (one.startsWith(SKIPPED) || other.startsWith(SKIPPED)) {
        notes.add(
            name + ": skipped in " + (one.startsWith(SKIPPED) ? left : right) + ", not compared");
      } else if (!one.equals(other)) {
        differences.add(name + ": " + one.strip() + "  <>  " + other.strip());
      }
    }
    return new EvidenceComparison(List.copyOf(differences), List.copyOf(notes));
  }

  private static int changed(Catalogue catalogue, String id) {
    return catalogue.entries().stream()
        .filter(entry -> entry.id().equals(id))
        .mapToInt(EvidenceEntry::changed)
        .findFirst()
        .orElse(1);
  }

  /** Version of the catalogue in a report; results without one are as old as can be. */
  private static int version(Path directory) throws IOException {
    Path report = directory.resolve("report.md");
    if (!Files.isRegularFile(report)) {
      return 1;
    }
    Matcher version = VERSION.matcher(Files.readString(report, StandardCharsets.UTF_8));
    return version.find() ? Integer.parseInt(version.group(1)) : 1;
  }

  private static Map<String, String> answers(Path directory) throws IOException {
    Map<String, String> answers = new TreeMap<>();
    if (!Files.isDirectory(directory)) {
      throw new EvidenceException("no directory " + directory);
    }
    try (var files = Files.list(directory)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".answer")).sorted().toList()) {
        String name = String.valueOf(file.getFileName()).replace(".answer", "");
        answers.put(name, Files.readString(file, StandardCharsets.UTF_8));
      }
    }
    if (answers.isEmpty()) {
      throw new EvidenceException(directory + " holds no results of evidence run");
    }
    return answers;
  }
}
