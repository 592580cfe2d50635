package io.oraclecdc.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.position.SnapshotProgress.TableRead;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.testing.TestTables;
import io.oraclecdc.value.CodecContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableCursorTest {
  private static final long BATCH_MILLIS = 5000;
  private static final TableSchema TABLE = TestTables.T;

  private static TableCursor cursor(long memoryMaxBytes) {
    SnapshotSettings settings =
        new SnapshotSettings(
            4,
            100_000,
            5,
            5000,
            8,
            memoryMaxBytes,
            Duration.ofMillis(BATCH_MILLIS),
            List.of(),
            Map.of(),
            1000,
            false,
            false,
            CodecContext.standard());
    return new TableCursor(TableRead.of(TABLE.id(), null), TABLE, Cut.of(TABLE, false), settings);
  }

  /** Reads so many chunks of rows of so many bytes, each in no time. */
  private static void read(TableCursor cursor, int chunks, int bytesOfARow, WaitingRows waiting) {
    for (int i = 0; i < chunks; i++) {
      long rows = cursor.target();
      FrameBuilder frame = new FrameBuilder();
      frame.putText("x".repeat(bytesOfARow));
      WaitingRows.Block one = waiting.put(frame, 1);
      // One row stands for as many of its size as the chunk has.
      WaitingRows.Block all = new WaitingRows.Block(one.log(), (int) rows, one.bytes() * rows);
      Chunk chunk = new Chunk(TABLE, null, cursor.cut(), List.of(), List.of("1"), rows, false);
      cursor.learn(new ChunkRows(chunk, List.of(all), rows, false), 1, BATCH_MILLIS, 0);
      one.log().close();
    }
  }

  @Test
  void chunksGrowUntilABatchTakesHalfOfTheMemory(@TempDir Path directory) {
    try (WaitingRows waiting = new WaitingRows(new SpillArea(directory, 1 << 20, 64 << 20))) {
      TableCursor small = cursor(32 << 20);
      read(small, 10, 20, waiting);
      assertThat(small.target()).isEqualTo(100_000);

      TableCursor large = cursor(32 << 20);
      read(large, 10, 1000, waiting);
      assertThat(large.target() * 4 * 1000).isBetween(15L << 20, 16L << 20);

      TableCursor huge = cursor(1 << 20);
      read(huge, 10, 100_000, waiting);
      assertThat(huge.target()).isEqualTo(SnapshotSettings.FLOOR_ROWS);
    }
  }
}
