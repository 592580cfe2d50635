package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.redo.RedoInventory;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import java.util.ArrayList;
import java.util.List;

/** Rows of the fixed views about statistics. Made for one query. */
final class StatisticViewRows {
  private static final long BLOCK = 512;
  private static final int USER = 1;
  private static final int REDO = 2;

  private final MiningSession mining;
  private final long memory;

  StatisticViewRows(MiningSession mining, long memory) {
    this.mining = mining;
    this.memory = memory;
  }

  /** Number, class and name of what is known. */
  private record Statistic(long number, int kind, String name) {
    ViewRow row() {
      return new ViewRow()
          .put("STATISTIC#", number)
          .put("NAME", name)
          .put("CLASS", kind)
          .put("STAT_ID", Integer.toUnsignedLong(name.hashCode()))
          .put("CON_ID", 0L);
    }

    boolean isMemory() {
      return name.contains("memory");
    }
  }

  private static final List<Statistic> ALL =
      List.of(
          new Statistic(0, USER, "logons cumulative"),
          new Statistic(1, USER, "logons current"),
          new Statistic(6, USER, "user commits"),
          new Statistic(20, USER, "session uga memory"),
          new Statistic(21, USER, "session uga memory max"),
          new Statistic(25, USER, "session pga memory"),
          new Statistic(26, USER, "session pga memory max"),
          new Statistic(178, REDO, "redo size"),
          new Statistic(184, REDO, "redo blocks written"));

  static List<ViewRow> names() {
    return ALL.stream().map(s -> s.row().put("DISPLAY_NAME", s.name())).toList();
  }

  /** Of one session. */
  static List<ViewRow> of(SessionInfo session, long memory) {
    List<ViewRow> rows = new ArrayList<>();
    for (Statistic statistic : ALL) {
      boolean isRedo = statistic.kind() == REDO;
      rows.add(
          new ViewRow()
              .put("SID", session.sessionId())
              .put("STATISTIC#", statistic.number())
              .put("VALUE", statistic.isMemory() ? memory : isRedo ? 0L : 1L)
              .put("CON_ID", session.containerId())
              .put("INST_ID", (long) session.thread()));
    }
    return rows;
  }

  List<ViewRow> sessions() {
    return mining.instance().sessions().stream().flatMap(s -> of(s, memory).stream()).toList();
  }

  /** Of the instance, as far as they are counted. */
  List<ViewRow> system() {
    long sessions = mining.instance().sessions().size();
    long blocks = blocks();
    List<ViewRow> rows = new ArrayList<>();
    for (Statistic statistic : ALL) {
      switch (statistic.name()) {
        case "logons current" -> rows.add(statistic.row().put("VALUE", sessions));
        case "redo size" -> rows.add(statistic.row().put("VALUE", blocks * BLOCK));
        case "redo blocks written" -> rows.add(statistic.row().put("VALUE", blocks));
        default -> {
          if (statistic.isMemory()) {
            rows.add(statistic.row().put("VALUE", sessions * memory));
          }
        }
      }
    }
    return rows;
  }

  /** Blocks of all logs that were written. */
  private long blocks() {
    RedoInventory inventory = mining.inventory();
    long archived =
        inventory.archivedLogs().stream()
            .filter(l -> !l.standby() && l.destination() == 1)
            .mapToLong(l -> l.content().blocks())
            .sum();
    return archived
        + inventory.onlineLogs().stream()
            .filter(l -> !l.archived())
            .map(RedoInventory.OnlineLog::content)
            .mapToLong(c -> c == null ? 0 : c.blocks())
            .sum();
  }
}
