package io.oraclecdc.testkit.simulator.durable;

import io.oraclecdc.testkit.simulator.durable.DirectoryException.Reason;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads the frames of a journal file from its beginning. Not thread-safe. */
final class JournalReader implements AutoCloseable {
  private static final int LOOK_AHEAD = 64 << 20;

  private final Path file;
  private final long size;
  private final DataInputStream in;
  private long at = Frame.FILE_HEADER;

  JournalReader(Path file) throws IOException {
    this.file = file;
    size = Files.size(file);
    in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 20));
    boolean done = false;
    try {
      checkHeader();
      done = true;
    } finally {
      if (!done) {
        in.close();
      }
    }
  }

  private void checkHeader() throws IOException {
    byte[] header = in.readNBytes(Frame.FILE_HEADER);
    if (header.length < Frame.FILE_HEADER || !Arrays.equals(header, 0, 8, Frame.FILE_MAGIC, 0, 8)) {
      throw new DirectoryException(
          Reason.NOT_A_DATABASE, file + " is not the journal of a simulated database");
    }
    int version = ByteBuffer.wrap(header).getInt(8);
    if (version != Frame.VERSION) {
      throw new DirectoryException(
          Reason.UNKNOWN_VERSION,
          "%s has format version %d; this build reads version %d"
              .formatted(file, version, Frame.VERSION));
    }
  }

  /** Where the next frame begins; at the end: how long the good part of the file is. */
  long position() {
    return at;
  }

  /**
   * The payload of the next frame, null at the end. A broken frame at the end of the file, which a
   * crash leaves, is not part of it.
   *
   * @throws DirectoryException if a frame is broken that was on disk before
   */
  byte @Nullable [] next() throws IOException {
    byte[] header = in.readNBytes(Frame.HEADER);
    if (header.length == 0) {
      return null;
    }
    if (header.length == Frame.HEADER) {
      int length = Frame.payloadLength(header, size - at - Frame.HEADER);
      byte[] payload = length < 0 ? new byte[0] : in.readNBytes(length);
      if (length == payload.length && Frame.isWhole(header, payload)) {
        at += Frame.HEADER + length;
        return payload;
      }
    }
    refuseDamage();
    return null;
  }

  /** Looks for a later frame that proves that the broken one was safe once. */
  private void refuseDamage() throws IOException {
    byte[] rest = new byte[(int) Math.min(LOOK_AHEAD, size - at)];
    try (RandomAccessFile again = new RandomAccessFile(file.toFile(), "r")) {
      again.seek(at);
      again.readFully(rest);
    } catch (EOFException e) {
      throw new DirectoryException(Reason.UNREADABLE, file + " shrank while it was read", e);
    }
    for (int i = 1; i + Frame.HEADER <= rest.length; i++) {
      if (rest[i] != (byte) (Frame.MAGIC >>> 24)) {
        continue;
      }
      byte[] header = Arrays.copyOfRange(rest, i, i + Frame.HEADER);
      int length = Frame.payloadLength(header, rest.length - i - Frame.HEADER);
      if (length >= 0 && Frame.durable(header) > at) {
        int from = i + Frame.HEADER;
        if (Frame.isWhole(header, Arrays.copyOfRange(rest, from, from + length))) {
          throw new DirectoryException(
              Reason.DAMAGED,
              "%s is damaged at byte %d: what was on disk there cannot be read, and later redo"
                      .formatted(file, at)
                  + " depends on it. Restore the directory from a copy");
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
