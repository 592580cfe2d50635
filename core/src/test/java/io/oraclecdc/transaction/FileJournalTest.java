package io.oraclecdc.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileJournalTest {
  private static final TransactionKey A = key(1);
  private static final TransactionKey B = key(2);

  @TempDir Path directory;

  @Test
  void chunksComeBackInOrderAfterAnyEndOfTheProcess() {
    FileJournal journal = FileJournal.open(directory);
    append(journal, A, 1, 1);
    append(journal, B, 1, 2);
    append(journal, A, 2, 3);
    journal.flush();
    assertThat(journal.durable()).isEqualTo(3);
    try (FileJournal again = FileJournal.open(directory)) {
      assertThat(again.store()).isEqualTo(journal.store());
      assertThat(again.newest()).isEqualTo(3);
      assertThat(load(again, Map.of(A, 2L, B, 1L))).containsExactlyInAnyOrder("1/1", "1/2", "2/1");
    }
    journal.close();
  }

  @Test
  void nothingIsDurableBeforeItsStepIsComplete() {
    try (FileJournal journal = FileJournal.open(directory)) {
      append(journal, A, 1, 1);
      assertThat(journal.durable()).isZero();
      journal.flush();
      assertThat(journal.durable()).isEqualTo(1);
    }
  }

  @Test
  void whatNoPositionNeedsIsDroppedAtTheStart() {
    try (FileJournal journal = FileJournal.open(directory)) {
      append(journal, A, 1, 1);
      append(journal, A, 2, 2);
      append(journal, B, 1, 3);
      journal.flush();
    }
    try (FileJournal journal = FileJournal.open(directory)) {
      assertThat(load(journal, Map.of(A, 1L))).containsExactly("1/1");
      append(journal, A, 2, 7);
      journal.flush();
    }
    try (FileJournal journal = FileJournal.open(directory)) {
      List<Long> sequences = new ArrayList<>();
      journal.load(Map.of(A, 2L), chunk -> sequences.add(chunk.sequence()));
      assertThat(sequences).containsExactly(1L, 7L);
    }
  }

  @Test
  void aChunkOfAnEarlierLifeDoesNotFollowOneOfALaterLife() {
    try (FileJournal journal = FileJournal.open(directory)) {
      append(journal, A, 1, 1);
      append(journal, A, 2, 2);
      append(journal, A, 3, 3);
      journal.flush();
    }
    try (FileJournal journal = FileJournal.open(directory)) {
      load(journal, Map.of(A, 1L));
      append(journal, A, 2, 8);
      journal.flush();
    }
    try (FileJournal journal = FileJournal.open(directory)) {
      assertThatThrownBy(() -> load(journal, Map.of(A, 3L)))
          .isInstanceOfSatisfying(
              CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.JOURNAL))
          .hasMessageContaining("lacks chunk 3 of transaction " + A);
    }
  }

  @Test
  void releasedTransactionsGiveTheirFilesBackAndWhatIsLeftIsCopiedOn() throws IOException {
    try (FileJournal journal = FileJournal.open(directory, 50_000)) {
      append(journal, B, 1, 1);
      for (int i = 1; i <= 300; i++) {
        append(journal, A, i, 1 + i);
      }
      journal.flush();
      assertThat(journal.fileCount()).isGreaterThan(5);
      journal.release(A);
      assertThat(journal.fileCount()).isEqualTo(1);
      append(journal, B, 2, 500);
      journal.flush();
    }
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).hasSize(2);
    }
    try (FileJournal journal = FileJournal.open(directory)) {
      assertThat(load(journal, Map.of(B, 2L))).containsExactly("2/1", "2/2");
    }
  }

  @Test
  void aJournalCutAnywhereGivesWhatIsWholeOrRefuses() throws IOException {
    try (FileJournal journal = FileJournal.open(directory)) {
      for (int i = 1; i <= 40; i++) {
        append(journal, A, i, i);
      }
      journal.flush();
    }
    Path file = directory.resolve("chunks-00000001");
    byte[] whole = Files.readAllBytes(file);
    Random random = new Random(5);
    for (int n = 0; n < 200; n++) {
      int length = random.nextInt(whole.length);
      Files.write(file, Arrays.copyOf(whole, length));
      long wanted = 1L + random.nextInt(40);
      try (FileJournal journal = FileJournal.open(directory)) {
        List<String> loaded = new ArrayList<>();
        try {
          journal.load(Map.of(A, wanted), chunk -> loaded.add(text(chunk)));
          assertThat(loaded).hasSize((int) wanted);
        } catch (CdcException e) {
          assertThat(e.code()).isEqualTo(ErrorCode.JOURNAL);
          assertThat(length).isLessThan(whole.length);
        }
        for (int i = 0; i < loaded.size(); i++) {
          assertThat(loaded.get(i)).isEqualTo("1/" + (i + 1));
        }
      }
      removeFiles();
    }
  }

  @Test
  void zerosBehindTheLastEntryAreATornEnd() throws IOException {
    try (FileJournal journal = FileJournal.open(directory)) {
      append(journal, A, 1, 1);
      append(journal, A, 2, 2);
      journal.flush();
    }
    Path file = directory.resolve("chunks-00000001");
    byte[] whole = Files.readAllBytes(file);
    for (int zeros = 1; zeros <= 60; zeros++) {
      Files.write(file, Arrays.copyOf(whole, whole.length + zeros));
      try (FileJournal journal = FileJournal.open(directory)) {
        assertThat(load(journal, Map.of(A, 2L))).containsExactly("1/1", "1/2");
        append(journal, A, 3, 3);
        journal.flush();
      }
      try (FileJournal journal = FileJournal.open(directory)) {
        assertThat(load(journal, Map.of(A, 3L))).containsExactly("1/1", "1/2", "1/3");
      }
      removeFiles();
    }
  }

  @Test
  void aDamagedByteIsFound() throws IOException {
    try (FileJournal journal = FileJournal.open(directory)) {
      append(journal, A, 1, 1);
      append(journal, A, 2, 2);
      journal.flush();
    }
    Path file = directory.resolve("chunks-00000001");
    try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
      raw.seek(raw.length() / 2);
      int value = raw.read();
      raw.seek(raw.length() / 2);
      raw.write(value ^ 1);
    }
    try (FileJournal journal = FileJournal.open(directory)) {
      assertThatThrownBy(() -> load(journal, Map.of(A, 2L)))
          .isInstanceOfSatisfying(
              CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.JOURNAL))
          .hasMessageContaining("checksum");
    }
  }

  @Test
  void aDamagedIdentityIsRefused() throws IOException {
    FileJournal.open(directory).close();
    Files.writeString(directory.resolve("identity"), "oracle-cdc stores v1 ");
    assertThatThrownBy(() -> FileJournal.open(directory))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.JOURNAL));
  }

  private void removeFiles() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file :
          files.filter(f -> f.getFileName().toString().startsWith("chunks")).toList()) {
        Files.delete(file);
      }
    }
  }

  private static TransactionKey key(int slot) {
    return new TransactionKey(0, new Xid(10, slot, 7));
  }

  private static void append(FileJournal journal, TransactionKey key, long number, long sequence) {
    byte[] content = new byte[900];
    Arrays.fill(content, (byte) number);
    content[0] = (byte) key.xid().slot();
    journal.append(new JournalChunk(key, number, sequence, content));
  }

  private static String text(JournalChunk chunk) {
    assertThat(chunk.content()[0]).isEqualTo((byte) chunk.transaction().xid().slot());
    assertThat(chunk.content()[899]).isEqualTo((byte) chunk.number());
    return chunk.transaction().xid().slot() + "/" + chunk.number();
  }

  private static List<String> load(FileJournal journal, Map<TransactionKey, Long> wanted) {
    List<String> loaded = new ArrayList<>();
    journal.load(new HashMap<>(wanted), chunk -> loaded.add(text(chunk)));
    return loaded;
  }
}
