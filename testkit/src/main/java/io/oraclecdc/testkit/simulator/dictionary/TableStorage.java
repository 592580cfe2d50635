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
 * @param cluster name of the cluster, null when the table is in none
 * @param lobs storage of LOB columns that have a clause of their own, by column name
 * @param textXml XMLTYPE columns stored as CLOB; the others are binary
 * @param partitioning partitions, null when there are none
 */
public record TableStorage(
    Organization organization,
    long topIndexId,
    @Nullable String cluster,
    Map<String, LobStorage> lobs,
    Set<String> textXml,
    @Nullable Partitioning partitioning) {

  /** An ordinary table. */
  public static final TableStorage HEAP =
      new TableStorage(Organization.HEAP, 0, null, Map.of(), Set.of(), null);

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
    return new TableStorage(organization, topIndexId, cluster, lobs, textXml, value);
  }
}
