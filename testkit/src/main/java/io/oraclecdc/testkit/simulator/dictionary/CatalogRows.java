package io.oraclecdc.testkit.simulator.dictionary;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the rows of the catalog views from the dictionary. */
final class CatalogRows {
  static final List<String> TABLE_FAMILIES =
      List.of(
          "TABLES",
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
          "OBJECTS");

  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd:HH:mm:ss");

  private final SimDictionary dictionary;
  private final String version;

  CatalogRows(SimDictionary dictionary, String version) {
    this.dictionary = dictionary;
    this.version = version;
  }

  /** Rows by family, in the order they were added. */
  private static final class Parts {
    private final Map<String, List<Map<String, @Nullable Object>>> rows = new LinkedHashMap<>();

    void family(String name) {
      rows.computeIfAbsent(name, k -> new ArrayList<>());
    }

    void add(String family, @Nullable Object... namesAndValues) {
      Map<String, @Nullable Object> row = new LinkedHashMap<>();
      for (int i = 0; i < namesAndValues.length; i += 2) {
        row.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
      }
      family(family);
      List<Map<String, @Nullable Object>> list = rows.get(family);
      if (list != null) {
        list.add(row);
      }
    }
  }

  private static String yes(boolean value) {
    return value ? "YES" : "NO";
  }

  /** Rows that never change. */
  Map<String, List<Map<String, @Nullable Object>>> fixed() {
    Parts parts = new Parts();
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
    return parts.rows;
  }

  /** Rows about a table. */
  Map<String, List<Map<String, @Nullable Object>>> of(TableEntry entry) {
    Parts parts = new Parts();
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
    return parts.rows;
  }

