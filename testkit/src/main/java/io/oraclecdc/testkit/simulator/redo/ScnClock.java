package io.oraclecdc.testkit.simulator.redo;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The one SCN of a database: rises with every statement and commit, and by one for every second of
 * the host's clock. Guarded by the commit latch.
 */
final class ScnClock {
  private final Clock clock;
  private final TreeMap<Long, Long> secondByScn = new TreeMap<>();
  private final TreeMap<Long, Long> scnBySecond = new TreeMap<>();
  private long scn;
  private long second;

  ScnClock(Clock clock, long initialScn) {
    this.clock = clock;
    scn = initialScn;
    second = clock.instant().getEpochSecond();
    remember();
  }

  long current() {
    tick();
    return scn;
  }

  long next() {
    tick();
    return ++scn;
  }

  /** The host's wall clock now, whole seconds. */
  LocalDateTime now() {
    return local(clock.instant().getEpochSecond());
  }

  /** The wall clock now as seconds, read as if it were UTC: how records keep it. */
  long nowSeconds() {
    return now().toEpochSecond(ZoneOffset.UTC);
  }

  /** When an SCN was current, by the pairs kept at each second; empty before the first. */
  Optional<LocalDateTime> timeOf(long wanted) {
    if (wanted > current()) {
      return Optional.empty();
    }
    Map.Entry<Long, Long> pair = secondByScn.floorEntry(wanted);
    if (pair == null) {
      return Optional.empty();
    }
    Map.Entry<Long, Long> next = secondByScn.higherEntry(wanted);
    // nobody looked in between: the SCN rose by one a second up to the next pair
    long time =
        next == null
            ? pair.getValue()
            : Math.max(pair.getValue(), next.getValue() - (next.getKey() - wanted));
    return Optional.of(local(time));
  }

  /** The SCN at a time of the host's wall clock; empty before the first or in the future. */
  Optional<Long> scnAt(LocalDateTime time) {
    tick();
    long wanted = time.atZone(clock.getZone()).toEpochSecond();
    Map.Entry<Long, Long> pair = scnBySecond.floorEntry(wanted);
    if (pair == null || wanted > second) {
      return Optional.empty();
    }
    Map.Entry<Long, Long> next = scnBySecond.higherEntry(wanted);
    boolean exact = pair.getKey() == wanted || next == null;
    return Optional.of(exact ? pair.getValue() : next.getValue() - (next.getKey() - wanted));
  }

  private LocalDateTime local(long epochSecond) {
    return LocalDateTime.ofInstant(Instant.ofEpochSecond(epochSecond), clock.getZone());
  }

  private void tick() {
    long now = clock.instant().getEpochSecond();
    if (now > second) {
      scn += now - second;
      second = now;
      remember();
    }
  }

  private void remember() {
    secondByScn.put(scn, second);
    scnBySecond.put(second, scn);
  }
}
