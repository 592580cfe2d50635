package io.oraclecdc.testkit.simulator.dictionary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes rows of the catalog views about tables and their columns. */
final class TableRows {

  private TableRows() {}

  static void table(CatalogParts parts, SimDictionary dictionary, TableEntry entry) {
    SimTable table = entry.table();
    List<@Nullable Object> row = new ArrayList<>(common(entry));
    boolean identity = entry.extras().values().stream().anyMatch(e -> e.identitySequence() != null);
    row.addAll(
        Arrays.asList(
            "READ_ONLY",
            CatalogParts.yes(entry.traits().contains(TableEntry.Trait.READ_ONLY)),
            "HAS_IDENTITY",
            CatalogParts.yes(identity)));
    parts.add("TABLES", row.toArray());
    parts.object(
        dictionary,
        CatalogParts.objectOf("TABLE", entry.key(), table.objectId(), data(entry))
            .temporary(entry.isTemporary()));
    parts.add(
        "TAB_COMMENTS",
        "OWNER",
        table.owner(),
        "TABLE_NAME",
        table.name(),
        "COMMENTS",
        entry.comment(),
        "ORIGIN_CON_ID",
        table.containerId());
  }

  /** Only what has a segment of its own has a DATA_OBJECT_ID. */
  private static @Nullable Long data(TableEntry entry) {
    boolean hasSegment = entry.table().storage().partitioning() == null && !entry.isTemporary();
    return hasSegment ? Long.valueOf(entry.table().dataObjectId()) : null;
  }

  /** A row of ALL_ALL_TABLES. */
  static void relationalTable(CatalogParts parts, TableEntry entry) {
    parts.add("ALL_TABLES", common(entry).toArray());
  }

  private static List<@Nullable Object> common(TableEntry entry) {
    SimTable table = entry.table();
    boolean iot = entry.traits().contains(TableEntry.Trait.INDEX_ORGANIZED);
    boolean partitioned = entry.traits().contains(TableEntry.Trait.PARTITIONED);
    boolean temporary = entry.isTemporary();
    boolean unplaced = iot || partitioned || temporary;
    String compression = table.storage().compression();
    ClusterPlace cluster = table.storage().cluster();
    boolean logging =
        !temporary && !partitioned && !entry.traits().contains(TableEntry.Trait.NOLOGGING);
    List<@Nullable Object> row =
        new ArrayList<>(
            Arrays.asList(
                "OWNER",
                table.owner(),
                "TABLE_NAME",
                table.name(),
                "TABLESPACE_NAME",
                unplaced ? null : entry.tablespace(),
                "CLUSTER_NAME",
                cluster == null ? null : cluster.key().name(),
                "CLUSTER_OWNER",
                cluster == null ? null : cluster.key().owner(),
                "LOGGING",
                partitioned ? null : CatalogParts.yes(logging),
                "PARTITIONED",
                CatalogParts.yes(partitioned),
                "IOT_TYPE",
                iot ? "IOT" : null,
                "TEMPORARY",
                temporary ? "Y" : "N",
                "DURATION",
                duration(entry),
                "ROW_MOVEMENT",
                entry.traits().contains(TableEntry.Trait.ROW_MOVEMENT) ? "ENABLED" : "DISABLED",
                "COMPRESSION",
                compression == null ? "DISABLED" : "ENABLED",
                "COMPRESS_FOR",
                compression));
    if (iot) {
      row.addAll(Arrays.asList("PCT_FREE", 0));
    }
    if (temporary) {
      row.addAll(Arrays.asList("SEGMENT_CREATED", "NO"));
    }
    return row;
  }

  private static @Nullable String duration(TableEntry entry) {
    if (!entry.isTemporary()) {
      return null;
    }
    return entry.traits().contains(TableEntry.Trait.PRESERVE_ROWS)
        ? "SYS$SESSION"
        : "SYS$TRANSACTION";
  }

