package io.oraclecdc.testkit.simulator.redo;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What the redo half of a simulated database looks like. Immutable.
 *
 * @param databaseName NAME of V$DATABASE, at most 8 characters
 * @param dbid DBID
 * @param release full release, for example {@code 19.28.0.0.0}
 * @param clock the database host's clock; its zone is the zone of SYSDATE and of row timestamps
 * @param initialScn the SCN the database starts with
 * @param resetlogsScn RESETLOGS_CHANGE#
 * @param threads number of redo threads
 * @param onlineGroups online log groups of each thread, at least 2
 * @param logSizeBytes size of an online log
 * @param firstSequence log sequence of the first log of each thread
 * @param archivelog whether filled logs are archived
 * @param onlineDirectory where online logs pretend to lie, without a final slash
 * @param archiveDirectory archive destination 1, without a final slash
 * @param archiveFormat LOG_ARCHIVE_FORMAT: {@code %t} thread, {@code %s} sequence, {@code %r}
 *     resetlogs id
 * @param destinations further archive destinations; number 1 is {@code archiveDirectory}
 * @param redoBesideRowsBytes redo that LogMiner shows no row of, behind each record: undo, indexes,
 *     block images. It takes place in the log and in addresses, and no memory
 * @param memoryBudgetBytes redo kept in memory; older segments go to a temporary file
 * @param behaviours variants that differ from the default
 */
