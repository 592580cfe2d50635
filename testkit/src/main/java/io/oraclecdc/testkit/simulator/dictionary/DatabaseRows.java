package io.oraclecdc.testkit.simulator.dictionary;

import java.util.HexFormat;

/** Makes rows of the catalog views about the database, its containers and the catalog itself. */
final class DatabaseRows {

  private DatabaseRows() {}

  static void add(CatalogParts parts, CatalogContainer container, String family) {
    SimDictionary dictionary = container.dictionary();
    switch (family) {
      case "PDBS" -> dictionary.pdbs().forEach(pdb -> pdb(parts, pdb));
      case "DBA_PDB_SAVED_STATES" -> dictionary.pdbs().forEach(pdb -> savedState(parts, pdb));
      case "DBA_CONTAINER_DATA", "CDB_CONTAINER_DATA" ->
          dictionary.grants().grantees().stream()
              .filter(Grantee::hasContainerData)
              .forEach(g -> containerData(parts, family, g.name()));
      case "DBA_SUPPLEMENTAL_LOGGING" -> supplementalLogging(parts, dictionary.ownLogging());
      case "DATABASE_PROPERTIES", "CDB_PROPERTIES" -> properties(parts, container, family);
      case "GLOBAL_NAME" -> parts.add(family, "GLOBAL_NAME", container.databaseName());
      case "DBA_REGISTRY" -> {
        component(parts, "CATALOG", "Oracle Database Catalog Views", container.version());
        component(parts, "CATPROC", "Oracle Database Packages and Types", container.version());
      }
      case "DBA_WAITERS" -> container.waits().forEach(w -> waiter(parts, w));
      case "DBA_BLOCKERS" ->
          container.waits().stream()
              .map(CatalogContainer.SessionWait::holding)
              .distinct()
              .filter(s -> container.waits().stream().noneMatch(w -> w.waiting() == s))
              .forEach(s -> parts.add(family, "HOLDING_SESSION", s));
      case "DICTIONARY" ->
          dictionary.views().values().stream()
              .filter(v -> v.key().owner().equals("SYS"))
              .forEach(v -> parts.add(family, "TABLE_NAME", v.key().name()));
      case "DICT_COLUMNS" ->
          dictionary.views().values().stream()
              .filter(v -> v.key().owner().equals("SYS"))
              .forEach(v -> columns(parts, v));
      default -> throw new IllegalArgumentException("no rows for " + family);
    }
  }

  private static void columns(CatalogParts parts, ViewEntry view) {
    for (ViewEntry.Column column : view.columns()) {
      parts.add("DICT_COLUMNS", "TABLE_NAME", view.key().name(), "COLUMN_NAME", column.name());
    }
  }

  private static void component(CatalogParts parts, String id, String name, String version) {
    parts.add(
        "DBA_REGISTRY",
        "COMP_ID",
        id,
        "COMP_NAME",
        name,
        "VERSION",
        version.substring(0, version.indexOf('.')) + ".0.0.0.0",
        "VERSION_FULL",
        version);
  }

  private static void properties(CatalogParts parts, CatalogContainer container, String family) {
    boolean isContainer = container.dictionary().containerId() > 0;
    String[][] properties = {
      {"DEFAULT_PERMANENT_TABLESPACE", "USERS", "Name of default permanent tablespace"},
      {"DEFAULT_TEMP_TABLESPACE", "TEMP", "Name of default temporary tablespace"},
      {"DBTIMEZONE", "00:00", "DB time zone"},
      {"GLOBAL_DB_NAME", container.databaseName(), "Global database name"},
      {"NLS_CHARACTERSET", "AL32UTF8", "Character set"},
      {"NLS_NCHAR_CHARACTERSET", "AL16UTF16", "NCHAR Character set"},
      {"NLS_RDBMS_VERSION", container.version(), "RDBMS version for NLS parameters"},
      {"LOCAL_UNDO_ENABLED", isContainer ? "TRUE" : null, "true if local undo is enabled"}
    };
    for (String[] property : properties) {
      if (property[1] != null) {
        parts.add(
            family,
            "PROPERTY_NAME",
            property[0],
            "PROPERTY_VALUE",
            property[1],
            "DESCRIPTION",
            property[2],
            "CON_ID",
            container.dictionary().containerId());
      }
    }
  }

  private static void waiter(CatalogParts parts, CatalogContainer.SessionWait wait) {
    parts.add(
        "DBA_WAITERS",
        "WAITING_SESSION",
        wait.waiting(),
        "WAITING_CON_ID",
        wait.waitingContainer(),
        "HOLDING_SESSION",
        wait.holding(),
        "HOLDING_CON_ID",
        wait.holdingContainer(),
        "LOCK_TYPE",
        "Transaction",
        "MODE_HELD",
        "Exclusive",
        "MODE_REQUESTED",
        "Exclusive",
        "LOCK_ID1",
        wait.id1(),
        "LOCK_ID2",
        wait.id2());
  }

  private static void supplementalLogging(CatalogParts parts, DatabaseLogging logging) {
    parts.add(
        "DBA_SUPPLEMENTAL_LOGGING",
        "MINIMAL",
        CatalogParts.yes(logging.isOn()),
        "PRIMARY_KEY",
        CatalogParts.yes(logging.primaryKey()),
        "UNIQUE_INDEX",
        CatalogParts.yes(logging.unique()),
        "FOREIGN_KEY",
        CatalogParts.yes(logging.foreignKey()),
        "ALL_COLUMN",
        CatalogParts.yes(logging.all()));
  }

  private static void pdb(CatalogParts parts, PdbEntry pdb) {
    parts.add(
        "PDBS",
        "PDB_ID",
        pdb.id(),
        "PDB_NAME",
        pdb.name(),
        "DBID",
        pdb.dbid(),
        "CON_UID",
        pdb.uid(),
        "GUID",
        HexFormat.of().parseHex(pdb.guid()),
        "CREATION_SCN",
        pdb.createScn(),
        "CON_ID",
        pdb.id());
  }

  private static void savedState(CatalogParts parts, PdbEntry pdb) {
    if (pdb.savedState() != null) {
      parts.add(
          "DBA_PDB_SAVED_STATES",
          "CON_ID",
          pdb.id(),
          "CON_NAME",
          pdb.name(),
          "CON_UID",
          pdb.uid(),
          "GUID",
          HexFormat.of().parseHex(pdb.guid()),
          "STATE",
          pdb.savedState());
    }
  }

  private static void containerData(CatalogParts parts, String family, String user) {
    parts.add(family, "USERNAME", user, "DEFAULT_ATTR", "Y", "ALL_CONTAINERS", "Y", "CON_ID", 1);
  }
}
