package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import io.oraclecdc.testkit.simulator.redo.RedoControl;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import io.oraclecdc.testkit.simulator.redo.ThreadState;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * The instances of a database: one, or as many as there are redo threads. Instance n writes thread
 * n. Thread-safe.
 *
 * <p>An instance that crashes leaves its open transactions behind, with their row locks, until
 * {@link #recover()} undoes them: their undo rows stand in the redo of the instance that recovers.
 */
public final class Cluster {
  private final Database root;
  private final int instances;
  private final NavigableSet<Integer> running = new ConcurrentSkipListSet<>();
  private final List<SimSession> dead = new ArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();
  private volatile boolean mounted; // asked by every statement, also while an instance goes down
  private boolean incompletelyRecovered;

  Cluster(Database root, int instances) {
    this.root = root;
    this.instances = instances;
    IntStream.rangeClosed(1, instances).forEach(running::add);
  }

  /** Whether it is made of several instances. */
  public boolean isCluster() {
    return instances > 1;
  }

  /** Numbers of the instances that run. */
  public List<Integer> running() {
    return List.copyOf(running);
  }

  /**
   * The instance a new session gets: the wanted one, or for 0 the next in turn.
   *
   * @throws SQLException ORA-01034 when none runs, ORA-12514 when the wanted one does not
   */
  int route(int wanted) throws SQLException {
    List<Integer> open = running();
    if (open.isEmpty()) {
      throw OraErrors.of(1034, "ORACLE not available");
    }
    if (wanted == 0) {
      return open.get(Math.floorMod(turn.getAndIncrement(), open.size()));
    }
    if (!open.contains(wanted)) {
      throw OraErrors.of(
          12514, "Cannot connect to database. Instance " + wanted + " is not registered.");
    }
    return wanted;
  }

  /** SHUTDOWN IMMEDIATE of an instance: open work is rolled back, its thread closes. */
  public synchronized void shutdown(int instance) {
    requireRunning(instance);
    running.remove(instance);
    for (SimSession session : sessionsOf(instance)) {
      session.places().kill(OraErrors.of(1089, "immediate shutdown or close in progress"));
      session.abort();
    }
    control().closeThread(instance);
  }

  /**
   * An instance dies. Its sessions get ORA-03113, its thread stays open, its transactions stay
   * until {@link #recover()}.
   */
  public synchronized void crash(int instance) {
    requireRunning(instance);
    running.remove(instance);
    List<SimSession> lost = sessionsOf(instance);
    List<RedoTransaction> open = new ArrayList<>();
    root.withoutDdl(
        () -> {
          for (SimSession session : lost) {
            session.places().kill(OraErrors.of(3113, "end-of-file on communication channel"));
            open.addAll(session.places().transactions());
          }
          control().crash(instance, open);
        });
    dead.addAll(lost);
  }

  /**
   * Instance recovery by the surviving instance with the lowest number.
   *
   * @throws IllegalStateException if no instance runs
   */
  public synchronized void recover() {
    if (running.isEmpty()) {
      throw new IllegalStateException("no instance is left to recover");
    }
    boolean own = root.redo().options().has(RedoBehaviour.RECOVERY_IN_OWN_THREAD);
    if (!own) {
      undo(running.first(), false);
    }
    for (ThreadState thread : control().threads()) {
      if (control().isCrashed(thread.thread()) && thread.isOpen()) {
        control().closeThread(thread.thread());
      }
    }
  }

  /** Undoes what dead sessions left, all of it or that of the recovering instance itself. */
  private void undo(int by, boolean onlyOwn) {
    for (Iterator<SimSession> it = dead.iterator(); it.hasNext(); ) {
      SimSession session = it.next();
      if (onlyOwn && session.info().thread() != by) {
        continue;
      }
      for (RedoTransaction transaction : session.places().transactions()) {
        SessionInfo was = transaction.session();
        control()
            .recover(
                transaction,
                new SessionInfo(was.containerId(), was.containerName(), by, "SYS", 2 + by, 1));
      }
      session.places().bury();
      root.ended(session);
      it.remove();
    }
  }

  /**
   * STARTUP of an instance. It recovers what waits for recovery.
   *
   * @throws SQLException ORA-01618 when its thread is not enabled
   */
  public synchronized void startup(int instance) throws SQLException {
    if (running.contains(instance)) {
      throw OraErrors.of(1081, "cannot start already-running ORACLE - shut it down first");
    }
    ThreadState state = thread(instance);
    if (state.enabled() == ThreadState.Enabled.DISABLED) {
      throw OraErrors.of(1618, "redo thread " + instance + " is not enabled - cannot mount");
    }
    control().openThread(instance);
    running.add(instance);
    undo(instance, root.redo().options().has(RedoBehaviour.RECOVERY_IN_OWN_THREAD));
    recover();
  }

  /** SHUTDOWN IMMEDIATE of all instances, then STARTUP MOUNT: only SYS gets in. */
  public synchronized void mount() {
    running().forEach(this::shutdown);
    root.closeContainers();
    running.add(1);
    mounted = true;
    incompletelyRecovered = false;
  }

  /** Whether the database is mounted and not open. */
  boolean isMounted() {
    return mounted;
  }

  synchronized void recoverUntilCancel() throws SQLException {
    if (!mounted) {
      throw OraErrors.of(
          1126, "database must be mounted in this instance and not open in any instance");
    }
    incompletelyRecovered = true;
  }

  /** ALTER DATABASE OPEN by the instance that has it mounted. */
  synchronized void open(boolean resetLogs) throws SQLException {
    if (!mounted) {
      throw OraErrors.of(1531, "a database already open by the instance");
    }
    if (resetLogs && !incompletelyRecovered) {
      throw OraErrors.of(1139, "RESETLOGS option only valid after an incomplete database recovery");
    }
    if (!resetLogs && incompletelyRecovered) {
      throw OraErrors.of(1589, "must use RESETLOGS or NORESETLOGS option for database open");
    }
    if (resetLogs) {
      control().resetLogs();
    }
    mounted = false;
    incompletelyRecovered = false;
    control().openThread(1);
    root.openContainers();
  }

  /** Shuts down, recovers completely, opens with RESETLOGS and starts every enabled instance. */
  public synchronized void resetLogs() throws SQLException {
    mount();
    recoverUntilCancel();
    open(true);
    for (ThreadState thread : control().threads()) {
      if (thread.enabled() != ThreadState.Enabled.DISABLED && thread.thread() != 1) {
        startup(thread.thread());
      }
    }
  }

  /** ALTER DATABASE ENABLE THREAD. */
  synchronized void enable(int thread, boolean isPublic) throws SQLException {
    ThreadState state = thread(thread);
    ThreadState.Enabled kind = isPublic ? ThreadState.Enabled.PUBLIC : ThreadState.Enabled.PRIVATE;
    if (state.enabled() != ThreadState.Enabled.DISABLED) {
      throw OraErrors.of(1612, "instance (thread " + thread + ") is already enabled");
    }
    if (state.groups() < 2) {
      throw OraErrors.of(
          1613,
          "instance (thread %d) only has %d logs - at least 2 logs required to enable."
              .formatted(thread, state.groups()));
    }
    control().enableThread(thread, kind);
  }

  /** ALTER DATABASE DISABLE THREAD. */
  synchronized void disable(int thread) throws SQLException {
    ThreadState state = thread(thread);
    if (state.enabled() == ThreadState.Enabled.DISABLED) {
      throw OraErrors.of(1618, "redo thread " + thread + " is not enabled - cannot mount");
    }
    if (running.contains(thread)) {
      throw OraErrors.of(1615, "instance (thread " + thread + ") is mounted - cannot disable");
    }
    if (state.isOpen()) {
      throw OraErrors.of(1616, "instance (thread " + thread + ") is open - cannot disable");
    }
    control().disableThread(thread);
  }

  private ThreadState thread(int number) throws SQLException {
    for (ThreadState state : control().threads()) {
      if (state.thread() == number) {
        return state;
      }
    }
    throw OraErrors.of(1617, "cannot mount: " + number + " is not a valid thread number");
  }

  private List<SimSession> sessionsOf(int instance) {
    return root.allSessions().stream().filter(s -> s.info().thread() == instance).toList();
  }

  private void requireRunning(int instance) {
    if (!running.contains(instance)) {
      throw new IllegalStateException("instance " + instance + " does not run");
    }
  }

  private RedoControl control() {
    return root.redo().control();
  }
}
