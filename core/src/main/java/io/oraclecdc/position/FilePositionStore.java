package io.oraclecdc.position;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the position in the file {@code position} of a directory.
 *
 * <p>{@link #store} writes a new file, forces it to disk and puts it in the place of the old one,
 * so that a crash leaves one or the other. The file {@code position.lock} keeps a second engine
 * out. Called by one thread at a time.
 */
public final class FilePositionStore implements PositionStore {
  private static final Logger LOG = LoggerFactory.getLogger(FilePositionStore.class);

  private final Path directory;
  private final Path file;
  private final FileChannel lock;
  private Map<String, String> unknown = Map.of();

  private FilePositionStore(Path directory, FileChannel lock) {
    this.directory = directory;
    this.file = directory.resolve("position");
    this.lock = lock;
  }

  /**
   * Opens the store of a directory and locks it.
   *
   * @param directory made when missing
   * @throws CdcException CDC-9001 when another engine has it open or it cannot be written
   */
  public static FilePositionStore open(Path directory) {
    try {
      Files.createDirectories(directory);
      FileChannel lock =
          FileChannel.open(
              directory.resolve("position.lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
      if (!isLocked(lock)) {
        lock.close();
        throw new CdcException(
            ErrorCode.CONFIGURATION,
            "The state directory " + directory + " is in use by another engine",
            "Stop the other engine, or give each its own state directory.",
            null);
      }
      return new FilePositionStore(directory, lock);
    } catch (IOException e) {
      throw new CdcException(
          ErrorCode.CONFIGURATION,
          "The state directory " + directory + " cannot be used: " + e,
          "Name a writable directory.",
          e);
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  @Override
  public Optional<Position> load() {
    byte[] content;
    try {
      content = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new CdcException(
          ErrorCode.CORRUPTION, "Position file " + file + " cannot be read: " + e, e);
    }
    PositionCodec.Decoded decoded = PositionCodec.decode(PositionFile.read(file, content));
    unknown = decoded.unknown();
    return Optional.of(decoded.position());
  }

  /**
   * Replaces the stored position.
   *
   * @throws CdcException CDC-4001 when the disk is full or cannot be written; the old position is
   *     still there; CDC-9001 after {@link #close}
   */
  @Override
  public void store(Position position) {
    if (!lock.isOpen()) {
      throw new CdcException(
          ErrorCode.CONFIGURATION,
          "The state directory " + directory + " was given up; another engine may use it by now",
          "Start a new engine.",
          null);
    }
    byte[] content = PositionFile.write(PositionCodec.encode(position, unknown));
    Path temporary = directory.resolve("position.new");
    try {
      try (FileChannel output =
          FileChannel.open(
              temporary,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        ByteBuffer buffer = ByteBuffer.wrap(content);
        while (buffer.hasRemaining()) {
          output.write(buffer);
        }
        output.force(true);
      }
      replace(temporary);
      forceDirectory();
    } catch (IOException e) {
      throw new CdcException(
          ErrorCode.BUFFER_EXHAUSTED,
          "Position file " + file + " cannot be written: " + e,
          "Make room on the volume of the state directory and start again; the position before it is kept.",
          e);
    }
  }

  private void replace(Path temporary) throws IOException {
    try {
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      throw new IOException("the file system cannot replace a file atomically", e);
    }
  }

  // A rename is durable only when the directory is. Some systems cannot open a directory.
  private void forceDirectory() throws IOException {
    FileChannel opened = openDirectory();
    if (opened != null) {
      try (opened) {
        opened.force(true);
      }
    }
  }

  private @Nullable FileChannel openDirectory() {
    try {
      return FileChannel.open(directory, StandardOpenOption.READ);
    } catch (IOException e) {
      LOG.debug("Directory {} cannot be forced to disk on this system", directory, e);
      return null;
    }
  }

  /** Unlocks the store. */
  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      LOG.warn("The lock of state directory {} could not be released cleanly", directory, e);
    }
  }
}
