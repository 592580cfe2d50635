package io.oraclecdc.transaction;

import static io.oraclecdc.testing.TestRow.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.redo.RedoEvent;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.testing.TestDecoder;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The byte budget of uncommitted changes. */
class BufferBudgetTest {
  @TempDir private Path directory;
  private final TestDecoder decoder = new TestDecoder();
  private long block = 1;

  private void insert(TransactionBuffer buffer, int transaction, int rows) {
    for (int i = 0; i < rows; i++) {
      block++;
      MinedRow row =
          at(block, block).transaction(transaction).insert("R" + block, block + "|a value");
      RedoEvent event = decoder.decode(row);
      Objects.requireNonNull(event).accept(buffer);
    }
  }

  @Test
  void whatTransactionsKeepBesideTheirRowsCountsToo() {
    long budget = 4 << 20;
    try (SpillArea area = new SpillArea(directory, budget, 1L << 30);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      buffer.beginStep();
      for (int round = 0; round < 6; round++) {
        for (int transaction = 1; transaction <= 100; transaction++) {
          insert(buffer, transaction, 100);
        }
        // A chunk of the row that was appended last may come on top.
        assertThat(area.memoryBytes()).isLessThan(budget + (128 << 10));
      }
      buffer.completeStep();
      assertThat(area.memoryBytes()).isLessThan(budget + (512 << 10));
      // 600 remembered addresses of each: more than half of the budget, which rows cannot have.
      assertThat(area.spilledBytes()).isGreaterThan(1 << 20);
    }
  }

  @Test
  void beyondTheCapTheTenLargestAreNamed() {
    try (SpillArea area = new SpillArea(directory, 1 << 16, 300_000);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      buffer.beginStep();
      assertThatThrownBy(
              () -> {
                for (int round = 1; round < 1000; round++) {
                  for (int transaction = 1; transaction <= 12; transaction++) {
                    insert(buffer, transaction, transaction);
                  }
                }
              })
          .isInstanceOfSatisfying(
              CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUFFER_EXHAUSTED))
          .hasMessageContaining("10.12.7 (")
          .hasMessageContaining("10.3.7 (")
          .hasMessageNotContaining("10.2.7 (")
          .hasMessageNotContaining("a value");
      buffer.discardStep();
    }
  }
}
