package io.oraclecdc.testing;

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
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Rows in steps of chosen sizes; like LogMiner it returns every row at or above the lowest SCN
 * again.
 */
public final class ListRedoSource implements RedoSource {
  private final List<MinedRow> rows;
  private final IntUnaryOperator nextEnd;
  private final Scn[] lowestFrom;
  private int reached;
  private @Nullable RuntimeException failure;
  private int failAfterRows;
  private boolean strict;
  private boolean wholeLogs;
  private int @Nullable [] firstOfStatement;
  private int @Nullable [] lastOfStatement;
  private BiPredicate<Integer, Integer> withheld = (row, end) -> false;

  /**
   * A source.
   *
   * @param nextEnd from the rows read so far to the rows read after the next step
   */
  public ListRedoSource(List<MinedRow> rows, IntUnaryOperator nextEnd) {
    this.rows = List.copyOf(rows);
    this.nextEnd = nextEnd;
    this.lowestFrom = new Scn[rows.size() + 1];
    Scn highest = Scn.ZERO;
    for (MinedRow row : rows) {
      highest = Scn.max(highest, row.scn());
    }
    lowestFrom[rows.size()] = highest;
    for (int i = rows.size() - 1; i >= 0; i--) {
      lowestFrom[i] = Scn.min(lowestFrom[i + 1], rows.get(i).scn());
    }
  }

  public static ListRedoSource whole(List<MinedRow> rows) {
    return new ListRedoSource(rows, reached -> rows.size());
  }

  /** The next step fails once after some rows. */
  public void failOnce(int afterRows, RuntimeException error) {
    failAfterRows = afterRows;
    failure = error;
  }

  /** Rows that a step does not return: by their number and the number of rows the step covers. */
  public ListRedoSource withholding(BiPredicate<Integer, Integer> rowAndEnd) {
    withheld = rowAndEnd;
    return this;
  }

  /**
   * Rows of statements that are returned only to a range that holds all of them.
   *
   * @param statementOf number of the statement of a row, negative for none
   */
  public ListRedoSource withholdingStatements(IntUnaryOperator statementOf) {
    int[] first = new int[rows.size()];
    int[] last = new int[rows.size()];
    for (int i = 0; i < rows.size(); i++) {
      first[i] = i;
      last[i] = i;
      int own = statementOf.applyAsInt(i);
      for (int j = 0; own >= 0 && j < rows.size(); j++) {
        if (statementOf.applyAsInt(j) == own) {
          first[i] = Math.min(first[i], j);
          last[i] = Math.max(last[i], j);
        }
      }
    }
    firstOfStatement = first;
    lastOfStatement = last;
    return this;
  }

  /** Returns no row before the cursor of its thread, as if its log were gone. */
  public ListRedoSource strictly() {
    strict = true;
    return this;
  }

  /** Returns no row of a log before the one with the cursor of its thread. */
  public ListRedoSource strictlyByLogs() {
    strict = true;
    wholeLogs = true;
    return this;
  }

  @Override
  public MiningStep open(MiningStart start) {
    return new Step(start, Math.min(rows.size(), Math.max(reached, nextEnd.applyAsInt(reached))));
  }

  @Override
  public void close() {}

  private StepEnd end(int end) {
    Map<RedoThread, RedoAddress> cursors = new HashMap<>();
    Map<RedoThread, Scn> passed = new HashMap<>();
    for (int i = 0; i < rows.size(); i++) {
      MinedRow row = rows.get(i);
      passed.putIfAbsent(row.thread(), lowestFrom[rows.size()]);
      if (i < end) {
        if (!row.address().isZero()) {
          cursors.merge(
              row.thread(), row.address(), (one, other) -> one.isAfter(other) ? one : other);
        }
      } else if (row.operation() == OperationCode.COMMIT) {
        passed.merge(row.thread(), new Scn(row.scn().value() - 1), Scn::min);
      }
    }
    return new StepEnd(cursors, passed, lowestFrom[end], end == rows.size());
  }

  private final class Step implements MiningStep {
    private final MiningStart start;
    private final int end;
    private int next;

    Step(MiningStart start, int end) {
      this.start = start;
      this.end = end;
    }

    @Override
    public @Nullable MinedRow next() {
      while (next < end) {
        RuntimeException error = failure;
        if (error != null && next >= failAfterRows) {
          failure = null;
          throw error;
        }
        int number = next++;
        MinedRow row = rows.get(number);
        if (isInRange(row) && !withheld.test(number, end) && !isCut(number)) {
          return row;
        }
      }
      return null;
    }

    private boolean isInRange(MinedRow row) {
      return !row.scn().isBefore(start.lowestScn()) && !isGone(row);
    }

    private boolean isCut(int number) {
      int[] firsts = firstOfStatement;
      int[] lasts = lastOfStatement;
      return firsts != null
          && lasts != null
          && (lasts[number] >= end || !isInRange(rows.get(firsts[number])));
    }

    private boolean isGone(MinedRow row) {
      RedoAddress cursor = start.cursors().get(row.thread());
      if (!strict || cursor == null) {
        return false;
      }
      return wholeLogs
          ? row.address().sequence() < cursor.sequence()
          : row.address().isBefore(cursor);
    }

    @Override
    public StepEnd finish() {
      reached = end;
      return end(end);
    }

    @Override
    public void close() {}
  }
}
