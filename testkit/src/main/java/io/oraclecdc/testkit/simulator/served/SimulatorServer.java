package io.oraclecdc.testkit.simulator.served;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.jdbc.OracleSimulatorDriver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a simulator of this process over a loopback socket. Closing it ends the sessions of its
 * clients, whose open work is rolled back; the simulator itself goes on. Thread-safe.
 */
public final class SimulatorServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SimulatorServer.class);

  private final String name;
  private final ServerSocket socket;
  private final SimulatorControl control;
  private final Set<ServerSession> sessions = ConcurrentHashMap.newKeySet();
  private final AtomicInteger numbers = new AtomicInteger();
  private final CountDownLatch stop = new CountDownLatch(1);
  private final Thread acceptor;
  private volatile boolean closed;

  private SimulatorServer(OracleSimulator simulator, ServerSocket socket) {
    this.name = simulator.url().substring(OracleSimulatorDriver.PREFIX.length());
    this.socket = socket;
    this.control = new ControlledSimulator(simulator, stop::countDown);
    this.acceptor = new Thread(this::accept, "oracle-simulator-server-" + name);
    acceptor.setDaemon(true);
  }

  /**
   * Starts to serve.
   *
   * @param simulator what is served; not closed by this
   * @param port port on 127.0.0.1, 0 for any that is free
   * @throws IOException if the port is taken
   */
  public static SimulatorServer start(OracleSimulator simulator, int port) throws IOException {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    SimulatorServer server = new SimulatorServer(simulator, new ServerSocket(port, 200, loopback));
    server.acceptor.start();
    return server;
  }

  /** The port it listens on. */
  public int port() {
    return socket.getLocalPort();
  }

  /** {@code jdbc:oracle-simulator://127.0.0.1:port/name}. */
  public String url() {
    return ServedDriver.PREFIX + "127.0.0.1:" + port() + "/" + name;
  }

  /** Waits until a client asks for the end, see {@link ServedSimulator#stop}. */
  public void awaitStop() throws InterruptedException {
    stop.await();
  }

  /** Makes {@link #awaitStop} return. */
  public void requestStop() {
    stop.countDown();
  }

  SimulatorControl control() {
    return control;
  }

  void ended(ServerSession session) {
    sessions.remove(session);
  }

  private void accept() {
    while (!closed) {
      try {
        Socket client = socket.accept();
        ServerSession session =
            new ServerSession(
                this, client, "oracle-simulator-" + name + "-" + numbers.incrementAndGet());
        sessions.add(session);
        session.start();
        if (closed) {
          session.close();
        }
      } catch (IOException e) {
        if (!closed) {
          LOG.warn("a connection to simulator {} could not be accepted", name, e);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    stop.countDown();
    socket.close();
    List<ServerSession> open = List.copyOf(sessions);
    open.forEach(ServerSession::close);
    try {
      acceptor.join();
      for (ServerSession session : open) {
        session.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
