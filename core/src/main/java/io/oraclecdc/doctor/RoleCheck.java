package io.oraclecdc.doctor;

import io.oraclecdc.config.CaptureMode;
import io.oraclecdc.database.DatabaseInfo;
import java.util.ArrayList;
import java.util.List;

/** DOC-14: role and open mode of the database fit the redo that is to be read. */
final class RoleCheck implements Check {
  private static final String RULE = "DOC-14";

  @Override
  public List<Finding> run(Examined examined) {
    List<Finding> findings = new ArrayList<>();
    CaptureMode mode = examined.captureMode();
    String role = examined.database().role();
    String openMode = examined.database().openMode();
    if (!DatabaseInfo.fits(mode, role, openMode)) {
      findings.add(
          Finding.blocking(
              RULE,
              "the database is a " + role + " opened " + openMode,
              mode == CaptureMode.ONLINE
                  ? "online redo is read from a PRIMARY that is open READ WRITE"
                  : "archived redo is read from a PRIMARY that is open READ WRITE, or from a"
                      + " PHYSICAL STANDBY that is open READ ONLY",
              mode == CaptureMode.ONLINE
                      && DatabaseInfo.fits(CaptureMode.ARCHIVE_ONLY, role, openMode)
                  ? "Connect to the primary database, or set cdc.capture.mode=archive_only"
                  : "Connect to the primary database, or run ALTER DATABASE OPEN;"));
    } else if (examined.database().isPhysicalStandby() && openMode.equals("READ ONLY")) {
      findings.add(
          Finding.warning(
              RULE,
              "the standby is open READ ONLY and applies no redo",
              "only applied redo is read, so no change arrives until it applies again",
              "ALTER DATABASE RECOVER MANAGED STANDBY DATABASE DISCONNECT FROM SESSION;"));
    }
    return findings;
  }
}
