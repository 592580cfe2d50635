package io.oraclecdc.testkit.simulator.dictionary;

import java.time.LocalDateTime;
import java.util.List;

/** Makes rows of DBA_TAB_STATISTICS: no table has any, the fixed tables may. */
final class StatisticsRows {
  private static final List<String> FIXED =
      List.of(
          "X$KCCLE", "X$KCCAL", "X$KCCDI", "X$KTCXB", "X$KSUSE", "X$KSUPR", "X$LOGMNR_CONTENTS");

  private StatisticsRows() {}

  static void table(CatalogParts parts, TableEntry entry) {
    parts.add(
        "TAB_STATISTICS",
        "OWNER",
        entry.table().owner(),
        "TABLE_NAME",
        entry.table().name(),
        "OBJECT_TYPE",
        "TABLE");
    Partitioning partitioning = entry.table().storage().partitioning();
    if (partitioning == null) {
      return;
    }
    List<Partitioning.Partition> all = partitioning.partitions();
    for (int i = 0; i < all.size(); i++) {
      parts.add(
          "TAB_STATISTICS",
          "OWNER",
          entry.table().owner(),
          "TABLE_NAME",
          entry.table().name(),
          "PARTITION_NAME",
          all.get(i).name(),
          "PARTITION_POSITION",
          i + 1,
          "OBJECT_TYPE",
          "PARTITION");
    }
  }

  static void fixedTables(CatalogParts parts, SimDictionary dictionary) {
    LocalDateTime gathered = dictionary.fixedStatistics();
    for (String name : FIXED) {
      parts.add(
          "TAB_STATISTICS",
          "OWNER",
          "SYS",
          "TABLE_NAME",
          name,
          "OBJECT_TYPE",
          "FIXED TABLE",
          "NUM_ROWS",
          gathered == null ? null : 100,
          "LAST_ANALYZED",
          gathered,
          "GLOBAL_STATS",
          gathered == null ? null : "YES",
          "USER_STATS",
          gathered == null ? null : "NO");
    }
  }
}
