package io.oraclecdc.testkit.simulator.dictionary;

/**
 * Owner and name of a schema object, case kept.
 *
 * @param owner schema
 * @param name object
 */
public record ObjectKey(String owner, String name) {
  @Override
  public String toString() {
    return owner + "." + name;
  }
}