public record RedoOptions(
    String databaseName,
    long dbid,
    String release,
    Clock clock,
    long initialScn,
    long resetlogsScn,
    int threads,
    int onlineGroups,
    long logSizeBytes,
    long firstSequence,
    boolean archivelog,
    String onlineDirectory,
    String archiveDirectory,
    String archiveFormat,
    List<ArchiveDestination> destinations,
    int redoBesideRowsBytes,
    long memoryBudgetBytes,
    Set<RedoBehaviour> behaviours) {

  /** Checks the ranges. */
  public RedoOptions {
    if (databaseName.isEmpty() || databaseName.length() > 8) {
      throw new IllegalArgumentException("database name must have 1 to 8 characters");
    }
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1: " + threads);
    }
    if (onlineGroups < 2) {
      throw new IllegalArgumentException("online groups must be at least 2: " + onlineGroups);
    }
    if (logSizeBytes < 8192) {
      throw new IllegalArgumentException("log size must be at least 8192 bytes: " + logSizeBytes);
    }
    if (redoBesideRowsBytes < 0) {
      throw new IllegalArgumentException("redo beside rows is negative: " + redoBesideRowsBytes);
    }
    if (initialScn <= resetlogsScn) {
      throw new IllegalArgumentException("initial SCN must be above the resetlogs SCN");
    }
    destinations = List.copyOf(destinations);
    behaviours =
        behaviours.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(behaviours)); // no outside hold
  }

  /** A 19c database in ARCHIVELOG mode with three groups of 64 MB on the host's clock. */
  public static RedoOptions defaults() {
    return builder().build();
  }

  /** A builder that starts from {@link #defaults()}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Whether the variant is switched on. */
  public boolean has(RedoBehaviour behaviour) {
    return behaviours.contains(behaviour);
  }

  /** File name of an online log. */
  public String onlineName(int group) {
    return "%s/redo%02d.log".formatted(onlineDirectory, group);
  }

  /** File name of an archived log in a directory. */
  String archivedName(String directory, int thread, long sequence, long resetlogsId) {
    return directory
        + "/"
        + archiveFormat
            .replace("%t", Integer.toString(thread))
            .replace("%s", Long.toString(sequence))
            .replace("%r", Long.toString(resetlogsId));
  }

  /** File name of an archived log of the first incarnation in destination 1. */
  public String archivedName(int thread, long sequence) {
    return archivedName(archiveDirectory, thread, sequence, resetlogsId());
  }

  /** RESETLOGS_ID of the first incarnation. */
  public long resetlogsId() {
    return 1_100_000_000L + dbid % 99_999_999L;
  }

  /** Collects options; every setter returns the builder. Not thread-safe. */
  public static final class Builder {
    private String databaseName = "FREE";
    private long dbid = 1_446_291_234L;
    private String release = "19.28.0.0.0";
    private Clock clock = Clock.systemUTC();
    private long initialScn = 2_000_000L;
    private long resetlogsScn = 1_920_977L;
    private int threads = 1;
    private int onlineGroups = 3;
    private long logSizeBytes = 64L << 20;
    private long firstSequence = 1;
    private boolean archivelog = true;
    private String onlineDirectory = "/u01/oradata/redo";
    private String archiveDirectory = "/u01/oradata/archive";
    private String archiveFormat = "%t_%s_%r.dbf";
    private final List<ArchiveDestination> destinations = new ArrayList<>();
    private int redoBesideRowsBytes;
    private long memoryBudgetBytes = 64L << 20;
    private final Set<RedoBehaviour> behaviours = EnumSet.noneOf(RedoBehaviour.class);

    private Builder() {}

    /** NAME of V$DATABASE. */
    public Builder databaseName(String value) {
      databaseName = value;
      return this;
    }

    /** DBID. */
    public Builder dbid(long value) {
      dbid = value;
      return this;
    }

    /** Full release, five numbers. */
    public Builder release(String value) {
      release = value;
      return this;
    }

    /** The host's clock with its zone. */
    public Builder clock(Clock value) {
      clock = value;
      return this;
    }

    /** First SCN. */
    public Builder initialScn(long value) {
      initialScn = value;
      return this;
    }

    /** RESETLOGS_CHANGE#. */
    public Builder resetlogsScn(long value) {
      resetlogsScn = value;
      return this;
    }

    /** Number of redo threads. */
    public Builder threads(int value) {
      threads = value;
      return this;
    }

    /** Online groups of each thread. */
    public Builder onlineGroups(int value) {
      onlineGroups = value;
      return this;
    }

    /** Size of an online log. */
    public Builder logSizeBytes(long value) {
      logSizeBytes = value;
      return this;
    }

    /** Sequence of the first log. */
    public Builder firstSequence(long value) {
      firstSequence = value;
      return this;
    }

    /** ARCHIVELOG or NOARCHIVELOG. */
    public Builder archivelog(boolean value) {
      archivelog = value;
      return this;
    }

    /** Directory shown for online logs. */
    public Builder onlineDirectory(String value) {
      onlineDirectory = value;
      return this;
    }

    /** Archive destination 1. */
    public Builder archiveDirectory(String value) {
      archiveDirectory = value;
      return this;
    }

    /** LOG_ARCHIVE_FORMAT. */
    public Builder archiveFormat(String value) {
      archiveFormat = value;
      return this;
    }

    /** Another archive destination. */
    public Builder archiveDestination(ArchiveDestination value) {
      destinations.add(value);
      return this;
    }

    /** Redo behind each record that LogMiner shows no row of; none by default. */
    public Builder redoBesideRowsBytes(int value) {
      redoBesideRowsBytes = value;
      return this;
    }

    /** Redo kept in memory. */
    public Builder memoryBudgetBytes(long value) {
      memoryBudgetBytes = value;
      return this;
    }

    /** Switches variants on. */
    public Builder behaviours(Collection<RedoBehaviour> values) {
      behaviours.addAll(values);
      return this;
    }

    /** Switches one variant on. */
    public Builder behaviour(RedoBehaviour value) {
      behaviours.add(value);
      return this;
    }

    /** The options. */
    public RedoOptions build() {
      return new RedoOptions(
          databaseName,
          dbid,
          release,
          clock,
          initialScn,
          resetlogsScn,
          threads,
          onlineGroups,
          logSizeBytes,
          firstSequence,
          archivelog,
          onlineDirectory,
          archiveDirectory,
          archiveFormat,
          destinations,
          redoBesideRowsBytes,
          memoryBudgetBytes,
          behaviours);
    }
  }
}
