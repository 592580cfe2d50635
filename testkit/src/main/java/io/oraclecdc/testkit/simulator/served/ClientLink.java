package io.oraclecdc.testkit.simulator.served;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.faults.BrokenConnectionException;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The client's end of a connection: one call at a time; a cancel goes out beside it. Calls without
 * a result wait here until the next one takes them along. A broken socket closes it for good.
 */
@SuppressWarnings({
  "EnumOrdinal",
  "NullAway"
}) // both ends are one version; a value read may be null
final class ClientLink {
  private static final int CONNECT_MILLIS = 10_000;

  /** Waiting calls above this are sent by themselves. */
  private static final int ENOUGH_BYTES = 1 << 19;

  private final String url;
  private final Channel channel;
  private final ReentrantLock lock = new ReentrantLock();
  private final WireWriter out = new WireWriter();
  private final WireWriter frame = new WireWriter();
  private final Map<Method, Integer> methods = new HashMap<>();
  private final List<Definition> definitions = new ArrayList<>();
  private final ClientObjects objects = new ClientObjects(this);
  private volatile boolean dead;
  private volatile int networkTimeoutMillis;

  private ClientLink(String url, Channel channel) {
    this.url = url;
    this.channel = channel;
  }

  /** A method that the server does not know by its number yet. */
  private record Definition(RemoteType type, String key) {}

  /** A thing that is appended to a frame. */
  interface Request {
    void write(WireWriter out) throws SQLException;
  }

  /** What is made of an answer that is no error. */
  interface Reply {
    @Nullable Object read(WireReader in) throws SQLException;
  }

  /** Opens a session. */
  static Object connect(ServedUrl url, Properties properties) throws SQLException {
    return open(
        url,
        hello -> {
          hello.flag(false);
          hello.text(url.name());
          hello.text(ZoneId.systemDefault().getId());
          hello.count(properties.stringPropertyNames().size());
          for (String name : properties.stringPropertyNames()) {
            hello.text(name);
            hello.text(properties.getProperty(name));
          }
        });
  }

  /** Opens a channel for {@link SimulatorControl}. */
  static Object control(ServedUrl url) throws SQLException {
    return open(url, hello -> hello.flag(true));
  }

  private static Object open(ServedUrl url, Request hello) throws SQLException {
    Socket socket = new Socket();
    boolean welcome = false;
    try {
      socket.connect(new InetSocketAddress(url.host(), url.port()), CONNECT_MILLIS);
      ClientLink link = new ClientLink(url.text(), new Channel(socket));
      WireWriter out = new WireWriter();
      out.fixedInt(Channel.MAGIC);
      out.count(Channel.VERSION);
      hello.write(out);
      link.channel.patience(CONNECT_MILLIS);
      link.channel.send(Channel.HELLO, out);
      Object first = link.answer(link.channel.receive(), in -> link.objects.values().read(in));
      if (first == null) {
        throw OraErrors.of(12537, "Connection closed by the server");
      }
      welcome = true;
      return first;
    } catch (java.net.ConnectException e) {
      throw (SQLException)
          OraErrors.of(
                  12541,
                  "Cannot connect. No listener at host " + url.host() + " port " + url.port() + ".")
              .initCause(e);
    } catch (IOException e) {
      throw broken(e);
    } finally {
      if (!welcome) {
        close(socket);
      }
    }
  }

  private static void close(Socket socket) throws SQLException {
    try {
      socket.close();
    } catch (IOException e) {
      throw broken(e);
    }
  }

  private static SQLException broken(IOException e) {
    BrokenConnectionException error = new BrokenConnectionException();
    error.initCause(e);
    return error;
  }

  String url() {
    return url;
  }

  ClientObjects objects() {
    return objects;
  }

  boolean isDead() {
    return dead;
  }

  void checkOpen() throws SQLException {
    if (dead) {
      throw OraErrors.of(17008, "Closed Connection");
    }
  }

  int networkTimeoutMillis() {
    return networkTimeoutMillis;
  }

  void networkTimeoutMillis(int millis) {
    networkTimeoutMillis = millis;
  }

  /** Closes the socket: the server rolls back what is open. */
  void die() {
    dead = true;
    channel.close();
  }

  /** Calls a method on the server. */
  @Nullable Object invoke(
      RemoteType type, int id, Method method, @Nullable Object @Nullable [] args)
      throws SQLException {
    return call(w -> invocation(w, type, id, method, args), in -> objects.values().read(in), 0);
  }

  /** Lets a call that returns nothing wait for the next one. */
  void later(RemoteType type, int id, Method method, @Nullable Object @Nullable [] args)
      throws SQLException {
    lock.lock();
    try {
      checkOpen();
      append(w -> invocation(w, type, id, method, args));
      if (out.size() > ENOUGH_BYTES) {
        call(w -> {}, in -> null, 0);
      }
    } finally {
      lock.unlock();
    }
  }

