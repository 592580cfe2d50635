package io.oraclecdc.testkit.model;

import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.transaction.FileJournal;
import io.oraclecdc.transaction.Journal;
import io.oraclecdc.transaction.JournalChunk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A file journal that gets its chunks late; those that wait are lost with their process. */
final class LateJournal implements Journal {
  private final Path directory;
  private final FileJournal files;
  private final int mostWaiting;
  private final SplittableRandom random;
  private final Deque<JournalChunk> waiting = new ArrayDeque<>();
  private long newest;

  /**
   * Opens the journal of a directory.
   *
   * @param mostWaiting most chunks that wait at the end of a step
   */
  LateJournal(Path directory, int mostWaiting, SplittableRandom random) {
    this.directory = directory;
    this.files = FileJournal.open(directory);
    this.mostWaiting = mostWaiting;
    this.random = random;
    this.newest = files.newest();
  }

  @Override
  public String store() {
    return files.store();
  }

  @Override
  public long newest() {
    return newest;
  }

  @Override
  public void append(JournalChunk chunk) {
    waiting.add(chunk);
    newest = chunk.sequence();
  }

  @Override
  public void flush() {
    int left = random.nextInt(mostWaiting + 1);
    while (waiting.size() > left) {
      files.append(waiting.remove());
    }
    files.flush();
  }

  @Override
  public long durable() {
    return files.durable();
  }

  @Override
  public void release(TransactionKey transaction) {
    waiting.removeIf(chunk -> chunk.transaction().equals(transaction));
    files.release(transaction);
  }

  @Override
  public void load(Map<TransactionKey, Long> chunks, Consumer<JournalChunk> sink) {
    files.load(chunks, sink);
  }

  @Override
  public void close() {
    waiting.clear();
    files.close();
  }

  /** Its process is gone, perhaps while it wrote: a part of a frame may stand at the end. */
  void tear() {
    if (random.nextInt(3) != 0) {
      return;
    }
    try (Stream<Path> all = Files.list(directory)) {
      Optional<Path> last =
          all.filter(path -> path.getFileName().toString().startsWith("chunks-"))
              .max(Comparator.naturalOrder());
      if (last.isPresent()) {
        byte[] part = ModelColumn.bytes(random, 1 + random.nextInt(40));
        Files.write(last.get(), part, StandardOpenOption.APPEND);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
