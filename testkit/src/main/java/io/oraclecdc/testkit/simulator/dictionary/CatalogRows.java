package io.oraclecdc.testkit.simulator.dictionary;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the rows of the catalog views from the dictionary. */
final class CatalogRows {
  static final List<String> TABLE_FAMILIES =
      List.of(
          "TABLES",
          "ALL_TABLES",
          "TAB_COLS",
          "TAB_COLUMNS",
          "CONSTRAINTS",
          "CONS_COLUMNS",
          "INDEXES",
          "IND_COLUMNS",
          "IND_EXPRESSIONS",
          "LOG_GROUPS",
          "LOG_GROUP_COLUMNS",
          "TAB_COMMENTS",
          "COL_COMMENTS",
          "TAB_IDENTITY_COLS",
          "TAB_PARTITIONS",
          "CLU_COLUMNS",
          "UNUSED_COL_TABS",
          "OBJECTS");

  private final SimDictionary dictionary;
  private final String version;

  CatalogRows(SimDictionary dictionary, String version) {
    this.dictionary = dictionary;
    this.version = version;
  }

  private static String yes(boolean value) {
    return value ? "YES" : "NO";
  }

  /** Rows that never change. */
  Map<String, List<Map<String, @Nullable Object>>> fixed() {
    CatalogParts parts = new CatalogParts();
    parts.add("DUAL", "DUMMY", "X");
    String[] database = {
      "NLS_RDBMS_VERSION", version,
      "NLS_NCHAR_CONV_EXCP", "FALSE",
      "NLS_LENGTH_SEMANTICS", "BYTE",
      "NLS_COMP", "BINARY",
      "NLS_DUAL_CURRENCY", "$",
      "NLS_TIMESTAMP_TZ_FORMAT", "DD-MON-RR HH.MI.SSXFF AM TZR",
      "NLS_TIME_TZ_FORMAT", "HH.MI.SSXFF AM TZR",
      "NLS_TIMESTAMP_FORMAT", "DD-MON-RR HH.MI.SSXFF AM",
      "NLS_TIME_FORMAT", "HH.MI.SSXFF AM",
      "NLS_SORT", "BINARY",
      "NLS_DATE_LANGUAGE", "AMERICAN",
      "NLS_DATE_FORMAT", "DD-MON-RR",
      "NLS_CALENDAR", "GREGORIAN",
      "NLS_NUMERIC_CHARACTERS", ".,",
      "NLS_NCHAR_CHARACTERSET", "AL16UTF16",
      "NLS_CHARACTERSET", "AL32UTF8",
      "NLS_ISO_CURRENCY", "AMERICA",
      "NLS_CURRENCY", "$",
      "NLS_TERRITORY", "AMERICA",
      "NLS_LANGUAGE", "AMERICAN"
    };
    Set<String> databaseOnly =
        Set.of("NLS_RDBMS_VERSION", "NLS_CHARACTERSET", "NLS_NCHAR_CHARACTERSET");
    for (int i = 0; i < database.length; i += 2) {
      parts.add("NLS_DATABASE_PARAMETERS", "PARAMETER", database[i], "VALUE", database[i + 1]);
      if (!databaseOnly.contains(database[i])) {
        parts.add("NLS_INSTANCE_PARAMETERS", "PARAMETER", database[i], "VALUE", null);
        parts.add("NLS_SESSION_PARAMETERS", "PARAMETER", database[i], "VALUE", null);
      }
    }
    parts.add(
        "PRODUCT_COMPONENT_VERSION",
        "PRODUCT",
        "Oracle Database",
        "VERSION",
        version,
        "VERSION_FULL",
        version,
        "STATUS",
        "Production");
    return parts.rows();
  }

  /** Rows about a table. */
  Map<String, List<Map<String, @Nullable Object>>> of(TableEntry entry) {
    CatalogParts parts = new CatalogParts();
    table(parts, entry);
    for (SimColumn column : entry.table().columns()) {
      column(parts, entry, column);
    }
    for (ConstraintDef constraint : entry.constraints()) {
      constraint(parts, entry, constraint);
    }
    for (IndexDef index : entry.indexes()) {
      index(parts, entry, index);
    }
    for (LogGroupDef group : entry.logGroups()) {
      logGroup(parts, entry, group);
    }
    ClusterPlace cluster = entry.table().storage().cluster();
    ClusterEntry clusterEntry = cluster == null ? null : dictionary.clusters().get(cluster.key());
    if (cluster != null && clusterEntry != null) {
      clusterColumns(parts, entry, cluster, clusterEntry);
    }
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
    Partitioning partitioning = entry.table().storage().partitioning();
    if (partitioning != null) {
      partitions(parts, entry, partitioning.partitions());
    }
    return parts.rows();
  }

