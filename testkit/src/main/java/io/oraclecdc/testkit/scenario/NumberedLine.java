package io.oraclecdc.testkit.scenario;

/**
 * A line of a scenario file.
 *
 * @param number from 1
 * @param text its text, or the part of it that matters
 */
record NumberedLine(int number, String text) {
  ScenarioException problem(String what) {
    return new ScenarioException(number, what);
  }
}
