package io.oraclecdc.testkit.simulator.redo;

import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A redo thread as V$THREAD shows it.
 *
 * @param thread THREAD#
 * @param isOpen STATUS: an instance writes to it, or died and was not recovered yet
 * @param enabled ENABLED
 * @param openTime OPEN_TIME, null until it is opened for the first time
 * @param groups GROUPS
 * @param checkpointScn CHECKPOINT_CHANGE#: where it was closed; 0 while it is open
 * @param checkpointTime time of that
 * @param enableScn ENABLE_CHANGE#
 * @param enableTime ENABLE_TIME
 * @param disableScn DISABLE_CHANGE#, 0 if it never was disabled
 * @param disableTime DISABLE_TIME
 * @param lastScn LAST_REDO_CHANGE#
 * @param lastTime LAST_REDO_TIME
 */
public record ThreadState(
    int thread,
    boolean isOpen,
    Enabled enabled,
    @Nullable LocalDateTime openTime,
    int groups,
    long checkpointScn,
    @Nullable LocalDateTime checkpointTime,
    long enableScn,
    @Nullable LocalDateTime enableTime,
    long disableScn,
    @Nullable LocalDateTime disableTime,
    long lastScn,
    LocalDateTime lastTime) {

  /** Who may open a thread. */
  public enum Enabled {
    /** Nobody. */
    DISABLED,
    /** The instance that names it. */
    PRIVATE,
    /** Any instance. */
    PUBLIC
  }
}
