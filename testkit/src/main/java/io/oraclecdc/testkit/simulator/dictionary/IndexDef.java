package io.oraclecdc.testkit.simulator.dictionary;

import java.util.List;

/**
 * An index of a table.
 *
 * @param owner its schema
 * @param name its name
 * @param columns column names in order; expressions as text
 * @param unique UNIQUENESS
 * @param type INDEX_TYPE
 * @param stored whether H2 has it; function-based ones live in the dictionary only
 * @param objectId OBJECT_ID
 * @param usable STATUS
 * @param local partitioned like its table
 */
public record IndexDef(
    String owner,
    String name,
    List<String> columns,
    boolean unique,
    String type,
    boolean stored,
    long objectId,
    boolean usable,
    boolean local) {}
