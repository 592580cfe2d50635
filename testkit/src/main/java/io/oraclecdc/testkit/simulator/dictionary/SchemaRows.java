package io.oraclecdc.testkit.simulator.dictionary;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Makes rows of the catalog views about views, sequences, synonyms, clusters and dropped tables.
 */
final class SchemaRows {

  private SchemaRows() {}

  static void add(CatalogParts parts, CatalogContainer container, String family) {
    SimDictionary dictionary = container.dictionary();
    switch (family) {
      case "VIEWS" -> dictionary.views().values().forEach(v -> view(parts, dictionary, v));
      case "SEQUENCES" ->
          dictionary.sequences().values().forEach(s -> sequence(parts, container, s));
      case "SYNONYMS" ->
          dictionary.synonyms().forEach((key, target) -> synonym(parts, dictionary, key, target));
      case "CLUSTERS" -> dictionary.clusters().values().forEach(c -> cluster(parts, c));
      case "RECYCLEBIN" -> dictionary.recycled().forEach(t -> recycled(parts, dictionary, t));
      default -> throw new IllegalArgumentException("no rows for " + family);
    }
  }

  private static void view(CatalogParts parts, SimDictionary dictionary, ViewEntry view) {
    String text = view.text();
    if (text.isEmpty()) {
      return;
    }
    parts.add(
        "VIEWS",
        "OWNER",
        view.key().owner(),
        "VIEW_NAME",
        view.key().name(),
        "TEXT_LENGTH",
        text.length(),
        "TEXT",
        text,
        "TEXT_VC",
        text.substring(0, Math.min(4000, text.length())),
        "ORIGIN_CON_ID",
        dictionary.containerId());
  }

  private static void sequence(
      CatalogParts parts, CatalogContainer container, SequenceEntry sequence) {
    parts.add(
        "SEQUENCES",
        "SEQUENCE_OWNER",
        sequence.key().owner(),
        "SEQUENCE_NAME",
        sequence.key().name(),
        "MIN_VALUE",
        sequence.minimum(),
        "MAX_VALUE",
        sequence.maximum(),
        "INCREMENT_BY",
        sequence.increment(),
        "CYCLE_FLAG",
        sequence.cycle() ? "Y" : "N",
        "CACHE_SIZE",
        sequence.cache(),
        "LAST_NUMBER",
        container.position(sequence).map(p -> lastNumber(sequence, p)).orElse(null));
  }

  /** What lies on disk: the first value that is not in the cache. */
  private static BigDecimal lastNumber(
      SequenceEntry sequence, CatalogContainer.SequencePosition position) {
    BigDecimal next = BigDecimal.valueOf(position.next());
    if (sequence.cache() <= 1) {
      return next;
    }
    BigDecimal start = BigDecimal.valueOf(position.start());
    BigDecimal step = sequence.increment().multiply(BigDecimal.valueOf(sequence.cache()));
    BigDecimal filled = next.subtract(start).divide(step, 0, RoundingMode.CEILING);
    return start.add(filled.multiply(step));
  }

  private static void synonym(
      CatalogParts parts, SimDictionary dictionary, ObjectKey key, ObjectKey target) {
    parts.add(
        "SYNONYMS",
        "OWNER",
        key.owner(),
        "SYNONYM_NAME",
        key.name(),
        "TABLE_OWNER",
        target.owner(),
        "TABLE_NAME",
        target.name(),
        "ORIGIN_CON_ID",
        dictionary.containerId());
  }

  private static void cluster(CatalogParts parts, ClusterEntry cluster) {
    parts.add(
        "CLUSTERS",
        "OWNER",
        cluster.key().owner(),
        "CLUSTER_NAME",
        cluster.key().name(),
        "TABLESPACE_NAME",
        cluster.tablespace(),
        "KEY_SIZE",
        cluster.keySize(),
        "CLUSTER_TYPE",
        cluster.isHash() ? "HASH" : "INDEX",
        "FUNCTION",
        !cluster.isHash() ? null : cluster.function() == null ? "DEFAULT2" : "HASH EXPRESSION",
        "HASHKEYS",
        cluster.hashKeys(),
        "SINGLE_TABLE",
        cluster.singleTable() ? "    Y" : "    N");
  }

