package io.oraclecdc.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.FrameInput;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaitingRowsTest {
  private static final Object[] VALUES = {
    SpecialValue.SQL_NULL,
    SpecialValue.NOT_LOGGED,
    SpecialValue.UNAVAILABLE,
    "text äöü 日本 \uD800",
    new BigDecimal("-12.50"),
    new BigDecimal("123456789012345678901234567890.5"),
    new byte[] {1, 2, -3},
    LocalDateTime.of(-43, 3, 15, 1, 2, 3, 400),
    OffsetDateTime.parse("2026-02-28T01:02:03.000000001+05:30"),
    Period.of(-1, -2, 0),
    Duration.ofSeconds(-5, 7),
    1.5f,
    Double.NaN
  };

  @Test
  void rowsComeBackAsTheyWere() {
    FrameBuilder frame = new FrameBuilder();
    RowFrames.put(frame, "AAAR0pAAMAAAACDAAe", VALUES);
    RowFrames.put(frame, null, new Object[0]);
    FrameInput input = FrameInput.of(frame.toBytes());
    assertThat(RowFrames.rowId(input)).isEqualTo("AAAR0pAAMAAAACDAAe");
    assertThat(RowFrames.values(input)).isEqualTo(VALUES);
    assertThat(RowFrames.rowId(input)).isNull();
    assertThat(RowFrames.values(input)).isEmpty();
    assertThat(input.isAtEnd()).isTrue();
  }

  @Test
  void beyondTheBudgetBlocksWaitOnDisk(@TempDir Path directory) {
    SpillArea area = new SpillArea(directory, 1 << 20, 64 << 20);
    try (WaitingRows waiting = new WaitingRows(area)) {
      List<WaitingRows.Block> blocks = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        FrameBuilder frame = new FrameBuilder();
        RowFrames.put(frame, null, new Object[] {String.valueOf(i), "x".repeat(200_000)});
        blocks.add(waiting.put(frame, 1));
        assertThat(area.memoryBytes()).isLessThan(2 << 20);
      }
      assertThat(waiting.bytes()).isGreaterThan(7_000_000);
      assertThat(area.spilledBytes()).isPositive();
      waiting.drop(blocks.remove(39));
      for (int i = 0; i < 39; i++) {
        FrameInput input = waiting.take(blocks.get(i));
        RowFrames.rowId(input);
        assertThat(RowFrames.values(input)[0]).isEqualTo(String.valueOf(i));
      }
      assertThat(waiting.bytes()).isZero();
      assertThat(area.openLogs()).isZero();
    }
  }
}
