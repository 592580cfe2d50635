package io.oraclecdc.testkit.simulator.dictionary;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Rows of the catalog views that are made when somebody reads. */
public final class CatalogContent {

  private CatalogContent() {}

  /**
   * Rows of a view by column; a column that a row does not name has its declared default.
   *
   * @param name of a computed view
   * @param viewer who reads
   * @param table name that TABLE_NAME must have; null for all rows
   */
  public static List<Map<String, @Nullable Object>> rows(
      String name, CatalogViewer viewer, @Nullable String table) {
    CatalogColumns.View view = CatalogColumns.view(name);
    if (view == null || !view.family().isComputed()) {
      throw new IllegalArgumentException("no computed view " + name);
    }
    CatalogFamily family = view.family();
    if (view.form() != 'C') {
      List<Map<String, @Nullable Object>> rows = of(family, viewer, viewer.container(), table);
      rows.removeIf(visible(family, view.form(), viewer).negate());
      return rows;
    }
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (CatalogContainer container : viewer.visibleContainers()) {
      for (Map<String, @Nullable Object> row : of(family, viewer, container, table)) {
        row.putIfAbsent("CON_ID", container.dictionary().containerId());
        rows.add(row);
      }
    }
    return rows;
  }

  private static List<Map<String, @Nullable Object>> of(
      CatalogFamily family,
      CatalogViewer viewer,
      CatalogContainer container,
      @Nullable String table) {
    CatalogParts parts = new CatalogParts();
    parts.family(family.name());
    SimDictionary dictionary = container.dictionary();
    Collection<TableEntry> tables = tables(dictionary, table);
    switch (family.name()) {
      case "ALL_TABLES" -> tables.forEach(t -> TableRows.relationalTable(parts, t));
      case "TAB_IDENTITY_COLS" -> tables.forEach(t -> TableRows.identity(parts, t));
      case "UNUSED_COL_TABS" -> tables.forEach(t -> TableRows.unused(parts, t));
      case "CLU_COLUMNS" -> tables.forEach(t -> TableRows.cluster(parts, dictionary, t));
      case "IND_EXPRESSIONS" -> tables.forEach(t -> KeyRows.expressions(parts, t));
      case "TAB_PARTITIONS" -> tables.forEach(t -> PartitionRows.partitions(parts, t));
      case "PART_TABLES" -> tables.forEach(t -> PartitionRows.table(parts, t));
      case "PART_KEY_COLUMNS" -> tables.forEach(t -> PartitionRows.key(parts, t));
      case "PART_INDEXES" -> tables.forEach(t -> PartitionRows.indexes(parts, t));
      case "IND_PARTITIONS" -> tables.forEach(t -> PartitionRows.indexPartitions(parts, t));
      case "LOBS" -> tables.forEach(t -> LobRows.lobs(parts, t));
      case "LOB_PARTITIONS" -> tables.forEach(t -> LobRows.partitions(parts, t));
      case "XML_TAB_COLS" -> tables.forEach(t -> LobRows.xml(parts, t));
      case "TAB_STATISTICS" -> {
        tables.forEach(t -> StatisticsRows.table(parts, t));
        StatisticsRows.fixedTables(parts, dictionary);
      }
      case "TABLESPACES", "DATA_FILES", "TEMP_FILES", "FREE_SPACE", "SEGMENTS", "EXTENTS" ->
          new SegmentRows(parts, container).add(family.name());
      case "TRIGGERS", "TRIGGER_COLS", "SOURCE", "ERRORS", "PROCEDURES" ->
          new ProgramRows(parts, dictionary).add(family.name());
      case "VIEWS", "SEQUENCES", "SYNONYMS", "CLUSTERS", "RECYCLEBIN" ->
          SchemaRows.add(parts, container, family.name());
      case "NESTED_TABLES", "TAB_SUBPARTITIONS", "ENCRYPTED_COLUMNS", "DBA_2PC_PENDING" -> {
        // the simulator has none of them
      }
      default -> {
        if (!UserRows.add(parts, viewer, dictionary, family.name())) {
          DatabaseRows.add(parts, container, family.name());
        }
      }
    }
    return parts.rows().getOrDefault(family.name(), new ArrayList<>());
  }

  private static Collection<TableEntry> tables(SimDictionary dictionary, @Nullable String name) {
    if (name == null) {
      return dictionary.tables();
    }
    return dictionary.grants().grantees().stream()
        .flatMap(g -> dictionary.table(new ObjectKey(g.name(), name)).stream())
        .toList();
  }

  private static Predicate<Map<String, @Nullable Object>> visible(
      CatalogFamily family, char form, CatalogViewer viewer) {
    String owner = family.ownerColumn();
    if (form == 'U' && family.has("USERNAME")) {
      return row -> viewer.userName().equals(row.get("USERNAME"));
    }
    if (owner == null || form == 'D' || form == 'P') {
      return row -> true;
    }
    if (form == 'U') {
      return row -> viewer.userName().equals(row.get(owner));
    }
    return switch (family.name()) {
      case "SYNONYMS" ->
          row ->
              isOf(row, "OWNER", viewer)
                  || "PUBLIC".equals(row.get("OWNER"))
                  || maySee(row, "TABLE_OWNER", "TABLE_NAME", viewer);
      case "TRIGGERS" ->
          row ->
              isOf(row, "OWNER", viewer)
                  || isOf(row, "TABLE_OWNER", viewer)
                  || viewer.hasPrivilege("CREATE ANY TRIGGER");
      case "TRIGGER_COLS" ->
          row -> isOf(row, "TRIGGER_OWNER", viewer) || isOf(row, "TABLE_OWNER", viewer);
      default -> row -> maySee(row, owner, family.nameColumn(), viewer);
    };
  }

  private static boolean isOf(
      Map<String, @Nullable Object> row, String column, CatalogViewer viewer) {
    return viewer.userName().equals(row.get(column));
  }

  private static boolean maySee(
      Map<String, @Nullable Object> row, String owner, String name, CatalogViewer viewer) {
    return viewer.maySee(String.valueOf(row.get(owner)), String.valueOf(row.get(name)));
  }
}
