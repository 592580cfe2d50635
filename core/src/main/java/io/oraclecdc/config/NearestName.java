package io.oraclecdc.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody meant who mistyped a name. */
final class NearestName {
  private NearestName() {}

  /** The known name with the fewest edits, if they are few enough to be a slip. */
  static Optional<String> of(String name, Collection<String> known) {
    String nearest = "";
    int fewest = Math.max(2, name.length() / 5) + 1;
    for (String candidate : known) {
      int edits = edits(name, candidate);
      if (edits < fewest) {
        fewest = edits;
        nearest = candidate;
      }
    }
    return nearest.isEmpty() ? Optional.empty() : Optional.of(nearest);
  }

  /** The same for one of a few words, written in any case. */
  static Optional<String> ofWord(String word, Collection<String> known) {
    return of(word.toLowerCase(Locale.ROOT), known.stream().map(NearestName::lower).toList())
        .flatMap(near -> known.stream().filter(name -> lower(name).equals(near)).findFirst());
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** Insertions, deletions and replacements that lead from one text to the other. */
  static int edits(String one, String other) {
    int[] above = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int[] row = new int[other.length() + 1];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = above[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[other.length()];
  }
}
