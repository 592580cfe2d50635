package io.oraclecdc.testkit.simulator.dictionary;

import java.util.HexFormat;
import java.util.List;

/** Makes the rows of the catalog views about containers and their supplemental logging. */
final class CatalogContainers {
  static final List<String> FAMILIES =
      List.of(
          "PDBS",
          "DBA_PDB_SAVED_STATES",
          "DBA_CONTAINER_DATA",
          "CDB_CONTAINER_DATA",
          "DBA_SUPPLEMENTAL_LOGGING");

  private CatalogContainers() {}

  static void add(CatalogParts parts, SimDictionary dictionary) {
    dictionary.pdbs().forEach(pdb -> pdb(parts, pdb));
    for (Grantee grantee : dictionary.grants().grantees()) {
      if (grantee.hasContainerData()) {
        containerData(parts, grantee.name());
      }
    }
    DatabaseLogging logging = dictionary.ownLogging();
    parts.add(
        "DBA_SUPPLEMENTAL_LOGGING",
        "MINIMAL",
        yes(logging.isOn()),
        "PRIMARY_KEY",
        yes(logging.primaryKey()),
        "UNIQUE_INDEX",
        yes(logging.unique()),
        "FOREIGN_KEY",
        yes(logging.foreignKey()),
        "ALL_COLUMN",
        yes(logging.all()),
        "PROCEDURAL",
        "NO",
        "SUBSET_REP",
        "NO");
  }

  private static void pdb(CatalogParts parts, PdbEntry pdb) {
    byte[] guid = HexFormat.of().parseHex(pdb.guid());
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
        guid,
        "STATUS",
        "NORMAL",
        "CREATION_SCN",
        pdb.createScn(),
        "LOGGING",
        "LOGGING",
        "FORCE_LOGGING",
        "NO",
        "APPLICATION_ROOT",
        "NO",
        "APPLICATION_PDB",
        "NO",
        "APPLICATION_SEED",
        "NO");
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
          guid,
          "STATE",
          pdb.savedState(),
          "RESTRICTED",
          "NO");
    }
  }

  private static void containerData(CatalogParts parts, String user) {
    parts.add("DBA_CONTAINER_DATA", "USERNAME", user, "DEFAULT_ATTR", "Y", "ALL_CONTAINERS", "Y");
    parts.add(
        "CDB_CONTAINER_DATA",
        "USERNAME",
        user,
        "DEFAULT_ATTR",
        "Y",
        "ALL_CONTAINERS",
        "Y",
        "CON_ID",
        1);
  }

  private static String yes(boolean value) {
    return value ? "YES" : "NO";
  }
}
