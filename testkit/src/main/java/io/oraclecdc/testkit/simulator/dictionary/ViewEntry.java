package io.oraclecdc.testkit.simulator.dictionary;

import java.util.List;

/**
 * A view, of a user or of the catalog.
 *
 * @param key owner and name
 * @param objectId OBJECT_ID
 * @param columns its columns
 * @param text the query as typed; empty for views of the catalog
 */
public record ViewEntry(ObjectKey key, long objectId, List<Column> columns, String text) {

  /**
   * A column of a view.
   *
   * @param name column name
   * @param type its type
   */
  public record Column(String name, SimType type) {}
}
