package io.oraclecdc.testkit.scenario;

import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Plays given rows as redo. Each step reads one window further and, as LogMiner does, returns every
 * row from the lowest SCN on again. What it says about its end is exact, because it knows all rows.
 *
 * <p>Not thread-safe.
 */
public final class ScriptedRedoSource implements RedoSource {
  private final List<MinedRow> rows;
  private final int visible;
  private final TreeSet<Integer> ends = new TreeSet<>();
  private int reached;

  private ScriptedRedoSource(List<MinedRow> rows, int visible) {
    this.rows = List.copyOf(rows);
    this.visible = visible;
    ends.add(visible);
  }

  /** All rows in one step. */
  public static ScriptedRedoSource of(List<MinedRow> rows) {
    return new ScriptedRedoSource(rows, rows.size());
  }

  /**
   * The first rows of a redo of which more will be written later.
   *
   * @param rows all rows, later ones included
   * @param visible how many exist by now
   */
  public static ScriptedRedoSource ofFirst(List<MinedRow> rows, int visible) {
    return new ScriptedRedoSource(rows, visible);
  }

  /**
   * Cuts the redo into steps.
   *
   * @param rowCounts after how many rows from the beginning a step ends
   */
  public ScriptedRedoSource cutAfter(int... rowCounts) {
    for (int count : rowCounts) {
      if (count > 0 && count < visible) {
        ends.add(count);
      }
    }
    return this;
  }

  @Override
  public MiningStep open(MiningStart start) {
    Integer end = ends.higher(reached);
    return new Step(start, end == null ? visible : end);
  }

  @Override
  public void close() {
    // Nothing is held.
  }

  private StepEnd endOf(int end) {
    Map<RedoThread, RedoAddress> cursors = new HashMap<>();
    Map<RedoThread, Scn> passed = new HashMap<>();
    Scn highest = Scn.ZERO;
    for (MinedRow row : rows) {
      highest = Scn.max(highest, row.scn());
    }
    Scn lowestToCome = highest;
    for (int i = 0; i < rows.size(); i++) {
      MinedRow row = rows.get(i);
      if (row.thread().number() == 0) {
        continue;
      }
      passed.putIfAbsent(row.thread(), highest);
      if (i < end) {
        if (!row.address().isZero()) {
          cursors.merge(
              row.thread(), row.address(), (one, other) -> one.isAfter(other) ? one : other);
        }
      } else {
        lowestToCome = Scn.min(lowestToCome, row.scn());
        if (row.operation() == OperationCode.COMMIT) {
          Scn before = new Scn(Math.max(0, row.scn().value() - 1));
          passed.merge(row.thread(), before, Scn::min);
        }
      }
    }
    return new StepEnd(cursors, passed, lowestToCome, end == visible);
  }

  private final class Step implements MiningStep {
    private final Iterator<MinedRow> remaining;
    private final int end;
    private boolean readToTheEnd;

    Step(MiningStart start, int end) {
      this.end = end;
      this.remaining =
          rows.subList(0, end).stream()
              .filter(row -> !row.scn().isBefore(start.lowestScn()))
              .iterator();
    }

    @Override
    public @Nullable MinedRow next() {
      if (remaining.hasNext()) {
        return remaining.next();
      }
      readToTheEnd = true;
      return null;
    }

    @Override
    public StepEnd finish() {
      if (!readToTheEnd) {
        throw new RetriableException(
            ErrorCode.MINING_STEP_RETRY, "a step was finished before its last row was read", null);
      }
      reached = end;
      return endOf(end);
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }
}
