package io.oraclecdc.schema;

import io.oraclecdc.model.Container;
import io.oraclecdc.model.TableId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One version of a captured table's layout. Immutable; row images are indexed like {@link
 * #columns()}.
 *
 * <p>Two versions of a table are different objects with different {@link #version()}; stages pass
 * the object along with each row.
 */
public final class TableSchema {
  private final TableId id;
  private final Container container;
  private final long objectId;
  private final int version;
  private final boolean indexOrganized;
  private final List<Column> columns;
  private final RecordKey key;
  private final SupplementalLogging logging;
  private final Map<String, Integer> indexByName;
  private final boolean keepsValuesApart;
  private final boolean leavesOutOfConditions;
  private final TableId publishedAs;

  /**
   * A version of a table.
   *
   * @param id full name
   * @param container where it lives
   * @param objectId OBJECT_ID of the table, 0 when unknown (scenario files)
   * @param version 1 for the first layout seen, plus one for each change
   * @param indexOrganized whether ROWIDs do not tell its rows apart (index-organised tables)
   * @param columns in INTERNAL_COLUMN_ID order
   * @param key what record keys are made of
   * @param logging what LogMiner gives beside the changed columns
   */
  public TableSchema(
      TableId id,
      Container container,
      long objectId,
      int version,
      boolean indexOrganized,
      List<Column> columns,
      RecordKey key,
      SupplementalLogging logging) {
    this(id, container, objectId, version, indexOrganized, columns, key, logging, id);
  }

  /**
   * The same for a table whose records keep an earlier name of it.
   *
   * @param publishedAs the name that topic and record schemas are made from
   */
  public TableSchema(
      TableId id,
      Container container,
      long objectId,
      int version,
      boolean indexOrganized,
      List<Column> columns,
      RecordKey key,
      SupplementalLogging logging,
      TableId publishedAs) {
    this.publishedAs = publishedAs;
    this.id = id;
    this.container = container;
    this.objectId = objectId;
    this.version = version;
    this.indexOrganized = indexOrganized;
    this.columns = List.copyOf(columns);
    this.key = key;
    this.logging = logging;
    this.keepsValuesApart = columns.stream().anyMatch(column -> column.type().isKeptApart());
    this.leavesOutOfConditions =
        columns.stream().anyMatch(column -> column.type().isLeftOutOfConditions());
    this.indexByName = new HashMap<>(columns.size() * 2);
    for (int i = 0; i < columns.size(); i++) {
      indexByName.put(columns.get(i).name(), i);
    }
  }

  /** Full name. */
  public TableId id() {
    return id;
  }

  /** The name that topic and record schemas are made from: {@link #id} or an earlier one. */
  public TableId publishedAs() {
    return publishedAs;
  }

  /** The same layout of a table with another name. */
  public TableSchema named(TableId other) {
    return new TableSchema(
        other,
        container,
        objectId,
        version,
        indexOrganized,
        columns,
        key,
        logging,
        publishedAs.equals(id) ? other : publishedAs);
  }

  /** The same layout with other columns in the same places. */
  public TableSchema with(List<Column> otherColumns) {
    return new TableSchema(
        id, container, objectId, version, indexOrganized, otherColumns, key, logging, publishedAs);
  }

  /** The same layout under another number, published under another name. */
  public TableSchema with(int otherVersion, TableId otherName) {
    return new TableSchema(
        id, container, objectId, otherVersion, indexOrganized, columns, key, logging, otherName);
  }

  /** Container the table lives in. */
  public Container container() {
    return container;
  }

  /** OBJECT_ID, 0 when unknown. */
  public long objectId() {
    return objectId;
  }

  /** Number of this layout, from 1. */
  public int version() {
    return version;
  }

  /** Whether the table is index-organised or clustered, so that ROWIDs repeat. */
  public boolean isIndexOrganized() {
    return indexOrganized;
  }

  /** All columns, captured or not. */
  public List<Column> columns() {
    return columns;
  }

  /**
   * Whether a column, captured or not, may keep its values outside the row, so that one statement
   * can take several redo rows.
   */
  public boolean keepsValuesApart() {
    return keepsValuesApart;
  }

  /** Whether it has a column whose old value an update does not tell. */
  public boolean leavesOutOfConditions() {
    return leavesOutOfConditions;
  }

  /** What record keys are made of. */
  public RecordKey key() {
    return key;
  }

  /** What LogMiner gives beside the changed columns. */
  public SupplementalLogging logging() {
    return logging;
  }

  /** Position of a column by its exact name, -1 when the table has none of that name. */
  public int indexOf(String columnName) {
    Integer index = indexByName.get(columnName);
    return index == null ? -1 : index;
  }

  /** Name and version. */
  @Override
  public String toString() {
    return id + " v" + version;
  }

  /** Supplemental logging of a table, its own or the database's, whichever is higher. */
  public enum SupplementalLogging {
    /** No key columns: before images are partial and updates may lack their key. */
    NONE,
    /** Key columns. */
    PRIMARY_KEY,
    /** All columns that can be logged. */
    ALL
  }
}
