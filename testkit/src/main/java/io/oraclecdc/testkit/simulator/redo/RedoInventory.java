package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What LogMiner and the V$ views may ask of clock and logs. Thread-safe. */
public class RedoInventory {
  /**
   * NEXT_CHANGE# of a current log inside the simulator; the views print {@link #SHOWN_OPEN_END}.
   */
  public static final long OPEN_END = Long.MAX_VALUE;

  /** NEXT_CHANGE# of a current log from release 19.5 on: more than 63 bits. */
  public static final BigDecimal SHOWN_OPEN_END = new BigDecimal("9295429630892703743");

  private final RedoOptions options;
  private final RedoWriter writer;
  private final LocalDateTime created;

  RedoInventory(RedoOptions options, RedoWriter writer) {
    this.options = options;
    this.writer = writer;
    created = writer.underLatch(() -> writer.clock().now());
  }

  /** The options the database was made with. */
  public RedoOptions options() {
    return options;
  }

  /** When the database was made; also its RESETLOGS_TIME and STARTUP_TIME. */
  public LocalDateTime created() {
    return created;
  }

  /** CURRENT_SCN. */
  public long currentScn() {
    return writer.currentScn();
  }

  /** Wall clock of the host, whole seconds. */
  public LocalDateTime now() {
    return writer.underLatch(() -> writer.clock().now());
  }

  /**
   * SCN_TO_TIMESTAMP.
   *
   * @throws SQLException ORA-08181 when the SCN is unknown
   */
  LocalDateTime timeOfScn(long scn) throws SQLException {
    return timeOf(scn)
        .orElseThrow(
            () -> OraErrors.of(8181, "specified number is not a valid system change number"));
  }

  /**
   * TIMESTAMP_TO_SCN.
   *
   * @throws SQLException ORA-08180 when the time is before the database or in the future
   */
  long scnOfTime(LocalDateTime time) throws SQLException {
    return scnAt(time)
        .orElseThrow(() -> OraErrors.of(8180, "no snapshot found based on specified time"));
  }

  /** When an SCN was current. */
  public Optional<LocalDateTime> timeOf(long scn) {
    return writer.underLatch(() -> writer.clock().timeOf(scn));
  }

  /** The SCN at a time. */
  public Optional<Long> scnAt(LocalDateTime time) {
    return writer.underLatch(() -> writer.clock().scnAt(time));
  }

  /** Redo threads. */
  public List<Integer> threads() {
    return writer.underLatch(() -> writer.logs().threads());
  }

  /** Rows of V$LOG with V$LOGFILE. */
  public List<OnlineLog> onlineLogs() {
    return snapshot(
        () ->
            writer.logs().groups().stream()
                .map(g -> new OnlineLog(g.number, g.thread, g.member, g.isArchived, content(g.log)))
                .toList());
  }

  /** Rows of V$THREAD. */
  public List<ThreadState> threadStates() {
    return snapshot(() -> writer.logs().threadStates());
  }

  /** The life of the database that goes on. */
  public DatabaseIncarnation incarnation() {
    return snapshot(() -> writer.logs().incarnation());
  }

  /** Rows of V$ARCHIVED_LOG. */
  public List<ArchivedLog> archivedLogs() {
    return snapshot(() -> writer.logs().archive().copies().stream().map(this::row).toList());
  }

  /** Dictionaries in the redo, in the order they were built. */
  public List<DictionaryBuild> dictionaryBuilds() {
    return snapshot(() -> List.copyOf(writer.logs().builds()));
  }

  private ArchivedLog row(LogArchive.Copy copy) {
    return new ArchivedLog(
        copy.recid,
        copy.name,
        copy.destination,
        copy.standby,
        copy.status,
        copy.isApplied,
        copy.incarnation,
        copy.completion,
        Content.of(copy.log));
  }

  /** Archive destinations that are set. */
  public List<DestinationStatus> destinations() {
    return snapshot(
        () -> writer.logs().archive().destinations().stream().map(this::status).toList());
  }

  private DestinationStatus status(LogArchive.Destination destination) {
    return new DestinationStatus(
        destination.config,
        destination.state,
        destination.error,
        destination.failTime,
        destination.failSequence,
        destination.failures,
        destination.archivedThread,
        destination.archivedSequence);
  }

  /** Standby redo logs; none on a primary. */
  public List<OnlineLog> standbyLogs() {
    return List.of();
  }

  /** What kind of database it is. */
  public DatabaseRole role() {
    return DatabaseRole.PRIMARY;
  }

  /** Opens a log by its file name; empty when there is no such file. */
  public Optional<RedoFile> open(String name) {
    return writer.underLatch(
        () -> writer.logs().open(name).map(file -> new RedoFile(writer, file)));
  }

  private <T> T snapshot(Supplier<T> step) {
    return writer.underLatch(step);
  }

  private static @Nullable Content content(@Nullable RedoLog log) {
    return log == null ? null : Content.of(log);
  }

  /**
   * The log in a file.
   *
   * @param thread THREAD#
   * @param sequence SEQUENCE#
   * @param firstScn FIRST_CHANGE#
   * @param firstTime FIRST_TIME
   * @param nextScn NEXT_CHANGE#, {@link #OPEN_END} when current
   * @param nextTime NEXT_TIME, null when current
   * @param blocks used blocks of 512 bytes
   */
  public record Content(
      int thread,
      long sequence,
      long firstScn,
      LocalDateTime firstTime,
      long nextScn,
      @Nullable LocalDateTime nextTime,
      long blocks) {

    static Content of(RedoLog log) {
      return new Content(
          log.thread(),
          log.sequence(),
          log.firstScn(),
          log.firstTime(),
          log.nextScn() == 0 ? OPEN_END : log.nextScn(),
          log.nextTime(),
          log.blocks());
    }

    /** Whether its thread writes to it. */
    public boolean isCurrent() {
      return nextScn == OPEN_END;
    }
  }

  /**
   * An online group.
   *
   * @param group GROUP#
   * @param thread THREAD#
   * @param member file name
   * @param archived ARCHIVED
   * @param content what it holds, null when unused
   */
  public record OnlineLog(
      int group, int thread, String member, boolean archived, @Nullable Content content) {}

  /**
   * An archived log as the control file knows it; the file may be gone.
   *
   * @param recid RECID
   * @param name file name, or the service of a standby
   * @param destination DEST_ID
   * @param standby STANDBY_DEST
   * @param status STATUS
   * @param applied APPLIED
   * @param incarnation the life of the database it belongs to
   * @param completion COMPLETION_TIME
   * @param content what it holds
   */
  public record ArchivedLog(
      long recid,
      String name,
      int destination,
      boolean standby,
      CopyStatus status,
      boolean applied,
      DatabaseIncarnation incarnation,
      LocalDateTime completion,
      Content content) {

    /** DELETED. */
    public boolean deleted() {
      return status == CopyStatus.DELETED;
    }
  }

  /**
   * An archive destination.
   *
   * @param config what it was set to
   * @param state STATUS
   * @param error ERROR
   * @param failTime FAIL_DATE
   * @param failSequence FAIL_SEQUENCE
   * @param failures FAILURE_COUNT
   * @param archivedThread thread of the log copied last
   * @param archivedSequence its sequence, 0 if there is none
   */
  public record DestinationStatus(
      ArchiveDestination config,
      DestinationState state,
      @Nullable String error,
      @Nullable LocalDateTime failTime,
      long failSequence,
      int failures,
      int archivedThread,
      long archivedSequence) {}
}
