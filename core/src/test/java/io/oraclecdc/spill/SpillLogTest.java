package io.oraclecdc.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillLogTest {
  @TempDir Path directory;

  private final FrameBuilder frame = new FrameBuilder();

  @Test
  void framesComeBackInBothDirectionsWhereverTheyAre() {
    try (SpillArea area = new SpillArea(directory, 40_000, 1 << 30)) {
      SpillLog log = area.newLog("A");
      List<String> expected = fill(log, 3_000, 60);

      assertThat(area.spilledBytes()).isPositive();
      assertThat(area.memoryBytes()).isLessThanOrEqualTo(45_000);
      assertThat(read(log.readForward())).isEqualTo(expected);
      Collections.reverse(expected);
      assertThat(read(log.readBackward())).isEqualTo(expected);
    }
  }

  @Test
  void encryptedFilesComeBackAndCannotBeRead() throws IOException {
    try (SpillArea area = new SpillArea(directory, 40_000, 1 << 30, SpillArea.Encryption.AES)) {
      SpillLog log = area.newLog("A");
      SpillLog other = area.newLog("B");
      append(other, "other ".repeat(20_000));
      SpillMark mark = log.mark();
      fill(log, 900, 60);
      log.truncate(mark);
      List<String> expected = fill(log, 3_000, 60);
      append(log, "secret ".repeat(30_000));
      expected.add("secret ".repeat(30_000));

      assertThat(area.spilledBytes()).isGreaterThan(200_000);
      assertThat(read(log.readForward())).isEqualTo(expected);
      Collections.reverse(expected);
      assertThat(read(log.readBackward())).isEqualTo(expected);
      for (Path file : spillFiles()) {
        assertThat(Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1))
            .doesNotContain("secret ", "other ");
      }
    }
  }

  @Test
  void aFrameLargerThanEveryWindowComesBack() {
    try (SpillArea area = new SpillArea(directory, 1_000, 1 << 30)) {
      SpillLog log = area.newLog("A");
      String large = "x".repeat(300_000);
      append(log, "before");
      append(log, large);
      append(log, "after");

      assertThat(read(log.readForward())).containsExactly("before", large, "after");
      assertThat(read(log.readBackward())).containsExactly("after", large, "before");
    }
  }

  @Test
  void aLogReturnsToAMarkInMemoryAndOnDisk() {
    Random random = new Random(11);
    try (SpillArea area = new SpillArea(directory, 30_000, 1 << 30)) {
      List<SpillLog> logs = new ArrayList<>();
      List<List<String>> models = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        logs.add(area.newLog("tx" + i));
        models.add(new ArrayList<>());
      }
      for (int round = 0; round < 400; round++) {
        int which = random.nextInt(logs.size());
        SpillLog log = logs.get(which);
        List<String> model = models.get(which);
        SpillMark mark = log.mark();
        List<String> added = fill(log, random.nextInt(60), 80);
        if (random.nextInt(3) == 0) {
          log.truncate(mark);
        } else {
          model.addAll(added);
        }
        assertThat(log.frames()).isEqualTo(model.size());
      }
      for (int i = 0; i < logs.size(); i++) {
        assertThat(read(logs.get(i).readForward())).isEqualTo(models.get(i));
      }
    }
  }

  @Test
  void filesAreRemovedWithTheLastLogThatNeedsThem() throws IOException {
    try (SpillArea area = new SpillArea(directory, 1_000, 1 << 30)) {
      SpillLog one = area.newLog("A");
      SpillLog other = area.newLog("B");
      fill(one, 500, 100);
      fill(other, 500, 100);
      assertThat(spillFiles()).isNotEmpty();
      one.close();
      other.close();
      assertThat(spillFiles()).isEmpty();
      assertThat(area.spilledBytes()).isZero();
      assertThat(area.openLogs()).isZero();
    }
  }

  @Test
  void manySmallLogsShareFiles() throws IOException {
    try (SpillArea area = new SpillArea(directory, 100_000, 1 << 30)) {
      List<SpillLog> logs = new ArrayList<>();
      for (int i = 0; i < 5_000; i++) {
        SpillLog log = area.newLog("tx" + i);
        append(log, "only row of " + i);
        logs.add(log);
      }
      assertThat(spillFiles()).hasSize(1);
      for (int i = 0; i < logs.size(); i++) {
        assertThat(read(logs.get(i).readForward())).containsExactly("only row of " + i);
      }
    }
  }

  @Test
  void leftoversAreRemovedAtStart() throws IOException {
    Files.writeString(directory.resolve("segment-7.spill"), "old");
    Files.writeString(directory.resolve("other.txt"), "not ours");
    try (SpillArea area = new SpillArea(directory, 1_000, 1_000)) {
      assertThat(area.openLogs()).isZero();
      assertThat(spillFiles()).isEmpty();
      assertThat(directory.resolve("other.txt")).exists();
    }
  }

  @Test
  void aDirectoryInUseIsRefused() {
    try (SpillArea area = new SpillArea(directory, 1_000, 1_000)) {
      assertThat(area.openLogs()).isZero();
      assertThatThrownBy(() -> new SpillArea(directory, 1_000, 1_000))
          .isInstanceOfSatisfying(
              CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION))
          .hasMessageContaining(directory.toString());
    }
  }

  @Test // MEM-05
  void MEM_05_aFullSpillStoreStopsAndNamesTheTenLargest() {
    try (SpillArea area = new SpillArea(directory, 10_000, 100_000)) {
      for (int i = 1; i <= 12; i++) {
        fill(area.newLog("tx" + i), 20 * i, 30);
      }
      assertThatThrownBy(() -> fill(area.newLog("greedy"), 5_000, 30))
          .isInstanceOfSatisfying(
              CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUFFER_EXHAUSTED))
          .hasMessageContaining("are greedy (")
          .hasMessageContaining("tx12")
          .hasMessageContaining("tx4 (")
          .hasMessageNotContaining("tx3 (")
          .hasMessageContaining("cdc.buffer.spill.max.bytes");
    }
  }

  @Test
  void everyFlippedByteIsNoticedWithFileAndOffset() throws IOException {
    Random random = new Random(5);
    for (int round = 0; round < 60; round++) {
      try (SpillArea area = new SpillArea(directory, 500, 1 << 30)) {
        SpillLog log = area.newLog("A");
        fill(log, 50, 40);
        log.flush();
        Path file = spillFiles().get(0);
        long offset = (long) (random.nextDouble() * Files.size(file));
        flip(file, offset);
        boolean forward = random.nextBoolean();
        assertThatThrownBy(() -> read(forward ? log.readForward() : log.readBackward()))
            .isInstanceOfSatisfying(
                CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTION))
            .hasMessageContaining(file.toString())
            .hasMessageContaining("offset");
      }
    }
  }

  @Test
  void aShortenedFileIsNotAShorterTransaction() throws IOException {
    try (SpillArea area = new SpillArea(directory, 500, 1 << 30)) {
      SpillLog log = area.newLog("A");
      fill(log, 50, 40);
      log.flush();
      Path file = spillFiles().get(0);
      try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
        cut.setLength(cut.length() - 30);
      }
      for (boolean forward : new boolean[] {true, false}) {
        assertThatThrownBy(() -> read(forward ? log.readForward() : log.readBackward()))
            .isInstanceOf(CdcException.class)
            .hasMessageContaining("CDC-3002")
            .hasMessageContaining("the file ends before");
      }
    }
  }

  private List<String> fill(SpillLog log, int frames, int length) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < frames; i++) {
      String text = log.name() + "-" + log.frames() + "-" + "y".repeat(i % length);
      append(log, text);
      texts.add(text);
    }
    return texts;
  }

  private void append(SpillLog log, String text) {
    frame.clear();
    frame.putText(text);
    log.append(frame);
  }

  private static List<String> read(SpillReader reader) {
    try (reader) {
      List<String> texts = new ArrayList<>();
      while (reader.next()) {
        texts.add(reader.frame().getText());
      }
      return texts;
    }
  }

  private List<Path> spillFiles() throws IOException {
    try (var files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".spill")).toList();
    }
  }

  private static void flip(Path file, long offset) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(offset);
      int old = bytes.read();
      bytes.seek(offset);
      bytes.write(old ^ 0x10);
    }
  }
}
