package io.oraclecdc.doctor;

import java.util.List;

/** DOC-15: the release is known to work. */
final class VersionCheck implements Check {
  private static final int OLDEST = 19;

  @Override
  public List<Finding> run(Examined examined) {
    int major = examined.database().majorVersion();
    if (major >= OLDEST) {
      return List.of();
    }
    return List.of(
        Finding.blocking(
            "DOC-15",
            "the database is of version " + major + "." + examined.database().minorVersion(),
            "capture needs Oracle " + OLDEST + "c or later",
            "Upgrade the database"));
  }
}
