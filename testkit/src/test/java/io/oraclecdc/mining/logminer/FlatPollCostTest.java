package io.oraclecdc.mining.logminer;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.Scn;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What a poll costs when the current log grows. Rows are counted, not time: those that LogMiner has
 * to rebuild from redo. The log has 384 KB of redo beside each record, as a busy database has for
 * tables nobody captures, so that gigabytes are reached with rows that fit into a test.
 */
class FlatPollCostTest extends LogMinerSourceBench {
  private static final long MB = 1L << 20;
  private static final long GB = 1L << 30;
  private static final int PER_POLL = 5;

  private void openLargeLog() throws SQLException {
    close();
    openWith(
        RedoOptions.builder()
            .logSizeBytes(9 * GB)
            .redoBesideRowsBytes(384 << 10)
            .memoryBudgetBytes(256 * MB)
            .build());
  }

  private long rebuiltBy(Runnable work) {
    long before = bench.redo().rebuiltRows();
    work.run();
    return bench.redo().rebuiltRows() - before;
  }

  /** Bytes of the current log, by the highest address that was read. */
  private long logBytes() {
    RedoAddress reached = requireNonNull(at.cursors().get(THREAD));
    return reached.block() * 512L;
  }

  private void growTo(long bytes, int perPoll) throws SQLException {
    do {
      for (int i = 0; i < perPoll; i++) {
        write();
      }
      step();
    } while (logBytes() < bytes);
  }

  /** The most rows rebuilt by one of some polls, between which the same work is done each time. */
  private long costOfPolls() throws SQLException {
    long most = 0;
    for (int poll = 0; poll < 8; poll++) {
      for (int i = 0; i < PER_POLL; i++) {
        write();
      }
      long rebuilt = rebuiltBy(this::step);
      // The first ones still cover the work before.
      most = poll < 3 ? 0 : Math.max(most, rebuilt);
    }
    return most;
  }

  @Test
  void theRowsRebuiltByAPollStayFlatWhileTheCurrentLogGrowsTo8Gigabytes() throws SQLException {
    openLargeLog();
    Scn begin = metadata.currentScn();
    long sequence = bench.redo().currentSequence(1);
    growTo(100 * MB, 50);
    long small = costOfPolls();
    growTo(8 * GB, 1_000);
    long large = costOfPolls();

    assertThat(bench.redo().currentSequence(1)).isEqualTo(sequence);
    assertThat(logBytes()).isGreaterThan(8 * GB);
    assertThat(large).isEqualTo(small).isLessThan(3L * 3 * PER_POLL);

    // What a poll from the beginning of the log costs, as that of a reader that goes by logs.
    MiningStart beginning = new MiningStart(begin, at.cursors());
    long all =
        rebuiltBy(
            () -> {
              try (var step = source.open(beginning)) {
                read(step);
              }
            });
    assertThat(all).isGreaterThan(200 * large);
  }

  @Test
  void anOpenTransactionCostsWhatWasWrittenSinceItBegan() throws SQLException {
    openLargeLog();
    growTo(100 * MB, 50);
    RedoTransaction open = bench.begin();
    writeIn(open);
    long small = costOfPolls();
    bench.commit(open);
    growTo(400 * MB, 50);
    RedoTransaction later = bench.begin();
    writeIn(later);
    long large = costOfPolls();
    bench.commit(later);
    assertThat(large).isEqualTo(small);
    assertThat(at.cursors()).isNotEqualTo(Map.of());
  }
}
