package io.oraclecdc.testkit.model;

import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.transaction.JournalSettings;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * How a capture keeps what it has read.
 *
 * @param memoryBytes memory for open transactions; the rest is spilled
 * @param encryption of what is spilled
 * @param journalFrom restart from which on there is a journal of long transactions
 * @param journaling which transactions go there
 * @param mostWaiting most chunks that wait at the end of a step before they are written; 0 when
 *     each is durable when its step is complete
 */
record CaptureHabits(
    long memoryBytes,
    SpillArea.Encryption encryption,
    int journalFrom,
    JournalSettings journaling,
    int mostWaiting) {
  private static final int NEVER = Integer.MAX_VALUE;

  static CaptureHabits random(long seed) {
    SplittableRandom random = new SplittableRandom(~seed);
    long memory =
        switch (random.nextInt(6)) {
          case 0 -> 2 << 10;
          case 1 -> 16 << 10;
          default -> 8 << 20;
        };
    return new CaptureHabits(
        memory,
        random.nextInt(4) == 0 ? SpillArea.Encryption.AES : SpillArea.Encryption.NONE,
        random.nextInt(2) == 0 ? NEVER : random.nextInt(3),
        new JournalSettings(
            Duration.ofDays(1), random.nextInt(12), 1 + random.nextInt(2_000), "selection"),
        random.nextBoolean() ? 0 : 1 + random.nextInt(8));
  }
}