  private static void recycled(
      CatalogParts parts, SimDictionary dictionary, SimDictionary.Recycled dropped) {
    SimTable table = dropped.entry().table();
    LocalDateTime created = dictionary.created().get(dropped.original());
    parts.add(
        "RECYCLEBIN",
        "OWNER",
        table.owner(),
        "OBJECT_NAME",
        table.name(),
        "ORIGINAL_NAME",
        dropped.original().name(),
        "TS_NAME",
        dropped.entry().tablespace(),
        "CREATETIME",
        text(created == null ? dropped.time() : created),
        "DROPTIME",
        text(dropped.time()),
        "DROPSCN",
        dropped.scn(),
        "RELATED",
        table.objectId(),
        "BASE_OBJECT",
        table.objectId(),
        "PURGE_OBJECT",
        table.objectId(),
        "SPACE",
        8);
  }

  private static @Nullable String text(@Nullable LocalDateTime time) {
    return time == null ? null : time.format(CatalogParts.TIMESTAMP);
  }

  /** What DBA_OBJECTS and DBA_INDEXES show beside tables. */
  static void objects(CatalogParts parts, SimDictionary dictionary) {
    for (ViewEntry view : dictionary.views().values()) {
      if (!view.text().isEmpty()) {
        parts.object(dictionary, CatalogParts.objectOf("VIEW", view.key(), view.objectId(), null));
      }
    }
    for (SequenceEntry sequence : dictionary.sequences().values()) {
      parts.object(
          dictionary, CatalogParts.objectOf("SEQUENCE", sequence.key(), sequence.objectId(), null));
    }
    for (ObjectKey key : dictionary.synonyms().keySet()) {
      parts.object(
          dictionary,
          CatalogParts.objectOf("SYNONYM", key, dictionary.numberOf("SYNONYM", key), null));
    }
    for (ProgramSource source : dictionary.sources().values()) {
      parts.object(
          dictionary,
          CatalogParts.objectOf(
                  source.type(),
                  source.key(),
                  dictionary.numberOf(source.type(), source.key()),
                  null)
              .valid(!dictionary.programErrors().containsKey(source.id())));
    }
    for (TriggerEntry trigger : dictionary.triggers().values()) {
      parts.object(
          dictionary,
          CatalogParts.objectOf("TRIGGER", trigger.key(), trigger.number(), null)
              .valid(!dictionary.programErrors().containsKey(trigger.id())));
    }
    dictionary.clusters().values().forEach(c -> clusterObjects(parts, dictionary, c));
  }

  private static void clusterObjects(
      CatalogParts parts, SimDictionary dictionary, ClusterEntry cluster) {
    parts.object(
        dictionary,
        CatalogParts.objectOf(
            "CLUSTER", cluster.key(), cluster.objectId(), cluster.dataObjectId()));
    ObjectKey index = cluster.index();
    if (index == null) {
      return;
    }
    parts.add(
        "INDEXES",
        "OWNER",
        index.owner(),
        "INDEX_NAME",
        index.name(),
        "INDEX_TYPE",
        "CLUSTER",
        "TABLE_OWNER",
        cluster.key().owner(),
        "TABLE_NAME",
        cluster.key().name(),
        "TABLE_TYPE",
        "CLUSTER",
        "UNIQUENESS",
        "UNIQUE",
        "TABLESPACE_NAME",
        cluster.tablespace());
    parts.object(
        dictionary,
        CatalogParts.objectOf("INDEX", index, cluster.indexId(), cluster.indexId())
            .timedAs(cluster.key()));
  }
}
