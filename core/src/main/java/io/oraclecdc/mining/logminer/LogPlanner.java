package io.oraclecdc.mining.logminer;

import io.oraclecdc.config.CaptureMode;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.logminer.LogListing.ArchiveDestination;
import io.oraclecdc.mining.logminer.LogListing.ArchivedLog;
import io.oraclecdc.mining.logminer.LogListing.OnlineLog;
import io.oraclecdc.mining.logminer.LogListing.ThreadState;
import io.oraclecdc.mining.logminer.StepPlan.Hole;
import io.oraclecdc.mining.logminer.StepPlan.PlannedLog;
import io.oraclecdc.model.LogSequence;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the logs of a step from a listing. Pure: no I/O, no state.
 *
 * <pre>
 * per thread    s1 s2 [s3 s4 s5] s6 s7(current)      cursor in s3, three logs at most: s3 to s5, whole
 *                      ^startScn = the higher of s3's first SCN and the lowest SCN that can still matter
 * </pre>
 *
 * <p>Sequences must follow each other without a hole. A hole behind readable logs ends the step
 * there; the archiver may be about to fill it. A log that is needed first and that the catalog
 * calls removed is CDC-2002.
 */
final class LogPlanner {
  private static final Scn OPEN_END = new Scn(-1L);

  private final CaptureMode mode;
  private final @Nullable String destinationName;

  LogPlanner(CaptureMode mode, @Nullable String destinationName) {
    this.mode = mode;
    this.destinationName = destinationName;
  }

  /** The next step of a database that has applied all its redo. */
  StepPlan plan(
      LogListing listing, MiningStart start, int maxLogs, ToIntFunction<String> failures) {
    return plan(listing, OPEN_END, start, maxLogs, failures);
  }

  /**
   * The next step.
   *
   * @param applied SCN of the database before the logs were listed: a standby lists logs that it
   *     has not applied, and whose tables it does not know yet
   * @param start from where
   * @param maxLogs most logs per thread
   * @param failures how often a file could not be opened lately: another copy is preferred
   * @throws CdcException CDC-2002 when a needed log was removed, CDC-5001 when the configured
   *     archive destination cannot be used
   */
  StepPlan plan(
      LogListing listing,
      Scn applied,
      MiningStart start,
      int maxLogs,
      ToIntFunction<String> failures) {
    List<Integer> destinations = usableDestinations(listing);
    List<ThreadPlan> plans = new ArrayList<>();
    Set<RedoThread> notRead = new HashSet<>();
    Map<RedoThread, Scn> waiting = new HashMap<>();
    Hole hole = null;
    for (ThreadState thread : listing.threads()) {
      Map<LogSequence, Candidate> candidates =
          candidates(listing, thread.thread(), applied, destinations, failures);
      ThreadPlan plan = planThread(thread, candidates, start, maxLogs);
      Hole missing = plan.hole();
      if (missing != null && !isStillOnline(listing, missing)) {
        hole = missing;
      }
      if (!plan.logs().isEmpty()) {
        plans.add(plan);
      } else if (plan.waitsFrom() != null) {
        waiting.put(thread.thread(), plan.waitsFrom());
      } else if (plan.isRequired()) {
        // One thread has nothing readable yet: the others wait for it.
        return new StepPlan(start.lowestScn(), List.of(), false, hole);
      } else if (thread.isEnabled()) {
        notRead.add(thread.thread());
      }
    }
    return together(
        waiting.isEmpty() ? plans : upToArchived(plans, start, waiting),
        start,
        hole,
        notRead,
        waiting);
  }

  /** Whether a log that is wanted from the archive is not archived yet: that is no gap. */
  private boolean isStillOnline(LogListing listing, Hole missing) {
    return mode == CaptureMode.ARCHIVE_ONLY
        && listing.online().stream()
            .anyMatch(
                log ->
                    log.thread().equals(missing.thread())
                        && log.sequence().equals(missing.sequence()));
  }

