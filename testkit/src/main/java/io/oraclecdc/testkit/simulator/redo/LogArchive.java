package io.oraclecdc.testkit.simulator.redo;

import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Archive destinations and the copies that lie in them. Guarded by the commit latch.
 *
 * <p>A log counts as archived when one directory holds it. A destination can lag (its copies come
 * later), be deferred or fail: a directory then never gets the logs of that time, a standby fetches
 * them afterwards.
 */
final class LogArchive {
  private final RedoOptions options;
  private final ScnClock clock;
  private final Map<Integer, Destination> destinations = new TreeMap<>();
  private final List<Copy> copies = new ArrayList<>();

  LogArchive(RedoOptions options, ScnClock clock) {
    this.options = options;
    this.clock = clock;
    add(ArchiveDestination.local(1, options.archiveDirectory()));
    options.destinations().forEach(this::add);
  }

  void add(ArchiveDestination destination) {
    if (destinations.putIfAbsent(destination.id(), new Destination(destination)) != null) {
      throw new IllegalArgumentException("archive destination is set: " + destination.id());
    }
  }

  void removeDestination(int id) {
    destinations.remove(id);
  }

  List<Copy> copies() {
    return List.copyOf(copies);
  }

  Collection<Destination> destinations() {
    return destinations.values();
  }

  Destination destination(int id) {
    Destination found = destinations.get(id);
    if (found == null) {
      throw new IllegalArgumentException("no archive destination " + id);
    }
    return found;
  }

  /** Copies an ended log to every destination that has not got it yet. */
  void archive(RedoLog log, DatabaseIncarnation incarnation) {
    for (Destination destination : destinations.values()) {
      boolean known =
          destination.waiting.stream().anyMatch(w -> RedoLogs.isSame(w.log, log))
              || copies.stream()
                  .anyMatch(
                      c -> c.destination == destination.config.id() && RedoLogs.isSame(c.log, log));
      if (known) {
        continue;
      }
      Waiting waiting = new Waiting(log, incarnation);
      if (destination.state == DestinationState.VALID && !destination.held) {
        copy(destination, waiting);
      } else if (destination.state == DestinationState.ERROR) {
        destination.failures++;
        destination.failSequence = log.sequence();
        destination.failTime = clock.now();
        if (destination.config.isStandby()) {
          destination.waiting.add(waiting);
        }
      } else if (destination.held || destination.config.isStandby()) {
        destination.waiting.add(waiting);
      }
    }
  }

  private void copy(Destination destination, Waiting waiting) {
    ArchiveDestination config = destination.config;
    String name =
        config.isStandby()
            ? config.location()
            : options.archivedName(
                config.location(),
                waiting.log.thread(),
                waiting.log.sequence(),
                waiting.incarnation.resetlogsId());
    destination.archivedThread = waiting.log.thread();
    destination.archivedSequence = waiting.log.sequence();
    copies.add(
        new Copy(
            copies.size() + 1L,
            waiting.log,
            waiting.incarnation,
            config.id(),
            config.isStandby(),
            name,
            clock.now()));
  }

  /** Lets a destination lag: what ends from now on waits. */
  void hold(int id) {
    destination(id).held = true;
  }

  /** Delivers what waits, the oldest {@code most} logs, and stays held unless all is delivered. */
  void release(int id, int most) {
    Destination destination = destination(id);
    for (int i = 0; i < most && !destination.waiting.isEmpty(); i++) {
      copy(destination, destination.waiting.remove());
    }
    destination.held = !destination.waiting.isEmpty();
  }

  void state(int id, DestinationState state, @Nullable String error) {
    Destination destination = destination(id);
    destination.state = state;
    destination.error = error;
    if (state == DestinationState.VALID && !destination.held) {
      release(id, Integer.MAX_VALUE); // a standby fetches its gap
    }
  }

  /** Whether a directory holds a copy, also one that was removed since. */
  boolean isArchived(RedoLog log) {
    return copies.stream().anyMatch(c -> !c.standby && RedoLogs.isSame(c.log, log));
  }

  /** Whether a directory can take a log now. */
  boolean accepts() {
    return destinations.values().stream()
        .anyMatch(d -> !d.config.isStandby() && d.state == DestinationState.VALID && !d.held);
  }

  /** Whether a destination waits for a log of a thread. */
  boolean waitsFor(int id, int thread) {
    return destination(id).waiting.stream().anyMatch(w -> w.log.thread() == thread);
  }

  /** Whether its bytes are still needed. */
  boolean keeps(RedoLog log) {
    return copies.stream().anyMatch(c -> RedoLogs.isSame(c.log, log) && c.isPresent())
        || destinations.values().stream()
            .flatMap(d -> d.waiting.stream())
            .anyMatch(w -> RedoLogs.isSame(w.log, log));
  }

  /** Present local copies of a thread up to a sequence; {@code id} 0 means every directory. */
  List<Copy> presentUpTo(int id, int thread, long upToSequence) {
    return copies.stream()
        .filter(c -> c.isPresent() && c.log.thread() == thread)
        .filter(c -> id == 0 ? !c.standby : c.destination == id)
        .filter(c -> c.log.sequence() <= upToSequence)
        .toList();
  }

  /** A copy that can be opened by a name. */
  Optional<Copy> open(String name) {
    return copies.stream()
        .filter(c -> !c.standby && c.isPresent() && c.name.equals(name))
        .findFirst();
  }

  private record Waiting(RedoLog log, DatabaseIncarnation incarnation) {}

  /** A destination with what happened to it. */
  static final class Destination {
    final ArchiveDestination config;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    DestinationState state = DestinationState.VALID;
    @Nullable String error;
    @Nullable LocalDateTime failTime;
    long failSequence;
    int failures;
    int archivedThread;
    long archivedSequence;
    boolean held;

    Destination(ArchiveDestination config) {
      this.config = config;
    }
  }

  /** One row of V$ARCHIVED_LOG. */
  static final class Copy {
    final long recid;
    final RedoLog log;
    final DatabaseIncarnation incarnation;
    final int destination;
    final boolean standby;
    final String name;
    final LocalDateTime completion;
    volatile CopyStatus status = CopyStatus.AVAILABLE;
    volatile boolean isMissing;
    volatile boolean isApplied;

    Copy(
        long recid,
        RedoLog log,
        DatabaseIncarnation incarnation,
        int destination,
        boolean standby,
        String name,
        LocalDateTime completion) {
      this.recid = recid;
      this.log = log;
      this.incarnation = incarnation;
      this.destination = destination;
      this.standby = standby;
      this.name = name;
      this.completion = completion;
    }

    /** Whether the file is there; only somebody who looked knows that an expired one is not. */
    boolean isPresent() {
      return !isMissing && (status == CopyStatus.AVAILABLE || status == CopyStatus.UNAVAILABLE);
    }
  }
}
