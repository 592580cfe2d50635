package io.oraclecdc.testkit.simulator.dictionary;

import java.util.List;

/**
 * A view, of a user or of the catalog.
 *
 * @param key owner and name
 * @param objectId OBJECT_ID
 * @param columns its columns
 * @param text the query as typed; empty for views of the catalog
 * @param changes what DML may do through it
 */
public record ViewEntry(
    ObjectKey key, long objectId, List<Column> columns, String text, Changes changes) {

  /** A view without WITH READ ONLY and WITH CHECK OPTION. */
  public ViewEntry(ObjectKey key, long objectId, List<Column> columns, String text) {
    this(key, objectId, columns, text, Changes.ALLOWED);
  }

  /** What DML may do through a view. */
  public enum Changes {
    /** Whatever its query allows. */
    ALLOWED,
    /** WITH CHECK OPTION. */
    CHECKED,
    /** WITH READ ONLY. */
    READ_ONLY
  }

  /**
   * A column of a view.
   *
   * @param name column name
   * @param type its type
   */
  public record Column(String name, SimType type) {}
}
