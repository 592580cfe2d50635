package io.oraclecdc.testkit.simulator.dictionary;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cluster: blocks that several tables share.
 *
 * @param key owner and name
 * @param objectId OBJECT_ID
 * @param dataObjectId DATA_OBJECT_ID of all its tables
 * @param columns the cluster key
 * @param keySize SIZE in bytes, null for a block
 * @param hashKeys HASHKEYS; 0 for an index cluster
 * @param function HASH IS expression, null for Oracle's own hash
 * @param singleTable SINGLE TABLE
 * @param index its cluster index, null as long as it has none
 * @param indexId OBJECT_ID of the index, 0 as long as it has none
 * @param tablespace TABLESPACE_NAME
 */
public record ClusterEntry(
    ObjectKey key,
    long objectId,
    long dataObjectId,
    List<KeyColumn> columns,
    @Nullable Long keySize,
    long hashKeys,
    @Nullable String function,
    boolean singleTable,
    @Nullable ObjectKey index,
    long indexId,
    String tablespace) {

  /** A column of the cluster key. */
  public record KeyColumn(String name, SimType type) {}

  /** Whether rows are placed by a hash of their key. */
  public boolean isHash() {
    return hashKeys > 0;
  }

  /** Whether its tables can be used: an index cluster needs its index first. */
  public boolean isUsable() {
    return isHash() || index != null;
  }

  /** The same with an index, or without one. */
  public ClusterEntry withIndex(@Nullable ObjectKey newIndex, long newIndexId) {
    return new ClusterEntry(
        key,
        objectId,
        dataObjectId,
        columns,
        keySize,
        hashKeys,
        function,
        singleTable,
        newIndex,
        newIndexId,
        tablespace);
  }

  /** The same in other blocks. */
  public ClusterEntry withData(long newDataObjectId) {
    return new ClusterEntry(
        key,
        objectId,
        newDataObjectId,
        columns,
        keySize,
        hashKeys,
        function,
        singleTable,
        index,
        indexId,
        tablespace);
  }
}
