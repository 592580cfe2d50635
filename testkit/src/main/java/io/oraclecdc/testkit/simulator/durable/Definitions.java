package io.oraclecdc.testkit.simulator.durable;

import io.oraclecdc.testkit.simulator.dictionary.Partitioning;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.durable.DirectoryException.Reason;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Table versions and sessions that entries name by number; each is written once, before its first
 * use. Guarded by the lock of {@link DurableRedo}.
 */
@SuppressWarnings("EnumOrdinal") // the file format: constants are only ever added at the end
final class Definitions {
  private final List<SimTable> tables = new ArrayList<>();
  private final Map<SimTable, Integer> tableNumbers = new HashMap<>();
  private final List<SessionInfo> sessions = new ArrayList<>();
  private final Map<SessionInfo, Integer> sessionNumbers = new HashMap<>();
  private final Map<Partitioning, Integer> knownPartitions = new HashMap<>();
  private @Nullable SimTable lastTable;
  private int lastNumber;

  @SuppressWarnings("ReferenceEquality") // a shortcut before the deep comparison of the map
  int number(FieldWriter entry, SimTable table) {
    if (table == lastTable) {
      return lastNumber;
    }
    Integer known = tableNumbers.get(table);
    if (known == null) {
      known = tables.size();
      entry.u8(EntryTag.TABLE.code());
      entry.value(table);
      add(table);
    }
    lastTable = table;
    lastNumber = known;
    return known;
  }

  /** Writes interval partitions that rows of these tables have made since the last time. */
  void partitions(FieldWriter entry, SimTable table) {
    Partitioning partitioning = table.storage().partitioning();
    if (partitioning == null || partitioning.interval() == null) {
      return;
    }
    int number = number(entry, table);
    List<Partitioning.Partition> all = partitioning.automatic();
    int known = knownPartitions.getOrDefault(partitioning, 0);
    for (Partitioning.Partition made : all.subList(known, all.size())) {
      entry.u8(EntryTag.PARTITION.code());
      entry.i32(number);
      entry.value(made);
    }
    knownPartitions.put(partitioning, all.size());
  }

  /** Partitions that were read from the journal. */
  void knows(SimTable table) {
    Partitioning partitioning = table.storage().partitioning();
    if (partitioning != null) {
      knownPartitions.put(partitioning, partitioning.automatic().size());
    }
  }

  int number(FieldWriter entry, SessionInfo session) {
    Integer known = sessionNumbers.get(session);
    if (known == null) {
      known = sessions.size();
      entry.u8(EntryTag.SESSION.code());
      entry.value(session);
      add(session);
    }
    return known;
  }

  void add(SimTable table) {
    tableNumbers.put(table, tables.size());
    tables.add(table);
  }

  void add(SessionInfo session) {
    sessionNumbers.put(session, sessions.size());
    sessions.add(session);
  }

  SimTable table(int number) {
    check(number, tables);
    return tables.get(number);
  }

  SessionInfo session(int number) {
    check(number, sessions);
    return sessions.get(number);
  }

  private static void check(int number, List<?> defined) {
    if (number < 0 || number >= defined.size()) {
      throw new DirectoryException(
          Reason.DAMAGED, "the journal names something it never defined: " + number);
    }
  }
}
