package io.oraclecdc.doctor;

import java.util.ArrayList;
import java.util.List;

/** DOC-14: role and open mode of the database fit. */
final class RoleCheck implements Check {
  private static final String RULE = "DOC-14";

  @Override
  public List<Finding> run(Examined examined) {
    List<Finding> findings = new ArrayList<>();
    String role = examined.database().role();
    String openMode = examined.database().openMode();
    if (!role.equals("PRIMARY") || !openMode.equals("READ WRITE")) {
      findings.add(
          Finding.blocking(
              RULE,
              "the database is a " + role + " opened " + openMode,
              "online redo is read from a PRIMARY that is open READ WRITE",
              "Connect to the primary database, or run ALTER DATABASE OPEN;"));
    }
    return findings;
  }
}
