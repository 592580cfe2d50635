package io.oraclecdc.testkit.simulator.dictionary;

import java.util.regex.Pattern;

/**
 * The text of a stored program.
 *
 * @param key owner and name
 * @param type PROCEDURE, FUNCTION, PACKAGE or PACKAGE BODY
 * @param text the CREATE statement
 */
public record ProgramSource(ObjectKey key, String type, String text) {
  private static final Pattern CREATE =
      Pattern.compile("(?is)^\\s*CREATE\\s+(OR\\s+REPLACE\\s+)?((NON)?EDITIONABLE\\s+)?");

  /** Name and kind. */
  public ProgramId id() {
    return new ProgramId(type, key);
  }

  /** The text that Oracle keeps: without CREATE OR REPLACE. */
  public String kept() {
    return CREATE.matcher(text).replaceFirst("");
  }
}
