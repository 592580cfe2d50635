package io.oraclecdc.doctor;

import java.util.List;

/** DOC-1: redo logs are archived. */
final class ArchiveLogCheck implements Check {
  @Override
  public List<Finding> run(Examined examined) {
    String mode = examined.database().logMode();
    if (mode.equals("ARCHIVELOG") || mode.equals("MANUAL")) {
      return List.of();
    }
    return List.of(
        Finding.blocking(
            "DOC-1",
            "the database runs in " + mode + " mode",
            "redo that was not read yet is lost when its log is used again",
            "SHUTDOWN IMMEDIATE; STARTUP MOUNT; ALTER DATABASE ARCHIVELOG; ALTER DATABASE OPEN;"));
  }
}
