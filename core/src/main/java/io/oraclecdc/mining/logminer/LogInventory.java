package io.oraclecdc.mining.logminer;

import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.logminer.LogListing.ArchiveDestination;
import io.oraclecdc.mining.logminer.LogListing.ArchivedLog;
import io.oraclecdc.mining.logminer.LogListing.OnlineLog;
import io.oraclecdc.mining.logminer.LogListing.ThreadState;
import io.oraclecdc.mining.logminer.StepPlan.PlannedLog;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.LogSequence;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.Xid;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Asks the database which redo logs there are. One session, one thread. */
final class LogInventory {
  private static final String DOING = "reading the list of redo logs";

  private final DatabaseSession session;

  LogInventory(DatabaseSession session) {
    this.session = session;
  }

  /** Every log that may hold redo above {@code lowest}. */
  LogListing read(Scn lowest) {
    // Archived logs after online ones: a log that is archived and reused in between is in both.
    DatabaseIdentity identity = identity();
    List<ThreadState> threads = threads();
    List<OnlineLog> online = onlineLogs();
    return new LogListing(identity, threads, online, archivedLogs(lowest), destinations());
  }

  Incarnation incarnation() {
    return identity().incarnation();
  }

  DatabaseIdentity identity() {
    return session
        .query("reading the identity of the database", MiningSql.IDENTITY, DatabaseIdentity::of)
        .get(0);
  }

  /** Transactions that have written and not ended, the one that began first in front. */
  List<OpenTransaction> openTransactions() {
    return session.query(
        "reading the open transactions",
        MiningSql.OPEN_TRANSACTIONS,
        row ->
            new OpenTransaction(
                new Xid(row.getInt(1), row.getInt(2), row.getLong(3)),
                DatabaseSession.scn(row, 4)));
  }

  Scn currentScn() {
    return session.currentScn();
  }

  /**
   * Checks that the online logs a step has read still hold what they held.
   *
   * @throws RetriableException CDC-1002 when one was used again
   * @throws CdcException CDC-5001 when the database is another one by now
   */
  void verifyUnchanged(List<PlannedLog> used, Incarnation expected) {
    if (used.stream().noneMatch(PlannedLog::isOnline)) {
      return;
    }
    requireIncarnation(expected, incarnation());
    Map<Integer, OnlineLog> now = new HashMap<>();
    onlineLogs().forEach(log -> now.put(log.group(), log));
    for (PlannedLog log : used) {
      OnlineLog present = now.get(log.group());
      boolean same =
          !log.isOnline()
              || (present != null
                  && present.thread().equals(log.thread())
                  && present.sequence().equals(log.sequence())
                  && present.firstScn().equals(log.firstScn()));
      if (!same) {
        throw new RetriableException(
            ErrorCode.MINING_STEP_RETRY,
            "online log group "
                + log.group()
                + " was used again while thread "
                + log.thread()
                + " sequence "
                + log.sequence()
                + " was read from it",
            null);
      }
    }
  }

  /** CDC-5001 unless both are the same. */
  static void requireIncarnation(Incarnation expected, Incarnation now) {
    if (!expected.equals(now)) {
      throw new CdcException(
          ErrorCode.TOPOLOGY,
          "the position belongs to " + expected + ", and the database is " + now);
    }
  }

  /** Threads that redo can come from. */
  Set<RedoThread> enabledThreads() {
    Set<RedoThread> enabled = new HashSet<>();
    for (ThreadState thread : threads()) {
      if (thread.isEnabled()) {
        enabled.add(thread.thread());
      }
    }
    return enabled;
  }

  private List<ThreadState> threads() {
    return session.query(
        DOING,
        MiningSql.THREADS,
        row ->
            new ThreadState(
                new RedoThread(row.getInt(1)),
                "OPEN".equals(row.getString(2)),
                !"DISABLED".equals(row.getString(3)),
                DatabaseSession.scn(row, 4),
                DatabaseSession.scn(row, 5),
                row.getLong(6)));
  }

  private List<OnlineLog> onlineLogs() {
    Map<Integer, String> members = new HashMap<>();
    session
        .query(DOING, MiningSql.MEMBERS, row -> Map.entry(row.getInt(1), row.getString(2)))
        .forEach(member -> members.putIfAbsent(member.getKey(), member.getValue()));
    return session.query(
        DOING,
        MiningSql.ONLINE_LOGS,
        row ->
            new OnlineLog(
                row.getInt(1),
                new RedoThread(row.getInt(2)),
                new LogSequence(row.getLong(3)),
                row.getString(4),
                DatabaseSession.scn(row, 5),
                DatabaseSession.scn(row, 6),
                members.get(row.getInt(1))));
  }

  private List<ArchivedLog> archivedLogs(Scn lowest) {
    return session.query(
        DOING,
        MiningSql.ARCHIVED_LOGS,
        row ->
            new ArchivedLog(
                row.getString(1),
                row.getInt(2),
                new RedoThread(row.getInt(3)),
                new LogSequence(row.getLong(4)),
                DatabaseSession.scn(row, 5),
                DatabaseSession.scn(row, 6),
                "YES".equals(row.getString(7)),
                "YES".equals(row.getString(8)),
                row.getString(9),
                "YES".equals(row.getString(10))),
        lowest.value());
  }

  private List<ArchiveDestination> destinations() {
    return session.query(
        DOING,
        MiningSql.DESTINATIONS,
        row ->
            new ArchiveDestination(
                row.getInt(1),
                row.getString(2),
                "VALID".equals(row.getString(3)),
                "LOCAL".equals(row.getString(4))));
  }

  /**
   * A transaction of V$TRANSACTION.
   *
   * @param xid its id
   * @param startScn no redo of it has a lower SCN
   */
  record OpenTransaction(Xid xid, Scn startScn) {}
}