  private void table(CatalogParts parts, TableEntry entry) {
    SimTable table = entry.table();
    boolean iot = entry.traits().contains(TableEntry.Trait.INDEX_ORGANIZED);
    boolean partitioned = entry.traits().contains(TableEntry.Trait.PARTITIONED);
    String compression = table.storage().compression();
    ClusterPlace cluster = table.storage().cluster();
    boolean identity = entry.extras().values().stream().anyMatch(e -> e.identitySequence() != null);
    Object[] common = {
      "OWNER",
      table.owner(),
      "TABLE_NAME",
      table.name(),
      "TABLESPACE_NAME",
      iot || partitioned ? null : entry.tablespace(),
      "CLUSTER_NAME",
      cluster == null ? null : cluster.key().name(),
      "CLUSTER_OWNER",
      cluster == null ? null : cluster.key().owner(),
      "STATUS",
      "VALID",
      "PCT_FREE",
      iot ? 0 : 10,
      "INI_TRANS",
      1,
      "MAX_TRANS",
      255,
      "LOGGING",
      yes(!entry.traits().contains(TableEntry.Trait.NOLOGGING)),
      "BACKED_UP",
      "N",
      "DEGREE",
      "         1",
      "INSTANCES",
      "         1",
      "CACHE",
      "    N",
      "TABLE_LOCK",
      "ENABLED",
      "PARTITIONED",
      yes(partitioned),
      "IOT_TYPE",
      iot ? "IOT" : null,
      "TEMPORARY",
      entry.isTemporary() ? "Y" : "N",
      "SECONDARY",
      "N",
      "NESTED",
      "NO",
      "BUFFER_POOL",
      "DEFAULT",
      "ROW_MOVEMENT",
      entry.traits().contains(TableEntry.Trait.ROW_MOVEMENT) ? "ENABLED" : "DISABLED",
      "GLOBAL_STATS",
      "NO",
      "USER_STATS",
      "NO",
      "SKIP_CORRUPT",
      "DISABLED",
      "MONITORING",
      "YES",
      "DEPENDENCIES",
      "DISABLED",
      "COMPRESSION",
      compression == null ? "DISABLED" : "ENABLED",
      "COMPRESS_FOR",
      compression,
      "DROPPED",
      "NO",
      "READ_ONLY",
      yes(entry.traits().contains(TableEntry.Trait.READ_ONLY)),
      "SEGMENT_CREATED",
      "YES",
      "HAS_IDENTITY",
      yes(identity),
      "CONTAINER_DATA",
      "NO",
      "INMEMORY",
      "DISABLED",
      "DEFAULT_COLLATION",
      "USING_NLS_COMP",
      "EXTERNAL",
      "NO"
    };
    parts.add("TABLES", common);
    parts.add("ALL_TABLES", common);
    parts.object(
        dictionary, entry.key(), table.objectId(), table.dataObjectId(), "TABLE", entry.key());
    parts.add(
        "TAB_COMMENTS",
        "OWNER",
        table.owner(),
        "TABLE_NAME",
        table.name(),
        "TABLE_TYPE",
        "TABLE",
        "COMMENTS",
        entry.comment(),
        "ORIGIN_CON_ID",
        table.containerId());
  }

