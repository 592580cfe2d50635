package io.oraclecdc.testkit.simulator.durable;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still while one step of the redo is written, so that the step can be repeated
 * at the same instant later. It never runs backwards. Thread-safe.
 */
final class PinnedClock extends Clock {
  private final Clock clock;
  private Instant latest = Instant.MIN;
  private @Nullable Instant pinned;

  PinnedClock(Clock clock) {
    this.clock = clock;
  }

  /** Stops at the time that is now and returns its second. */
  synchronized long pin() {
    Instant now = instant();
    pinned = now;
    return now.getEpochSecond();
  }

  /** Stops at a time of the past. */
  synchronized void pinAt(Instant instant) {
    latest = instant;
    pinned = instant;
  }

  /** Goes on. */
  synchronized void unpin() {
    pinned = null;
  }

  /** The last time anybody was told. */
  synchronized long latestSecond() {
    return latest.getEpochSecond();
  }

  @Override
  public synchronized Instant instant() {
    Instant held = pinned;
    if (held != null) {
      return held;
    }
    Instant now = clock.instant();
    if (now.isAfter(latest)) {
      latest = now;
    }
    return latest;
  }

  @Override
  public ZoneId getZone() {
    return clock.getZone();
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return clock.withZone(zone);
  }
}
