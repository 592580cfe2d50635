package io.oraclecdc.doctor;

import io.oraclecdc.database.PluggableDatabase;
import java.util.ArrayList;
import java.util.List;

/**
 * DOC-21: every pluggable database is open, captured or not: LogMiner does not start in the root
 * over redo of a closed one (ORA-16331). Capture waits until it is opened.
 */
final class OpenContainersCheck implements Check {
  @Override
  public List<Finding> run(Examined examined) {
    List<Finding> findings = new ArrayList<>();
    if (!examined.database().isRoot()) {
      return findings;
    }
    for (PluggableDatabase pdb : examined.places().known()) {
      if (!pdb.isOpen()) {
        String name = Examined.sqlName(pdb.container().name());
        findings.add(
            Finding.warning(
                "DOC-21",
                "pluggable database " + name + " is " + pdb.openMode(),
                "mining in the root waits while redo of a closed pluggable database is in the range",
                "ALTER PLUGGABLE DATABASE "
                    + name
                    + " OPEN; ALTER PLUGGABLE DATABASE "
                    + name
                    + " SAVE STATE;"));
      }
    }
    return findings;
  }
}
