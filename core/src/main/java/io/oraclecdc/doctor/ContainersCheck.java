package io.oraclecdc.doctor;

import io.oraclecdc.config.MiningMode;
import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.PluggableDatabase;
import io.oraclecdc.model.Container;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** DOC-14: the connection leads where cdc.database.pdbs and cdc.mining.mode say it does. */
final class ContainersCheck implements Check {
  private static final String RULE = "DOC-14";

  @Override
  public List<Finding> run(Examined examined) {
    List<Finding> findings = new ArrayList<>();
    DatabaseInfo database = examined.database();
    Examined.Places places = examined.places();
    checkMode(database, places.mode(), findings);
    if (database.isRoot()) {
      checkRoot(places, findings);
    } else if (!places.wanted().isEmpty()) {
      findings.add(
          Finding.blocking(
              RULE,
              "cdc.database.pdbs is set, and "
                  + (database.isPluggable()
                      ? "the connection leads to pluggable database " + database.container().name()
                      : "the database " + database.name() + " has no containers"),
              "pluggable databases are captured from the root",
              database.isPluggable()
                  ? "Connect to a service of CDB$ROOT, or remove cdc.database.pdbs"
                  : "Remove cdc.database.pdbs"));
    }
    return findings;
  }

  private static void checkMode(DatabaseInfo database, MiningMode mode, List<Finding> findings) {
    if (mode == MiningMode.LOGS && database.isPluggable()) {
      findings.add(
          Finding.blocking(
              RULE,
              "cdc.mining.mode is logs, and the connection leads to pluggable database "
                  + database.container().name(),
              "redo logs can be registered in the root only (ORA-65040)",
              "Connect to a service of CDB$ROOT, or set cdc.mining.mode=auto"));
    }
    if (mode == MiningMode.RANGE && !database.isPluggable()) {
      findings.add(
          Finding.blocking(
              RULE,
              "cdc.mining.mode is range, and the connection does not lead to a pluggable database",
              "LogMiner finds logs itself in a pluggable database only",
              "Set cdc.mining.mode=auto"));
    }
  }

  private static void checkRoot(Examined.Places places, List<Finding> findings) {
    if (places.wanted().isEmpty()) {
      findings.add(
          Finding.blocking(
              RULE,
              "the connection leads to CDB$ROOT and cdc.database.pdbs is not set; there are: "
                  + names(places.known()),
              "the tables of applications are in pluggable databases",
              "Set cdc.database.pdbs, and write table patterns as PDB.SCHEMA.TABLE"));
    }
    for (String name : places.wanted()) {
      Optional<PluggableDatabase> pdb = PluggableDatabase.named(name, places.known());
      if (pdb.isEmpty()) {
        findings.add(
            Finding.blocking(
                RULE,
                "there is no pluggable database "
                    + name
                    + " that the user can see; there are: "
                    + names(places.known()),
                "cdc.database.pdbs names it",
                "Correct cdc.database.pdbs, or let the user see it: ALTER USER .. SET"
                    + " CONTAINER_DATA = ALL CONTAINER = CURRENT;"));
      }
    }
    Set<String> characterSets = new TreeSet<>();
    places
        .open()
        .values()
        .forEach(p -> characterSets.add(p.characterSet() + "/" + p.nationalCharacterSet()));
    if (characterSets.size() > 1) {
      findings.add(
          Finding.blocking(
              RULE,
              "the pluggable databases have different character sets: " + characterSets,
              "one capture decodes by one pair of character sets",
              "Run one capture for each character set"));
    }
  }

  private static String names(List<PluggableDatabase> known) {
    return known.isEmpty()
        ? "none"
        : String.join(
            ", ", known.stream().map(PluggableDatabase::container).map(Container::name).toList());
  }
}