  static void column(CatalogParts parts, TableEntry entry, SimColumn column) {
    SimTable table = entry.table();
    SimType type = column.type();
    ColumnExtras extras = entry.extrasOf(column.name());
    boolean generated = column.hidden() && !extras.invisible();
    String characters =
        switch (type.name()) {
          case "VARCHAR2", "CHAR", "CLOB", "LONG" -> "CHAR_CS";
          case "NVARCHAR2", "NCHAR", "NCLOB" -> "NCHAR_CS";
          default -> null;
        };
    String defaultText =
        extras.identitySequence() == null
            ? column.defaultText()
            : "\"" + table.owner() + "\".\"" + extras.identitySequence() + "\".nextval";
    parts.add(
        "TAB_COLS",
        "OWNER",
        table.owner(),
        "TABLE_NAME",
        table.name(),
        "COLUMN_NAME",
        column.name(),
        "DATA_TYPE",
        type.dataType(),
        "DATA_TYPE_OWNER",
        type.name().equals("XMLTYPE") ? "SYS" : null,
        "DATA_LENGTH",
        type.length(),
        "DATA_PRECISION",
        type.precision(),
        "DATA_SCALE",
        type.scale(),
        "NULLABLE",
        column.nullable() ? "Y" : "N",
        "COLUMN_ID",
        column.columnId(),
        "DEFAULT_LENGTH",
        defaultText == null ? null : defaultText.length(),
        "DATA_DEFAULT",
        defaultText,
        "CHARACTER_SET_NAME",
        characters,
        "CHAR_COL_DECL_LENGTH",
        type.charLength() == 0 ? null : type.length(),
        "CHAR_LENGTH",
        type.charLength(),
        "CHAR_USED",
        type.charUsed(),
        "DEFAULT_ON_NULL",
        CatalogParts.yes(extras.defaultOnNull()),
        "IDENTITY_COLUMN",
        CatalogParts.yes(extras.identitySequence() != null),
        "HIDDEN_COLUMN",
        CatalogParts.yes(column.hidden()),
        "VIRTUAL_COLUMN",
        CatalogParts.yes(column.virtual()),
        "SEGMENT_COLUMN_ID",
        column.virtual() ? null : segmentId(table, column),
        "INTERNAL_COLUMN_ID",
        column.internalColumnId(),
        "QUALIFIED_COL_NAME",
        column.name(),
        "USER_GENERATED",
        CatalogParts.yes(!generated),
        "COLLATION",
        characters == null ? null : "USING_NLS_COMP");
    parts.add(
        "COL_COMMENTS",
        "OWNER",
        table.owner(),
        "TABLE_NAME",
        table.name(),
        "COLUMN_NAME",
        column.name(),
        "COMMENTS",
        entry.columnComments().get(column.name()),
        "ORIGIN_CON_ID",
        table.containerId());
  }

  private static long segmentId(SimTable table, SimColumn column) {
    return table.columns().stream()
        .filter(c -> !c.virtual() && c.internalColumnId() <= column.internalColumnId())
        .count();
  }

  static void identity(CatalogParts parts, TableEntry entry) {
    for (SimColumn column : entry.table().columns()) {
      ColumnExtras extras = entry.extrasOf(column.name());
      if (extras.identitySequence() != null) {
        parts.add(
            "TAB_IDENTITY_COLS",
            "OWNER",
            entry.table().owner(),
            "TABLE_NAME",
            entry.table().name(),
            "COLUMN_NAME",
            column.name(),
            "GENERATION_TYPE",
            extras.identityAlways() ? "ALWAYS" : "BY DEFAULT",
            "SEQUENCE_NAME",
            extras.identitySequence());
      }
    }
  }

  static void unused(CatalogParts parts, TableEntry entry) {
    long unused = entry.table().columns().stream().filter(SimColumn::isUnused).count();
    if (unused > 0) {
      parts.add(
          "UNUSED_COL_TABS",
          "OWNER",
          entry.table().owner(),
          "TABLE_NAME",
          entry.table().name(),
          "COUNT",
          unused);
    }
  }

  static void cluster(CatalogParts parts, SimDictionary dictionary, TableEntry entry) {
    ClusterPlace place = entry.table().storage().cluster();
    ClusterEntry cluster = place == null ? null : dictionary.clusters().get(place.key());
    if (place == null || cluster == null) {
      return;
    }
    for (int i = 0; i < place.columns().size(); i++) {
      parts.add(
          "CLU_COLUMNS",
          "OWNER",
          cluster.key().owner(),
          "CLUSTER_NAME",
          cluster.key().name(),
          "CLU_COLUMN_NAME",
          cluster.columns().get(i).name(),
          "TABLE_NAME",
          entry.table().name(),
          "TAB_COLUMN_NAME",
          place.columns().get(i));
    }
  }
}
