package io.oraclecdc.testkit.simulator.dictionary;

import java.util.List;

/**
 * The cluster a table lies in.
 *
 * @param key owner and name of the cluster
 * @param columns the table's columns that are the cluster key, in its order
 */
public record ClusterPlace(ObjectKey key, List<String> columns) {

  /** The same after a column got another name. */
  ClusterPlace renamed(String from, String to) {
    return new ClusterPlace(
        key, columns.stream().map(name -> name.equals(from) ? to : name).toList());
  }
}
