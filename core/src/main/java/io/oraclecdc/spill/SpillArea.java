package io.oraclecdc.spill;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All spill logs of one capture, with one memory budget and one cap on disk.
 *
 * <p>Logs grow in memory. When together they exceed the budget, the largest are moved to segment
 * files until they fit again: a large log gets files of its own, small ones share. The files belong
 * to this process: leftovers of an earlier one are removed when the area is opened, all of them
 * when it is closed. Not thread-safe: the capture thread owns it.
 */
public final class SpillArea implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SpillArea.class);

  /** Whether segment files can be read by others. */
  public enum Encryption {
    /** Bytes are written as they are. */
    NONE,
    /** With a key that only this process has. */
    AES
  }

  /** Heap of a log beside its bytes, roughly: the objects of its owner included. */
  private static final long LOG_OVERHEAD = 320;

  private static final long LARGE_LOG = 1 << 20;

  /** What part of the budget parked logs may use. */
  private static final long PARKED_SHARE = 32;

  private static final long SHARED_SEGMENT_MAX = 32L << 20;
  private static final String SUFFIX = ".spill";

  private final Path directory;
  private final long memoryMaxBytes;
  private final long spillMaxBytes;
  private final @Nullable SegmentCipher cipher;
  private final FileChannel lock;
  private final Set<SpillLog> logs = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<SpillLog> parked = new LinkedHashSet<>();
  private final Set<SegmentFile> segments = new HashSet<>();
  private final ChunkPool chunks;
  private @Nullable ExtentInput spareInput;
  private @Nullable SegmentFile shared;
  private long chunkBytes;
  private long parkedBytes;
  private long ownedBytes;
  private boolean parking = true;
  private long spilledBytes;
  private long filesCreated;

  /**
   * Opens the area with files that are not encrypted.
   *
   * @param directory for the segment files; created when missing; used by one area at a time
   * @param memoryMaxBytes heap budget of all logs
   * @param spillMaxBytes most bytes of all segment files
   * @throws CdcException CDC-9001 when another engine uses the directory, CDC-4001 when it cannot
   *     be written
   */
  public SpillArea(Path directory, long memoryMaxBytes, long spillMaxBytes) {
    this(directory, memoryMaxBytes, spillMaxBytes, Encryption.NONE);
  }

  /** The same with a choice of {@code cdc.buffer.spill.encrypt}. */
  public SpillArea(Path directory, long memoryMaxBytes, long spillMaxBytes, Encryption encryption) {
    this.cipher = encryption == Encryption.AES ? new SegmentCipher() : null;
    this.directory = directory;
    this.memoryMaxBytes = memoryMaxBytes;
    this.spillMaxBytes = spillMaxBytes;
    this.chunks = new ChunkPool(memoryMaxBytes / PARKED_SHARE);
    FileChannel opened = null;
    try {
      Files.createDirectories(directory);
      opened =
          FileChannel.open(
              directory.resolve("spill.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!isLocked(opened)) {
        throw new CdcException(
            ErrorCode.CONFIGURATION,
            "Spill directory " + directory + " is in use by another engine",
            "Give each engine its own cdc.buffer.spill.dir.",
            null);
      }
      removeLeftovers();
    } catch (IOException e) {
      closeQuietly(opened);
      throw new CdcException(
          ErrorCode.BUFFER_EXHAUSTED,
          "Spill directory " + directory + " cannot be used: " + e,
          "Name a writable directory in cdc.buffer.spill.dir.",
          e);
    } catch (CdcException e) {
      closeQuietly(opened);
      throw e;
    }
    this.lock = opened;
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock taken = channel.tryLock();
      return taken != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private void removeLeftovers() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
  }

  /**
   * A new, empty log.
   *
   * @param name what to call it in messages, for example a transaction id
   */
  public SpillLog newLog(String name) {
    SpillLog log = new SpillLog(this, name);
    logs.add(log);
    return log;
  }

  /** Heap of all logs, roughly. */
  public long memoryBytes() {
    return chunkBytes + ownedBytes + logs.size() * LOG_OVERHEAD;
  }

  /** Size of all segment files. */
  public long spilledBytes() {
    return spilledBytes;
  }

  /** Number of logs that are open. */
  public int openLogs() {
    return logs.size();
  }

  /** Heap budget of all logs. */
  public long memoryMaxBytes() {
    return memoryMaxBytes;
  }

  /** Removes every file. The logs must not be used afterwards. */
  @Override
  public void close() {
    logs.clear();
    parked.clear();
    chunkBytes = 0;
    parkedBytes = 0;
    ExtentInput input = spareInput;
    spareInput = null;
    if (input != null) {
      input.close();
    }
    try {
      for (SegmentFile segment : segments) {
        segment.delete();
      }
    } catch (IOException e) {
      LOG.warn("A spill file in {} could not be removed; the next start removes it", directory, e);
    }
    segments.clear();
    spilledBytes = 0;
    closeQuietly(lock);
  }

  private static void closeQuietly(@Nullable FileChannel channel) {
    if (channel == null) {
      return;
    }
    try {
      channel.close();
    } catch (IOException e) {
      LOG.warn("The lock of a spill directory could not be released cleanly", e);
    }
  }

  /** Chunks of all logs. */
  ChunkPool chunks() {
    return chunks;
  }

  void owned(long bytes) {
    ownedBytes += bytes;
  }

  void grew(long bytes) {
    chunkBytes += bytes;
  }

  /** Moves the largest logs to disk when memory is over its budget. */
  void enforceBudget() {
    if (chunkBytes <= chunkLimit()) {
      return;
    }
    List<SpillLog> largestFirst = new ArrayList<>(logs);
    largestFirst.sort(Comparator.comparingLong(SpillLog::memoryBytes).reversed());
    // Going an eighth below the budget keeps the cost of the sort small per appended byte.
    long goal = chunkLimit() / 8 * 7;
    for (SpillLog log : largestFirst) {
      if (chunkBytes <= goal) {
        return;
      }
      log.flush();
    }
  }

  /**
   * A log is complete, and read only when many others are as well. Such logs do not fill the
   * memory: they go to disk in the order in which they will be read, as soon as they need more than
   * a small part of the budget. Where the disk refuses, they stay as long as the budget allows.
   */
  void park(SpillLog log) {
    if (log.memoryBytes() == 0 || !parked.add(log)) {
      return;
    }
    parkedBytes += log.memoryBytes();
    if (parkedBytes <= memoryMaxBytes / PARKED_SHARE) {
      return;
    }
    if (parking && spilledBytes + parkedBytes <= spillMaxBytes) {
      moveParked();
    }
  }

  private void moveParked() {
    List<SpillLog> inOrder = new ArrayList<>(parked);
    try {
      for (SpillLog log : inOrder) {
        log.flush();
      }
    } catch (CdcException e) {
      parking = false;
      LOG.warn(
          "Committed rows that wait for the end of their step stay in memory: {}", e.getMessage());
    }
  }

  /** A log is not parked any more: it was moved, closed, or goes on. */
  void unpark(SpillLog log, long bytesInMemory) {
    if (parked.remove(log)) {
      parkedBytes -= bytesInMemory;
    }
  }

  /** Something to read segment files with; to be given back. */
  ExtentInput takeInput() {
    ExtentInput input = spareInput;
    spareInput = null;
    return input == null ? new ExtentInput() : input;
  }

  /** Keeps one open: the next log is most likely read from the same file. */
  void giveBack(ExtentInput input) {
    if (spareInput == null) {
      spareInput = input;
    } else {
      input.close();
    }
  }

  // What logs hold beside their bytes cannot be moved, so it shrinks what is left for the bytes.
  private long chunkLimit() {
    return Math.max(
        memoryMaxBytes - chunks.bytes() - ownedBytes - logs.size() * LOG_OVERHEAD,
        memoryMaxBytes / 8);
  }

  /** Writes chunks of a log to a segment file. */
  Extent write(SpillLog log, List<Chunk> chunks, long bytes) {
    if (spilledBytes + bytes > spillMaxBytes) {
      throw exhausted(
          "Spill files would exceed " + spillMaxBytes + " bytes (cdc.buffer.spill.max.bytes)",
          null);
    }
    try {
      boolean large = log.totalBytes() >= LARGE_LOG;
      SegmentFile segment = large ? ownSegment(log) : sharedSegment(bytes);
      Extent extent = segment.append(chunks);
      spilledBytes += extent.length();
      if (large) {
        segment.idle();
      }
      return extent;
    } catch (IOException e) {
      throw exhausted("Spill directory " + directory + " cannot be written: " + e, e);
    }
  }

  private SegmentFile ownSegment(SpillLog log) {
    SegmentFile own = log.ownSegment();
    if (own == null || !segments.contains(own)) {
      own = newSegment();
      log.ownSegment(own);
    }
    return own;
  }

  private SegmentFile sharedSegment(long bytes) throws IOException {
    SegmentFile current = shared;
    if (current != null && current.size() > 0 && current.size() + bytes > SHARED_SEGMENT_MAX) {
      current.idle();
      shared = null;
      removeIfDead(current);
      current = null;
    }
    if (current == null) {
      current = newSegment();
      shared = current;
    }
    return current;
  }

  private SegmentFile newSegment() {
    filesCreated++;
    SegmentFile segment =
        new SegmentFile(
            directory.resolve("segment-" + filesCreated + SUFFIX), filesCreated, cipher);
    segments.add(segment);
    return segment;
  }

  /** Bytes of a segment are not needed any more. */
  void release(SegmentFile segment, long bytes) {
    segment.release(bytes);
    try {
      removeIfDead(segment);
    } catch (IOException e) {
      // Only space is lost; the file is removed at close or at the next start.
      LOG.warn("Spill file {} could not be removed", segment.path(), e);
    }
  }

  private void removeIfDead(SegmentFile segment) throws IOException {
    if (segment.isDead() && segments.remove(segment)) {
      if (shared == segment) {
        shared = null;
      }
      spilledBytes -= segment.size();
      ExtentInput input = spareInput;
      if (input != null) {
        input.leave(segment.path());
      }
      segment.delete();
    }
  }

  void closed(SpillLog log, long bytesInMemory) {
    if (logs.remove(log)) {
      chunkBytes -= bytesInMemory;
    }
  }

  private CdcException exhausted(String what, @Nullable Throwable cause) {
    List<SpillLog> largest = new ArrayList<>(logs);
    largest.sort(Comparator.comparingLong(SpillLog::totalBytes).reversed());
    StringBuilder text = new StringBuilder(what).append("; the largest transactions are ");
    int shown = Math.min(10, largest.size());
    for (int i = 0; i < shown; i++) {
      SpillLog log = largest.get(i);
      text.append(i == 0 ? "" : ", ")
          .append(log.name())
          .append(" (")
          .append(log.totalBytes())
          .append(" bytes, ")
          .append(log.frames())
          .append(" rows)");
    }
    return new CdcException(ErrorCode.BUFFER_EXHAUSTED, text.toString(), cause);
  }
}
