package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import io.oraclecdc.testkit.simulator.redo.SimXid;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rows of the fixed views about locks and waits. Made for one query. */
final class LockViewRows {
  static final String EVENT = "enq: TX - row lock contention";

  private final List<HeldLock> locks;

  LockViewRows(SimInstance instance, String user) {
    locks =
        instance.locks().stream()
            .filter(l -> instance.seesContainer(user, l.session().containerId()))
            .toList();
  }

  List<ViewRow> lock() {
    List<ViewRow> rows = new ArrayList<>();
    for (HeldLock lock : locks) {
      rows.add(
          new ViewRow()
              .put("ADDR", address(lock.id1() << 8 | lock.type().charAt(1)))
              .put("KADDR", address(lock.id1() << 8 | lock.type().charAt(1)))
              .put("SID", lock.session().sessionId())
              .put("TYPE", lock.type())
              .put("ID1", lock.id1())
              .put("ID2", lock.id2())
              .put("LMODE", lock.held())
              .put("REQUEST", lock.requested())
              .put("CTIME", lock.seconds())
              .put("BLOCK", lock.blocks() ? 1L : 0L)
              .put("CON_ID", lock.session().containerId())
              .put("INST_ID", (long) lock.session().thread()));
    }
    return rows;
  }

  List<ViewRow> lockedObject() {
    List<ViewRow> rows = new ArrayList<>();
    for (HeldLock lock : locks) {
      SimXid xid = lock.xid();
      if (lock.type().equals("TM") && xid != null) {
        rows.add(
            new ViewRow()
                .put("XIDUSN", xid.usn())
                .put("XIDSLOT", xid.slot())
                .put("XIDSQN", xid.sqn())
                .put("OBJECT_ID", lock.id1())
                .put("SESSION_ID", lock.session().sessionId())
                .put("ORACLE_USERNAME", lock.session().user())
                .put("OS_USER_NAME", "oracle")
                .put("LOCKED_MODE", lock.held())
                .put("CON_ID", lock.session().containerId())
                .put("INST_ID", (long) lock.session().thread()));
      }
    }
    return rows;
  }

  /** Sessions that wait; Oracle shows the last wait of the others, which nobody keeps here. */
  List<ViewRow> sessionWait() {
    List<ViewRow> rows = new ArrayList<>();
    for (HeldLock lock : locks) {
      if (lock.requested() > 0) {
        rows.add(
            waiting(new ViewRow(), lock)
                .put("SID", lock.session().sessionId())
                .put("CON_ID", lock.session().containerId())
                .put("INST_ID", (long) lock.session().thread()));
      }
    }
    return rows;
  }

  /** What a session waits for. */
  Optional<HeldLock> request(SessionInfo session) {
    return locks.stream().filter(l -> l.requested() > 0 && l.session().equals(session)).findFirst();
  }

  static ViewRow waiting(ViewRow row, HeldLock request) {
    return row.put("EVENT", EVENT)
        .put("P1TEXT", "name|mode")
        .put("P1", 1_415_053_318L)
        .put("P1RAW", address(1_415_053_318L))
        .put("P2TEXT", "usn<<16 | slot")
        .put("P2", request.id1())
        .put("P2RAW", address(request.id1()))
        .put("P3TEXT", "sequence")
        .put("P3", request.id2())
        .put("P3RAW", address(request.id2()))
        .put("WAIT_CLASS_ID", 4_217_450_380L)
        .put("WAIT_CLASS#", 1L)
        .put("WAIT_CLASS", "Application")
        .put("WAIT_TIME", 0L)
        .put("SECONDS_IN_WAIT", request.seconds())
        .put("STATE", "WAITING")
        .put("WAIT_TIME_MICRO", request.seconds() * 1_000_000);
  }

  private static byte[] address(long number) {
    return ByteBuffer.allocate(8).putLong(number).array();
  }
}
