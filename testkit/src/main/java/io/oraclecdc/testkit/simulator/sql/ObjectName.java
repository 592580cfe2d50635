package io.oraclecdc.testkit.simulator.sql;

import org.jspecify.annotations.Nullable;

/**
 * A possibly qualified name in a statement.
 *
 * @param schema as written, null when not qualified
 * @param name of the object
 */
public record ObjectName(@Nullable String schema, String name) {}
