package io.oraclecdc.mining.logminer;

import io.oraclecdc.config.CaptureMode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How redo is read. Immutable.
 *
 * @param targetLatency {@code cdc.mining.target.latency.ms}
 * @param maxLogsPerStep {@code cdc.mining.max.logs.per.step}
 * @param fetchSize {@code cdc.mining.fetch.size}
 * @param queryTimeout {@code cdc.mining.query.timeout.ms}
 * @param sessionMaxAge {@code cdc.mining.session.max.age.ms}
 * @param inListMax {@code cdc.mining.inlist.max}, 1 to 1000
 * @param excludedUsers {@code cdc.users.exclude}
 * @param archiveDestination {@code cdc.archive.destination}, null for the lowest numbered valid
 *     local one
 * @param safetyLag {@code cdc.rac.safety.lag.ms}: how long commits of other threads are waited for
 * @param captureMode {@code cdc.capture.mode}
 */
public record MiningSettings(
    Duration targetLatency,
    int maxLogsPerStep,
    int fetchSize,
    Duration queryTimeout,
    Duration sessionMaxAge,
    int inListMax,
    List<String> excludedUsers,
    @Nullable String archiveDestination,
    Duration safetyLag,
    CaptureMode captureMode) {
  /** What {@code cdc.rac.safety.lag.ms=-1} means. */
  public static final Duration DEFAULT_SAFETY_LAG = Duration.ofSeconds(3);

  /** With the default safety lag, of archived and online logs. */
  public MiningSettings(
      Duration targetLatency,
      int maxLogsPerStep,
      int fetchSize,
      Duration queryTimeout,
      Duration sessionMaxAge,
      int inListMax,
      List<String> excludedUsers,
      @Nullable String archiveDestination) {
    this(
        targetLatency,
        maxLogsPerStep,
        fetchSize,
        queryTimeout,
        sessionMaxAge,
        inListMax,
        excludedUsers,
        archiveDestination,
        DEFAULT_SAFETY_LAG,
        CaptureMode.ONLINE);
  }

  /** The same with another capture mode. */
  public MiningSettings with(CaptureMode mode) {
    return new MiningSettings(
        targetLatency,
        maxLogsPerStep,
        fetchSize,
        queryTimeout,
        sessionMaxAge,
        inListMax,
        excludedUsers,
        archiveDestination,
        safetyLag,
        mode);
  }

  /** Copies the list. */
  public MiningSettings {
    if (inListMax < 1 || inListMax > 1000) {
      throw new IllegalArgumentException("cdc.mining.inlist.max must be 1 to 1000: " + inListMax);
    }
    excludedUsers = List.copyOf(excludedUsers);
  }

  /** The defaults of the properties. */
  public static MiningSettings defaults() {
    return new MiningSettings(
        Duration.ofSeconds(2),
        8,
        10_000,
        Duration.ofMinutes(10),
        Duration.ofHours(1),
        1000,
        List.of(),
        null);
  }
}
