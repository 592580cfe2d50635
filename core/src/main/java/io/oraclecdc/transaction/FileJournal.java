package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.FrameFile;
import io.oraclecdc.spill.FrameFileReader;
import io.oraclecdc.spill.FrameInput;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A journal in append-only files of a directory. A chunk is durable when its step is complete.
 *
 * <pre>
 *  identity               store=... and a checksum, see {@link StoreIdentity}
 *  chunks-00000001        frames: head, then chunks
 *  chunks-00000002
 *
 *  head  = 0 | format | identity | number of the file
 *  chunk = 1 | transaction | number | sequence | content
 * </pre>
 *
 * <p>A file is removed when nothing in it is needed. When less than a quarter of a full file is,
 * the rest is copied on. Of two chunks with one number the one with the higher sequence counts. The
 * directory belongs to one engine at a time: the lock of the position store beside it sees to that.
 */
public final class FileJournal implements Journal {
  private static final Logger LOG = LoggerFactory.getLogger(FileJournal.class);
  private static final long FILE_BYTES = 64L << 20;

  private final Path directory;
  private final String store;
  private final long fileBytes;

  /** Called before files change; tests end the process there. */
  private final Runnable beforeFiles;

  private final FrameBuilder frame = new FrameBuilder();

  /** Files by number; guarded by the capture thread. */
  private final TreeMap<Long, JournalFile> files = new TreeMap<>();

  private final Map<TransactionKey, TreeMap<Long, ChunkPlace>> chunks = new HashMap<>();
  private final List<String> damages = new ArrayList<>();
  private @Nullable FrameFile output;
  private @Nullable JournalFile current;
  private long newest;
  private long durable;
  private long nextFile = 1;

  private FileJournal(Path directory, String store, long fileBytes, Runnable beforeFiles) {
    this.beforeFiles = beforeFiles;
    this.directory = directory;
    this.store = store;
    this.fileBytes = fileBytes;
  }

  /**
   * Opens the journal of a directory.
   *
   * @param directory made when missing
   * @throws CdcException CDC-4002 when its identity is damaged, CDC-9001 when it cannot be used
   */
  public static FileJournal open(Path directory) {
    return open(directory, FILE_BYTES);
  }

  static FileJournal open(Path directory, long fileBytes) {
    return open(directory, fileBytes, () -> {});
  }

  static FileJournal open(Path directory, long fileBytes, Runnable beforeFiles) {
    try {
      Files.createDirectories(directory);
      FileJournal journal =
          new FileJournal(
              directory, StoreIdentity.of(directory.resolve("identity")), fileBytes, beforeFiles);
      journal.list();
      return journal;
    } catch (IOException e) {
      throw new CdcException(
          ErrorCode.CONFIGURATION,
          "The journal in " + directory + " cannot be used: " + e,
          "Give the state directory room and write access.",
          e);
    }
  }

