package io.oraclecdc.testkit.simulator.dictionary;

/**
 * The text of a stored program.
 *
 * @param key owner and name
 * @param type PROCEDURE, FUNCTION, PACKAGE or PACKAGE BODY
 * @param text the CREATE statement
 */
public record ProgramSource(ObjectKey key, String type, String text) {}
