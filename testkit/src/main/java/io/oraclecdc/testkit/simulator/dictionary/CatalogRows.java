package io.oraclecdc.testkit.simulator.dictionary;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the stored rows of the catalog views from the dictionary. */
final class CatalogRows {
  static final List<String> TABLE_FAMILIES =
      List.of(
          "TABLES",
          "TAB_COLS",
          "CONSTRAINTS",
          "CONS_COLUMNS",
          "INDEXES",
          "IND_COLUMNS",
          "LOG_GROUPS",
          "LOG_GROUP_COLUMNS",
          "TAB_COMMENTS",
          "COL_COMMENTS",
          "OBJECTS");

  private final SimDictionary dictionary;
  private final String version;

  CatalogRows(SimDictionary dictionary, String version) {
    this.dictionary = dictionary;
    this.version = version;
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
    TableRows.table(parts, dictionary, entry);
    for (SimColumn column : entry.table().columns()) {
      TableRows.column(parts, entry, column);
    }
    for (ConstraintDef constraint : entry.constraints()) {
      KeyRows.constraint(parts, dictionary, entry, constraint);
    }
    for (IndexDef index : entry.indexes()) {
      KeyRows.index(parts, dictionary, entry, index);
    }
    for (LogGroupDef group : entry.logGroups()) {
      KeyRows.logGroup(parts, entry, group);
    }
    PartitionRows.objects(parts, dictionary, entry);
    return parts.rows();
  }

  /** Stored rows about everything that is not a table; families without rows are present. */
  Map<String, List<Map<String, @Nullable Object>>> withoutTables() {
    CatalogParts parts = new CatalogParts();
    parts.family("INDEXES");
    parts.family("OBJECTS");
    SchemaRows.objects(parts, dictionary);
    return parts.rows();
  }
}