  private void list() throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory, "chunks-[0-9]*")) {
      paths.forEach(found::add);
    }
    found.sort(null);
    for (Path path : found) {
      scan(path);
    }
    durable = newest;
  }

  private void scan(Path path) throws IOException {
    JournalFile file = JournalFile.of(path);
    files.put(file.number(), file);
    nextFile = Math.max(nextFile, file.number() + 1);
    file.size(Files.size(path));
    try (FrameFileReader reader = FrameFile.read(path)) {
      if (reader.next() && !JournalFile.isHead(reader.frame(), store)) {
        damages.add(path + " belongs to another journal");
        return;
      }
      while (reader.next()) {
        FrameInput in = reader.frame();
        JournalFile.Entry entry = JournalFile.readEntry(in);
        place(entry, new ChunkPlace(file, reader.offset(), in.size(), entry.sequence()));
        newest = Math.max(newest, entry.sequence());
      }
      reader.damage().ifPresent(damages::add);
    }
  }

  private void place(JournalFile.Entry entry, ChunkPlace place) {
    TreeMap<Long, ChunkPlace> known =
        chunks.computeIfAbsent(entry.transaction(), key -> new TreeMap<>());
    ChunkPlace before = known.get(entry.number());
    if (before == null || before.sequence() <= place.sequence()) {
      known.put(entry.number(), place);
      place.file().add(place.bytes());
      if (before != null) {
        before.file().remove(before.bytes());
      }
    }
  }

  @Override
  public String store() {
    return store;
  }

  @Override
  public long newest() {
    return newest;
  }

  @Override
  public void append(JournalChunk chunk) {
    try {
      TreeMap<Long, ChunkPlace> known = chunks.get(chunk.transaction());
      if (known != null) {
        cut(known, chunk.number());
      }
      write(chunk);
      newest = chunk.sequence();
    } catch (IOException e) {
      throw cannotBeWritten(e);
    }
  }

  private static void cut(NavigableMap<Long, ChunkPlace> known, long number) {
    Map<Long, ChunkPlace> over = known.tailMap(number, true);
    over.values().forEach(place -> place.file().remove(place.bytes()));
    over.clear();
  }

  private void write(JournalChunk chunk) throws IOException {
    JournalFile file = current;
    FrameFile out = output;
    if (out == null || file == null || out.size() >= fileBytes) {
      roll();
      out = output;
      file = current;
    }
    if (out == null || file == null) {
      throw new IOException("no file is open");
    }
    JournalFile.entry(frame, chunk);
    long offset = out.append(frame);
    file.size(out.size());
    place(
        new JournalFile.Entry(chunk.transaction(), chunk.number(), chunk.sequence()),
        new ChunkPlace(file, offset, frame.size(), chunk.sequence()));
  }

  private void roll() throws IOException {
    FrameFile full = output;
    if (full != null) {
      beforeFiles.run();
      full.force();
      full.close();
    }
    JournalFile next = JournalFile.in(directory, nextFile++);
    beforeFiles.run();
    FrameFile file = FrameFile.create(next.path());
    beforeFiles.run();
    StoreIdentity.forceDirectory(directory);
    JournalFile.head(frame, store, next.number());
    file.append(frame);
    files.put(next.number(), next);
    output = file;
    current = next;
  }

  @Override
  public void flush() {
    FrameFile out = output;
    if (out == null || durable == newest) {
      return;
    }
    try {
      beforeFiles.run();
      out.force();
      durable = newest;
    } catch (IOException e) {
      throw cannotBeWritten(e);
    }
  }

  @Override
  public long durable() {
    return durable;
  }

  @Override
  public void release(TransactionKey transaction) {
    drop(transaction);
    tidyQuietly();
  }

  private void drop(TransactionKey transaction) {
    TreeMap<Long, ChunkPlace> known = chunks.remove(transaction);
    if (known != null) {
      cut(known, 0);
    }
  }

  private void tidyQuietly() {
    try {
      tidy();
    } catch (IOException e) {
      // Only space is lost; the next release or the next start tries again.
      LOG.warn("The journal in {} could not be compacted", directory, e);
    }
  }

  /** Removes files without content that is needed, and copies what is left of others. */
  private void tidy() throws IOException {
    for (JournalFile file : List.copyOf(files.values())) {
      if (file == current) {
        continue;
      }
      if (file.live() > 0 && file.live() < file.size() / 4) {
        copyOn(file);
      }
      if (file.live() == 0) {
        files.remove(file.number());
        beforeFiles.run();
        Files.deleteIfExists(file.path());
      }
    }
  }

  private void copyOn(JournalFile file) throws IOException {
    try (FrameFileReader reader = FrameFile.read(file.path())) {
      for (Map.Entry<TransactionKey, TreeMap<Long, ChunkPlace>> each :
          List.copyOf(chunks.entrySet())) {
        for (Map.Entry<Long, ChunkPlace> chunk : List.copyOf(each.getValue().entrySet())) {
          ChunkPlace place = chunk.getValue();
          if (place.file() == file) {
            write(read(reader, each.getKey(), chunk.getKey(), place));
          }
        }
      }
    }
    FrameFile out = output;
    if (out != null) {
      beforeFiles.run();
      out.force();
    }
  }

  @Override
  public void load(Map<TransactionKey, Long> wanted, Consumer<JournalChunk> sink) {
    for (Map.Entry<TransactionKey, Long> each : wanted.entrySet()) {
      load(each.getKey(), each.getValue(), sink);
    }
    for (TransactionKey key : List.copyOf(chunks.keySet())) {
      if (!wanted.containsKey(key)) {
        drop(key);
      }
    }
    tidyQuietly();
  }

  private void load(TransactionKey key, long count, Consumer<JournalChunk> sink) {
    TreeMap<Long, ChunkPlace> known = chunks.getOrDefault(key, new TreeMap<>());
    long sequence = 0;
    Path open = null;
    FrameFileReader reader = null;
    try {
      for (long number = 1; number <= count; number++) {
        ChunkPlace place = known.get(number);
        if (place == null || place.sequence() <= sequence) {
          throw missing(key, number, count);
        }
        sequence = place.sequence();
        if (reader == null || !place.file().path().equals(open)) {
          if (reader != null) {
            reader.close();
          }
          open = place.file().path();
          reader = FrameFile.read(open);
        }
        sink.accept(read(reader, key, number, place));
      }
      cut(known, count + 1);
    } catch (IOException e) {
      throw new CdcException(
          ErrorCode.JOURNAL, "The journal in " + directory + " cannot be read: " + e, e);
    } finally {
      closeQuietly(reader);
    }
  }

  private JournalChunk read(FrameFileReader reader, TransactionKey key, long number, ChunkPlace at)
      throws IOException {
    reader.seek(at.offset());
    if (!reader.next()) {
      throw missing(key, number, number);
    }
    JournalFile.readEntry(reader.frame());
    return new JournalChunk(key, number, at.sequence(), reader.frame().getBytes());
  }

  private CdcException missing(TransactionKey key, long number, long count) {
    return new CdcException(
        ErrorCode.JOURNAL,
        "The journal in "
            + directory
            + " lacks chunk "
            + number
            + " of transaction "
            + key
            + ", of which the stored position needs "
            + count
            + (damages.isEmpty() ? "" : "; damaged: " + String.join(", ", damages)),
        null);
  }

  private CdcException cannotBeWritten(IOException cause) {
    return new CdcException(
        ErrorCode.BUFFER_EXHAUSTED,
        "The journal of long transactions in " + directory + " cannot be written: " + cause,
        "Make room on the volume of the state directory and start again; nothing was skipped.",
        cause);
  }

  private void closeQuietly(@Nullable AutoCloseable open) {
    try {
      if (open != null) {
        open.close();
      }
    } catch (Exception e) {
      LOG.warn("A file of the journal in {} could not be closed cleanly", directory, e);
    }
  }

  /** Number of files; for tests. */
  int fileCount() {
    return files.size();
  }

  @Override
  public void close() {
    closeQuietly(output);
    output = null;
    current = null;
  }

  /**
   * Where a chunk is.
   *
   * @param file in which file
   * @param offset of its frame
   * @param bytes of its frame
   * @param sequence its number in the journal
   */
  private record ChunkPlace(JournalFile file, long offset, int bytes, long sequence) {}
}
