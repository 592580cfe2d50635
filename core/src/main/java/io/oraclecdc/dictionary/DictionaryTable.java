package io.oraclecdc.dictionary;

import io.oraclecdc.model.TableId;
import java.util.List;
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
    List<LogGroup> logGroups) {

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
   */
  public record LogGroup(String type, Set<String> columns) {}
}
