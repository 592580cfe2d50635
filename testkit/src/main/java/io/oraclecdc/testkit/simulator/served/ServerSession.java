package io.oraclecdc.testkit.simulator.served;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.jdbc.OracleSimulatorDriver;
import io.oraclecdc.testkit.simulator.jdbc.TypedResultSet;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.Socket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One client. A reader thread takes frames from the socket, so that a cancel, and the end of the
 * client, is seen while the worker thread runs a statement. When the client is gone its statement
 * is cancelled and its work rolled back.
 */
final class ServerSession {
  private static final WireReader END = new WireReader(new byte[0]);
  private static final int CANCEL_AGAIN_MILLIS = 50;

  private final SimulatorServer server;
  private final Channel channel;
  private final BlockingQueue<WireReader> calls = new LinkedBlockingQueue<>();
  private final CountDownLatch done = new CountDownLatch(1);
  private final ServerObjects objects = new ServerObjects();
  private final RowSender rows = new RowSender(objects);
  private final List<Method> methods = new ArrayList<>();
  private final WireWriter out = new WireWriter();
  private final Thread reader;
  private final Thread worker;
  private volatile @Nullable Statement running;
  private @Nullable Connection connection;

  ServerSession(SimulatorServer server, Socket socket, String name) throws IOException {
    this.server = server;
    this.channel = new Channel(socket);
    this.reader = thread(this::read, name + "-reader");
    this.worker = thread(this::work, name + "-worker");
  }

