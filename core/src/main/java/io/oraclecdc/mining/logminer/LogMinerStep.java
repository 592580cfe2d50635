package io.oraclecdc.mining.logminer;

import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.mining.logminer.StepPlan.PlannedLog;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of one started LogMiner range. */
final class LogMinerStep implements MiningStep {
  private final LogMinerSource source;
  private final MiningStart start;
  private final StepPlan plan;
  private final PreparedStatement statement;
  private final ResultSet rows;
  private final ContentsRows mapper;
  private final int revision;
  private final long startedAt;
  private long nanosInDatabase;
  private End end = End.NOT_REACHED;

  private final Map<RedoThread, RedoAddress> highestAddress = new HashMap<>();
  private final Map<RedoThread, Scn> highestCommit = new HashMap<>();
  private Scn highestScn = Scn.ZERO;

  /** How the reading ended. */
  private enum End {
    NOT_REACHED,
    ALL_ROWS,
    /** A DDL statement changed which objects have to be asked for. */
    CUT_BY_DDL
  }

  LogMinerStep(
      LogMinerSource source,
      MiningStart start,
      StepPlan plan,
      PreparedStatement statement,
      ResultSet rows,
      ContentsRows mapper,
      int revision,
      long startedAt,
      long nanosInDatabase) {
    this.source = source;
    this.start = start;
    this.plan = plan;
    this.statement = statement;
    this.rows = rows;
    this.mapper = mapper;
    this.revision = revision;
    this.startedAt = startedAt;
    this.nanosInDatabase = nanosInDatabase;
  }

  @Override
  public @Nullable MinedRow next() {
    if (end != End.NOT_REACHED) {
      return null;
    }
    if (source.objectsRevision() != revision) {
      // Rows behind the DDL may belong to objects this query does not ask for.
      end = End.CUT_BY_DDL;
      return null;
    }
    try {
      long before = source.nanoTime();
      boolean found = rows.next();
      nanosInDatabase += source.nanoTime() - before;
      source.checkTimeLimit(nanosInDatabase, plan);
      if (!found) {
        end = End.ALL_ROWS;
        return null;
      }
      MinedRow row = mapper.map(rows);
      note(row);
      return row;
    } catch (SQLException e) {
      throw source.miningFailed(e, plan);
    } catch (IllegalArgumentException e) {
      throw new io.oraclecdc.errors.CdcException(
          ErrorCode.CORRUPTION, "LogMiner returned a row whose redo address cannot be read", e);
    }
  }

  private void note(MinedRow row) {
    if (row.scn().isAfter(highestScn)) {
      highestScn = row.scn();
    }
    if (row.operation() == OperationCode.COMMIT) {
      highestCommit.merge(row.thread(), row.scn(), Scn::max);
    }
    if (!row.address().isZero()) {
      RedoAddress known = highestAddress.get(row.thread());
      if (known == null || row.address().isAfter(known)) {
        highestAddress.put(row.thread(), row.address());
      }
    }
  }

  @Override
  public StepEnd finish() {
    if (end == End.NOT_REACHED) {
      throw new RetriableException(
          ErrorCode.MINING_STEP_RETRY, "a step was finished before its last row was read", null);
    }
    source.verify(plan);
    boolean cut = end == End.CUT_BY_DDL;
    FlushedBounds.Confirmed confirmed =
        cut || !plan.hasOpenEnd()
            ? FlushedBounds.Confirmed.NONE
            : source.confirmed(highestScn, startedAt);
    if (!cut) {
      source.completed(nanosInDatabase, plan);
    }
    return new StepEnd(
        cursors(cut), passed(cut, confirmed), nextLowest(cut, confirmed), !cut && !plan.hasMore());
  }

  private Map<RedoThread, RedoAddress> cursors(boolean cut) {
    Map<RedoThread, RedoAddress> cursors = new HashMap<>(start.cursors());
    highestAddress.forEach(
        (thread, address) -> cursors.merge(thread, address, LogMinerStep::later));
    if (!cut) {
      for (PlannedLog last : plan.lastLogs()) {
        // Everything before the current log, or the whole of the last one, was read.
        long sequence = last.sequence().number() + (last.isCurrent() ? 0 : 1);
        cursors.merge(last.thread(), new RedoAddress(sequence, 0, 0), LogMinerStep::later);
      }
    }
    return cursors;
  }

  private static RedoAddress later(RedoAddress one, RedoAddress other) {
    return one.isAfter(other) ? one : other;
  }

  private Map<RedoThread, Scn> passed(boolean cut, FlushedBounds.Confirmed confirmed) {
    Map<RedoThread, Scn> passed = new HashMap<>();
    for (PlannedLog last : plan.lastLogs()) {
      // Commits of a thread come in the order of their SCNs.
      Scn scn = highestCommit.getOrDefault(last.thread(), Scn.ZERO);
      if (!cut) {
        Scn read = last.isCurrent() ? confirmed.passed() : new Scn(last.nextScn().value() - 1);
        scn = Scn.max(scn, read);
      }
      passed.put(last.thread(), scn);
    }
    return passed;
  }

  private Scn nextLowest(boolean cut, FlushedBounds.Confirmed confirmed) {
    Scn lowest = start.lowestScn();
    if (cut) {
      return lowest;
    }
    if (plan.hasOpenEnd()) {
      return Scn.max(lowest, confirmed.lowest());
    }
    // A log switch writes out what private strands hold: the next log has no lower SCN.
    Scn ends = null;
    for (PlannedLog last : plan.lastLogs()) {
      ends = ends == null ? last.nextScn() : Scn.min(ends, last.nextScn());
    }
    return ends == null ? lowest : Scn.max(lowest, ends);
  }

  @Override
  public void close() {
    source.closeQuietly(rows);
    source.closeQuietly(statement);
    source.stepClosed();
  }
}