  /**
   * The logs that begin below the SCN up to which every thread is archived: commits beyond it could
   * not be delivered and would have to be kept until the threads that wait have switched. A thread
   * of which nothing is left waits too.
   */
  private static List<ThreadPlan> upToArchived(
      List<ThreadPlan> plans, MiningStart start, Map<RedoThread, Scn> waiting) {
    Scn archived = waiting.values().stream().min(Comparator.naturalOrder()).orElse(OPEN_END);
    List<ThreadPlan> kept = new ArrayList<>();
    for (ThreadPlan plan : plans) {
      List<PlannedLog> logs = new ArrayList<>();
      for (PlannedLog log : plan.logs()) {
        if (log.firstScn().isBefore(archived)
            || start.mustReach(log.thread(), log.sequence().number())) {
          logs.add(log);
        }
      }
      if (logs.isEmpty()) {
        PlannedLog first = plan.logs().get(0);
        waiting.put(first.thread(), Scn.max(first.firstScn(), start.lowestScn()));
      } else {
        boolean whole = logs.size() == plan.logs().size();
        kept.add(new ThreadPlan(logs, whole && plan.hasMore(), plan.hole(), true, null));
      }
    }
    return kept;
  }

  /**
   * The logs of all threads. A thread with fewer or smaller logs is not read far ahead of one that
   * has more logs waiting: its commits could not be delivered, and would have to be kept.
   */
  private static StepPlan together(
      List<ThreadPlan> plans,
      MiningStart start,
      @Nullable Hole hole,
      Set<RedoThread> notRead,
      Map<RedoThread, Scn> waiting) {
    Scn reached = null;
    for (ThreadPlan plan : plans) {
      if (plan.hasMore()) {
        Scn end = plan.logs().get(plan.logs().size() - 1).nextScn();
        reached = reached == null ? end : Scn.min(reached, end);
      }
    }
    List<PlannedLog> chosen = new ArrayList<>();
    Scn startScn = null;
    for (ThreadPlan plan : plans) {
      for (int i = 0; i < plan.logs().size(); i++) {
        PlannedLog log = plan.logs().get(i);
        boolean ahead =
            reached != null
                && !log.firstScn().isBefore(reached)
                && !start.mustReach(log.thread(), log.sequence().number());
        if (i > 0 && ahead) {
          break;
        }
        chosen.add(log);
      }
      Scn first = Scn.max(start.lowestScn(), plan.logs().get(0).firstScn());
      startScn = startScn == null ? first : Scn.min(startScn, first);
    }
    return new StepPlan(
        startScn == null ? start.lowestScn() : startScn,
        chosen,
        reached != null,
        hole,
        notRead,
        waiting,
        null);
  }

  /**
   * The same step for a LogMiner that wants the logs of every thread to reach back to STARTSCN:
   * with the earlier logs of each thread in front, as far as they can be read. Their rows were read
   * before and mean nothing new.
   */
  StepPlan reachingBack(LogListing listing, StepPlan plan, ToIntFunction<String> failures) {
    List<Integer> destinations = usableDestinations(listing);
    List<PlannedLog> logs = new ArrayList<>();
    RedoThread thread = null;
    for (PlannedLog log : plan.logs()) {
      if (!log.thread().equals(thread)) {
        thread = log.thread();
        logs.addAll(
            before(
                log,
                plan.startScn(),
                candidates(listing, thread, OPEN_END, destinations, failures)));
      }
      logs.add(log);
    }
    return new StepPlan(
        plan.startScn(),
        logs,
        plan.hasMore(),
        plan.hole(),
        plan.notRead(),
        plan.waiting(),
        plan.range());
  }

  private static List<PlannedLog> before(
      PlannedLog first, Scn startScn, Map<LogSequence, Candidate> all) {
    List<PlannedLog> earlier = new ArrayList<>();
    PlannedLog log = first;
    while (log.firstScn().isAfter(startScn) && log.sequence().number() > 1) {
      Candidate candidate = all.get(new LogSequence(log.sequence().number() - 1));
      PlannedLog previous = candidate == null ? null : candidate.log();
      if (previous == null) {
        break;
      }
      earlier.add(0, previous);
      log = previous;
    }
    return earlier;
  }

  private ThreadPlan planThread(
      ThreadState thread, Map<LogSequence, Candidate> all, MiningStart start, int maxLogs) {
    RedoAddress cursor = start.cursors().get(thread.thread());
    TreeMap<LogSequence, Candidate> needed = new TreeMap<>();
    for (Candidate candidate : all.values()) {
      boolean reached = cursor == null || candidate.sequence().number() >= cursor.sequence();
      if (reached && candidate.nextScn().isAfter(start.lowestScn())) {
        needed.put(candidate.sequence(), candidate);
      }
    }
    if (needed.isEmpty()) {
      return nothing(thread, all, start);
    }
    Candidate first = needed.firstEntry().getValue();
    boolean holdsCursor = cursor != null && first.sequence().number() == cursor.sequence();
    if (!holdsCursor
        && first.firstScn().isAfter(start.lowestScn())
        && !first.isFirstOfThread(thread)) {
      long missing =
          cursor != null ? cursor.sequence() : Math.max(1, first.sequence().number() - 1);
      return ThreadPlan.waiting(new Hole(thread.thread(), new LogSequence(missing)));
    }
    if (first.purged() != null) {
      throw purged(first, start);
    }
    return contiguous(thread.thread(), first, needed, maxLogs, start);
  }

