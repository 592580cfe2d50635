package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.faults.SilentConnectionException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Cancelling of one statement: by another thread, by its query timeout, by the connection's network
 * timeout. H2 does not listen while it waits for a lock, so {@link #check} is also asked between
 * the rounds of such a wait. Thread-safe.
 */
public final class CallControl {
  private enum Reason {
    NONE,
    CANCELLED,
    TIMED_OUT,
    NETWORK
  }

  private final ScheduledExecutorService watch;
  private volatile Reason reason = Reason.NONE;
  private volatile @Nullable Statement running;
  private volatile boolean inCall;
  private final ReentrantLock silence = new ReentrantLock();
  private final Condition ended = silence.newCondition();

  /** A control whose timeouts are watched by this executor. */
  public CallControl(ScheduledExecutorService watch) {
    this.watch = watch;
  }

  /** Statement.cancel: nothing happens unless a call is running. */
  public void cancel() throws SQLException {
    // a call that waits for a lock between two rounds runs no statement
    if (inCall || running != null) {
      stop(Reason.CANCELLED);
    }
  }

  private void stop(Reason why) throws SQLException {
    reason = why;
    signal();
    Statement statement = running;
    if (statement != null) {
      statement.cancel();
    }
  }

  /**
   * Runs a call under the two clocks; zero means no limit.
   *
   * @param lost makes the error of a connection whose network timeout struck
   * @param gone whether the connection was aborted meanwhile
   */
  public <T> T timed(
      long queryTimeoutMillis,
      long networkTimeoutMillis,
      SimSession.Inner<T> work,
      Supplier<SQLException> lost,
      BooleanSupplier gone)
      throws SQLException {
    reason = Reason.NONE;
    inCall = true;
    Watches watches = arm(queryTimeoutMillis, networkTimeoutMillis);
    try {
      return work.run();
    } catch (SilentConnectionException e) {
      awaitNetworkTimeout(gone);
      throw lost.get();
    } catch (SQLException e) {
      if (reason == Reason.NETWORK) {
        throw lost.get();
      }
      throw e;
    } finally {
      inCall = false;
      watches.stop();
    }
  }

  // A cancel does not get through to an end that is not there.
  private void awaitNetworkTimeout(BooleanSupplier gone) throws SQLException {
    silence.lock();
    try {
      while (reason != Reason.NETWORK && !gone.getAsBoolean()) {
        ended.await(20, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw OraErrors.of(17002, "I/O error: Socket read interrupted");
    } finally {
      silence.unlock();
    }
  }

  private void signal() {
    silence.lock();
    try {
      ended.signalAll();
    } finally {
      silence.unlock();
    }
  }

  private Watches arm(long queryTimeoutMillis, long networkTimeoutMillis) {
    return new Watches(
        schedule(Reason.TIMED_OUT, queryTimeoutMillis),
        schedule(Reason.NETWORK, networkTimeoutMillis));
  }

  private @Nullable Future<?> schedule(Reason why, long millis) {
    if (millis <= 0) {
      return null;
    }
    return watch.schedule(
        () -> {
          stop(why);
          return null;
        },
        millis,
        TimeUnit.MILLISECONDS);
  }

  void running(@Nullable Statement statement) {
    running = statement;
  }

  /** Fails if the call was told to stop. */
  void check() throws SQLException {
    SQLException failure = failure();
    if (failure != null) {
      throw failure;
    }
  }

  @Nullable SQLException failure() {
    return switch (reason) {
      case NONE -> null;
      case CANCELLED -> OraErrors.of(1013, "user requested cancel of current operation");
      case TIMED_OUT ->
          OraErrors.of(1013, "user requested cancel of current operation (query timeout)");
      case NETWORK -> OraErrors.of(17002, "I/O error: Socket read timed out");
    };
  }

  /** Running clocks. */
  record Watches(@Nullable Future<?> query, @Nullable Future<?> network) {
    void stop() {
      if (query != null) {
        query.cancel(false);
      }
      if (network != null) {
        network.cancel(false);
      }
    }
  }

  /** What ends the calls of a database that take too long. */
  static ScheduledExecutorService newWatch(String name) {
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "oracle-simulator-watch-" + name);
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
    return executor;
  }
}
