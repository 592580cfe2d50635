package io.oraclecdc.testkit.simulator.jdbc;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.redo.LobCall;
import io.oraclecdc.testkit.simulator.session.LobHandle;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A CLOB or NCLOB; writing goes through its locator. Positions count UTF-16 units, as JDBC says.
 */
final class SimClob implements NClob {
  private final SimConnection connection;
  private @Nullable LobHandle lob;

  SimClob(SimConnection connection, LobHandle lob) {
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

  private String text() throws SQLException {
    return connection.call(() -> (String) handle().content());
  }

  @Override
  public long length() throws SQLException {
    return text().length();
  }

  @Override
  public String getSubString(long position, int length) throws SQLException {
    String text = text();
    if (position < 1 || length < 0) {
      throw OraErrors.of(17068, "Invalid arguments in call");
    }
    int from = (int) Math.min(position - 1, text.length());
    return text.substring(from, (int) Math.min(text.length(), (long) from + length));
  }

  @Override
  public Reader getCharacterStream() throws SQLException {
    return new StringReader(text());
  }

  @Override
  public Reader getCharacterStream(long position, long length) throws SQLException {
    return new StringReader(getSubString(position, (int) length));
  }

  @Override
  public InputStream getAsciiStream() throws SQLException {
    return new ByteArrayInputStream(text().getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public long position(String search, long start) throws SQLException {
    int found = text().indexOf(search, (int) start - 1);
    return found < 0 ? -1 : found + 1;
  }

  @Override
  public long position(Clob search, long start) throws SQLException {
    return position(search.getSubString(1, (int) search.length()), start);
  }

  @Override
  public int setString(long position, String value) throws SQLException {
    if (position < 1) {
      throw OraErrors.of(17068, "Invalid arguments in call");
    }
    if (value.isEmpty()) {
      return 0;
    }
    connection.run(
        () -> {
          String text = (String) handle().content();
          int units = (int) Math.min(position - 1, text.length());
          long before = text.codePointCount(0, units) + (position - 1 - units);
          handle().apply(new LobCall.Write(value, before + 1));
        });
    return value.length();
  }

  @Override
  public int setString(long position, String value, int offset, int length) throws SQLException {
    return setString(position, value.substring(offset, offset + length));
  }

  @Override
  public OutputStream setAsciiStream(long position) throws SQLException {
    Writer writer = setCharacterStream(position);
    return new ByteArrayOutputStream() {
      @Override
      public void close() throws IOException {
        writer.write(toString(StandardCharsets.US_ASCII));
        writer.close();
      }
    };
  }

  @Override
  public Writer setCharacterStream(long position) throws SQLException {
    handle();
    return new StringWriter() {
      private long at = position;

      @Override
      public void flush() {
        // kept until it is closed or a chunk is full
      }

      @Override
      public void close() throws IOException {
        try {
          at += setString(at, toString());
        } catch (SQLException e) {
          throw new IOException(e);
        }
        getBuffer().setLength(0);
      }
    };
  }

  @Override
  public void truncate(long length) throws SQLException {
    if (length < 0) {
      throw OraErrors.of(17068, "Invalid arguments in call");
    }
    connection.run(
        () -> {
          String text = (String) handle().content();
          int units = (int) Math.min(length, text.length());
          // more than there is stays more: the call fails as DBMS_LOB.TRIM does
          long beyond = length - units;
          handle().apply(new LobCall.Trim(text.codePointCount(0, units) + beyond));
        });
  }

  @Override
  public void free() {
    lob = null;
  }
}
