package io.oraclecdc.testkit.model;

import java.util.SplittableRandom;

/**
 * How a source reads, and how often something goes wrong. Frequencies are per thousand: of steps,
 * {@code goesOn} of rows.
 *
 * @param seed decides when
 * @param mostLogs most logs of a thread that a step reads
 * @param failsAtOpen a step cannot be opened
 * @param failsAtRow reading breaks off with an error
 * @param endsEarly rows end early without an error, which is only noticed at the end
 * @param failsAtFinish the logs are not the same any more at the end
 * @param cut a step ends inside a log, as it does behind a DDL statement
 * @param cautious the end of a step tells less than is known: bounds of the step before
 * @param goesOn the database works while a step reads
 */
public record ReadingHabits(
    long seed,
    int mostLogs,
    int failsAtOpen,
    int failsAtRow,
    int endsEarly,
    int failsAtFinish,
    int cut,
    int cautious,
    int goesOn) {

  /** Reads everything in one step and never fails. */
  public static ReadingHabits plain() {
    return new ReadingHabits(0, Integer.MAX_VALUE, 0, 0, 0, 0, 0, 0, 0);
  }

  /** Habits from a seed. */
  public static ReadingHabits random(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    boolean fails = random.nextInt(3) != 0;
    return new ReadingHabits(
        random.nextLong(),
        1 + random.nextInt(4),
        fails ? random.nextInt(60) : 0,
        fails ? random.nextInt(60) : 0,
        fails ? random.nextInt(60) : 0,
        fails ? random.nextInt(60) : 0,
        random.nextInt(3) == 0 ? 200 : 0,
        random.nextInt(3) == 0 ? 500 : 0,
        random.nextInt(3) == 0 ? 20 : 0);
  }
}
