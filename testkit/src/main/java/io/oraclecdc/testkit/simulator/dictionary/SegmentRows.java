package io.oraclecdc.testkit.simulator.dictionary;

import io.oraclecdc.testkit.simulator.dictionary.Tablespaces.Contents;
import io.oraclecdc.testkit.simulator.dictionary.Tablespaces.Tablespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes rows of the catalog views about space. Every segment counts its blocks for itself, from 128
 * on in the file that its ROWIDs name: extents of different segments overlap.
 */
final class SegmentRows {
  private static final int FIRST_BLOCK = 128;
  private static final int FIRST_ROW_BLOCK = 131;
  private static final int ROWS_PER_BLOCK = 100;
  private static final int SMALL_EXTENTS = 16;
  private static final int SMALL_BLOCKS = 8;
  private static final int LARGE_BLOCKS = 128;

  private final CatalogParts parts;
  private final CatalogContainer container;
  private final SimDictionary dictionary;
  private final List<Tablespace> tablespaces;

  SegmentRows(CatalogParts parts, CatalogContainer container) {
    this.parts = parts;
    this.container = container;
    dictionary = container.dictionary();
    tablespaces = Tablespaces.of(dictionary, container.databaseName());
  }

  void add(String family) {
    switch (family) {
      case "TABLESPACES" -> tablespaces.forEach(this::tablespace);
      case "DATA_FILES" ->
          tablespaces.stream()
              .filter(t -> t.contents() != Contents.TEMPORARY)
              .forEach(t -> file("DATA_FILES", t));
      case "TEMP_FILES" ->
          tablespaces.stream()
              .filter(t -> t.contents() == Contents.TEMPORARY)
              .forEach(t -> file("TEMP_FILES", t));
      case "FREE_SPACE" ->
          tablespaces.stream()
              .filter(t -> t.contents() == Contents.PERMANENT)
              .forEach(this::freeSpace);
      default -> segments(family);
    }
  }

  private void tablespace(Tablespace tablespace) {
    boolean temporary = tablespace.contents() == Contents.TEMPORARY;
    boolean undo = tablespace.contents() == Contents.UNDO;
    parts.add(
        "TABLESPACES",
        "TABLESPACE_NAME",
        tablespace.name(),
        "INITIAL_EXTENT",
        temporary ? 1_048_576 : 65_536,
        "NEXT_EXTENT",
        temporary ? 1_048_576 : null,
        "MAX_EXTENTS",
        temporary ? null : 2_147_483_645,
        "PCT_INCREASE",
        temporary ? 0 : null,
        "MIN_EXTLEN",
        temporary ? 1_048_576 : 65_536,
        "CONTENTS",
        tablespace.contents().name(),
        "LOGGING",
        temporary ? "NOLOGGING" : "LOGGING",
        "ALLOCATION_TYPE",
        temporary ? "UNIFORM" : "SYSTEM",
        "SEGMENT_SPACE_MANAGEMENT",
        temporary || undo || tablespace.name().equals("SYSTEM") ? "MANUAL" : "AUTO",
        "RETENTION",
        undo ? "NOGUARANTEE" : "NOT APPLY");
  }

  private void file(String family, Tablespace tablespace) {
    long blocks = tablespace.bytes() / Tablespaces.BLOCK;
    parts.add(
        family,
        "FILE_NAME",
        tablespace.file(),
        "FILE_ID",
        tablespace.fileNumber(),
        "TABLESPACE_NAME",
        tablespace.name(),
        "BYTES",
        tablespace.bytes(),
        "BLOCKS",
        blocks,
        "RELATIVE_FNO",
        Tablespaces.RELATIVE_FILE,
        "MAXBYTES",
        tablespace.largestBytes(),
        "MAXBLOCKS",
        tablespace.largestBytes() / Tablespaces.BLOCK,
        "INCREMENT_BY",
        1280,
        "USER_BYTES",
        tablespace.bytes() - 1_048_576,
        "USER_BLOCKS",
        blocks - LARGE_BLOCKS);
  }

  private void freeSpace(Tablespace tablespace) {
    long blocks = tablespace.bytes() / Tablespaces.BLOCK / 2;
    parts.add(
        "FREE_SPACE",
        "TABLESPACE_NAME",
        tablespace.name(),
        "FILE_ID",
        tablespace.fileNumber(),
        "BLOCK_ID",
        blocks,
        "BYTES",
        blocks * Tablespaces.BLOCK,
        "BLOCKS",
        blocks,
        "RELATIVE_FNO",
        Tablespaces.RELATIVE_FILE);
  }

  /** What lies in blocks of its own. */
  private record Segment(
      String owner,
      String name,
      @Nullable String partition,
      String type,
      String tablespace,
      long dataObjectId) {}

