package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.sql.VariableType;
import java.util.List;

/**
 * A collection type of a block.
 *
 * @param shape how its elements are numbered
 * @param limit most elements of a VARRAY
 * @param textKeys whether an associative array is indexed by text
 * @param element what it holds
 */
record CollectionType(Shape shape, int limit, boolean textKeys, Element element) {

  /** How elements are numbered. */
  enum Shape {
    /** INDEX BY: by anything. */
    ASSOCIATIVE,
    /** TABLE OF: from 1 on, with gaps after DELETE. */
    NESTED,
    /** VARRAY: from 1 on, up to a limit. */
    VARRAY
  }

  /**
   * What a collection holds: a value, or a record.
   *
   * @param fields names of the record's fields; one empty name for a value
   * @param types of the fields
   */
  record Element(List<String> fields, List<VariableType> types) {

    static Element of(VariableType type) {
      return new Element(List.of(""), List.of(type));
    }

    boolean isRecord() {
      return !fields.get(0).isEmpty();
    }
  }

  boolean isAssociative() {
    return shape == Shape.ASSOCIATIVE;
  }
}
