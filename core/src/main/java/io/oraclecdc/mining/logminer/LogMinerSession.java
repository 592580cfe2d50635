package io.oraclecdc.mining.logminer;

import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.OracleErrors;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.logminer.StepPlan.PlannedLog;
import io.oraclecdc.model.Scn;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one connection that holds LogMiner's state: registers logs, starts, ends. Replaced when it is
 * old (its memory on the server only grows) and after every failure. One thread.
 */
final class LogMinerSession implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LogMinerSession.class);
  private static final int ATTEMPTS_TO_OPEN_A_FILE = 3;
  private static final int NO_SESSION = 1307;

  private final DatabaseSession session;

  /** How much longer the socket waits than a call may take. */
  private static final Duration SOCKET_GRACE = Duration.ofMinutes(1);

  private final Duration maxAge;
  private final LongSupplier nanoTime;
  private final Consumer<DatabaseSession> opened;
  private final Map<String, Integer> failuresByFile = new HashMap<>();
  private long openedAt;
  private int usualNetworkTimeout;

  /**
   * A session that is opened when it is needed.
   *
   * @param opened looks at each new connection before it is used
   */
  LogMinerSession(
      DatabaseSession session,
      Duration maxAge,
      LongSupplier nanoTime,
      Consumer<DatabaseSession> opened) {
    this.session = session;
    this.opened = opened;
    this.maxAge = maxAge;
    this.nanoTime = nanoTime;
  }

  /** How often in a row a file could not be opened. */
  int failuresOf(String file) {
    return failuresByFile.getOrDefault(file, 0);
  }

  /** An open connection that is not too old. */
  Connection connection() {
    session.closeIfDead();
    if (session.isOpen() && nanoTime.getAsLong() - openedAt > maxAge.toNanos()) {
      log.debug("replacing the mining session after {}", maxAge);
      session.close();
    }
    if (!session.isOpen()) {
      Connection connection = session.connection();
      usualNetworkTimeout = 0;
      openedAt = nanoTime.getAsLong();
      opened.accept(session);
      return connection;
    }
    return session.connection();
  }

  /**
   * Registers the logs of a plan and starts LogMiner at its SCN.
   *
   * @param limit how long the start may take
   */
  void start(StepPlan plan, Duration limit) throws SQLException {
    Connection connection = connection();
    waitOnSocket(connection, limit);
    StepPlan.Range range = plan.range();
    if (range == null) {
      register(connection, plan);
    }
    try {
      startAt(connection, plan.startScn(), range, limit);
    } catch (SQLException e) {
      PlannedLog named = isUnreadableFile(e) ? fileNamedBy(e, plan) : null;
      if (named != null) {
        throw unreadable(named, e);
      }
      throw e;
    }
  }

  private void register(Connection connection, StepPlan plan) throws SQLException {
    String text = MiningSql.ADD_FIRST;
    for (PlannedLog planned : plan.logs()) {
      try {
        call(connection, text, planned.file());
        failuresByFile.remove(planned.file());
      } catch (SQLException e) {
        if (isUnreadableFile(e)) {
          throw unreadable(planned, e);
        }
        throw e;
      }
      text = MiningSql.ADD_NEXT;
    }
  }

  // Without a matching row LogMiner may send nothing until the range is read.
  private void waitOnSocket(Connection connection, Duration limit) throws SQLException {
    int usual = connection.getNetworkTimeout();
    long wanted = limit.plus(SOCKET_GRACE).toMillis();
    if (usual > 0 && usual < wanted) {
      connection.setNetworkTimeout(Runnable::run, (int) Math.min(Integer.MAX_VALUE, wanted));
      usualNetworkTimeout = usual;
    }
  }

  private static void startAt(
      Connection connection, Scn scn, StepPlan.@Nullable Range range, Duration limit)
      throws SQLException {
    String text = range == null ? MiningSql.START : MiningSql.START_RANGE;
    try (CallableStatement start = connection.prepareCall(text)) {
      start.setQueryTimeout(seconds(limit));
      start.setLong(1, scn.value());
      if (range != null) {
        start.setLong(2, range.endScn().value());
      }
      start.execute();
    }
  }

  /** The limit of one call; at least a second, the unit of JDBC. */
  static int seconds(Duration limit) {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1, limit.toSeconds()));
  }

  /** Ends LogMiner on the connection; the registered logs are forgotten. Never throws. */
  void end() {
    if (!session.isOpen()) {
      return;
    }
    try (CallableStatement end = session.connection().prepareCall(MiningSql.END)) {
      if (usualNetworkTimeout > 0) {
        session.connection().setNetworkTimeout(Runnable::run, usualNetworkTimeout);
        usualNetworkTimeout = 0;
      }
      end.execute();
    } catch (SQLException e) {
      if (!OracleErrors.hasNumber(e, NO_SESSION)) {
        log.debug("the mining session did not end cleanly and is replaced", e);
        session.close();
      }
    }
  }

  /** The typed error for a failure; the connection is given up. */
  CdcException failed(SQLException e, String doing) {
    CdcException error = session.failed(e, doing);
    session.close();
    return error;
  }

  /** Closes the connection; the next use opens another one. */
  @Override
  public void close() {
    session.close();
  }

  private static void call(Connection connection, String text, String file) throws SQLException {
    try (CallableStatement add = connection.prepareCall(text)) {
      add.setString(1, file);
      add.execute();
    }
  }

  private static boolean isUnreadableFile(SQLException e) {
    return OracleErrors.hasNumber(e, 308, 1284, 1285);
  }

  private static @Nullable PlannedLog fileNamedBy(SQLException e, StepPlan plan) {
    String message = String.valueOf(e.getMessage());
    return plan.logs().stream().filter(l -> message.contains(l.file())).findFirst().orElse(null);
  }

  /** A listed file that does not open may still be copied or locked: tried a few times. */
  private CdcException unreadable(PlannedLog planned, SQLException e) {
    int failures = failuresByFile.merge(planned.file(), 1, Integer::sum);
    session.close();
    String observed =
        "thread "
            + planned.thread()
            + " sequence "
            + planned.sequence()
            + " (SCN "
            + planned.firstScn()
            + " to "
            + (planned.isCurrent() ? "now" : planned.nextScn())
            + ") is listed as file "
            + planned.file()
            + ", which cannot be opened";
    if (failures < ATTEMPTS_TO_OPEN_A_FILE) {
      return new RetriableException(ErrorCode.MINING_STEP_RETRY, observed, e);
    }
    return new CdcException(
        ErrorCode.LOG_PURGED,
        observed + ", " + failures + " times in a row",
        "Restore the file and start again; if files were removed outside RMAN, run CROSSCHECK"
            + " ARCHIVELOG ALL so that the catalog knows.",
        e);
  }
}
