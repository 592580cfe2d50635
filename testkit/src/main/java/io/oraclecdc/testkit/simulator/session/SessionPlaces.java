package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.faults.BrokenConnectionException;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What a session has in each container it has been in, and how it ends: by itself, or from outside
 * when its container or instance goes down. Ending it from outside waits for the call that runs;
 * everything else belongs to the session's thread.
 */
final class SessionPlaces {
  private static final long LONGEST_CALL_SECONDS = 10;

  private final SimSession session;
  private final Map<Integer, Place> places = new ConcurrentHashMap<>();
  private final ReentrantLock busy = new ReentrantLock();
  private volatile @Nullable SQLException killed;

  SessionPlaces(SimSession session) {
    this.session = session;
  }

  Place add(Database database, Connection h2, SessionInfo info) {
    Place place =
        new Place(
            database,
            h2,
            info,
            new StatementRunner(session, h2),
            new SessionTransaction(database, h2, info),
            database.redo().openMiningSession(),
            database.container().closings());
    places.put(database.container().id(), place);
    return place;
  }

  /** The place in a container, a new one unless an earlier stay is still good. */
  Place in(Database target, SessionInfo identity) throws SQLException {
    Place place = places.get(target.container().id());
    return place == null || place.isGone() ? add(target, target.openStorage(), identity) : place;
  }

  /** A container was closed: what a session that is elsewhere had there ends with it. */
  void leave(Database closed) {
    Place place = places.get(closed.container().id());
    if (place != null && place.database() != session.database()) {
      places.remove(closed.container().id());
      end(place);
    }
  }

  /** Where it is and has been. */
  List<Place> all() {
    return List.copyOf(places.values());
  }

  /** Its transactions, one for each container. */
  List<RedoTransaction> transactions() {
    return places.values().stream().map(p -> p.transaction().redo()).toList();
  }

  /**
   * A transaction belongs to one container; elsewhere nothing can be changed meanwhile.
   *
   * @throws SQLException ORA-65023 if another than {@code here} is open
   */
  void requireTransactionIn(SessionTransaction here) throws SQLException {
    for (Place place : places.values()) {
      if (place.transaction() != here && place.transaction().redo().xid() != null) {
        throw OraErrors.of(
            65023, "active transaction exists in container " + place.database().container().name());
      }
    }
  }

  /** From now on every call fails with this error. */
  void kill(SQLException cause) {
    killed = cause;
  }

  boolean isEnded() {
    return killed != null;
  }

  /** Fails when somebody ended the session from outside. */
  void requireAlive() throws SQLException {
    SQLException cause = killed;
    if (cause != null) {
      throw new BrokenConnectionException(cause);
    }
  }

  /** A call of the session; nobody ends the session meanwhile. */
  <T> T alone(SimSession.Inner<T> call) throws SQLException {
    busy.lock();
    try {
      requireAlive();
      return call.run();
    } finally {
      busy.unlock();
    }
  }

  /** Rolls back what is open, except what an instance recovery has to undo. */
  void abort() {
    if (killed == null) {
      kill(OraErrors.of(17008, "Closed Connection"));
    }
    afterCall(
        () ->
            places.values().stream()
                .filter(p -> !p.transaction().redo().isDead())
                .forEach(this::end));
  }

  /** The instance is gone and somebody undid the redo: the storage follows. */
  void bury() {
    afterCall(() -> places.values().forEach(this::end));
  }

  /** Commits what is open. */
  void close() throws SQLException {
    alone(
        () -> {
          for (Place place : places.values()) {
            if (!place.h2().isClosed()) {
              place.transaction().commit();
              clearTemporary(place);
            }
            place.logMiner().close();
            place.h2().close();
          }
          return true;
        });
  }

  /** Rows of temporary tables do not outlive the session. */
  private void clearTemporary(Place place) throws SQLException {
    session.bound(
        () -> {
          place.transaction().clearTemporary(true);
          return true;
        });
    place.h2().commit();
  }

  private void end(Place place) {
    try {
      place.logMiner().close();
      if (!place.h2().isClosed()) {
        place.transaction().rollback();
        clearTemporary(place);
        place.h2().close();
      }
    } catch (SQLException e) {
      place.database().lost(session, e);
    }
  }

  /** A running call notices that the session was ended; one that does not is not waited for. */
  private void afterCall(Runnable step) {
    boolean alone = false;
    try {
      alone = busy.tryLock(LONGEST_CALL_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      step.run();
    } finally {
      if (alone) {
        busy.unlock();
      }
    }
  }
}
