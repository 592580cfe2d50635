package io.oraclecdc.testkit.model;

import java.time.LocalDateTime;
import java.util.SplittableRandom;

/** The SCN of the database, and the wall clock that goes with it. */
final class ModelClock {
  private static final LocalDateTime EPOCH = LocalDateTime.of(2024, 3, 1, 12, 0, 0);
  private static final int SCNS_PER_SECOND = 20;

  private final SplittableRandom random;
  private final long first;
  private long current;
  private LocalDateTime time = EPOCH;
  private long timeOf;

  ModelClock(SplittableRandom random, long first) {
    this.random = random;
    this.first = first;
    this.current = first;
    this.timeOf = -1;
  }

  long current() {
    return current;
  }

  /** A higher SCN than ever before. */
  long next() {
    current += 1 + random.nextInt(3);
    return current;
  }

  LocalDateTime timeAt(long scn) {
    long second = (scn - first) / SCNS_PER_SECOND;
    if (second != timeOf) {
      timeOf = second;
      time = EPOCH.plusSeconds(second);
    }
    return time;
  }
}
