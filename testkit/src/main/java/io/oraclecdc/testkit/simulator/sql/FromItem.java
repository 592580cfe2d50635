package io.oraclecdc.testkit.simulator.sql;

import java.util.List;

/**
 * What stands between two commas of FROM.
 *
 * @param sql for H2
 * @param aliases of its relations
 * @param joins whether it has a JOIN
 */
record FromItem(String sql, List<String> aliases, boolean joins) {}
