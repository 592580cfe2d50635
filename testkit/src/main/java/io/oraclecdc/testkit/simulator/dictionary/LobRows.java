package io.oraclecdc.testkit.simulator.dictionary;

import java.util.List;

/** Makes rows of the catalog views about large objects and XML columns. */
final class LobRows {

  private LobRows() {}

  /** Columns that have a LOB segment. */
  static List<SimColumn> columns(TableEntry entry) {
    return entry.table().columns().stream().filter(c -> !c.virtual() && isLob(c)).toList();
  }

  private static boolean isLob(SimColumn column) {
    return switch (column.type().name()) {
      case "CLOB", "NCLOB", "BLOB", "XMLTYPE", "JSON", "VECTOR" -> true;
      case "VARCHAR2", "NVARCHAR2", "RAW" -> column.type().length() > 4000;
      default -> false;
    };
  }

  static String segment(TableEntry entry, SimColumn column) {
    return name("SYS_LOB", entry, column);
  }

  static String index(TableEntry entry, SimColumn column) {
    return name("SYS_IL", entry, column);
  }

  private static String name(String kind, TableEntry entry, SimColumn column) {
    return "%s%010dC%05d$$".formatted(kind, entry.table().objectId(), column.internalColumnId());
  }

  static void lobs(CatalogParts parts, TableEntry entry) {
    boolean partitioned = entry.table().storage().partitioning() != null;
    for (SimColumn column : columns(entry)) {
      LobStorage storage = entry.table().storage().lob(column.name());
      boolean secure = !storage.basicFile();
      parts.add(
          "LOBS",
          "OWNER",
          entry.table().owner(),
          "TABLE_NAME",
          entry.table().name(),
          "COLUMN_NAME",
          storedName(column),
          "SEGMENT_NAME",
          segment(entry, column),
          "TABLESPACE_NAME",
          entry.isTemporary() ? null : entry.tablespace(),
          "INDEX_NAME",
          index(entry, column),
          "RETENTION",
          secure ? null : 900,
          "ENCRYPT",
          secure ? "NO" : "NONE",
          "COMPRESSION",
          secure ? "NO" : "NONE",
          "DEDUPLICATION",
          secure ? "NO" : "NONE",
          "IN_ROW",
          CatalogParts.yes(storage.inRow()),
          "FORMAT",
          isBinary(column) ? "NOT APPLICABLE" : "ENDIAN NEUTRAL",
          "PARTITIONED",
          CatalogParts.yes(partitioned),
          "SECUREFILE",
          CatalogParts.yes(secure),
          "RETENTION_TYPE",
          secure ? "DEFAULT" : "YES");
    }
  }

  /** An XML document lies in a hidden column behind its own. */
  private static String storedName(SimColumn column) {
    return column.type().name().equals("XMLTYPE")
        ? "SYS_NC%05d$".formatted(column.internalColumnId() + 1)
        : column.name();
  }

  private static boolean isBinary(SimColumn column) {
    return switch (column.type().name()) {
      case "CLOB", "NCLOB", "VARCHAR2", "NVARCHAR2" -> false;
      default -> true;
    };
  }

  static void partitions(CatalogParts parts, TableEntry entry) {
    Partitioning partitioning = entry.table().storage().partitioning();
    if (partitioning == null) {
      return;
    }
    List<Partitioning.Partition> all = partitioning.partitions();
    for (SimColumn column : columns(entry)) {
      LobStorage storage = entry.table().storage().lob(column.name());
      boolean secure = !storage.basicFile();
      for (int i = 0; i < all.size(); i++) {
        String id = all.get(i).objectId() + "C" + column.internalColumnId();
        parts.add(
            "LOB_PARTITIONS",
            "TABLE_OWNER",
            entry.table().owner(),
            "TABLE_NAME",
            entry.table().name(),
            "COLUMN_NAME",
            storedName(column),
            "LOB_NAME",
            segment(entry, column),
            "PARTITION_NAME",
            all.get(i).name(),
            "LOB_PARTITION_NAME",
            "SYS_LOB_P" + id,
            "LOB_INDPART_NAME",
            "SYS_IL_P" + id,
            "PARTITION_POSITION",
            i + 1,
            "IN_ROW",
            CatalogParts.yes(storage.inRow()),
            "TABLESPACE_NAME",
            entry.tablespace(),
            "ENCRYPT",
            secure ? "NO" : "NONE",
            "COMPRESSION",
            secure ? "NO" : "NONE",
            "DEDUPLICATION",
            secure ? "NO" : "NONE",
            "SECUREFILE",
            CatalogParts.yes(secure));
      }
    }
  }

  static void xml(CatalogParts parts, TableEntry entry) {
    for (SimColumn column : entry.table().columns()) {
      if (column.type().name().equals("XMLTYPE")) {
        boolean text = entry.table().storage().textXml().contains(column.name());
        parts.add(
            "XML_TAB_COLS",
            "OWNER",
            entry.table().owner(),
            "TABLE_NAME",
            entry.table().name(),
            "COLUMN_NAME",
            column.name(),
            "STORAGE_TYPE",
            text ? "CLOB" : "BINARY",
            "ANYSCHEMA",
            text ? null : "NO",
            "NONSCHEMA",
            text ? null : "YES");
      }
    }
  }
}
