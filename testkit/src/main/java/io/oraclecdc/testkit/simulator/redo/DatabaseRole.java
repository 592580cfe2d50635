package io.oraclecdc.testkit.simulator.redo;

/** DATABASE_ROLE. */
public enum DatabaseRole {
  /** Writes redo. */
  PRIMARY("PRIMARY"),
  /** Receives and applies redo. */
  PHYSICAL_STANDBY("PHYSICAL STANDBY");

  private final String text;

  DatabaseRole(String text) {
    this.text = text;
  }

  /** What V$DATABASE shows. */
  public String text() {
    return text;
  }
}
