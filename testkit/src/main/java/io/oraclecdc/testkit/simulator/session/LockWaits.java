package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.CatalogContainer;
import io.oraclecdc.testkit.simulator.logmnr.HeldLock;
import io.oraclecdc.testkit.simulator.redo.SimXid;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;

/** Who waits for whom, and what locks there are: asked of H2 while the sessions run. */
final class LockWaits {
  private static final int LOOKS = 20;
  private static final long BETWEEN_LOOKS_NANOS = 200_000;

  private LockWaits() {}

  /** A session that waits for the end of another's transaction in the same container. */
  record Wait(SimSession waiting, Place place, SimSession holding, Place holder) {
    long seconds() {
      return place.runner().waitedSeconds();
    }

    Transaction transaction() {
      return Transaction.of(holding, holder);
    }

    CatalogContainer.SessionWait shown() {
      return new CatalogContainer.SessionWait(
          waiting.info().sessionId(),
          place.info().containerId(),
          holding.info().sessionId(),
          holder.info().containerId(),
          transaction().id1(),
          transaction().id2());
    }
  }

  /** ID1 and ID2 of a TX lock; a transaction that only locked rows has no undo segment here. */
  record Transaction(long id1, long id2) {
    static Transaction of(SimSession session, Place place) {
      SimXid xid = place.transaction().redo().xid();
      return xid == null
          ? new Transaction(session.info().sessionId(), session.info().serial())
          : new Transaction((long) xid.usn() << 16 | xid.slot(), xid.sqn());
    }
  }

  static List<Wait> of(List<SimSession> sessions) {
    List<Wait> waits = new ArrayList<>();
    for (SimSession session : sessions) {
      for (Place place : session.places().all()) {
        OptionalInt blocker = blocker(place);
        if (blocker.isPresent()) {
          holder(sessions, place, blocker.getAsInt())
              .ifPresent(h -> waits.add(new Wait(session, place, h.session(), h.place())));
        }
      }
    }
    return waits;
  }

  private record Holder(SimSession session, Place place) {}

  private static Optional<Holder> holder(
      List<SimSession> sessions, Place waiting, int innerSession) {
    for (SimSession session : sessions) {
      for (Place place : session.places().all()) {
        if (place.database() == waiting.database()
            && inner(place).filter(s -> s.getId() == innerSession).isPresent()) {
          return Optional.of(new Holder(session, place));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<SessionLocal> inner(Place place) {
    return place.h2() instanceof JdbcConnection connection
            && connection.getSession() instanceof SessionLocal local
        ? Optional.of(local)
        : Optional.empty();
  }

  /** Between two short waits of H2 nothing blocks for a moment. */
  private static OptionalInt blocker(Place place) {
    Optional<SessionLocal> inner = inner(place);
    for (int look = 0; inner.isPresent() && look < LOOKS; look++) {
      int blocker = inner.get().getBlockingSessionId();
      if (blocker > 0) {
        return OptionalInt.of(blocker);
      }
      if (!place.runner().isWaiting()) {
        break;
      }
      LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
    }
    return OptionalInt.empty();
  }

  /** All locks of sessions: TX and TM of open transactions, and TX requests. */
  static List<HeldLock> locks(List<SimSession> sessions) {
    List<Wait> waits = of(sessions);
    List<HeldLock> locks = new ArrayList<>();
    Set<Transaction> shown = new HashSet<>();
    for (SimSession session : sessions) {
      for (Place place : session.places().all()) {
        if (place.transaction().redo().xid() != null) {
          Transaction transaction = Transaction.of(session, place);
          shown.add(transaction);
          boolean blocks = waits.stream().anyMatch(w -> w.transaction().equals(transaction));
          locks.add(held(place, "TX", transaction.id1(), transaction.id2(), 6, blocks));
          for (long table : place.transaction().touched()) {
            locks.add(held(place, "TM", table, 0, 3, false));
          }
        }
      }
    }
    for (Wait wait : waits) {
      Transaction transaction = wait.transaction();
      if (shown.add(transaction)) {
        locks.add(held(wait.holder(), "TX", transaction.id1(), transaction.id2(), 6, true));
      }
      locks.add(
          new HeldLock(
              wait.place().info(),
              null,
              "TX",
              transaction.id1(),
              transaction.id2(),
              0,
              6,
              wait.seconds(),
              false,
              wait.holding().info()));
    }
    return locks;
  }

  private static HeldLock held(
      Place place, String type, long id1, long id2, int mode, boolean blocks) {
    return new HeldLock(
        place.info(), place.transaction().redo().xid(), type, id1, id2, mode, 0, 0, blocks, null);
  }
}
