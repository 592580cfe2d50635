package io.oraclecdc.doctor;

import io.oraclecdc.database.DatabaseInfo;
import java.util.ArrayList;
import java.util.List;

/** DOC-2: minimal supplemental logging, of the database or of each captured container. */
final class MinimalLoggingCheck implements Check {
  @Override
  public List<Finding> run(Examined examined) {
    List<Finding> findings = new ArrayList<>();
    if (examined.database().hasMinimalSupplementalLogging()) {
      return findings;
    }
    for (DatabaseInfo place : examined.places().open().values()) {
      if (!place.hasMinimalSupplementalLogging()) {
        findings.add(
            Finding.blocking(
                "DOC-2",
                "minimal supplemental logging is off "
                    + (place.isPluggable() ? "in " + place.container().name() + " " : "")
                    + "(SUPPLEMENTAL_LOG_DATA_MIN = "
                    + place.supplementalMinimal()
                    + ")",
                "LogMiner cannot put rows together from the redo",
                "ALTER DATABASE ADD SUPPLEMENTAL LOG DATA;"
                    + (place.isPluggable()
                        ? " in CDB$ROOT, or ALTER PLUGGABLE DATABASE ADD SUPPLEMENTAL LOG DATA; in "
                            + place.container().name()
                        : "")));
      }
    }
    return findings;
  }
}
