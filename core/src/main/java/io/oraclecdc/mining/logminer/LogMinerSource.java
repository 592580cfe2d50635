package io.oraclecdc.mining.logminer;

import io.oraclecdc.config.CaptureMode;
import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.OracleErrors;
import io.oraclecdc.database.SessionFactory;
import io.oraclecdc.database.SessionRole;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.mining.logminer.LogInventory.OpenTransaction;
import io.oraclecdc.mining.logminer.StepPlan.Hole;
import io.oraclecdc.mining.logminer.StepPlan.PlannedLog;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.schema.CapturedObjects;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Redo of a live database through LogMiner, on two sessions: one holds LogMiner, the other reads
 * the views. Sessions are opened when they are needed, also after they broke. Not thread-safe: the
 * capture thread owns it.
 */
public final class LogMinerSource implements RedoSource {
  private static final Logger log = LoggerFactory.getLogger(LogMinerSource.class);

  /** How long a log may be missing before it is called a gap: the archiver needs a moment. */
  private static final long PATIENCE_NANOS = 30_000_000_000L;

  /** The same where logs come from the primary, which notices once in a while what is missing. */
  private static final long PATIENCE_AT_STANDBY_NANOS = 600_000_000_000L;

  private static final int MISSING_LOG = 1291;

  private final DatabaseSession metadata;
  private final LogInventory inventory;
  private final LogMinerSession session;
  private final LogPlanner planner;
  private final StepSizing sizing;
  private final FlushedBounds bounds;
  private final ContainerIdentities identities;
  private final CapturedObjects objects;
  private final MiningSettings settings;
  private final DatabaseInfo database;
  private final Incarnation incarnation;
  private final ContentsRows.Containers containers;
  private final LongSupplier nanoTime;
  private final boolean rangeOnly;
  private @Nullable Hole hole;
  private long holeSince;
  private @Nullable String query;
  private int queryRevision;
  private boolean threadsReachBack;
  private volatile @Nullable PreparedStatement running;

  /** Time limit of the step that is open. */
  private Duration limit;

  /** Whether that step has to hold its logs whole, however many they are. */
  private boolean whole;

  /**
   * A source that opens no session before the first step.
   *
   * @param sessions of the database
   * @param settings how to read
   * @param objects which objects' rows are wanted; followed when it changes
   * @param database what is expected behind the sessions; another one is CDC-5001
   * @param nanoTime monotonic clock, as {@link System#nanoTime}
   */
  public LogMinerSource(
      SessionFactory sessions,
      MiningSettings settings,
      CapturedObjects objects,
      DatabaseInfo database,
      LongSupplier nanoTime) {
    this.metadata = new DatabaseSession(sessions, SessionRole.METADATA);
    this.inventory = new LogInventory(metadata);
    this.identities = new ContainerIdentities(metadata);
    this.session =
        new LogMinerSession(
            new DatabaseSession(sessions, SessionRole.MINING),
            settings.sessionMaxAge(),
            nanoTime,
            this::requireSameDatabase);
    this.planner = new LogPlanner(settings.captureMode(), settings.archiveDestination());
    this.sizing = new StepSizing(settings.maxLogsPerStep(), settings.targetLatency());
    this.bounds = new FlushedBounds(settings.safetyLag());
    this.rangeOnly = database.isPluggable();
    this.objects = objects;
    this.settings = settings;
    this.database = database;
    this.incarnation = database.incarnation();
    this.containers =
        database.containers() ? ContentsRows.Containers.MANY : ContentsRows.Containers.NONE;
    this.nanoTime = nanoTime;
    this.limit = settings.queryTimeout();
  }

  @Override
  public MiningStep open(MiningStart start) {
    identities.requireUnchanged(objects.byContainer().keySet());
    // Before the logs are listed: what is at or below this SCN is in the logs that are listed.
    Scn current = inventory.currentScn();
    if (settings.captureMode() == CaptureMode.ONLINE) {
      List<OpenTransaction> open = inventory.openTransactions();
      bounds.read(current, open.isEmpty() ? current : open.get(0).startScn(), nanoTime.getAsLong());
    }
    LogListing listing = inventory.read(start.lowestScn());
    listing.identity().require(incarnation, settings.captureMode());
    StepPlan plan = planner.plan(listing, current, start, sizing.logs(), session::failuresOf);
    if (plan.logs().isEmpty()) {
      waitForLog(plan.hole(), start, listing);
      return new NothingToRead(start);
    }
    hole = null;
    if (rangeOnly) {
      return startStep(start, RangePlanner.bounded(plan, current), current);
    }
    return startStep(
        start,
        threadsReachBack ? planner.reachingBack(listing, plan, session::failuresOf) : plan,
        current);
  }

  /** A new session may have been led to another database of the same name. */
  private void requireSameDatabase(DatabaseSession opened) {
    StartPosition.requireSameDatabase(opened, database, settings.captureMode());
  }

  private void waitForLog(@Nullable Hole missing, MiningStart start, LogListing listing) {
    long now = nanoTime.getAsLong();
    if (missing == null || !missing.equals(hole)) {
      hole = missing;
      holeSince = now;
      if (missing != null) {
        log.info("waiting for {}: it is in no log that can be read yet", missing);
      }
    } else if (now - holeSince > patience(listing)) {
      throw LogPlanner.gap(missing, start, listing);
    }
  }

