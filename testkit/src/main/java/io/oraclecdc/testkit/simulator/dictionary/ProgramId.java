package io.oraclecdc.testkit.simulator.dictionary;

/**
 * A program unit: a package and its body have the same name.
 *
 * @param type PROCEDURE, FUNCTION, PACKAGE, PACKAGE BODY or TRIGGER
 * @param key owner and name
 */
public record ProgramId(String type, ObjectKey key) {}
