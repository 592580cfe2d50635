package io.oraclecdc.snapshot;

import io.oraclecdc.position.SnapshotProgress.TableRead;
import io.oraclecdc.schema.TableSchema;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** How far the reading of one table was planned, and how large its chunks are. */
final class TableCursor {
  /** What a first chunk has; more when that was quick. */
  private static final long FIRST_ROWS = 10_000;

  private static final double DEFAULT_ROWS_OF_A_BLOCK = 50;

  /** A chunk is to take this part of the time that a batch has. */
  private static final double GOAL = 0.6;

  private static final double MOST_GROWTH = 4;

  private final TableRead read;
  private final TableSchema table;
  private final Cut cut;
  private final long mostRows;
  private final long leastRows;
  private List<String> frontier;
  private final long chunkBytes;
  private boolean done;
  private long rows;
  private long target;
  private double rowsOfABlock = DEFAULT_ROWS_OF_A_BLOCK;
  private @Nullable List<Extent> extents;

  /**
   * Blocks that follow one another.
   *
   * @param begin first row place
   * @param blocks how many
   */
  record Extent(RowPlaceId begin, long blocks) {
    RowPlaceId block(long number) {
      return new RowPlaceId(begin.object(), begin.file(), begin.block() + number, 0);
    }
  }

  TableCursor(TableRead read, TableSchema table, Cut cut, SnapshotSettings settings) {
    this.read = read;
    this.table = table;
    this.cut = cut;
    this.mostRows = settings.chunkRows();
    this.leastRows = Math.min(settings.chunkRows(), SnapshotSettings.FLOOR_ROWS);
    this.chunkBytes = settings.memoryMaxBytes() / 2 / settings.readers();
    this.target = Math.min(mostRows, FIRST_ROWS);
    this.done = read.done();
    this.rows = read.rows();
    this.frontier = read.basis().equals(cut.basis()) ? read.frontier() : List.of();
  }

  TableRead read() {
    return read;
  }

  TableSchema table() {
    return table;
  }

  Cut cut() {
    return cut;
  }

  List<String> frontier() {
    return frontier;
  }

  boolean isDone() {
    return done;
  }

  /** Rows read so far, those of runs before included. */
  long rows() {
    return rows;
  }

  /** How many rows the next chunk is to have. */
  long target() {
    return target;
  }

  void finish() {
    done = true;
  }

  /** A chunk was read. */
  void advance(ChunkRows chunk) {
    frontier = chunk.chunk().upper();
    done = chunk.chunk().isLastOfTable();
    rows += chunk.rows();
  }

  /** What a chunk took decides how large the next ones are. */
  void learn(ChunkRows chunk, long millis, long batchMillis, long blocks) {
    if (blocks > 0 && chunk.rows() > 0) {
      rowsOfABlock = Math.max(1, (double) chunk.rows() / blocks);
    }
    if (chunk.wasCut()) {
      target = clamp(chunk.rows());
    } else if (chunk.rows() * 2 >= chunk.chunk().rows()) {
      double factor = GOAL * batchMillis / Math.max(1, millis);
      target = clamp((long) (chunk.rows() * Math.min(MOST_GROWTH, factor)));
    }
    target = clamp(Math.min(target, fitting(chunk)));
  }

  /**
   * With how many rows a batch of chunks takes half of the memory of waiting rows: the next batch
   * is read while it is delivered, and neither goes to disk.
   */
  private long fitting(ChunkRows chunk) {
    long bytes = chunk.blocks().stream().mapToLong(WaitingRows.Block::bytes).sum();
    return bytes == 0 ? mostRows : (long) ((double) chunkBytes / bytes * chunk.rows());
  }

  /**
   * Halves the next chunks.
   *
   * @return false when they are as small as can be
   */
  boolean shrink() {
    boolean smaller = target > leastRows && !(cut instanceof Cut.Whole);
    target = clamp(target / 2);
    return smaller;
  }

  private long clamp(long wanted) {
    return Math.max(leastRows, Math.min(mostRows, wanted));
  }

  @Nullable List<Extent> extents() {
    return extents;
  }

  /** Takes where the blocks of the table are, in the order of ROWIDs. */
  void extents(List<Extent> listed, @Nullable Double knownRowsOfABlock) {
    extents = List.copyOf(listed);
    if (knownRowsOfABlock != null) {
      rowsOfABlock = Math.max(1, knownRowsOfABlock);
    }
    if (!frontier.isEmpty() && cut instanceof Cut.ByRowId && !isKnownObject(listed)) {
      // The table was moved or truncated meanwhile: its rows have other ROWIDs.
      frontier = List.of();
    }
  }

  private boolean isKnownObject(List<Extent> listed) {
    TreeSet<Long> objects = new TreeSet<>();
    listed.forEach(extent -> objects.add(extent.begin().object()));
    return objects.contains(RowPlaceId.parse(frontier.get(0)).object());
  }

  /** Where a chunk that begins at a place ends; empty for the end of the table. */
  List<String> rowIdBound(List<String> lower) {
    RowPlaceId from = lower.isEmpty() ? null : RowPlaceId.parse(lower.get(0));
    long budget = Math.max(1, (long) (target / rowsOfABlock));
    for (Extent extent : extents == null ? List.<Extent>of() : extents) {
      RowPlaceId end = extent.block(extent.blocks());
      if (from != null && end.compareTo(from) <= 0) {
        continue;
      }
      long skipped =
          from != null && from.compareTo(extent.begin()) > 0
              ? from.block() - extent.begin().block()
              : 0;
      long left = extent.blocks() - skipped;
      if (left > budget) {
        return List.of(extent.block(skipped + budget).text());
      }
      budget -= left;
      if (budget == 0) {
        return List.of(end.text());
      }
    }
    return List.of();
  }

  /** How many blocks a range of ROWIDs has; 0 when it is not known. */
  long blocks(Chunk chunk) {
    List<Extent> listed = extents;
    if (listed == null || chunk.upper().isEmpty()) {
      return 0;
    }
    RowPlaceId from = chunk.lower().isEmpty() ? null : RowPlaceId.parse(chunk.lower().get(0));
    RowPlaceId to = RowPlaceId.parse(chunk.upper().get(0));
    long blocks = 0;
    for (Extent extent : listed) {
      RowPlaceId begin = from == null || from.compareTo(extent.begin()) < 0 ? extent.begin() : from;
      RowPlaceId end = extent.block(extent.blocks());
      RowPlaceId until = to.compareTo(end) < 0 ? to : end;
      if (begin.compareTo(until) < 0) {
        blocks += until.block() - begin.block();
      }
    }
    return blocks;
  }
}
