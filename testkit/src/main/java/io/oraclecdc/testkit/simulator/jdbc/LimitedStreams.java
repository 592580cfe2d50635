package io.oraclecdc.testkit.simulator.jdbc;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A parameter's stream of a given length: what follows is not read, what is missing fails. */
final class LimitedStreams {
  private static final String TOO_SHORT = "the stream ends before its length";

  private LimitedStreams() {}

  static @Nullable Reader of(@Nullable Reader reader, long length) throws SQLException {
    requireLength(length);
    return reader == null ? null : new Characters(reader, length);
  }

  static @Nullable InputStream of(@Nullable InputStream stream, long length) throws SQLException {
    requireLength(length);
    return stream == null ? null : new Bytes(stream, length);
  }

  private static void requireLength(long length) throws SQLException {
    if (length < 0) {
      throw OraErrors.of(17068, "Invalid arguments in call");
    }
  }

  /** What to say of a failure; the texts of others' streams may hold anything. */
  static String reason(IOException e) {
    return e instanceof EOFException && TOO_SHORT.equals(e.getMessage())
        ? TOO_SHORT
        : "the stream cannot be read";
  }

  private static final class Characters extends FilterReader {
    private long left;

    Characters(Reader reader, long length) {
      super(reader);
      left = length;
    }

    @Override
    public int read() throws IOException {
      char[] one = new char[1];
      return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @Override
    public int read(char[] target, int offset, int length) throws IOException {
      if (left == 0) {
        return -1;
      }
      int count = super.read(target, offset, (int) Math.min(left, length));
      if (count < 0) {
        throw new EOFException(TOO_SHORT);
      }
      left -= count;
      return count;
    }
  }

  private static final class Bytes extends FilterInputStream {
    private long left;

    Bytes(InputStream stream, long length) {
      super(stream);
      left = length;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (left == 0) {
        return -1;
      }
      int count = super.read(target, offset, (int) Math.min(left, length));
      if (count < 0) {
        throw new EOFException(TOO_SHORT);
      }
      left -= count;
      return count;
    }
  }
}
