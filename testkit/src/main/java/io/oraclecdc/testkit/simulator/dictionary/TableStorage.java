package io.oraclecdc.testkit.simulator.dictionary;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the rows of a table are stored, as far as its redo shows it. Immutable but for interval
 * partitions, which {@link Partitioning} adds by itself.
 *
 * @param organization where rows lie
 * @param topIndexId OBJECT_ID of the index an index-organized table consists of, 0 otherwise
 * @param cluster where it lies, null when the table is in no cluster
 * @param lobs storage of LOB columns that have a clause of their own, by column name
 * @param textXml XMLTYPE columns stored as CLOB; the others are binary
 * @param partitioning partitions, null when there are none
 * @param compression COMPRESS_FOR: BASIC, ADVANCED, QUERY LOW ..; null without compression
 */
public record TableStorage(
    Organization organization,
    long topIndexId,
    @Nullable ClusterPlace cluster,
    Map<String, LobStorage> lobs,
    Set<String> textXml,
    @Nullable Partitioning partitioning,
    @Nullable String compression) {

  /** An ordinary table. */
  public static final TableStorage HEAP =
      new TableStorage(Organization.HEAP, 0, null, Map.of(), Set.of(), null, null);

  /** Where the rows of a table lie. */
  public enum Organization {
    /** In blocks of its own or of its partitions. */
    HEAP,
    /** In its primary key's index: rows have no address. */
    INDEX,
    /** In blocks shared with other tables. */
    CLUSTER
  }

  /** Copies its collections. */
  public TableStorage {
    lobs = Map.copyOf(lobs);
    textXml = Set.copyOf(textXml);
  }

  /** Storage of a LOB column. */
  public LobStorage lob(String column) {
    return lobs.getOrDefault(column, LobStorage.DEFAULT);
  }

  /** The same with other partitions. */
  public TableStorage withPartitioning(@Nullable Partitioning value) {
    return new TableStorage(organization, topIndexId, cluster, lobs, textXml, value, compression);
  }

  /** The same in the primary key's index. */
  public TableStorage inIndex(long indexId) {
    return new TableStorage(
        Organization.INDEX, indexId, null, lobs, textXml, partitioning, compression);
  }

  /** The same in a cluster. */
  public TableStorage inCluster(ClusterPlace place) {
    return new TableStorage(
        Organization.CLUSTER, 0, place, lobs, textXml, partitioning, compression);
  }

  /** The same with other storage of LOB columns. */
  public TableStorage withLobs(Map<String, LobStorage> value) {
    return new TableStorage(
        organization, topIndexId, cluster, value, textXml, partitioning, compression);
  }

  /** The same with other XMLTYPE columns stored as CLOB. */
  public TableStorage withTextXml(Set<String> value) {
    return new TableStorage(
        organization, topIndexId, cluster, lobs, value, partitioning, compression);
  }

  /** The same compressed in some way, or not at all. */
  public TableStorage withCompression(@Nullable String value) {
    return new TableStorage(organization, topIndexId, cluster, lobs, textXml, partitioning, value);
  }
}
