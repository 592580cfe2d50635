package io.oraclecdc.testkit.simulator.redo;

/** STATUS of an archived log in V$ARCHIVED_LOG. */
public enum CopyStatus {
  /** A: available. */
  AVAILABLE("A"),
  /** D: deleted by RMAN; DELETED is YES and NAME is NULL. */
  DELETED("D"),
  /** U: marked unavailable by hand, the file is there. */
  UNAVAILABLE("U"),
  /** X: a crosscheck did not find the file. */
  EXPIRED("X");

  private final String letter;

  CopyStatus(String letter) {
    this.letter = letter;
  }

  /** What the view shows. */
  public String letter() {
    return letter;
  }
}
