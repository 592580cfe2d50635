package io.oraclecdc.mining.logminer;

import io.oraclecdc.config.CaptureMode;
import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.logminer.LogInventory.OpenTransaction;
import io.oraclecdc.model.Scn;
import io.oraclecdc.position.Position;
import io.oraclecdc.position.Position.CapturedContainer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where capture begins when no position is stored, and whether a stored one fits the database. */
public final class StartPosition {
  private static final Logger log = LoggerFactory.getLogger(StartPosition.class);

  private StartPosition() {}

  /**
   * The position to begin at: now, or {@code cdc.start.scn}. Transactions that are open now are
   * captured whole, so mining starts where the oldest of them began.
   *
   * <p>Three reads in this order: current SCN q, open transactions, current SCN s. A transaction
   * that is not in the list either committed at or below s, and is ignored, or began at or after q.
   *
   * @param session of the database, with the role METADATA
   * @param database what it is
   * @param configured {@code cdc.start.scn}: the first SCN whose commits are wanted
   * @param archiveDestination {@code cdc.archive.destination}
   * @throws CdcException CDC-5001 when the configured SCN lies in the future, CDC-2002 when redo
   *     from there on is gone
   */
  public static Position determine(
      DatabaseSession session,
      DatabaseInfo database,
      Optional<Scn> configured,
      @Nullable String archiveDestination) {
    return determine(session, database, configured, archiveDestination, CaptureMode.ONLINE);
  }

  /**
   * The same for either mode. A standby does not know which transactions are open on the primary,
   * so there the beginning has to be named.
   *
   * @param mode {@code cdc.capture.mode}
   */
  public static Position determine(
      DatabaseSession session,
      DatabaseInfo database,
      Optional<Scn> configured,
      @Nullable String archiveDestination,
      CaptureMode mode) {
    LogInventory inventory = new LogInventory(session);
    if (database.isPhysicalStandby() && configured.isEmpty()) {
      throw new CdcException(
          ErrorCode.TOPOLOGY,
          "capture begins on a physical standby, which does not tell which transactions are open on"
              + " its primary, so their first rows could be missed",
          "Start once on the primary with the same stores and cdc.capture.mode=archive_only, stop,"
              + " and go on here; or set cdc.start.scn to an SCN at which no transaction of the"
              + " captured tables was open.",
          null);
    }
    Scn before = inventory.currentScn();
    List<OpenTransaction> open = inventory.openTransactions();
    Scn now = inventory.currentScn();
    if (configured.isPresent() && configured.get().isAfter(now)) {
      throw new CdcException(
          ErrorCode.TOPOLOGY,
          "cdc.start.scn is " + configured.get() + " and the database is only at SCN " + now);
    }
    Scn begin = configured.orElse(before);
    Scn ignored = configured.map(scn -> new Scn(scn.value() - 1)).orElse(now);
    OpenTransaction oldest = open.isEmpty() ? null : open.get(0);
    Scn lowest = oldest == null ? begin : Scn.min(begin, oldest.startScn());
    requireRedo(inventory, new LogPlanner(mode, archiveDestination), lowest, begin, oldest);
    log.info(
        "starting at SCN {}, mining from SCN {}{}",
        configured.orElse(now),
        lowest,
        oldest != null && oldest.startScn().isBefore(begin)
            ? " because transaction " + oldest.xid() + " is open since then"
            : "");
    return Position.startingAt(database.incarnation(), lowest, ignored);
  }

  /**
   * Refuses a position of another database.
   *
   * @throws CdcException CDC-5001 naming both
   */
  public static void requireSameDatabase(Position stored, DatabaseInfo database) {
    LogInventory.requireIncarnation(stored.incarnation(), database.incarnation());
  }

  /**
   * Refuses a new session that leads to another database than the one that is captured, after a
   * failover or a restore under the same name.
   *
   * @param mode {@code cdc.capture.mode}
   * @throws CdcException CDC-5001 naming both
   */
  public static void requireSameDatabase(
      DatabaseSession opened, DatabaseInfo expected, CaptureMode mode) {
    new LogInventory(opened).identity().require(expected.incarnation(), mode);
  }

  /**
   * The same position with the pluggable databases that are captured from now on.
   *
   * @param captured those of them that are captured now; none without containers
   * @throws CdcException CDC-5001 when one of them took the place of one that the position is about
   */
  public static Position inContainers(Position start, Set<CapturedContainer> captured) {
    for (CapturedContainer present : captured) {
      for (CapturedContainer before : start.containers()) {
        boolean same = before.id() == present.id() && before.dbid() == present.dbid();
        boolean sameName = before.name().equals(present.name());
        if (!same && (sameName || before.id() == present.id() || before.dbid() == present.dbid())) {
          throw new CdcException(
              ErrorCode.TOPOLOGY,
              "the position belongs to " + describe(before) + ", and there is " + describe(present),
              "Its redo is that of another pluggable database, or is told under another container"
                  + " id: bring back the one it belongs to, or remove the stored state to start"
                  + " anew.",
              null);
        }
      }
    }
    return start.in(captured);
  }

  private static String describe(CapturedContainer container) {
    return "pluggable database "
        + container.name()
        + " (container "
        + container.id()
        + ", DBID "
        + container.dbid()
        + ")";
  }

  private static void requireRedo(
      LogInventory inventory,
      LogPlanner planner,
      Scn lowest,
      Scn begin,
      @Nullable OpenTransaction oldest) {
    LogListing listing = inventory.read(lowest);
    MiningStart start = new MiningStart(lowest, Map.of());
    StepPlan plan;
    try {
      plan = planner.plan(listing, start, Integer.MAX_VALUE, file -> 0);
    } catch (CdcException e) {
      throw e.code() == ErrorCode.LOG_PURGED ? gone(e.observed(), lowest, begin, oldest, e) : e;
    }
    if (plan.logs().isEmpty() && plan.hole() != null) {
      CdcException gap = LogPlanner.gap(plan.hole(), start, listing);
      throw gone(gap.observed(), lowest, begin, oldest, gap);
    }
  }

  private static CdcException gone(
      String observed,
      Scn lowest,
      Scn begin,
      @Nullable OpenTransaction oldest,
      CdcException cause) {
    String why =
        oldest != null && lowest.isBefore(begin)
            ? ", because transaction " + oldest.xid() + " is open since then"
            : "";
    return new CdcException(
        ErrorCode.LOG_PURGED,
        "capture has to begin at SCN "
            + lowest
            + why
            + ", and redo from there on is gone: "
            + observed,
        cause);
  }
}
