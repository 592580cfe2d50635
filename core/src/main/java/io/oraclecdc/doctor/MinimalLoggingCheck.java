package io.oraclecdc.doctor;

import java.util.List;

/** DOC-2: minimal supplemental logging of the database. */
final class MinimalLoggingCheck implements Check {
  @Override
  public List<Finding> run(Examined examined) {
    if (examined.database().hasMinimalSupplementalLogging()) {
      return List.of();
    }
    return List.of(
        Finding.blocking(
            "DOC-2",
            "minimal supplemental logging is off (SUPPLEMENTAL_LOG_DATA_MIN = "
                + examined.database().supplementalMinimal()
                + ")",
            "LogMiner cannot put rows together from the redo",
            "ALTER DATABASE ADD SUPPLEMENTAL LOG DATA;"));
  }
}
