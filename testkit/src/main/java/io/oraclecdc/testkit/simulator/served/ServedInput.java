package io.oraclecdc.testkit.simulator.served;

import java.io.IOException;
import java.io.InputStream;
import java.sql.SQLException;

/** Bytes of a large object on the server, read in pieces. Not thread-safe. */
final class ServedInput extends InputStream {
  private static final int PIECE = 64_000;

  private final ClientLink link;
  private final int id;
  private byte[] piece = {};
  private int position;
  private boolean ended;

  ServedInput(ClientLink link, int id) {
    this.link = link;
    this.id = id;
  }

  private boolean fill() throws IOException {
    while (position == piece.length && !ended) {
      try {
        byte[] next = (byte[]) link.readStream(id, PIECE);
        ended = next == null;
        piece = next == null ? new byte[0] : next;
        position = 0;
      } catch (SQLException e) {
        throw new IOException(e);
      }
    }
    return !ended;
  }

  @Override
  public int read() throws IOException {
    return fill() ? piece[position++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, piece.length - position);
    System.arraycopy(piece, position, target, offset, count);
    position += count;
    return count;
  }

  @Override
  public int available() {
    return piece.length - position;
  }

  @Override
  public void close() {
    ended = true;
    piece = new byte[0];
    position = 0;
  }
}
