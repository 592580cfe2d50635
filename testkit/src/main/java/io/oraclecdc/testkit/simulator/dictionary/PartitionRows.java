package io.oraclecdc.testkit.simulator.dictionary;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes rows of the catalog views about partitions of tables and of their local indexes. */
final class PartitionRows {

  private PartitionRows() {}

  /** Rows of DBA_OBJECTS. */
  static void objects(CatalogParts parts, SimDictionary dictionary, TableEntry entry) {
    Partitioning partitioning = entry.table().storage().partitioning();
    if (partitioning == null) {
      return;
    }
    for (Partitioning.Partition partition : partitioning.partitions()) {
      parts.object(
          dictionary,
          CatalogParts.objectOf(
                  "TABLE PARTITION", entry.key(), partition.objectId(), partition.dataObjectId())
              .part(partition.name()));
    }
  }

  static void partitions(CatalogParts parts, TableEntry entry) {
    Partitioning partitioning = entry.table().storage().partitioning();
    if (partitioning == null) {
      return;
    }
    List<Partitioning.Partition> all = partitioning.partitions();
    String compression = entry.table().storage().compression();
    for (int i = 0; i < all.size(); i++) {
      Partitioning.Partition partition = all.get(i);
      String highValue = highValue(partition);
      parts.add(
          "TAB_PARTITIONS",
          "TABLE_OWNER",
          entry.table().owner(),
          "TABLE_NAME",
          entry.table().name(),
          "PARTITION_NAME",
          partition.name(),
          "HIGH_VALUE",
          highValue,
          "HIGH_VALUE_LENGTH",
          highValue == null ? 0 : highValue.length(),
          "PARTITION_POSITION",
          i + 1,
          "TABLESPACE_NAME",
          entry.tablespace(),
          "LOGGING",
          CatalogParts.yes(!entry.traits().contains(TableEntry.Trait.NOLOGGING)),
          "COMPRESSION",
          compression == null ? "DISABLED" : "ENABLED",
          "COMPRESS_FOR",
          compression,
          "READ_ONLY",
          CatalogParts.yes(entry.traits().contains(TableEntry.Trait.READ_ONLY)),
          "INTERVAL",
          CatalogParts.yes(partitioning.automatic().contains(partition)));
    }
  }

  private static @Nullable String highValue(Partitioning.Partition partition) {
    return partition.highValue().isEmpty() ? null : partition.highValue();
  }

  static void table(CatalogParts parts, TableEntry entry) {
    Partitioning partitioning = entry.table().storage().partitioning();
    if (partitioning == null) {
      return;
    }
    parts.add(
        "PART_TABLES",
        "OWNER",
        entry.table().owner(),
        "TABLE_NAME",
        entry.table().name(),
        "PARTITIONING_TYPE",
        partitioning.method().name(),
        "PARTITION_COUNT",
        count(partitioning),
        "PARTITIONING_KEY_COUNT",
        partitioning.columns().size(),
        "DEF_TABLESPACE_NAME",
        entry.tablespace(),
        "INTERVAL",
        interval(partitioning.interval()));
  }

  /** With intervals Oracle counts all partitions there can be. */
  private static int count(Partitioning partitioning) {
    return partitioning.interval() == null ? partitioning.partitions().size() : 1_048_575;
  }

  private static @Nullable String interval(Partitioning.@Nullable Interval interval) {
    if (interval == null) {
      return null;
    }
    if (interval.months() != 0) {
      return "NUMTOYMINTERVAL(" + interval.months() + ",'MONTH')";
    }
    return interval.days() != 0
        ? "NUMTODSINTERVAL(" + interval.days() + ",'DAY')"
        : String.valueOf(interval.number());
  }

  static void key(CatalogParts parts, TableEntry entry) {
    Partitioning partitioning = entry.table().storage().partitioning();
    if (partitioning == null) {
      return;
    }
    keyColumns(parts, entry.key(), "TABLE", partitioning.columns());
    for (IndexDef index : entry.indexes()) {
      if (index.local()) {
        keyColumns(
            parts, new ObjectKey(index.owner(), index.name()), "INDEX", partitioning.columns());
      }
    }
  }

  private static void keyColumns(
      CatalogParts parts, ObjectKey object, String type, List<String> columns) {
    for (int i = 0; i < columns.size(); i++) {
      parts.add(
          "PART_KEY_COLUMNS",
          "OWNER",
          object.owner(),
          "NAME",
          object.name(),
          "OBJECT_TYPE",
          type,
          "COLUMN_NAME",
          columns.get(i),
          "COLUMN_POSITION",
          i + 1);
    }
  }

  static void indexes(CatalogParts parts, TableEntry entry) {
    Partitioning partitioning = entry.table().storage().partitioning();
    if (partitioning == null) {
      return;
    }
    for (IndexDef index : entry.indexes()) {
      if (index.local()) {
        int leading = Math.min(partitioning.columns().size(), index.columns().size());
        boolean prefixed = index.columns().subList(0, leading).equals(partitioning.columns());
        parts.add(
            "PART_INDEXES",
            "OWNER",
            index.owner(),
            "INDEX_NAME",
            index.name(),
            "TABLE_NAME",
            entry.table().name(),
            "PARTITIONING_TYPE",
            partitioning.method().name(),
            "PARTITION_COUNT",
            count(partitioning),
            "PARTITIONING_KEY_COUNT",
            partitioning.columns().size(),
            "LOCALITY",
            "LOCAL",
            "ALIGNMENT",
            prefixed ? "PREFIXED" : "NON_PREFIXED",
            "INTERVAL",
            interval(partitioning.interval()));
      }
    }
  }

  static void indexPartitions(CatalogParts parts, TableEntry entry) {
    Partitioning partitioning = entry.table().storage().partitioning();
    if (partitioning == null) {
      return;
    }
    for (IndexDef index : entry.indexes()) {
      if (!index.local()) {
        continue;
      }
      List<Partitioning.Partition> all = partitioning.partitions();
      for (int i = 0; i < all.size(); i++) {
        String highValue = highValue(all.get(i));
        parts.add(
            "IND_PARTITIONS",
            "INDEX_OWNER",
            index.owner(),
            "INDEX_NAME",
            index.name(),
            "PARTITION_NAME",
            all.get(i).name(),
            "HIGH_VALUE",
            highValue,
            "HIGH_VALUE_LENGTH",
            highValue == null ? 0 : highValue.length(),
            "PARTITION_POSITION",
            i + 1,
            "STATUS",
            index.usable() ? "USABLE" : "UNUSABLE",
            "TABLESPACE_NAME",
            entry.tablespace(),
            "INTERVAL",
            CatalogParts.yes(partitioning.automatic().contains(all.get(i))));
      }
    }
  }
}
