package io.oraclecdc.database;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Scn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session that is opened when it is first needed and again after it broke. Before it is used
 * after a quiet time it is probed: a firewall may have dropped it without telling, and the next
 * call would wait for its whole time limit. Not thread-safe: one thread owns it.
 */
public final class DatabaseSession implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(DatabaseSession.class);

  /** The container a session is in when it is opened. */
  private static final String HOME = "";

  private final SessionFactory factory;
  private final SessionRole role;
  private @Nullable Connection open;
  private String container = HOME;
  private String entered = HOME;
  private long usedAt;

  /** The longest wait for the answer to a probe. */
  private static final Duration PROBE_LIMIT = Duration.ofSeconds(10);

  private final Consumer<DatabaseSession> opened;

  /** A session of the given role; nothing is opened yet. */
  public DatabaseSession(SessionFactory factory, SessionRole role) {
    this(factory, role, session -> {});
  }

  /**
   * The same with a look at each new connection before it is used: the name may lead to another
   * database by then.
   *
   * @param opened may use the session, and throw to refuse it
   */
  public DatabaseSession(
      SessionFactory factory, SessionRole role, Consumer<DatabaseSession> opened) {
    this.factory = factory;
    this.role = role;
    this.opened = opened;
  }

  /**
   * The open connection, opened when there is none.
   *
   * @throws CdcException as {@link SessionFactory#open}
   */
  public Connection connection() {
    closeIfDead();
    Connection current = open;
    if (current == null) {
      current = open();
    }
    usedAt = factory.nanoTime();
    if (!entered.equals(container)) {
      enter(current);
    }
    return current;
  }

  private Connection open() {
    Connection current = factory.open(role);
    open = current;
    entered = HOME;
    usedAt = factory.nanoTime();
    log.debug("opened the {} session", role.action());
    try {
      opened.accept(this);
    } catch (CdcException e) {
      close();
      throw e;
    }
    return current;
  }

  /** Gives up a connection that was quiet for long and does not answer. */
  public void closeIfDead() {
    Connection current = open;
    long quiet = factory.quietTime().toNanos();
    if (current == null || quiet == 0 || factory.nanoTime() - usedAt < quiet) {
      return;
    }
    usedAt = factory.nanoTime();
    if (!answers(current)) {
      log.info(
          "the {} session does not answer after a quiet time; it is opened again", role.action());
      abandon();
    }
  }

  private boolean answers(Connection current) {
    Duration quiet = factory.quietTime();
    Duration limit = quiet.compareTo(PROBE_LIMIT) < 0 ? quiet : PROBE_LIMIT;
    try {
      int usual = current.getNetworkTimeout();
      current.setNetworkTimeout(Runnable::run, (int) Math.max(1, limit.toMillis()));
      if (!current.isValid((int) Math.max(1, limit.toSeconds()))) {
        return false;
      }
      current.setNetworkTimeout(Runnable::run, usual);
      return true;
    } catch (SQLException e) {
      log.debug("a probe of the {} session failed: {}", role.action(), OracleErrors.describe(e));
      return false;
    }
  }

  /** Closes without a word to the other end, which may not be there to answer. */
  private void abandon() {
    Connection current = open;
    open = null;
    entered = HOME;
    if (current != null) {
      try {
        current.abort(Runnable::run);
      } catch (SQLException e) {
        log.debug("a dead {} session: {}", role.action(), OracleErrors.describe(e));
      }
    }
  }

  private void enter(Connection current) {
    try {
      factory.enter(current, container);
      entered = container;
    } catch (CdcException e) {
      // Where the session is now is not certain.
      close();
      throw e;
    }
  }

  /**
   * From now on statements run in a container, also after the session broke and was opened again.
   * Nothing is sent before the next use.
   *
   * @param name CDB$ROOT or a pluggable database; needs the privilege SET CONTAINER when it is not
   *     the one the session was opened in
   */
  public void enter(String name) {
    container = name;
  }

  /** Whether a connection is open, as far as is known. */
  public boolean isOpen() {
    return open != null;
  }

  /**
   * The typed error for a failure of this session. Drops the connection unless the failure concerns
   * only the statement.
   */
  public CdcException failed(SQLException e, String doing) {
    CdcException error = factory.errors().classify(e, doing);
    if (error.code().retry() != ErrorCode.Retry.STEP) {
      close();
    }
    return error;
  }

  /**
   * Runs a query and maps its rows.
   *
   * @param doing what for, for the error message: "reading the redo logs"
   * @throws CdcException classified
   */
  public <T> List<T> query(String doing, String sql, RowMapper<T> mapper, Object... binds) {
    try (PreparedStatement statement = connection().prepareStatement(sql)) {
      statement.setFetchSize(1000);
      for (int i = 0; i < binds.length; i++) {
        statement.setObject(i + 1, binds[i]);
      }
      List<T> rows = new ArrayList<>();
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          rows.add(mapper.map(result));
        }
      }
      return rows;
    } catch (SQLException e) {
      throw failed(e, doing);
    }
  }

  /** The database's SCN at this moment. */
  public Scn currentScn() {
    return query("reading the current SCN", SessionSql.CURRENT_SCN, row -> scn(row, 1)).get(0);
  }

  /** An SCN column; {@link Scn#ZERO} when NULL. SCNs of open ends need all 64 bits. */
  public static Scn scn(ResultSet row, int column) throws SQLException {
    java.math.BigDecimal value = row.getBigDecimal(column);
    return value == null ? Scn.ZERO : new Scn(value.toBigInteger().longValue());
  }

  /** Closes the connection, if any; the next use opens a new one. Never throws. */
  @Override
  public void close() {
    Connection current = open;
    open = null;
    entered = HOME;
    if (current != null) {
      try {
        current.close();
      } catch (SQLException e) {
        log.debug("closing a broken {} session: {}", role.action(), OracleErrors.describe(e));
      }
    }
  }

  /**
   * One row to a value.
   *
   * @param <T> the value
   */
  @FunctionalInterface
  public interface RowMapper<T> {
    /** Reads the current row. */
    T map(ResultSet row) throws SQLException;
  }
}
