package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.redo.ThreadState.Enabled;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which redo threads are enabled and open. Guarded by the commit latch. */
final class RedoThreads {
  private final ScnClock clock;
  private final Map<Integer, State> states = new TreeMap<>();

  RedoThreads(ScnClock clock) {
    this.clock = clock;
  }

  /** A thread that is enabled and open from the beginning of the database. */
  void addOpen(int thread, long enableScn) {
    State state = new State();
    state.enabled = Enabled.PUBLIC;
    state.enableScn = enableScn;
    state.enableTime = clock.now();
    state.isOpen = true;
    state.openTime = clock.now();
    states.put(thread, state);
  }

  /** A thread that got logs and is not enabled yet. */
  void addDisabled(int thread) {
    states.put(thread, new State());
  }

  boolean knows(int thread) {
    return states.containsKey(thread);
  }

  boolean isOpen(int thread) {
    return state(thread).isOpen;
  }

  boolean isEnabled(int thread) {
    return state(thread).enabled != Enabled.DISABLED;
  }

  void open(int thread) {
    State state = state(thread);
    state.isOpen = true;
    state.crashed = false;
    state.openTime = clock.now();
  }

  /** Its instance is gone; the thread counts as open until somebody recovered it. */
  void crashed(int thread) {
    State state = state(thread);
    state.crashed = true;
    state.lastScn = clock.current();
    state.lastTime = clock.now();
  }

  /** Whether redo can be written to it. */
  boolean takesRedo(int thread) {
    State state = state(thread);
    return state.isOpen && !state.crashed;
  }

  boolean isCrashed(int thread) {
    return state(thread).crashed;
  }

  void close(int thread) {
    State state = state(thread);
    if (!state.crashed) {
      state.lastScn = clock.current();
      state.lastTime = clock.now();
    }
    state.isOpen = false;
    state.checkpointScn = clock.current();
    state.checkpointTime = clock.now();
  }

  void enable(int thread, Enabled kind, long scn) {
    State state = state(thread);
    if (state.enabled == Enabled.DISABLED) {
      state.enableScn = scn;
      state.enableTime = clock.now();
      state.lastScn = Math.max(state.lastScn, scn);
      state.checkpointScn = scn;
      state.checkpointTime = clock.now();
    }
    state.enabled = kind;
  }

  void disable(int thread, long scn) {
    State state = state(thread);
    state.enabled = Enabled.DISABLED;
    state.disableScn = scn;
    state.disableTime = clock.now();
  }

  /** All threads by number; {@code groups} tells how many groups each has. */
  List<ThreadState> all(Map<Integer, ? extends List<?>> groups) {
    List<ThreadState> all = new ArrayList<>();
    states.forEach(
        (thread, state) -> {
          List<?> ofThread = groups.get(thread);
          boolean writes = state.isOpen && !state.crashed;
          all.add(
              new ThreadState(
                  thread,
                  state.isOpen,
                  state.enabled,
                  state.openTime,
                  ofThread == null ? 0 : ofThread.size(),
                  state.isOpen ? 0 : state.checkpointScn,
                  state.checkpointTime,
                  state.enableScn,
                  state.enableTime,
                  state.disableScn,
                  state.disableTime,
                  writes ? clock.current() : state.lastScn,
                  writes || state.lastTime == null ? clock.now() : state.lastTime));
        });
    return all;
  }

  private State state(int thread) {
    State found = states.get(thread);
    if (found == null) {
      throw new IllegalArgumentException("no redo thread " + thread);
    }
    return found;
  }

  private static final class State {
    private Enabled enabled = Enabled.DISABLED;
    private boolean isOpen;
    private boolean crashed;
    private @Nullable LocalDateTime openTime;
    private long checkpointScn;
    private @Nullable LocalDateTime checkpointTime;
    private long enableScn;
    private @Nullable LocalDateTime enableTime;
    private long disableScn;
    private @Nullable LocalDateTime disableTime;
    private long lastScn;
    private @Nullable LocalDateTime lastTime;
  }
}
