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
  private static final Comparator<Group> BY_SEQUENCE =
      Comparator.comparingLong(g -> g.log().sequence());

  private final RedoOptions options;
  private final ScnClock clock;
  private final RedoRegistry registry = new RedoRegistry();
  private final SegmentStore store;
  private final Map<Integer, List<Group>> groups = new TreeMap<>();
  private final RedoThreads threads;
  private final LogArchive archive;
  private DatabaseIncarnation incarnation;
  private final List<DictionaryBuild> builds = new ArrayList<>();
  private int groupNumber;
  private boolean archiverHeld;

  RedoLogs(RedoOptions options, ScnClock clock) {
    this.options = options;
    this.clock = clock;
    store = new SegmentStore(options.memoryBudgetBytes());
    threads = new RedoThreads(clock);
    archive = new LogArchive(options, clock);
    incarnation =
        new DatabaseIncarnation(
            1, options.resetlogsScn(), clock.now(), options.resetlogsId(), null);
    for (int thread = 1; thread <= options.threads(); thread++) {
      threads.addOpen(thread, options.resetlogsScn());
      addGroups(thread, options.onlineGroups())
          .get(0)
          .use(newLog(thread, options.firstSequence(), clock.current()));
    }
  }

  private List<Group> addGroups(int thread, int count) {
    List<Group> ofThread = groups.computeIfAbsent(thread, t -> new ArrayList<>());
    for (int i = 0; i < count; i++) {
      groupNumber++;
      ofThread.add(new Group(groupNumber, thread, options.onlineName(groupNumber)));
    }
    return ofThread;
  }

  /** Which threads are enabled and open. */
  RedoThreads states() {
    return threads;
  }

  List<ThreadState> threadStates() {
    return threads.all(groups);
  }

  /** Destinations and archived copies. */
  LogArchive archive() {
    return archive;
  }

  /** The life of the database that goes on. */
  DatabaseIncarnation incarnation() {
    return incarnation;
  }

  /** ALTER DATABASE ADD LOGFILE THREAD n: groups for a thread, which may be a new one. */
  void addLogfiles(int thread, int count) {
    if (!threads.knows(thread)) {
      threads.addDisabled(thread);
    }
    addGroups(thread, count);
  }

  /** Gives a thread that is being enabled a log to write to, unless it has one. */
  void prepare(int thread, long scn) {
    List<Group> all = ofThread(thread);
    Group last = all.stream().filter(g -> g.log != null).max(BY_SEQUENCE).orElse(null);
    if (last == null) {
      all.get(0).use(newLog(thread, 1, scn));
    } else if (last.log().nextScn() != 0) {
      Group next = all.get((all.indexOf(last) + 1) % all.size());
      reuse(next, newLog(thread, last.log().sequence() + 1, scn));
    }
  }

  /** Ends the current log of a thread that gets no other: it is being disabled. */
  void finish(int thread, long scn) {
    currentGroup(thread).log().end(scn, clock.now());
    archiveEnded();
  }

  /**
   * OPEN RESETLOGS: every log ends and is archived, the online groups start over with sequence 1.
   */
  DatabaseIncarnation resetLogs() {
    long scn = clock.next();
    LocalDateTime now = clock.now();
    for (Group group : groups()) {
      if (group.log != null && group.log().nextScn() == 0) {
        group.log().end(scn, now);
      }
    }
    archiverHeld = false;
    archiveEnded();
    incarnation =
        new DatabaseIncarnation(
            incarnation.number() + 1, scn, now, incarnation.resetlogsId() + 100_003L, incarnation);
    for (List<Group> ofThread : groups.values()) {
      for (Group group : ofThread) {
        RedoLog old = group.log;
        group.log = null;
        group.isArchived = false;
        if (old != null && !archive.keeps(old)) {
          old.discard();
        }
      }
    }
    groups.forEach(
        (thread, ofThread) -> {
          if (threads.isEnabled(thread)) {
            ofThread.get(0).use(newLog(thread, 1, scn));
          }
        });
    return incarnation;
  }

  /** Dictionaries in the redo, in the order they were built. */
  List<DictionaryBuild> builds() {
    return builds;
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

  /** The log a thread writes to. */
  RedoLog current(int thread) {
    return currentGroup(thread).log();
  }

  Group currentGroup(int thread) {
    return ofThread(thread).stream()
        .filter(g -> g.log != null)
        .max(BY_SEQUENCE)
        .orElseThrow(() -> new IllegalStateException("redo thread " + thread + " has no log"));
  }

  boolean isFull(RedoLog log) {
    return log.blocks() * 512 >= options.logSizeBytes();
  }

  /**
   * Whether the log writer would have to wait for the archiver before it goes to the next group.
   */
  boolean mustWait(int thread) {
    Group next = following(currentGroup(thread));
    return options.archivelog()
        && next.log != null
        && !next.isArchived
        && !archive.isArchived(next.log())
        && !archive.accepts();
  }

  /**
   * Ends the current log, archives it unless the archiver is held, and goes to the next group.
   *
   * @throws ArchiverStuckException if no destination takes the log in the next group
   */
  void switchLog(int thread) {
    if (mustWait(thread)) {
      throw new ArchiverStuckException(thread);
    }
    Group old = currentGroup(thread);
    long scn = clock.next();
    old.log().end(scn, clock.now());
    Group next = following(old);
    if (next.log != null && !next.isArchived) {
      archive(next); // the log writer waits for the archiver before it reuses a group
    }
    reuse(next, newLog(thread, old.log().sequence() + 1, scn));
    if (!archiverHeld) {
      archiveEnded();
    }
  }

  private Group following(Group group) {
    List<Group> all = ofThread(group.thread);
    return all.get((all.indexOf(group) + 1) % all.size());
  }

  private void reuse(Group group, RedoLog log) {
    RedoLog reused = group.log;
    group.use(log);
    if (reused != null && !archive.keeps(reused)) {
      reused.discard();
    }
  }

  void holdArchiver() {
    archiverHeld = true;
  }

  void releaseArchiver() {
    archiverHeld = false;
    archiveEnded();
  }

  /** Archives every ended log that is not archived yet. */
  void archiveEnded() {
    if (options.archivelog() && !archiverHeld) {
      groups().stream()
          .filter(g -> g.log != null && g.log().nextScn() != 0)
          .sorted(BY_SEQUENCE)
          .forEach(this::archive);
    }
  }

  private void archive(Group group) {
    if (options.archivelog() && !group.isArchived) {
      if (!archive.isArchived(group.log())) {
        archive.archive(group.log(), incarnation);
      }
      group.isArchived = archive.isArchived(group.log());
    }
  }

  /** RMAN's DELETE ARCHIVELOG: the catalog knows. Destination 0 means every directory. */
  void purge(int destination, int thread, long upToSequence) {
    for (LogArchive.Copy copy : archive.presentUpTo(destination, thread, upToSequence)) {
      copy.status = CopyStatus.DELETED;
      forget(copy.log);
    }
  }

  /** A careless {@code rm}: the catalog does not know. */
  void remove(int destination, int thread, long upToSequence) {
    for (LogArchive.Copy copy : archive.presentUpTo(destination, thread, upToSequence)) {
      copy.isMissing = true;
      forget(copy.log);
    }
  }

  private void forget(RedoLog log) {
    if (!archive.keeps(log)) {
      discardUnlessOnline(log);
    }
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
            : Optional.of(new LogFile(name, group.log(), group, null));
      }
    }
    return archive.open(name).map(a -> new LogFile(name, a.log, null, a));
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

    private void use(RedoLog next) {
      log = next;
      isArchived = false;
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
  record LogFile(String name, RedoLog log, @Nullable Group group, LogArchive.@Nullable Copy copy) {
    /** Sequence the online log holds now. */
    long sequenceNow() {
      RedoLog now = group == null ? log : group.log;
      return now == null ? 0 : now.sequence();
    }

    boolean isReused() {
      return group != null && !isSame(group.log, log);
    }

    boolean isGone() {
      return copy != null && !copy.isPresent();
    }
  }
}
