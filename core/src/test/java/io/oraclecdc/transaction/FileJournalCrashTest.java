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
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that ends between any two operations on the files of its journal, or inside of one:
 * what a stored position may rely on is there, whatever was being written, copied or removed.
 */
class FileJournalCrashTest {
  private static final long FILE_BYTES = 3_000;
  private static final int NEVER = Integer.MAX_VALUE;

  @TempDir private Path parent;
  private int directories;

  /** What ends the process. */
  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Ends the process before some operation. */
  private static final class Kill implements Runnable {
    private final int at;
    private int operations;

    Kill(int at) {
      this.at = at;
    }

    @Override
    public void run() {
      operations++;
      if (operations >= at) {
        throw new Killed();
      }
    }
  }

  private static TransactionKey key(int slot) {
    return new TransactionKey(0, new Xid(10, slot, 7));
  }

  private static JournalChunk chunk(int slot, long number, long sequence) {
    byte[] content = new byte[400];
    Arrays.fill(content, (byte) (slot * 31L + number));
    return new JournalChunk(key(slot), number, sequence, content);
  }

  /** Work with transactions that come, grow and go, so that files are compacted. */
  private static final class Work {
    private final FileJournal journal;
    private final Map<TransactionKey, Long> durable;
    private final Map<Integer, Long> written = new TreeMap<>();
    private long sequence;

    Work(FileJournal journal, Map<TransactionKey, Long> durable) {
      this.journal = journal;
      this.durable = durable;
    }

    void run() {
      grow(0, 2);
      for (int round = 1; round <= 6; round++) {
        grow(round, 9);
        grow(0, 1);
        journal.flush();
        noteDurable();
        if (round >= 2) {
          // A position that does not name it is stored: only then it is given up.
          written.remove(round - 1);
          durable.remove(key(round - 1));
          journal.release(key(round - 1));
        }
      }
    }

    private void grow(int slot, int chunks) {
      for (int i = 0; i < chunks; i++) {
        long number = written.merge(slot, 1L, Long::sum);
        journal.append(chunk(slot, number, ++sequence));
      }
    }

    private void noteDurable() {
      assertThat(journal.durable()).isEqualTo(sequence);
      written.forEach((slot, number) -> durable.put(key(slot), number));
    }
  }

  /** Works until the kill; returns how many operations there were. */
  private int work(Path directory, int killAt, Map<TransactionKey, Long> durable) {
    Kill kill = new Kill(killAt);
    FileJournal journal = FileJournal.open(directory, FILE_BYTES, kill);
    try {
      new Work(journal, durable).run();
    } catch (Killed e) {
      assertThat(killAt).isNotEqualTo(NEVER);
    }
    journal.close();
    return kill.operations;
  }

  private static void verify(Path directory, Map<TransactionKey, Long> durable) {
    try (FileJournal journal = FileJournal.open(directory, FILE_BYTES)) {
      Map<TransactionKey, Long> loaded = new HashMap<>();
      journal.load(
          durable,
          chunk -> {
            assertThat(chunk.number()).isEqualTo(loaded.merge(chunk.transaction(), 1L, Long::sum));
            int slot = chunk.transaction().xid().slot();
            assertThat(chunk.content()).containsOnly((byte) (slot * 31L + chunk.number()));
          });
      assertThat(loaded).isEqualTo(durable);
    }
  }

  private Path directory() throws IOException {
    Path directory = parent.resolve("journal-" + directories++);
    Files.createDirectory(directory);
    Path identity = parent.resolve("identity");
    StoreIdentity.of(identity);
    Files.copy(identity, directory.resolve("identity"));
    return directory;
  }

  private static void remove(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static List<Path> chunkFiles(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(f -> f.getFileName().toString().startsWith("chunks-")).sorted().toList();
    }
  }

  @Test
  void anEndBetweenAnyTwoOperationsLosesNothingDurable() throws IOException {
    Path whole = directory();
    int operations = work(whole, NEVER, new HashMap<>());
    assertThat(operations).as("files are made, forced, copied and removed").isGreaterThan(40);
    for (int at = 1; at <= operations; at++) {
      Path directory = directory();
      Map<TransactionKey, Long> durable = new HashMap<>();
      work(directory, at, durable);
      // The next process ends as well, while it tidies up.
      FileJournal next = FileJournal.open(directory, FILE_BYTES, new Kill(1 + at % 5));
      try {
        next.load(durable, chunk -> {});
      } catch (Killed e) {
        assertThat(chunkFiles(directory)).isNotEmpty();
      }
      next.close();
      verify(directory, durable);
      verify(directory, durable);
      remove(directory);
    }
  }

  @Test
  void anEndInsideOfAWriteLosesNothingDurable() throws IOException {
    Path whole = directory();
    int operations = work(whole, NEVER, new HashMap<>());
    for (int at = 2; at <= operations; at++) {
      Path before = directory();
      Map<TransactionKey, Long> durable = new HashMap<>();
      work(before, at - 1, durable);
      Path after = directory();
      work(after, at, new HashMap<>());
      for (Path file : chunkFiles(after)) {
        Path same = before.resolve(file.getFileName());
        long from = Files.exists(same) ? Files.size(same) : 0;
        long to = Files.size(file);
        byte[] content = Files.readAllBytes(file);
        for (long cut = from; cut < to; cut += 1 + (to - from) / 3) {
          Files.write(same, Arrays.copyOf(content, (int) cut));
          Path cutOff = copy(before);
          verify(cutOff, durable);
          remove(cutOff);
        }
      }
      remove(before);
      remove(after);
    }
  }

  private Path copy(Path from) throws IOException {
    Path to = directory();
    try (Stream<Path> all = Files.list(from)) {
      for (Path file : all.toList()) {
        Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return to;
  }

  @Test
  void aFileThatIsMissingOrDamagedIsRefused() throws IOException {
    Path whole = directory();
    Map<TransactionKey, Long> durable = new HashMap<>();
    work(whole, NEVER, durable);
    List<Path> needed = new ArrayList<>();
    for (Path file : chunkFiles(whole)) {
      Path without = copy(whole);
      Files.delete(without.resolve(file.getFileName()));
      if (isRefused(without, durable)) {
        needed.add(file);
      }
    }
    assertThat(needed).isNotEmpty();
    for (Path file : needed) {
      Path damaged = copy(whole);
      try (RandomAccessFile raw =
          new RandomAccessFile(damaged.resolve(file.getFileName()).toFile(), "rw")) {
        raw.seek(4);
        raw.write(raw.read() ^ 0x55);
      }
      assertThatThrownBy(() -> verify(damaged, durable))
          .isInstanceOfSatisfying(
              CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.JOURNAL));
    }
  }

  private static boolean isRefused(Path directory, Map<TransactionKey, Long> durable) {
    try {
      verify(directory, durable);
      return false;
    } catch (CdcException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.JOURNAL);
      return true;
    }
  }
}