  private static long patience(LogListing listing) {
    return listing.identity().isPhysicalStandby() ? PATIENCE_AT_STANDBY_NANOS : PATIENCE_NANOS;
  }

  private MiningStep startStep(MiningStart start, StepPlan plan, Scn before) {
    long startedAt = nanoTime.getAsLong();
    PreparedStatement statement = null;
    // A step that cannot be made smaller may take as long for each log as one of a single log.
    whole = !start.reach().isEmpty();
    limit = settings.queryTimeout().multipliedBy(whole ? Math.max(1, plan.logs().size()) : 1);
    try {
      session.start(plan, limit);
      statement =
          session
              .connection()
              .prepareStatement(
                  contentsQuery(), ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
      running = statement;
      statement.setFetchSize(settings.fetchSize());
      statement.setQueryTimeout(LogMinerSession.seconds(limit));
      ResultSet rows = statement.executeQuery();
      log.debug("reading from SCN {} logs {}", plan.startScn(), plan.logs());
      return new LogMinerStep(
          this,
          start,
          plan,
          before,
          statement,
          rows,
          new ContentsRows(containers, plan.onlyThread()),
          queryRevision,
          startedAt,
          nanoTime.getAsLong() - startedAt);
    } catch (SQLException e) {
      closeQuietly(statement);
      // Whether LogMiner wants every thread from STARTSCN on is told by no manual; asked for the
      // logs it lacks, it gets them from the next try on.
      threadsReachBack |= OracleErrors.hasNumber(e, MISSING_LOG);
      throw miningFailed(e, plan);
    }
  }

  private String contentsQuery() {
    String text = query;
    if (text == null || queryRevision != objects.revision()) {
      queryRevision = objects.revision();
      text = MiningSql.contents(objects, settings);
      query = text;
    }
    return text;
  }

  int objectsRevision() {
    return objects.revision();
  }

  long nanoTime() {
    return nanoTime.getAsLong();
  }

  /** CDC-1002, in the end CDC-4003, when a step spent more than its limit in the database. */
  void checkTimeLimit(long nanosInDatabase, StepPlan plan) {
    if (nanosInDatabase > limit.toNanos()) {
      throw timedOut(plan, null);
    }
  }

  /** The typed error for a failure of the mining session. */
  CdcException miningFailed(SQLException e, StepPlan plan) {
    if (OracleErrors.isTimeout(e)) {
      return timedOut(plan, e);
    }
    if (OracleErrors.hasNumber(e, 4030, 4036)) {
      sizing.outOfMemory();
    }
    return session.failed(e, "mining " + describe(plan));
  }

  private CdcException timedOut(StepPlan plan, @Nullable SQLException cause) {
    session.close();
    String range = "mining " + describe(plan);
    String setting = " with cdc.mining.query.timeout.ms=" + settings.queryTimeout().toMillis();
    if (whole) {
      sizing.timedOutWhole(range + setting, plan.logs().size());
    } else {
      sizing.timedOut(range + setting);
    }
    return new RetriableException(
        ErrorCode.MINING_STEP_RETRY,
        "a step took longer than " + limit.toMillis() + " ms while " + range,
        cause);
  }

  private static String describe(StepPlan plan) {
    PlannedLog first = plan.logs().get(0);
    PlannedLog last = plan.logs().get(plan.logs().size() - 1);
    return "from SCN "
        + plan.startScn()
        + " thread "
        + first.thread()
        + " sequence "
        + first.sequence()
        + (first.equals(last)
            ? ""
            : " to thread " + last.thread() + " sequence " + last.sequence());
  }

  Set<RedoThread> enabledThreads() {
    return inventory.enabledThreads();
  }

  void verify(StepPlan plan) {
    inventory.verifyUnchanged(plan.logs(), incarnation);
  }

  FlushedBounds.Confirmed confirmed(Scn highestSeen, long startedAtNanos, int threads) {
    return bounds.confirmed(highestSeen, startedAtNanos, threads);
  }

  void completed(long nanosInDatabase, StepPlan plan) {
    // How long the logs took that had to be held says nothing about a step of the usual size.
    sizing.completed(nanosInDatabase, plan.hasMore() && !whole);
  }

  void stepClosed() {
    running = null;
    session.end();
  }

  void closeQuietly(@Nullable AutoCloseable resource) {
    if (resource == null) {
      return;
    }
    try {
      resource.close();
    } catch (Exception e) {
      // The connection is of no use any more; the next step opens another one.
      log.debug("closing a result of the mining session failed", e);
      session.close();
    }
  }

  /**
   * Makes a query that is being read end with an error soon; the only method for other threads.
   * Does nothing between steps.
   */
  public void cancel() {
    PreparedStatement statement = running;
    if (statement != null) {
      try {
        statement.cancel();
      } catch (SQLException e) {
        log.debug("a query could not be cancelled; it ends by its time limit", e);
      }
    }
  }

  @Override
  public void close() {
    session.close();
    metadata.close();
  }
}
