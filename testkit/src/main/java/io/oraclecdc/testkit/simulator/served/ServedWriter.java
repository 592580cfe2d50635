package io.oraclecdc.testkit.simulator.served;

import java.io.IOException;
import java.io.Writer;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Text written to a large object on the server. Not thread-safe. */
final class ServedWriter extends Writer {
  private final ClientLink link;
  private final int id;
  private boolean closed;

  ServedWriter(ClientLink link, int id) {
    this.link = link;
    this.id = id;
  }

  @Override
  public void write(char[] source, int offset, int length) throws IOException {
    if (closed) {
      throw new IOException("the stream is closed");
    }
    send(new String(source, offset, length));
  }

  private void send(@Nullable String content) throws IOException {
    try {
      link.writeStream(id, content);
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void flush() {
    // each write is a call of its own
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      send(null);
    }
  }
}
