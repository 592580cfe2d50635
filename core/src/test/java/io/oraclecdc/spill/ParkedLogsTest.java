package io.oraclecdc.spill;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParkedLogsTest {
  private static final long BUDGET = 1 << 20;
  private static final int FRAME = 1000;

  @TempDir Path directory;

  @Test
  void parkedLogsLeaveMemoryLongBeforeTheBudgetIsUsedUp() {
    try (SpillArea area = new SpillArea(directory, BUDGET, BUDGET * 10)) {
      SpillLog open = filled(area, 0, 20);
      List<SpillLog> parked = new ArrayList<>();
      for (int i = 1; i <= 30; i++) {
        SpillLog log = filled(area, i, 5);
        log.park();
        parked.add(log);
      }

      assertThat(area.spilledBytes()).isGreaterThan(100 * FRAME);
      assertThat(area.memoryBytes()).isLessThan(open.totalBytes() * 2 + BUDGET / 10);
      for (int i = 0; i < parked.size(); i++) {
        assertThat(content(parked.get(i))).isEqualTo(expected(i + 1, 5));
      }
      assertThat(content(open)).isEqualTo(expected(0, 20));
    }
  }

  @Test
  void aParkedLogGoesOnAfterItWasCutBackAndGivesItsRoomBack() {
    try (SpillArea area = new SpillArea(directory, BUDGET, BUDGET * 10)) {
      SpillLog log = filled(area, 7, 3);
      SpillMark mark = log.mark();
      append(log, 7, 3, 100);
      log.park();
      log.truncate(mark);
      append(log, 7, 3, 2);

      assertThat(content(log)).isEqualTo(expected(7, 5));
      log.close();
      assertThat(area.memoryBytes()).isZero();
      assertThat(area.spilledBytes()).isZero();
    }
  }

  @Test
  void parkedLogsStayInMemoryWhereTheDiskHasNoRoomForThem() {
    try (SpillArea area = new SpillArea(directory, BUDGET, FRAME)) {
      List<SpillLog> parked = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        SpillLog log = filled(area, i, 5);
        log.park();
        parked.add(log);
      }

      assertThat(area.spilledBytes()).isZero();
      for (int i = 0; i < parked.size(); i++) {
        assertThat(content(parked.get(i))).isEqualTo(expected(i, 5));
      }
    }
  }

  @Test
  void parkedLogsStayInMemoryWhereTheDirectoryCannotBeWritten() throws Exception {
    try (SpillArea area = new SpillArea(directory, BUDGET, BUDGET * 10)) {
      // what stands in the way of the first segment file
      Files.createDirectory(directory.resolve("segment-1.spill"));
      List<SpillLog> parked = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        SpillLog log = filled(area, i, 5);
        log.park();
        parked.add(log);
      }

      assertThat(area.spilledBytes()).isZero();
      for (int i = 0; i < parked.size(); i++) {
        assertThat(content(parked.get(i))).isEqualTo(expected(i, 5));
      }
    }
  }

  private static SpillLog filled(SpillArea area, int seed, int frames) {
    SpillLog log = area.newLog("log " + seed);
    append(log, seed, 0, frames);
    return log;
  }

  private static void append(SpillLog log, int seed, int from, int frames) {
    FrameBuilder frame = new FrameBuilder();
    for (int i = from; i < from + frames; i++) {
      frame.clear();
      frame.putInt(seed * 1000 + i);
      frame.putBytes(new byte[FRAME]);
      log.append(frame);
    }
  }

  private static List<Integer> content(SpillLog log) {
    List<Integer> numbers = new ArrayList<>();
    try (SpillReader reader = log.readForward()) {
      while (reader.next()) {
        numbers.add(reader.frame().getInt());
      }
    }
    return numbers;
  }

  private static List<Integer> expected(int seed, int frames) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < frames; i++) {
      numbers.add(seed * 1000 + i);
    }
    return numbers;
  }
}