  private ThreadPlan nothing(
      ThreadState thread, Map<LogSequence, Candidate> all, MiningStart start) {
    RedoAddress cursor = start.cursors().get(thread.thread());
    if (thread.endedBy(start.lowestScn()) || (cursor == null && thread.neverWrote())) {
      return ThreadPlan.notRequired();
    }
    Candidate last =
        cursor == null || cursor.sequence() <= 1
            ? null
            : all.get(new LogSequence(cursor.sequence() - 1));
    if (last != null && thread.endedBy(last.nextScn())) {
      // Its last log was read to its end. Once it is disabled no other will come.
      return ThreadPlan.notRequired();
    }
    if (mode == CaptureMode.ARCHIVE_ONLY) {
      return ThreadPlan.waitingFrom(
          last == null ? start.lowestScn() : Scn.max(last.nextScn(), start.lowestScn()));
    }
    long sequence = cursor != null ? cursor.sequence() : thread.lastSequence();
    boolean known = sequence > 0 && (cursor != null || !thread.isOpen());
    return ThreadPlan.waiting(known ? new Hole(thread.thread(), new LogSequence(sequence)) : null);
  }

  private static ThreadPlan contiguous(
      RedoThread thread,
      Candidate first,
      SortedMap<LogSequence, Candidate> needed,
      int maxLogs,
      MiningStart start) {
    List<PlannedLog> logs = new ArrayList<>();
    LogSequence expected = first.sequence();
    for (Candidate candidate : needed.values()) {
      if (!candidate.sequence().equals(expected) || candidate.log() == null) {
        return new ThreadPlan(logs, false, new Hole(thread, expected), true, null);
      }
      if (logs.size() >= maxLogs && !start.mustReach(thread, expected.number())) {
        return new ThreadPlan(logs, true, null, true, null);
      }
      logs.add(candidate.log());
      expected = expected.next();
    }
    return new ThreadPlan(logs, false, null, true, null);
  }

  /** The readable copies and remains of each sequence of a thread. */
  private Map<LogSequence, Candidate> candidates(
      LogListing listing,
      RedoThread thread,
      Scn applied,
      List<Integer> destinations,
      ToIntFunction<String> failures) {
    Map<LogSequence, Candidate> result = new HashMap<>();
    Map<LogSequence, List<ArchivedLog>> copies = new TreeMap<>();
    for (ArchivedLog log : listing.archived()) {
      boolean isApplied =
          mode == CaptureMode.ONLINE
              || log.nextScn().value() - 1 == applied.value()
              || !log.nextScn().isAfter(applied);
      if (log.thread().equals(thread) && !log.isStandby() && isApplied) {
        copies.computeIfAbsent(log.sequence(), s -> new ArrayList<>()).add(log);
      }
    }
    copies.forEach(
        (sequence, logs) -> result.put(sequence, archived(logs, destinations, failures)));
    if (mode == CaptureMode.ONLINE) {
      for (OnlineLog log : listing.online()) {
        if (log.thread().equals(thread) && log.isReadable()) {
          result.merge(
              log.sequence(),
              online(log),
              (archived, online) -> archived.log() != null ? archived : online);
        }
      }
    }
    return result;
  }

  private static Candidate online(OnlineLog log) {
    PlannedLog planned =
        new PlannedLog(
            log.thread(),
            log.sequence(),
            log.firstScn(),
            log.isCurrent() ? OPEN_END : log.nextScn(),
            java.util.Objects.requireNonNull(log.member()),
            log.group(),
            log.isCurrent());
    return new Candidate(
        log.thread(), log.sequence(), log.firstScn(), planned.nextScn(), planned, null);
  }

