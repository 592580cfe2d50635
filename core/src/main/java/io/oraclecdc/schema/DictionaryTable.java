package io.oraclecdc.schema;

import io.oraclecdc.model.TableId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table as the dictionary views show it, before any rule of capture is applied.
 *
 * @param id full name
 * @param objectId OBJECT_ID
 * @param segmentIds OBJECT_IDs rows can come under: the table, its partitions, the top index
 * @param organization heap, index or cluster
 * @param partitioned whether it has partitions
 * @param rowMovement whether rows may change their ROWID
 * @param columns in INTERNAL_COLUMN_ID order, hidden ones included
 * @param primaryKey column names of the enabled primary key in key order, empty when there is none
 * @param uniqueKeys column names of each usable unique index, the index with fewest columns first
 * @param logGroups types of its supplemental log groups
 * @param keyNames column names of the primary key and of the unique indexes by the name of their
 *     constraint or index
 */
public record DictionaryTable(
    TableId id,
    long objectId,
    List<Long> segmentIds,
    Organization organization,
    boolean partitioned,
    boolean rowMovement,
    List<DictionaryColumn> columns,
    List<String> primaryKey,
    List<List<String>> uniqueKeys,
    List<LogGroup> logGroups,
    Map<String, List<String>> keyNames) {

  /** Copies the collections. */
  public DictionaryTable {
    segmentIds = List.copyOf(segmentIds);
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
    uniqueKeys = List.copyOf(uniqueKeys);
    logGroups = List.copyOf(logGroups);
    keyNames = Map.copyOf(keyNames);
  }

  /** A table whose keys have no names that are known. */
  public DictionaryTable(
      TableId id,
      long objectId,
      List<Long> segmentIds,
      Organization organization,
      boolean partitioned,
      boolean rowMovement,
      List<DictionaryColumn> columns,
      List<String> primaryKey,
      List<List<String>> uniqueKeys,
      List<LogGroup> logGroups) {
    this(
        id,
        objectId,
        segmentIds,
        organization,
        partitioned,
        rowMovement,
        columns,
        primaryKey,
        uniqueKeys,
        logGroups,
        Map.of());
  }

  /** The same under another name. */
  public DictionaryTable named(TableId other) {
    return new DictionaryTable(
        other,
        objectId,
        segmentIds,
        organization,
        partitioned,
        rowMovement,
        columns,
        primaryKey,
        uniqueKeys,
        logGroups,
        keyNames);
  }

  /** The same stored as another description of it tells. */
  public DictionaryTable storedAs(DictionaryTable other) {
    return new DictionaryTable(
        id,
        objectId,
        other.segmentIds,
        other.organization,
        other.partitioned,
        other.rowMovement,
        columns,
        primaryKey,
        uniqueKeys,
        logGroups,
        keyNames);
  }

  /** How the rows are stored. */
  public enum Organization {
    HEAP,
    INDEX,
    CLUSTER
  }

  /**
   * A column as DBA_TAB_COLS shows it.
   *
   * @param name COLUMN_NAME
   * @param dataType DATA_TYPE
   * @param typeOwner DATA_TYPE_OWNER, null for Oracle's own types
   * @param dataLength DATA_LENGTH, bytes
   * @param charLength CHAR_LENGTH, characters
   * @param inCharacters whether CHAR_USED is C
   * @param precision DATA_PRECISION
   * @param scale DATA_SCALE
   * @param nullable NULLABLE = Y
   * @param hidden HIDDEN_COLUMN = YES
   * @param virtual VIRTUAL_COLUMN = YES
   * @param userGenerated USER_GENERATED = YES: an invisible column a user made
   * @param identity IDENTITY_COLUMN = YES
   * @param internalId INTERNAL_COLUMN_ID
   * @param defaultExpression DATA_DEFAULT
   */
  public record DictionaryColumn(
      String name,
      String dataType,
      @Nullable String typeOwner,
      int dataLength,
      int charLength,
      boolean inCharacters,
      @Nullable Integer precision,
      @Nullable Integer scale,
      boolean nullable,
      boolean hidden,
      boolean virtual,
      boolean userGenerated,
      boolean identity,
      int internalId,
      @Nullable String defaultExpression) {}

  /**
   * A supplemental log group that is always logged.
   *
   * @param type LOG_GROUP_TYPE
   * @param columns logged columns of a USER LOG GROUP, empty for the others
   * @param name LOG_GROUP_NAME, empty when it is not known
   */
  public record LogGroup(String type, Set<String> columns, String name) {
    /** Copies the set. */
    public LogGroup {
      columns = Set.copyOf(columns);
    }

    /** A group whose name is not known. */
    public LogGroup(String type, Set<String> columns) {
      this(type, columns, "");
    }
  }
}
