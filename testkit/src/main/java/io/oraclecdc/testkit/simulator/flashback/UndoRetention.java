package io.oraclecdc.testkit.simulator.flashback;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.redo.RedoDatabase;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * How far back flashback queries can see. A query below {@link #oldestScn()} is ORA-01555, also
 * where a real database might still find what it needs. Thread-safe.
 */
public final class UndoRetention {
  private final RedoDatabase redo;
  private final Clock clock;
  private @Nullable Duration time;
  private long scns = Long.MAX_VALUE;
  private long mark;
  private Duration ddlBlur = Duration.ZERO;

  UndoRetention(RedoDatabase redo, Clock clock, Duration time) {
    this.redo = redo;
    this.clock = clock;
    this.time = time;
  }

  /** Undo is kept for this long; the start value is UNDO_RETENTION. */
  public synchronized UndoRetention keep(Duration retention) {
    time = retention;
    return this;
  }

  /** Undo is kept for this many SCNs, whatever the time. */
  public synchronized UndoRetention keepScns(long count) {
    scns = count;
    return this;
  }

  /** Undo is kept until it is expired. */
  public synchronized UndoRetention keepForever() {
    time = null;
    scns = Long.MAX_VALUE;
    return this;
  }

  /** Everything before CURRENT_SCN is out of reach from now on; returns that SCN. */
  public synchronized long expire() {
    mark = Math.max(mark, redo.currentScn());
    return mark;
  }

  /** Everything before an SCN is out of reach. */
  public synchronized void expireBefore(long scn) {
    mark = Math.max(mark, scn);
  }

  /**
   * Flashback to a moment less than this after a table's DDL is ORA-01466 too: a real database maps
   * SCN to time in steps of about three seconds. Default zero.
   */
  public synchronized UndoRetention ddlBlur(Duration blur) {
    ddlBlur = blur;
    return this;
  }

  synchronized Duration blur() {
    return ddlBlur;
  }

  /** The oldest SCN a flashback query may name. */
  public synchronized long oldestScn() {
    if (time != null) {
      try {
        mark = Math.max(mark, redo.scnOfTime(LocalDateTime.now(clock).minus(time)));
      } catch (SQLException e) {
        requireUnknownTime(e); // the database is younger than its retention
      }
    }
    if (scns != Long.MAX_VALUE) {
      mark = Math.max(mark, redo.currentScn() - scns);
    }
    return mark;
  }

  private static void requireUnknownTime(SQLException e) {
    if (e.getErrorCode() != 8180) {
      throw new IllegalStateException(e);
    }
  }

  static SQLException tooOld() {
    return OraErrors.of(
        1555,
        "snapshot too old: rollback segment number 9 with name \"_SYSSMU9_1650507775$\" too small");
  }
}
