package io.oraclecdc.snapshot;

import io.oraclecdc.model.Scn;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** When SCNs were the newest of the database, as far as somebody looked. Thread-safe. */
final class RecentScns {
  private static final int KEPT = 128;

  private final Deque<Look> looks = new ArrayDeque<>();

  private record Look(Scn scn, long nanos) {}

  /** An SCN is the newest one at a moment. */
  synchronized void add(Scn scn, long nanos) {
    Look last = looks.peekLast();
    if (last != null && !scn.isAfter(last.scn())) {
      return;
    }
    if (looks.size() == KEPT) {
      looks.removeFirst();
    }
    looks.add(new Look(scn, nanos));
  }

  /** Whether an SCN was the newest one within some time before a moment, or came later. */
  synchronized boolean isWithin(Scn scn, Duration age, long nanos) {
    boolean within = false;
    for (Look look : looks) {
      within |= !scn.isBefore(look.scn()) && nanos - look.nanos() <= age.toNanos();
    }
    return within;
  }
}
