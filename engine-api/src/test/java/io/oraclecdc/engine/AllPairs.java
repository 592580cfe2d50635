package io.oraclecdc.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Few combinations of several choices in which every pair of values occurs. */
final class AllPairs {
  private static final int CANDIDATES = 400;

  private AllPairs() {}

  private record Pair(int one, int first, int other, int second) {}

  /**
   * Combinations, the same ones every time.
   *
   * @param sizes number of values of each choice
   * @return per combination the index of a value for each choice
   */
  static List<int[]> of(int... sizes) {
    Random random = new Random(20_260);
    Set<Pair> missing = new HashSet<>();
    for (int i = 0; i < sizes.length; i++) {
      for (int j = i + 1; j < sizes.length; j++) {
        for (int a = 0; a < sizes[i]; a++) {
          for (int b = 0; b < sizes[j]; b++) {
            missing.add(new Pair(i, a, j, b));
          }
        }
      }
    }
    List<int[]> chosen = new ArrayList<>();
    while (!missing.isEmpty()) {
      int[] best = new int[0];
      int most = 0;
      for (int c = 0; c < CANDIDATES || most == 0; c++) {
        int[] candidate = random.ints(sizes.length, 0, 1 << 20).toArray();
        for (int i = 0; i < sizes.length; i++) {
          candidate[i] %= sizes[i];
        }
        int covered = 0;
        for (Pair pair : pairs(candidate)) {
          covered += missing.contains(pair) ? 1 : 0;
        }
        if (covered > most) {
          best = candidate;
          most = covered;
        }
      }
      missing.removeAll(pairs(best));
      chosen.add(best);
    }
    return chosen;
  }

  private static List<Pair> pairs(int[] values) {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      for (int j = i + 1; j < values.length; j++) {
        pairs.add(new Pair(i, values[i], j, values[j]));
      }
    }
    return pairs;
  }
}
