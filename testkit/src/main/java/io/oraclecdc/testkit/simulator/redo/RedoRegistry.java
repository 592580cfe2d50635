package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Table versions and sessions that redo records refer to by number. Written under the commit latch,
 * read by anyone.
 */
final class RedoRegistry {
  private final List<SimTable> tables = new CopyOnWriteArrayList<>();
  private final Map<SimTable, Integer> tableNumbers = new HashMap<>();
  private final List<SessionInfo> sessions = new CopyOnWriteArrayList<>();
  private final Map<SessionInfo, Integer> sessionNumbers = new HashMap<>();
  private @Nullable SimTable lastTable;
  private int lastNumber;

  int numberOf(SimTable table) {
    if (isLast(table)) {
      return lastNumber;
    }
    Integer known = tableNumbers.get(table);
    if (known == null) {
      known = tables.size();
      tables.add(table);
      tableNumbers.put(table, known);
    }
    lastTable = table;
    lastNumber = known;
    return known;
  }

  int numberOf(SessionInfo session) {
    Integer known = sessionNumbers.get(session);
    if (known == null) {
      known = sessions.size();
      sessions.add(session);
      sessionNumbers.put(session, known);
    }
    return known;
  }

  SimTable table(int number) {
    return tables.get(number);
  }

  SessionInfo session(int number) {
    return sessions.get(number);
  }

  @SuppressWarnings("ReferenceEquality") // a shortcut before the deep comparison of the map
  private boolean isLast(SimTable table) {
    return table == lastTable;
  }
}
