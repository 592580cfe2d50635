package io.oraclecdc.testkit.simulator.served;

import java.io.IOException;
import java.io.OutputStream;
import java.sql.SQLException;
import java.util.Arrays;

/** Bytes written to a large object on the server. Not thread-safe. */
final class ServedOutput extends OutputStream {
  private final ClientLink link;
  private final int id;
  private boolean closed;

  ServedOutput(ClientLink link, int id) {
    this.link = link;
    this.id = id;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    if (closed) {
      throw new IOException("the stream is closed");
    }
    try {
      link.writeStream(id, Arrays.copyOfRange(source, offset, offset + length));
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      try {
        link.writeStream(id, null);
      } catch (SQLException e) {
        throw new IOException(e);
      }
    }
  }
}
