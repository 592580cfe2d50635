package io.oraclecdc.testkit.scenario;

/** A scenario that cannot be understood: which line and why. */
public final class ScenarioException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int line;

  ScenarioException(int line, String problem) {
    super("line " + line + ": " + problem);
    this.line = line;
  }

  /** Number of the line, from 1. */
  public int line() {
    return line;
  }
}