  private static Candidate archived(
      List<ArchivedLog> copies, List<Integer> destinations, ToIntFunction<String> failures) {
    Optional<ArchivedLog> best =
        copies.stream()
            .filter(log -> log.isReadable() && destinations.contains(log.destination()))
            .min(
                Comparator.<ArchivedLog>comparingInt(
                        log -> log.name() == null ? 0 : failures.applyAsInt(log.name()))
                    .thenComparingInt(log -> destinations.indexOf(log.destination())));
    ArchivedLog any = copies.get(0);
    PlannedLog planned =
        best.map(
                log ->
                    new PlannedLog(
                        log.thread(),
                        log.sequence(),
                        log.firstScn(),
                        log.nextScn(),
                        java.util.Objects.requireNonNull(log.name()),
                        0,
                        false))
            .orElse(null);
    ArchivedLog purged =
        planned == null && copies.stream().allMatch(log -> !log.isReadable())
            ? copies.stream().filter(ArchivedLog::isPurged).findFirst().orElse(null)
            : null;
    return new Candidate(
        any.thread(), any.sequence(), any.firstScn(), any.nextScn(), planned, purged);
  }

  /** Destinations to read from, the preferred one first. */
  private List<Integer> usableDestinations(LogListing listing) {
    List<ArchiveDestination> valid =
        listing.destinations().stream()
            .filter(d -> d.isValid() && d.isLocal())
            .sorted(Comparator.comparingInt(ArchiveDestination::id))
            .toList();
    if (destinationName == null) {
      return valid.stream().map(ArchiveDestination::id).toList();
    }
    return valid.stream()
        .filter(d -> d.name().equalsIgnoreCase(destinationName))
        .findFirst()
        .map(d -> List.of(d.id()))
        .orElseThrow(
            () ->
                new CdcException(
                    ErrorCode.TOPOLOGY,
                    "archive destination "
                        + destinationName
                        + ", which cdc.archive.destination names, is not a valid local destination;"
                        + " these are: "
                        + valid.stream().map(ArchiveDestination::name).toList()));
  }

  private static CdcException purged(Candidate log, MiningStart start) {
    ArchivedLog copy = java.util.Objects.requireNonNull(log.purged());
    return new CdcException(
        ErrorCode.LOG_PURGED,
        "thread "
            + log.thread()
            + " sequence "
            + log.sequence()
            + " (SCN "
            + log.firstScn()
            + " to "
            + log.nextScn()
            + ") was removed (archive status "
            + (copy.isDeleted() ? "deleted" : copy.status())
            + "), and mining must pass through it from SCN "
            + start.lowestScn()
            + " on");
  }

  /** What is missing, once waiting did not help. */
  static CdcException gap(Hole hole, MiningStart start, LogListing listing) {
    List<String> known = new ArrayList<>();
    for (ArchivedLog log : listing.archived()) {
      if (log.thread().equals(hole.thread()) && log.isReadable()) {
        known.add(log.sequence().toString());
      }
    }
    for (OnlineLog log : listing.online()) {
      if (log.thread().equals(hole.thread()) && log.isReadable()) {
        known.add(log.sequence() + " (online)");
      }
    }
    return new CdcException(
        ErrorCode.LOG_GAP,
        "redo log missing: "
            + hole
            + " is in no online log and no usable archive destination, and mining must pass through"
            + " it from SCN "
            + start.lowestScn()
            + " on; logs of this thread that can be read: "
            + (known.isEmpty() ? "none" : String.join(", ", known.stream().distinct().toList())));
  }

  /** One sequence: what of it can be read, and what became of it when nothing can. */
  private record Candidate(
      RedoThread thread,
      LogSequence sequence,
      Scn firstScn,
      Scn nextScn,
      @Nullable PlannedLog log,
      @Nullable ArchivedLog purged) {

    /** Whether nothing came before: the first log a thread ever had. */
    boolean isFirstOfThread(ThreadState state) {
      return sequence.number() == 1 && state.thread().equals(thread);
    }
  }

  private record ThreadPlan(
      List<PlannedLog> logs,
      boolean hasMore,
      @Nullable Hole hole,
      boolean isRequired,
      @Nullable Scn waitsFrom) {

    static ThreadPlan waiting(@Nullable Hole hole) {
      return new ThreadPlan(List.of(), false, hole, true, null);
    }

    /** Its next log is not archived yet; everything below an SCN was read. */
    static ThreadPlan waitingFrom(Scn scn) {
      return new ThreadPlan(List.of(), false, null, true, scn);
    }

    static ThreadPlan notRequired() {
      return new ThreadPlan(List.of(), false, null, false, null);
    }
  }
}