  private static void column(CatalogParts parts, TableEntry entry, SimColumn column) {
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
    Object[] common = {
      "OWNER", table.owner(),
      "TABLE_NAME", table.name(),
      "COLUMN_NAME", column.name(),
      "DATA_TYPE", type.dataType(),
      "DATA_TYPE_OWNER", type.name().equals("XMLTYPE") ? "SYS" : null,
      "DATA_LENGTH", type.length(),
      "DATA_PRECISION", type.precision(),
      "DATA_SCALE", type.scale(),
      "NULLABLE", column.nullable() ? "Y" : "N",
      "COLUMN_ID", column.columnId(),
      "DEFAULT_LENGTH", defaultText == null ? null : defaultText.length(),
      "DATA_DEFAULT", defaultText,
      "CHARACTER_SET_NAME", characters,
      "CHAR_COL_DECL_LENGTH", type.charLength() == 0 ? null : type.length(),
      "GLOBAL_STATS", "NO",
      "USER_STATS", "NO",
      "CHAR_LENGTH", type.charLength(),
      "CHAR_USED", type.charUsed(),
      "V80_FMT_IMAGE", "NO",
      "DATA_UPGRADED", "YES",
      "HISTOGRAM", "NONE",
      "DEFAULT_ON_NULL", yes(extras.defaultOnNull()),
      "IDENTITY_COLUMN", yes(extras.identitySequence() != null),
    };
    List<@Nullable Object> all = new ArrayList<>(java.util.Arrays.asList(common));
    all.addAll(
        java.util.Arrays.asList(
            "HIDDEN_COLUMN", yes(column.hidden()),
            "VIRTUAL_COLUMN", yes(column.virtual()),
            "SEGMENT_COLUMN_ID", column.virtual() ? null : segmentId(table, column),
            "INTERNAL_COLUMN_ID", column.internalColumnId(),
            "QUALIFIED_COL_NAME", column.name(),
            "USER_GENERATED", yes(!generated)));
    parts.add("TAB_COLS", all.toArray());
    if (!generated) {
      parts.add("TAB_COLUMNS", common);
    }
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
    if (extras.identitySequence() != null) {
      parts.add(
          "TAB_IDENTITY_COLS",
          "OWNER",
          table.owner(),
          "TABLE_NAME",
          table.name(),
          "COLUMN_NAME",
          column.name(),
          "GENERATION_TYPE",
          extras.identityAlways() ? "ALWAYS" : "BY DEFAULT",
          "SEQUENCE_NAME",
          extras.identitySequence());
    }
  }

  private static long segmentId(SimTable table, SimColumn column) {
    return table.columns().stream()
        .filter(c -> !c.virtual() && c.internalColumnId() <= column.internalColumnId())
        .count();
  }

  private static void constraint(CatalogParts parts, TableEntry entry, ConstraintDef constraint) {
    SimTable table = entry.table();
    ConstraintDef.Reference reference = constraint.references();
    String index =
        constraint.isKey()
            ? entry.indexes().stream()
                .filter(i -> i.unique() && i.columns().equals(constraint.columns()))
                .map(IndexDef::name)
                .findFirst()
                .orElse(null)
            : null;
    parts.add(
        "CONSTRAINTS",
        "OWNER",
        table.owner(),
        "CONSTRAINT_NAME",
        constraint.name(),
        "CONSTRAINT_TYPE",
        String.valueOf(constraint.type()),
        "TABLE_NAME",
        table.name(),
        "SEARCH_CONDITION",
        constraint.condition(),
        "SEARCH_CONDITION_VC",
        constraint.condition(),
        "R_OWNER",
        reference == null ? null : reference.table().owner(),
        "R_CONSTRAINT_NAME",
        reference == null ? null : reference.constraint(),
        "DELETE_RULE",
        reference == null ? null : reference.deleteRule(),
        "STATUS",
        constraint.enabled() ? "ENABLED" : "DISABLED",
        "DEFERRABLE",
        "NOT DEFERRABLE",
        "DEFERRED",
        "IMMEDIATE",
        "VALIDATED",
        constraint.validated() ? "VALIDATED" : "NOT VALIDATED",
        "GENERATED",
        constraint.generatedName() ? "GENERATED NAME" : "USER NAME",
        "INDEX_OWNER",
        index == null ? null : table.owner(),
        "INDEX_NAME",
        index,
        "ORIGIN_CON_ID",
        table.containerId());
    for (int i = 0; i < constraint.columns().size(); i++) {
      parts.add(
          "CONS_COLUMNS",
          "OWNER",
          table.owner(),
          "CONSTRAINT_NAME",
          constraint.name(),
          "TABLE_NAME",
          table.name(),
          "COLUMN_NAME",
          constraint.columns().get(i),
          "POSITION",
          constraint.type() == 'C' ? null : Integer.valueOf(i + 1));
    }
  }

