package io.oraclecdc.testkit.simulator.jdbc;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.redo.LobCall;
import io.oraclecdc.testkit.simulator.session.LobHandle;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A BLOB; writing goes through its locator. */
final class SimBlob implements Blob {
  private final SimConnection connection;
  private @Nullable LobHandle lob;

  SimBlob(SimConnection connection, LobHandle lob) {
    this.connection = connection;
    this.lob = lob;
  }

  LobHandle handle() throws SQLException {
    LobHandle handle = lob;
    if (handle == null) {
      throw OraErrors.of(22275, "invalid LOB locator specified");
    }
    return handle;
  }

  private byte[] bytes() throws SQLException {
    return connection.call(() -> (byte[]) handle().content());
  }

  @Override
  public long length() throws SQLException {
    return bytes().length;
  }

  @Override
  public byte[] getBytes(long position, int length) throws SQLException {
    byte[] bytes = bytes();
    if (position < 1 || length < 0) {
      throw OraErrors.of(17068, "Invalid arguments in call");
    }
    int from = (int) Math.min(position - 1, bytes.length);
    return Arrays.copyOfRange(bytes, from, (int) Math.min(bytes.length, (long) from + length));
  }

  @Override
  public InputStream getBinaryStream() throws SQLException {
    return new ByteArrayInputStream(bytes());
  }

  @Override
  public InputStream getBinaryStream(long position, long length) throws SQLException {
    return new ByteArrayInputStream(getBytes(position, (int) length));
  }

  @Override
  public long position(byte[] pattern, long start) throws SQLException {
    byte[] bytes = bytes();
    for (int i = (int) start - 1; i + pattern.length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + pattern.length, pattern, 0, pattern.length)) {
        return i + 1L;
      }
    }
    return -1;
  }

  @Override
  public long position(Blob pattern, long start) throws SQLException {
    return position(pattern.getBytes(1, (int) pattern.length()), start);
  }

  @Override
  public int setBytes(long position, byte[] value) throws SQLException {
    if (position < 1) {
      throw OraErrors.of(17068, "Invalid arguments in call");
    }
    if (value.length > 0) {
      connection.run(() -> handle().apply(new LobCall.Write(value.clone(), position)));
    }
    return value.length;
  }

  @Override
  public int setBytes(long position, byte[] value, int offset, int length) throws SQLException {
    return setBytes(position, Arrays.copyOfRange(value, offset, offset + length));
  }

  @Override
  public OutputStream setBinaryStream(long position) throws SQLException {
    handle();
    return new ByteArrayOutputStream() {
      private long at = position;

      @Override
      public void close() throws IOException {
        try {
          at += setBytes(at, toByteArray());
        } catch (SQLException e) {
          throw new IOException(e);
        }
        reset();
      }
    };
  }

  @Override
  public void truncate(long length) throws SQLException {
    if (length < 0) {
      throw OraErrors.of(17068, "Invalid arguments in call");
    }
    connection.run(() -> handle().apply(new LobCall.Trim(length)));
  }

  @Override
  public void free() {
    lob = null;
  }
}