  private static Thread thread(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  void start() {
    reader.start();
    worker.start();
  }

  /** Ends it as if the client had gone. */
  void close() {
    channel.close();
  }

  void join() throws InterruptedException {
    reader.join();
    worker.join();
  }

  // ---- reader thread

  private void read() {
    try {
      while (true) {
        Channel.Frame frame = channel.receive();
        if (frame.type() == Channel.CANCEL) {
          cancel(frame.content().count());
        } else {
          calls.add(frame.content());
        }
      }
    } catch (IOException e) {
      calls.add(END);
      stopRunning();
    }
  }

  private void cancel(int id) {
    if (objects.find(id).orElse(null) instanceof Statement statement) {
      cancel(statement);
    }
  }

  private static void cancel(Statement statement) {
    try {
      statement.cancel();
    } catch (SQLException e) {
      // it is closed: nothing runs that could be cancelled
      return;
    }
  }

  /** Nobody waits for the answer: a statement that has not begun yet must be caught too. */
  private void stopRunning() {
    try {
      while (!done.await(CANCEL_AGAIN_MILLIS, TimeUnit.MILLISECONDS)) {
        Statement statement = running;
        if (statement != null) {
          cancel(statement);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // ---- worker thread

  private void work() {
    try {
      WireReader hello = calls.take();
      if (hello != END && greet(hello)) {
        for (WireReader call = calls.take(); call != END; call = calls.take()) {
          answer(call);
        }
      }
    } catch (IOException e) {
      // the client is gone: what follows is the same as after its last call
      channel.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      end();
    }
  }

  private void end() {
    try {
      Connection open = connection;
      if (open != null) {
        open.abort(Runnable::run);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } finally {
      done.countDown();
      channel.close();
      server.ended(this);
    }
  }

  private boolean greet(WireReader hello) throws IOException {
    out.truncate(0);
    boolean welcome = false;
    try {
      if (hello.fixedInt() != Channel.MAGIC || hello.count() != Channel.VERSION) {
        throw OraErrors.of(
            12537, "Connection closed by the server: client and simulator are of other versions");
      }
      Object first = hello.flag() ? server.control() : connect(hello);
      value(first);
      welcome = true;
    } catch (SQLException | RuntimeException e) {
      error(e);
    }
    channel.send(Channel.ANSWER, out);
    return welcome;
  }

  private Connection connect(WireReader hello) throws SQLException {
    String name = hello.text();
    String zone = hello.text();
    Properties properties = new Properties();
    int count = hello.count();
    for (int i = 0; i < count; i++) {
      properties.setProperty(hello.text(), hello.text());
    }
    Connection made =
        new OracleSimulatorDriver().connect(OracleSimulatorDriver.PREFIX + name, properties);
    if (made == null) {
      throw OraErrors.of(12514, "Cannot connect to database. Not a name of a service.");
    }
    connection = made;
    if (!zone.equals(ZoneId.systemDefault().getId())) {
      try (Statement statement = made.createStatement()) {
        statement.execute("ALTER SESSION SET TIME_ZONE = '" + zone + "'");
      }
    }
    return made;
  }

  private void answer(WireReader call) throws IOException {
    out.truncate(0);
    try {
      perform(call);
    } catch (SQLException | RuntimeException | Error e) {
      error(e);
    }
    channel.send(Channel.ANSWER, out);
  }

  private void error(Throwable e) {
    out.truncate(0);
    out.tag(1);
    out.flag(isGone());
    WireErrors.write(out, e);
  }

  private void value(@Nullable Object value) throws SQLException {
    int mark = out.size();
    out.tag(0);
    out.flag(isGone());
    try {
      objects.values().write(out, value);
    } catch (SQLException | RuntimeException e) {
      out.truncate(mark);
      throw e;
    }
  }

  private boolean isGone() {
    try {
      Connection open = connection;
      return open != null && open.isClosed();
    } catch (SQLException e) {
      return true;
    }
  }

  private void perform(WireReader call) throws SQLException {
    for (int i = call.count(); i > 0; i--) {
      methods.add(RemoteType.of(call.tag()).method(call.text()));
    }
    for (int i = call.count(); i > 0; i--) {
      objects.release(call.count(), call.count());
    }
    Object result = null;
    while (call.hasMore()) {
      int operation = call.tag();
      switch (operation) {
        case Operation.INVOKE -> result = invoke(call);
        case Operation.FETCH -> {
          fetch(call);
          return;
        }
        case Operation.READ -> result = read(call);
        case Operation.WRITE -> {
          write(call);
          result = null;
        }
        default -> throw new IllegalStateException("unknown operation " + operation);
      }
    }
    value(result);
  }

  private @Nullable Object invoke(WireReader call) throws SQLException {
    Method method = methods.get(call.count());
    Object target = objects.get(call.count());
    @Nullable Object[] arguments = objects.values().arguments(call);
    running = target instanceof Statement statement ? statement : null;
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw unwrapped(e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    } finally {
      running = null;
    }
  }

  private static SQLException unwrapped(@Nullable Throwable cause) {
    if (cause instanceof SQLException sql) {
      return sql;
    }
    if (cause instanceof RuntimeException runtime) {
      throw runtime;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    throw new IllegalStateException(cause);
  }

  private void fetch(WireReader call) throws SQLException {
    TypedResultSet result = (TypedResultSet) objects.get(call.count());
    int most = Math.max(1, call.count());
    running = result.isClosed() ? null : result.getStatement();
    try {
      out.tag(0);
      out.flag(false);
      rows.send(out, result, most);
      out.flag(isGone());
    } finally {
      running = null;
    }
  }

  private @Nullable Object read(WireReader call) throws SQLException {
    Object stream = objects.get(call.count());
    int most = call.count();
    try {
      if (stream instanceof Reader reader) {
        char[] chars = new char[most];
        int count = reader.read(chars);
        return count < 0 ? null : new String(chars, 0, count);
      }
      byte[] bytes = new byte[most];
      int count = ((InputStream) stream).read(bytes);
      return count < 0 ? null : Arrays.copyOf(bytes, count);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private void write(WireReader call) throws SQLException {
    Object stream = objects.get(call.count());
    Object content = objects.values().read(call);
    try {
      if (content == null) {
        ((AutoCloseable) stream).close();
      } else if (stream instanceof Writer writer) {
        writer.write((String) content);
      } else {
        ((OutputStream) stream).write((byte[]) content);
      }
    } catch (IOException e) {
      throw failed(e);
    } catch (SQLException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static SQLException failed(IOException e) {
    return e.getCause() instanceof SQLException cause
        ? cause
        : new SQLException("ORA-17002: I/O error: " + e.getMessage(), "72000", 17002, e);
  }
}