  private void index(CatalogParts parts, TableEntry entry, IndexDef index) {
    SimTable table = entry.table();
    boolean functional = index.type().startsWith("FUNCTION");
    parts.add(
        "INDEXES",
        "OWNER",
        index.owner(),
        "INDEX_NAME",
        index.name(),
        "INDEX_TYPE",
        index.type(),
        "TABLE_OWNER",
        table.owner(),
        "TABLE_NAME",
        table.name(),
        "TABLE_TYPE",
        "TABLE",
        "UNIQUENESS",
        index.unique() ? "UNIQUE" : "NONUNIQUE",
        "COMPRESSION",
        "DISABLED",
        "TABLESPACE_NAME",
        entry.tablespace(),
        "LOGGING",
        "YES",
        "STATUS",
        index.usable() ? "VALID" : "UNUSABLE",
        "PARTITIONED",
        "NO",
        "TEMPORARY",
        "N",
        "GENERATED",
        index.name().startsWith("SYS_C") ? "Y" : "N",
        "SECONDARY",
        "N",
        "FUNCIDX_STATUS",
        functional ? "ENABLED" : null,
        "JOIN_INDEX",
        "NO",
        "DROPPED",
        "NO",
        "VISIBILITY",
        "VISIBLE",
        "SEGMENT_CREATED",
        "YES");
    parts.object(
        dictionary,
        new ObjectKey(index.owner(), index.name()),
        index.objectId(),
        index.objectId(),
        "INDEX",
        entry.key());
    for (int i = 0; i < index.columns().size(); i++) {
      String column = index.columns().get(i);
      SimType type = entry.column(column).map(SimColumn::type).orElse(null);
      parts.add(
          "IND_COLUMNS",
          "INDEX_OWNER",
          index.owner(),
          "INDEX_NAME",
          index.name(),
          "TABLE_OWNER",
          table.owner(),
          "TABLE_NAME",
          table.name(),
          "COLUMN_NAME",
          type == null ? "SYS_NC%05d$".formatted(i + 1) : column,
          "COLUMN_POSITION",
          i + 1,
          "COLUMN_LENGTH",
          type == null ? 0 : type.length(),
          "CHAR_LENGTH",
          type == null ? 0 : type.charLength(),
          "DESCEND",
          "ASC");
      if (type == null) {
        parts.add(
            "IND_EXPRESSIONS",
            "INDEX_OWNER",
            index.owner(),
            "INDEX_NAME",
            index.name(),
            "TABLE_OWNER",
            table.owner(),
            "TABLE_NAME",
            table.name(),
            "COLUMN_EXPRESSION",
            column,
            "COLUMN_POSITION",
            i + 1);
      }
    }
  }

  private static void clusterColumns(
      CatalogParts parts, TableEntry entry, ClusterPlace place, ClusterEntry cluster) {
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

  private void partitions(
      CatalogParts parts, TableEntry entry, List<Partitioning.Partition> partitions) {
    for (int i = 0; i < partitions.size(); i++) {
      Partitioning.Partition partition = partitions.get(i);
      parts.add(
          "TAB_PARTITIONS",
          "TABLE_OWNER",
          entry.table().owner(),
          "TABLE_NAME",
          entry.table().name(),
          "COMPOSITE",
          "NO",
          "PARTITION_NAME",
          partition.name(),
          "SUBPARTITION_COUNT",
          0,
          "HIGH_VALUE",
          partition.highValue(),
          "PARTITION_POSITION",
          i + 1,
          "TABLESPACE_NAME",
          entry.tablespace());
      parts.object(
          dictionary,
          entry.key(),
          partition.objectId(),
          partition.dataObjectId(),
          "TABLE PARTITION",
          entry.key(),
          partition.name());
    }
  }

  private static void logGroup(CatalogParts parts, TableEntry entry, LogGroupDef group) {
    SimTable table = entry.table();
    parts.add(
        "LOG_GROUPS",
        "OWNER",
        table.owner(),
        "LOG_GROUP_NAME",
        group.name(),
        "TABLE_NAME",
        table.name(),
        "LOG_GROUP_TYPE",
        group.type(),
        "ALWAYS",
        group.always() ? "ALWAYS" : "CONDITIONAL",
        "GENERATED",
        group.generatedName() ? "GENERATED NAME" : "USER NAME");
    for (int i = 0; i < group.columns().size(); i++) {
      parts.add(
          "LOG_GROUP_COLUMNS",
          "OWNER",
          table.owner(),
          "LOG_GROUP_NAME",
          group.name(),
          "TABLE_NAME",
          table.name(),
          "COLUMN_NAME",
          group.columns().get(i).column(),
          "POSITION",
          i + 1,
          "LOGGING_PROPERTY",
          group.columns().get(i).logged() ? "LOG" : "NO LOG");
    }
  }
}
