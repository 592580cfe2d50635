package io.oraclecdc.testkit.simulator.served;

import java.io.IOException;
import java.io.Reader;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Text of a large object on the server, read in pieces. Not thread-safe. */
final class ServedReader extends Reader {
  private static final int PIECE = 32_000;

  private final ClientLink link;
  private final int id;
  private String piece = "";
  private int position;
  private boolean ended;

  ServedReader(ClientLink link, int id) {
    this.link = link;
    this.id = id;
  }

  @Override
  public int read(char[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (position == piece.length() && !ended) {
      String next = next();
      ended = next == null;
      piece = next == null ? "" : next;
      position = 0;
    }
    if (ended) {
      return -1;
    }
    int count = Math.min(length, piece.length() - position);
    piece.getChars(position, position + count, target, offset);
    position += count;
    return count;
  }

  private @Nullable String next() throws IOException {
    try {
      return (String) link.readStream(id, PIECE);
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    ended = true;
    piece = "";
    position = 0;
  }
}
