package io.oraclecdc.testkit.simulator.redo;

import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * An online or archived log as somebody opened it by name. The log it names is fixed; whether the
 * file still holds it can change. Thread-safe.
 */
public final class RedoFile {
  private final RedoWriter writer;
  private final RedoLogs.LogFile file;

  RedoFile(RedoWriter writer, RedoLogs.LogFile file) {
    this.writer = writer;
    this.file = file;
  }

  /** File name. */
  public String name() {
    return file.name();
  }

  /** Redo thread. */
  public int thread() {
    return file.log().thread();
  }

  /** Log sequence it held when it was opened. */
  public long sequence() {
    return file.log().sequence();
  }

  /** Log sequence it holds now: another one when an online group was reused. */
  public long sequenceNow() {
    return file.sequenceNow();
  }

  /** Whether the online group it was opened from holds another log by now. */
  public boolean isReused() {
    return file.isReused();
  }

  /** RESETLOGS_CHANGE# of the database's life it belongs to. */
  public long resetlogsScn() {
    LogArchive.Copy copy = file.copy();
    return copy != null
        ? copy.incarnation.resetlogsScn()
        : writer.underLatch(() -> writer.logs().incarnation().resetlogsScn());
  }

  /** Whether an archived copy was purged or removed since. */
  public boolean isGone() {
    return file.isGone();
  }

  /** FIRST_CHANGE#. */
  public long firstScn() {
    return file.log().firstScn();
  }

  /** Time of FIRST_CHANGE#. */
  public LocalDateTime firstTime() {
    return file.log().firstTime();
  }

  /** NEXT_CHANGE#, {@link RedoInventory#OPEN_END} for a current log. */
  public long nextScn() {
    long next = file.log().nextScn();
    return next == 0 ? RedoInventory.OPEN_END : next;
  }

  /** Time of NEXT_CHANGE#, null for a current log. */
  public @Nullable LocalDateTime nextTime() {
    return file.log().nextTime();
  }

  /** Size in blocks of 512 bytes. */
  public long blocks() {
    return writer.underLatch(() -> file.log().blocks());
  }

  /** The end of what is written now. */
  public End end() {
    End end = writer.underLatch(() -> file.log().end());
    writer.settle();
    return end;
  }

  /** The records up to an end, in redo order. */
  public Records records(End end) {
    return file.log().reader(end);
  }

  /**
   * How far a log was written at some time.
   *
   * @param segments number of segments
   * @param bytes bytes of the last of them
   */
  public record End(int segments, int bytes) {}

  /** Records in redo order. Not thread-safe. */
  public interface Records {
    /** The next record, null at the end. */
    @Nullable RedoRecord next();
  }
}