  private void table(Parts parts, TableEntry entry) {
    SimTable table = entry.table();
    boolean iot = entry.traits().contains(TableEntry.Trait.INDEX_ORGANIZED);
    boolean partitioned = entry.traits().contains(TableEntry.Trait.PARTITIONED);
    boolean compressed = entry.traits().contains(TableEntry.Trait.COMPRESSED);
    boolean identity = entry.extras().values().stream().anyMatch(e -> e.identitySequence() != null);
    parts.add(
        "TABLES",
        "OWNER",
        table.owner(),
        "TABLE_NAME",
        table.name(),
        "TABLESPACE_NAME",
        iot || partitioned ? null : entry.tablespace(),
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
        "N",
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
        compressed ? "ENABLED" : "DISABLED",
        "COMPRESS_FOR",
        compressed ? "BASIC" : null,
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
        "NO");
    object(parts, entry.key(), table.objectId(), table.dataObjectId(), "TABLE", entry.key());
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

  private void object(
      Parts parts,
      ObjectKey key,
      long objectId,
      @Nullable Long dataObjectId,
      String type,
      ObjectKey timed) {
    LocalDateTime created = dictionary.created().get(timed);
    LocalDateTime changed = dictionary.lastDdl().getOrDefault(timed, created);
    LocalDateTime first = created == null ? changed : created;
    parts.add(
        "OBJECTS",
        "OWNER",
        key.owner(),
        "OBJECT_NAME",
        key.name(),
        "OBJECT_ID",
        objectId,
        "DATA_OBJECT_ID",
        dataObjectId,
        "OBJECT_TYPE",
        type,
        "CREATED",
        first,
        "LAST_DDL_TIME",
        changed,
        "TIMESTAMP",
        changed == null ? null : changed.format(TIMESTAMP),
        "STATUS",
        "VALID",
        "TEMPORARY",
        "N",
        "GENERATED",
        "N",
        "SECONDARY",
        "N",
        "NAMESPACE",
        type.equals("INDEX") ? 4 : 1,
        "ORACLE_MAINTAINED",
        "N");
  }

  private static void column(Parts parts, TableEntry entry, SimColumn column) {
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

  private static void constraint(Parts parts, TableEntry entry, ConstraintDef constraint) {
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

  private void index(Parts parts, TableEntry entry, IndexDef index) {
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
    object(
        parts,
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

  private static void logGroup(Parts parts, TableEntry entry, LogGroupDef group) {
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

  /** Rows about everything that is not a table; families without rows are present and empty. */
  Map<String, List<Map<String, @Nullable Object>>> others() {
    Parts parts = new Parts();
    for (String family :
        List.of(
            "DBA_USERS",
            "ALL_USERS",
            "USER_USERS",
            "DBA_TAB_PRIVS",
            "USER_TAB_PRIVS",
            "ALL_TAB_PRIVS",
            "DBA_SYS_PRIVS",
            "USER_SYS_PRIVS",
            "DBA_ROLE_PRIVS",
            "USER_ROLE_PRIVS",
            "DBA_ROLES",
            "SESSION_PRIVS",
            "SESSION_ROLES",
            "VIEWS",
            "SEQUENCES",
            "SYNONYMS",
            "OBJECTS")) {
      parts.family(family);
    }
    dictionary.grants().grantees().forEach(g -> grantee(parts, g));
    Set<String> privileges = new java.util.TreeSet<>();
    dictionary.grants().grantees().forEach(g -> privileges.addAll(g.systemPrivileges()));
    privileges.forEach(p -> parts.add("SESSION_PRIVS", "PRIVILEGE", p));
    schemaObjects(parts);
    return parts.rows;
  }

  private void schemaObjects(Parts parts) {
    for (ViewEntry view : dictionary.views().values()) {
      if (!view.text().isEmpty()) {
        parts.add(
            "VIEWS",
            "OWNER",
            view.key().owner(),
            "VIEW_NAME",
            view.key().name(),
            "TEXT_LENGTH",
            view.text().length(),
            "TEXT",
            view.text(),
            "TEXT_VC",
            view.text(),
            "READ_ONLY",
            "N");
        object(parts, view.key(), view.objectId(), null, "VIEW", view.key());
      }
    }
    for (SequenceEntry sequence : dictionary.sequences().values()) {
      parts.add(
          "SEQUENCES",
          "SEQUENCE_OWNER",
          sequence.key().owner(),
          "SEQUENCE_NAME",
          sequence.key().name(),
          "MIN_VALUE",
          sequence.minimum(),
          "MAX_VALUE",
          sequence.maximum(),
          "INCREMENT_BY",
          sequence.increment(),
          "CYCLE_FLAG",
          sequence.cycle() ? "Y" : "N",
          "ORDER_FLAG",
          "N",
          "CACHE_SIZE",
          sequence.cache());
      object(parts, sequence.key(), sequence.objectId(), null, "SEQUENCE", sequence.key());
    }
    dictionary
        .synonyms()
        .forEach(
            (key, target) ->
                parts.add(
                    "SYNONYMS",
                    "OWNER",
                    key.owner(),
                    "SYNONYM_NAME",
                    key.name(),
                    "TABLE_OWNER",
                    target.owner(),
                    "TABLE_NAME",
                    target.name()));
    dictionary.programs().forEach((key, type) -> object(parts, key, 0, null, type, key));
  }

  private static void grantee(Parts parts, Grantee grantee) {
    boolean maintained = Set.of("SYS", "SYSTEM").contains(grantee.name()) || grantee.isRole();
    if (grantee.isRole()) {
      if (!grantee.name().equals("PUBLIC")) {
        parts.add("DBA_ROLES", "ROLE", grantee.name(), "PASSWORD_REQUIRED", "NO", "COMMON", "NO");
        parts.add("SESSION_ROLES", "ROLE", grantee.name());
      }
    } else {
      user(parts, grantee, maintained);
    }
    for (String privilege : grantee.systemPrivileges()) {
      parts.add(
          "DBA_SYS_PRIVS",
          "GRANTEE",
          grantee.name(),
          "PRIVILEGE",
          privilege,
          "ADMIN_OPTION",
          "NO",
          "COMMON",
          "NO");
      parts.add(
          "USER_SYS_PRIVS",
          "USERNAME",
          grantee.name(),
          "PRIVILEGE",
          privilege,
          "ADMIN_OPTION",
          "NO",
          "COMMON",
          "NO");
    }
    for (String role : grantee.roles()) {
      parts.add(
          "DBA_ROLE_PRIVS",
          "GRANTEE",
          grantee.name(),
          "GRANTED_ROLE",
          role,
          "ADMIN_OPTION",
          "NO",
          "DEFAULT_ROLE",
          "YES",
          "COMMON",
          "NO");
      parts.add(
          "USER_ROLE_PRIVS",
          "USERNAME",
          grantee.name(),
          "GRANTED_ROLE",
          role,
          "ADMIN_OPTION",
          "NO",
          "DEFAULT_ROLE",
          "YES",
          "COMMON",
          "NO");
    }
    grantee
        .objectPrivileges()
        .forEach((object, names) -> names.forEach(p -> privilege(parts, grantee, object, p)));
  }

  private static void privilege(Parts parts, Grantee grantee, ObjectKey object, String name) {
    for (String family : List.of("DBA_TAB_PRIVS", "USER_TAB_PRIVS", "ALL_TAB_PRIVS")) {
      parts.add(
          family,
          "GRANTEE",
          grantee.name(),
          family.startsWith("ALL") ? "TABLE_SCHEMA" : "OWNER",
          object.owner(),
          "TABLE_NAME",
          object.name(),
          "GRANTOR",
          object.owner(),
          "PRIVILEGE",
          name,
          "GRANTABLE",
          "NO",
          "HIERARCHY",
          "NO",
          "COMMON",
          "NO",
          "TYPE",
          object.name().startsWith("DBMS_") ? "PACKAGE" : "TABLE",
          "INHERITED",
          "NO");
    }
  }

  private static void user(Parts parts, Grantee user, boolean maintained) {
    String status = user.isLocked() ? "LOCKED" : "OPEN";
    String oracle = maintained ? "Y" : "N";
    for (String family : List.of("DBA_USERS", "USER_USERS")) {
      parts.add(
          family,
          "USERNAME",
          user.name(),
          "USER_ID",
          user.userId(),
          "ACCOUNT_STATUS",
          status,
          "DEFAULT_TABLESPACE",
          "USERS",
          "TEMPORARY_TABLESPACE",
          "TEMP",
          "CREATED",
          user.created(),
          "COMMON",
          "NO",
          "ORACLE_MAINTAINED",
          oracle);
    }
    parts.add(
        "ALL_USERS",
        "USERNAME",
        user.name(),
        "USER_ID",
        user.userId(),
        "CREATED",
        user.created(),
        "COMMON",
        "NO",
        "ORACLE_MAINTAINED",
        oracle);
  }
}