  private void segments(String family) {
    Map<String, Tablespace> places =
        tablespaces.stream().collect(Collectors.toMap(Tablespace::name, Function.identity()));
    List<Segment> all = new ArrayList<>();
    dictionary.tables().stream().filter(t -> !t.isTemporary()).forEach(t -> ofTable(all, t));
    for (ClusterEntry cluster : dictionary.clusters().values()) {
      ObjectKey key = cluster.key();
      all.add(
          new Segment(
              key.owner(),
              key.name(),
              null,
              "CLUSTER",
              cluster.tablespace(),
              cluster.dataObjectId()));
    }
    for (Segment segment : all) {
      Tablespace place = places.get(segment.tablespace());
      if (place != null) {
        if (family.equals("SEGMENTS")) {
          segment(segment, place);
        } else {
          extents(segment, place);
        }
      }
    }
  }

  private static void ofTable(List<Segment> all, TableEntry entry) {
    SimTable table = entry.table();
    Partitioning partitioning = table.storage().partitioning();
    TableStorage.Organization organization = table.storage().organization();
    if (partitioning != null) {
      for (Partitioning.Partition partition : partitioning.partitions()) {
        all.add(
            new Segment(
                table.owner(),
                table.name(),
                partition.name(),
                "TABLE PARTITION",
                entry.tablespace(),
                partition.dataObjectId()));
      }
    } else if (organization == TableStorage.Organization.HEAP) {
      all.add(
          new Segment(
              table.owner(),
              table.name(),
              null,
              "TABLE",
              entry.tablespace(),
              table.dataObjectId()));
    }
    for (IndexDef index : entry.indexes()) {
      if (!index.local()) {
        boolean isTop = index.type().equals("IOT - TOP");
        all.add(
            new Segment(
                index.owner(),
                index.name(),
                null,
                "INDEX",
                entry.tablespace(),
                isTop ? table.dataObjectId() : index.objectId()));
      }
    }
    if (partitioning == null) {
      for (SimColumn column : LobRows.columns(entry)) {
        String owner = table.owner();
        String tablespace = entry.tablespace();
        all.add(
            new Segment(owner, LobRows.segment(entry, column), null, "LOBSEGMENT", tablespace, 0));
        all.add(new Segment(owner, LobRows.index(entry, column), null, "LOBINDEX", tablespace, 0));
      }
    }
  }

  /** Sizes of the extents that hold all rows, in blocks. */
  private List<Integer> sizes(Segment segment) {
    long rows = segment.dataObjectId() == 0 ? 0 : container.placedRows(segment.dataObjectId());
    long needed =
        FIRST_ROW_BLOCK - FIRST_BLOCK + Math.max(1, (rows + ROWS_PER_BLOCK - 1) / ROWS_PER_BLOCK);
    List<Integer> sizes = new ArrayList<>();
    for (long blocks = 0; blocks < needed; blocks += sizes.get(sizes.size() - 1)) {
      sizes.add(sizes.size() < SMALL_EXTENTS ? SMALL_BLOCKS : LARGE_BLOCKS);
    }
    return sizes;
  }

  private void segment(Segment segment, Tablespace place) {
    List<Integer> sizes = sizes(segment);
    long blocks = sizes.stream().mapToLong(Integer::longValue).sum();
    boolean isLob = segment.type().equals("LOBSEGMENT");
    parts.add(
        "SEGMENTS",
        "OWNER",
        segment.owner(),
        "SEGMENT_NAME",
        segment.name(),
        "PARTITION_NAME",
        segment.partition(),
        "SEGMENT_TYPE",
        segment.type(),
        "SEGMENT_SUBTYPE",
        isLob ? "SECUREFILE" : "ASSM",
        "TABLESPACE_NAME",
        segment.tablespace(),
        "HEADER_FILE",
        place.fileNumber(),
        "HEADER_BLOCK",
        FIRST_ROW_BLOCK - 1,
        "BYTES",
        blocks * Tablespaces.BLOCK,
        "BLOCKS",
        blocks,
        "EXTENTS",
        sizes.size(),
        "RELATIVE_FNO",
        Tablespaces.RELATIVE_FILE);
  }

  private void extents(Segment segment, Tablespace place) {
    long block = FIRST_BLOCK;
    List<Integer> sizes = sizes(segment);
    for (int i = 0; i < sizes.size(); i++) {
      parts.add(
          "EXTENTS",
          "OWNER",
          segment.owner(),
          "SEGMENT_NAME",
          segment.name(),
          "PARTITION_NAME",
          segment.partition(),
          "SEGMENT_TYPE",
          segment.type(),
          "TABLESPACE_NAME",
          segment.tablespace(),
          "EXTENT_ID",
          i,
          "FILE_ID",
          place.fileNumber(),
          "BLOCK_ID",
          block,
          "BYTES",
          sizes.get(i) * Tablespaces.BLOCK,
          "BLOCKS",
          sizes.get(i),
          "RELATIVE_FNO",
          Tablespaces.RELATIVE_FILE);
      block += sizes.get(i);
    }
  }
}
