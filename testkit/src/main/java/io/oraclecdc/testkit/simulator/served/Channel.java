package io.oraclecdc.testkit.simulator.served;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/** Frames over a socket. One thread may read; writing is safe from any thread. */
final class Channel implements AutoCloseable {
  static final int HELLO = 1;
  static final int CALL = 2;
  static final int CANCEL = 3;
  static final int ANSWER = 4;

  /** First thing of a connection, so that a stray visitor is noticed. */
  static final int MAGIC = 0x4F_53_49_4D;

  static final int VERSION = 1;

  private static final int LONGEST = 1 << 30;
  private static final int HEADER = 5;

  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;
  private final Object writing = new Object();

  Channel(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
    this.out = socket.getOutputStream();
  }

  /** A received frame. */
  record Frame(int type, WireReader content) {}

  void send(int type, WireWriter content) throws IOException {
    int size = content.size();
    byte[] frame = new byte[HEADER + size];
    frame[0] = (byte) (size >>> 24);
    frame[1] = (byte) (size >>> 16);
    frame[2] = (byte) (size >>> 8);
    frame[3] = (byte) size;
    frame[4] = (byte) type;
    System.arraycopy(content.bytes(), 0, frame, HEADER, size);
    synchronized (writing) {
      out.write(frame);
    }
  }

  /**
   * Waits for the next frame.
   *
   * @throws EOFException if the other side is gone
   * @throws IOException if the connection broke, or what came is no frame
   */
  Frame receive() throws IOException {
    int size = in.readInt();
    int type = in.readByte();
    if (size < 0 || size > LONGEST) {
      throw new IOException("not a frame of this protocol: length " + size);
    }
    byte[] content = new byte[size];
    in.readFully(content);
    return new Frame(type, new WireReader(content));
  }

  /** How long {@link #receive} waits, 0 for ever. */
  void patience(int millis) throws IOException {
    socket.setSoTimeout(millis);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // the other side sees the end either way
      return;
    }
  }
}
