package io.oraclecdc.testkit.simulator.durable;

import io.oraclecdc.testkit.simulator.durable.DirectoryException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The journal file as it is written. Frames are collected in memory; {@link #sync} writes all that
 * wait and forces them to disk at once, so that commits of several sessions share one force.
 * Thread-safe.
 *
 * <p>Written through a plain file, not a channel: a channel closes when a thread that uses it is
 * interrupted.
 */
final class Journal implements AutoCloseable {
  private static final int LARGE = 1 << 20;

  private final Path path;
  private final RandomAccessFile file;
  private final ReentrantLock writing = new ReentrantLock();
  private final Object monitor = new Object();
  private ByteArrayOutputStream pending = new ByteArrayOutputStream(); // guarded by monitor
  private long end; // guarded by monitor
  private volatile long durable;
  private volatile @Nullable IOException failure;

  /** Goes on behind the good part of a file. */
  Journal(Path path, long length) throws IOException {
    this.path = path;
    file = new RandomAccessFile(path.toFile(), "rw");
    boolean done = false;
    try {
      if (file.length() != length) {
        file.setLength(length);
      }
      file.getFD().sync();
      file.seek(length);
      done = true;
    } finally {
      if (!done) {
        file.close();
      }
    }
    end = length;
    durable = length;
  }

  /** Adds a frame and returns the end of the journal behind it; nothing is on disk yet. */
  long append(byte[] payload) {
    check();
    byte[] header = Frame.header(payload, durable);
    synchronized (monitor) {
      pending.writeBytes(header);
      pending.writeBytes(payload);
      end += header.length + payload.length;
      return end;
    }
  }

  /** The end of the journal with everything appended. */
  long end() {
    synchronized (monitor) {
      return end;
    }
  }

  /** Gives much that waits to the operating system, to bound the memory; forces nothing. */
  void relieve() {
    boolean large;
    synchronized (monitor) {
      large = pending.size() > LARGE;
    }
    if (large) {
      write(Long.MAX_VALUE, false);
    }
  }

  /** Returns when everything before {@code position} is on disk. */
  void sync(long position) {
    if (durable < position) {
      write(position, true);
    }
    check();
  }

  private void write(long position, boolean force) {
    writing.lock();
    try {
      if (durable >= position || failure != null) {
        return; // somebody else's force took this along
      }
      ByteArrayOutputStream batch;
      long upTo;
      synchronized (monitor) {
        batch = pending;
        pending = new ByteArrayOutputStream(1 << 12);
        upTo = end;
      }
      file.write(batch.toByteArray());
      if (force) {
        file.getFD().sync();
        durable = upTo;
      }
    } catch (IOException e) {
      failure = e;
      throw broken(e);
    } finally {
      writing.unlock();
    }
  }

  private void check() {
    IOException broken = failure;
    if (broken != null) {
      throw broken(broken);
    }
  }

  private DirectoryException broken(IOException e) {
    return new DirectoryException(
        Reason.UNREADABLE, "cannot write " + path + "; the database goes no further", e);
  }

  @Override
  public void close() {
    writing.lock();
    try {
      file.close();
    } catch (IOException e) {
      throw broken(e);
    } finally {
      writing.unlock();
    }
  }
}