  private void invocation(
      WireWriter w, RemoteType type, int id, Method method, @Nullable Object @Nullable [] args)
      throws SQLException {
    w.tag(Operation.INVOKE);
    w.count(number(type, method));
    objects.use(w, id);
    objects.values().arguments(w, args);
  }

  private int number(RemoteType type, Method method) {
    Integer known = methods.get(method);
    if (known == null) {
      known = methods.size();
      methods.put(method, known);
      definitions.add(new Definition(type, RemoteType.key(method)));
    }
    return known;
  }

  private void append(Request request) throws SQLException {
    int mark = out.size();
    boolean done = false;
    try {
      request.write(out);
      done = true;
    } finally {
      if (!done) {
        out.truncate(mark);
      }
    }
  }

  /**
   * Sends what waits and a request, and reads the answer.
   *
   * @param patienceMillis longest wait if shorter than the network timeout; 0 for none of its own
   * @throws SQLException what the server answers; ORA-17002 if the socket breaks or is too slow
   */
  @Nullable Object call(Request request, Reply reply, int patienceMillis) throws SQLException {
    lock.lock();
    try {
      checkOpen();
      append(request);
      complete();
      Channel.Frame answer;
      try {
        int timeout = networkTimeoutMillis;
        channel.patience(
            patienceMillis > 0 && (timeout == 0 || patienceMillis < timeout)
                ? patienceMillis
                : timeout);
        channel.send(Channel.CALL, frame);
        answer = channel.receive();
      } catch (IOException e) {
        boolean wasDead = dead;
        die();
        throw wasDead ? OraErrors.of(17008, "Closed Connection") : broken(e);
      } finally {
        out.truncate(0);
        frame.truncate(0);
      }
      return answer(answer, reply);
    } finally {
      lock.unlock();
    }
  }

  /** Puts what has to be known first before the operations. */
  private void complete() {
    frame.count(definitions.size());
    for (Definition definition : definitions) {
      frame.tag(definition.type().code());
      frame.text(definition.key());
    }
    definitions.clear();
    objects.releases(frame);
    frame.append(out);
  }

  private @Nullable Object answer(Channel.Frame frame, Reply reply) throws SQLException {
    WireReader in = frame.content();
    boolean failed = in.tag() != 0;
    if (in.flag()) {
      die();
    }
    if (!failed) {
      return reply.read(in);
    }
    throw raised(WireErrors.read(in));
  }

  /** An error of the server as one of this side. */
  static SQLException raised(Throwable error) {
    if (error instanceof SQLException sql) {
      return sql;
    }
    if (error instanceof RuntimeException runtime) {
      throw runtime;
    }
    throw new IllegalStateException(error);
  }

  /** Connection.isValid: a broken or slow socket is an answer too. */
  @Nullable Object validate(int id, Method method, int seconds) throws SQLException {
    return call(
        w -> invocation(w, RemoteType.CONNECTION, id, method, new Object[] {seconds}),
        in -> objects.values().read(in),
        seconds > 1_000_000 ? 0 : seconds * 1000);
  }

  /** A reference was received, and needs a stand-in. */
  Object received(RemoteType type, int id) {
    lock.lock();
    try {
      return objects.received(type, id, null);
    } finally {
      lock.unlock();
    }
  }

  /** A reference was received, and is not needed. */
  void unused(int id) {
    lock.lock();
    try {
      objects.unused(id);
    } finally {
      lock.unlock();
    }
  }

  void closeResult(int id) throws SQLException {
    invoke(RemoteType.RESULT, id, RemoteType.RESULT.method("close()"), null);
  }

  boolean isResultClosed(int id) throws SQLException {
    Method method = RemoteType.RESULT.method("isClosed()");
    return Boolean.TRUE.equals(invoke(RemoteType.RESULT, id, method, null));
  }

  /** The next piece of a stream, null at its end. */
  @Nullable Object readStream(int id, int most) throws SQLException {
    return call(
        w -> {
          w.tag(Operation.READ);
          objects.use(w, id);
          w.count(most);
        },
        in -> objects.values().read(in),
        0);
  }

  /** Writes to a stream; null closes it. */
  void writeStream(int id, @Nullable Object content) throws SQLException {
    call(
        w -> {
          w.tag(Operation.WRITE);
          objects.use(w, id);
          objects.values().write(w, content);
        },
        in -> objects.values().read(in),
        0);
  }

  /** Refuses further calls; {@link #die} follows. */
  void markDead() {
    dead = true;
  }

  /** Statement.cancel; does not wait for the call that is running. */
  void cancel(int id) throws SQLException {
    checkOpen();
    WireWriter cancel = new WireWriter();
    cancel.count(id);
    try {
      channel.send(Channel.CANCEL, cancel);
    } catch (IOException e) {
      die();
      throw broken(e);
    }
  }
}
