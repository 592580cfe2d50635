package io.oraclecdc.testkit.simulator.redo;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Online log groups and archived logs of all threads. Guarded by the commit latch of its {@link
 * RedoWriter}; the public face is {@link RedoInventory}.
 */
final class RedoLogs implements AutoCloseable {
  private final RedoOptions options;
  private final ScnClock clock;
  private final RedoRegistry registry = new RedoRegistry();
  private final SegmentStore store;
  private final Map<Integer, List<Group>> groups = new TreeMap<>();
  private final List<Archived> archived = new ArrayList<>();
  private boolean archiverHeld;

  RedoLogs(RedoOptions options, ScnClock clock) {
    this.options = options;
    this.clock = clock;
    store = new SegmentStore(options.memoryBudgetBytes());
    int number = 0;
    for (int thread = 1; thread <= options.threads(); thread++) {
      List<Group> ofThread = new ArrayList<>();
      for (int i = 0; i < options.onlineGroups(); i++) {
        number++;
        ofThread.add(new Group(number, thread, options.onlineName(number)));
      }
      groups.put(thread, ofThread);
      ofThread.get(0).log = newLog(thread, options.firstSequence(), clock.current());
    }
  }

  RedoRegistry registry() {
    return registry;
  }

  List<Integer> threads() {
    return List.copyOf(groups.keySet());
  }

  List<Group> groups() {
    return groups.values().stream()
        .flatMap(List::stream)
        .sorted(Comparator.comparingInt((Group g) -> g.number))
        .toList();
  }

  List<Archived> archived() {
    return List.copyOf(archived);
  }

  /** The log a thread writes to. */
  RedoLog current(int thread) {
    return currentGroup(thread).log();
  }

  Group currentGroup(int thread) {
    return ofThread(thread).stream()
        .filter(g -> g.log != null)
        .max(Comparator.comparingLong(g -> g.log().sequence()))
        .orElseThrow();
  }

  boolean isFull(RedoLog log) {
    return log.blocks() * 512 >= options.logSizeBytes();
  }

  /** Ends the current log, archives it unless the archiver is held, and goes to the next group. */
  void switchLog(int thread) {
    Group old = currentGroup(thread);
    long scn = clock.next();
    LocalDateTime now = clock.now();
    old.log().end(scn, now);
    List<Group> all = ofThread(thread);
    Group next = all.get((all.indexOf(old) + 1) % all.size());
    if (options.archivelog() && next.log != null && !next.isArchived) {
      archive(next); // the log writer waits for the archiver before it reuses a group
    }
    RedoLog reused = next.log;
    next.log = newLog(thread, old.log().sequence() + 1, scn);
    next.isArchived = false;
    if (reused != null
        && archived.stream().noneMatch(a -> isSame(a.log, reused) && a.isPresent())) {
      reused.discard();
    }
    if (options.archivelog() && !archiverHeld) {
      archiveAll();
    }
  }

  void holdArchiver() {
    archiverHeld = true;
  }

  void releaseArchiver() {
    archiverHeld = false;
    archiveAll();
  }

  private void archiveAll() {
    groups().stream()
        .filter(g -> g.log != null && g.log.nextScn() != 0 && !g.isArchived)
        .sorted(Comparator.comparingLong(g -> g.log().sequence()))
        .forEach(this::archive);
  }

  private void archive(Group group) {
    if (options.archivelog()) {
      group.isArchived = true;
      RedoLog log = group.log();
      archived.add(
          new Archived(
              archived.size() + 1L,
              log,
              options.archivedName(log.thread(), log.sequence()),
              clock.now()));
    }
  }

  /** RMAN's DELETE ARCHIVELOG: the catalog knows. */
  void purge(int thread, long upToSequence) {
    presentUpTo(thread, upToSequence)
        .forEach(
            a -> {
              a.isDeleted = true;
              discardUnlessOnline(a.log);
            });
  }

  /** A careless {@code rm}: the catalog does not know. */
  void remove(int thread, long upToSequence) {
    presentUpTo(thread, upToSequence)
        .forEach(
            a -> {
              a.isMissing = true;
              discardUnlessOnline(a.log);
            });
  }

  private List<Archived> presentUpTo(int thread, long upToSequence) {
    return archived.stream()
        .filter(a -> a.isPresent() && a.log.thread() == thread)
        .filter(a -> a.log.sequence() <= upToSequence)
        .toList();
  }

  private void discardUnlessOnline(RedoLog log) {
    if (groups().stream().noneMatch(g -> isSame(g.log, log))) {
      log.discard();
    }
  }

  /** The log behind a file name now; empty when there is no such file. */
  Optional<LogFile> open(String name) {
    for (Group group : groups()) {
      if (group.member.equals(name)) {
        return group.log == null
            ? Optional.empty()
            : Optional.of(new LogFile(name, group.log, group, null));
      }
    }
    return archived.stream()
        .filter(a -> a.isPresent() && a.name.equals(name))
        .findFirst()
        .map(a -> new LogFile(name, a.log, null, a));
  }

  private RedoLog newLog(int thread, long sequence, long firstScn) {
    return new RedoLog(thread, sequence, firstScn, clock.now(), registry, store);
  }

  private List<Group> ofThread(int thread) {
    List<Group> found = groups.get(thread);
    if (found == null) {
      throw new IllegalArgumentException("no redo thread " + thread);
    }
    return found;
  }

  @SuppressWarnings("ReferenceEquality") // identity of a log is what matters
  static boolean isSame(@Nullable RedoLog one, @Nullable RedoLog other) {
    return one == other;
  }

  @Override
  public void close() {
    store.close();
  }

  /** An online log group with one member. */
  static final class Group {
    final int number;
    final int thread;
    final String member;
    volatile @Nullable RedoLog log; // also read by cursors, without the latch
    boolean isArchived;

    Group(int number, int thread, String member) {
      this.number = number;
      this.thread = thread;
      this.member = member;
    }

    RedoLog log() {
      RedoLog held = log;
      if (held == null) {
        throw new IllegalStateException("log group " + number + " is unused");
      }
      return held;
    }
  }

  /** One row of V$ARCHIVED_LOG. */
  static final class Archived {
    final long recid;
    final RedoLog log;
    final String name;
    final LocalDateTime completion;
    volatile boolean isDeleted;
    volatile boolean isMissing;

    Archived(long recid, RedoLog log, String name, LocalDateTime completion) {
      this.recid = recid;
      this.log = log;
      this.name = name;
      this.completion = completion;
    }

    boolean isPresent() {
      return !isDeleted && !isMissing;
    }
  }

  /**
   * A file as somebody opened it.
   *
   * @param name file name
   * @param log what it held when it was opened
   * @param group its group when it is an online log
   * @param copy its catalog entry when it is an archived log
   */
  record LogFile(String name, RedoLog log, @Nullable Group group, @Nullable Archived copy) {
    /** Sequence the online log holds now. */
    long sequenceNow() {
      return group == null ? log.sequence() : group.log().sequence();
    }

    boolean isReused() {
      return sequenceNow() != log.sequence();
    }

    boolean isGone() {
      return copy != null && !copy.isPresent();
    }
  }
}
