package io.oraclecdc.mining.logminer;

import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.model.Scn;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The rows of one started LogMiner range. */
final class LogMinerStep implements MiningStep {
  private final LogMinerSource source;
  private final StepPlan plan;
  private final StepProgress progress;
  private final PreparedStatement statement;
  private final ResultSet rows;
  private final ContentsRows mapper;
  private final int revision;
  private final long startedAt;
  private long nanosInDatabase;
  private End end = End.NOT_REACHED;

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
      Scn before,
      PreparedStatement statement,
      ResultSet rows,
      ContentsRows mapper,
      int revision,
      long startedAt,
      long nanosInDatabase) {
    this.source = source;
    this.progress = new StepProgress(start, plan, before);
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
      progress.note(row);
      return row;
    } catch (SQLException e) {
      throw source.miningFailed(e, plan);
    } catch (IllegalArgumentException e) {
      throw new io.oraclecdc.errors.CdcException(
          ErrorCode.CORRUPTION, "LogMiner returned a row whose redo address cannot be read", e);
    }
  }

  @Override
  public StepEnd finish() {
    if (end == End.NOT_REACHED) {
      throw new RetriableException(
          ErrorCode.MINING_STEP_RETRY, "a step was finished before its last row was read", null);
    }
    source.verify(plan);
    if (plan.hasOpenEnd()) {
      progress.enabledNow(source.enabledThreads());
    }
    if (end == End.CUT_BY_DDL) {
      return progress.endOfCut();
    }
    source.completed(nanosInDatabase, plan);
    return progress.end(
        plan.hasOpenEnd()
            ? source.confirmed(progress.provenScn(), startedAt, plan.threads())
            : FlushedBounds.Confirmed.NONE);
  }

  @Override
  public void close() {
    source.closeQuietly(rows);
    source.closeQuietly(statement);
    source.stepClosed();
  }
}
