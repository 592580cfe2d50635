package io.oraclecdc.snapshot;

import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.ops.OpsEvent;
import io.oraclecdc.ops.OpsListener;
import io.oraclecdc.position.SnapshotProgress.Kind;
import io.oraclecdc.position.SnapshotProgress.Request;
import io.oraclecdc.position.SnapshotProgress.TableRead;
import io.oraclecdc.schema.TableSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far the reading of the running request was planned, which is farther than what was delivered.
 * One thread: the one that reads.
 */
final class RequestPlan {
  private static final Logger LOG = LoggerFactory.getLogger(RequestPlan.class);

  private final SnapshotSettings settings;
  private final ChunkPlanner planner;
  private final ChunkReader probe;
  private final WaitingRows waiting;
  private final OpsListener ops;
  private final Set<TableId> withRows = new HashSet<>();
  private final Set<TableId> skipped = new HashSet<>();
  private List<TableCursor> cursors = List.of();
  private String request = "";
  private long generation = -1;
  private boolean lastSent;
  private boolean ended;

  /**
   * Nothing is planned yet.
   *
   * @param probe looks whether rows follow
   * @param waiting keeps a row that is read once more
   */
  RequestPlan(
      SnapshotSettings settings,
      ChunkPlanner planner,
      ChunkReader probe,
      WaitingRows waiting,
      OpsListener ops) {
    this.settings = settings;
    this.planner = planner;
    this.probe = probe;
    this.waiting = waiting;
    this.ops = ops;
  }

  /**
   * A chunk and whose it is.
   *
   * @param cursor plan of its table
   */
  record Planned(TableCursor cursor, Chunk chunk) {}

  /**
   * What becomes of chunks that were read.
   *
   * @param rows the chunks, in their order
   * @param empty tables that are done without rows
   * @param last whether no row of the request follows
   */
  record Handed(List<ChunkRows> rows, List<TableId> empty, boolean last) {}

  /**
   * Makes the plan that of the running request, from what was delivered of it.
   *
   * @param running null when nothing runs
   * @param nowGeneration another one than before when what was planned is void
   * @param tables layouts of the captured tables
   * @return whether another request is running
   */
  boolean follow(@Nullable Request running, long nowGeneration, Map<TableId, TableSchema> tables) {
    if (running == null || !running.planned()) {
      cursors = List.of();
      request = "";
      ended = running != null;
      return false;
    }
    boolean another = !running.id().equals(request);
    if (!another && nowGeneration == generation) {
      return false;
    }
    request = running.id();
    generation = nowGeneration;
    lastSent = false;
    ended = false;
    if (another) {
      withRows.clear();
    }
    skipped.clear();
    cursors = new ArrayList<>();
    running.tables().forEach(read -> add(read, tables.get(read.table())));
    return another;
  }

  private void add(TableRead read, @Nullable TableSchema table) {
    if (table != null) {
      Cut cut = Cut.of(table, RowSource.of(table.id(), settings.overrides()).isSelect());
      cursors.add(new TableCursor(read, table, cut, settings));
    } else if (!read.done()) {
      skipped.add(read.table());
      ops.onEvent(
          new OpsEvent.SnapshotTableSkipped(
              read.table(), "it is not captured, or not there any more"));
    }
  }

  /** The plans of its tables. */
  List<TableCursor> cursors() {
    return cursors;
  }

  /** Whether nothing is left to be read. */
  boolean isEnded() {
    return ended;
  }

  void end() {
    ended = true;
  }

  /** The next chunks; none when every table was planned to its end. */
  List<Planned> next() throws ChunkException {
    List<Planned> plan = new ArrayList<>();
    for (TableCursor cursor : cursors) {
      if (plan.size() >= settings.readers()) {
        break;
      }
      if (!cursor.isDone()) {
        for (Chunk chunk : planner.next(cursor, settings.readers() - plan.size())) {
          plan.add(new Planned(cursor, chunk));
        }
      }
    }
    return plan;
  }

  /** Whether a last batch is needed although no chunk is left. */
  boolean needsEnd(Request running) {
    boolean hasRows = cursors.stream().anyMatch(cursor -> cursor.rows() > 0);
    return !skipped.isEmpty() || (running.kind() == Kind.INITIAL && !lastSent && hasRows);
  }

  /** Whether a chunk of the same table before it ended early, so that it does not follow. */
  static boolean isCutBefore(List<ChunkRows> rows, List<Planned> plan, int index) {
    if (rows.size() < index) {
      return true;
    }
    return rows.get(index - 1).wasCut() && plan.get(index - 1).cursor() == plan.get(index).cursor();
  }

  /**
   * Chunks were read: the plan goes on behind them.
   *
   * @param scn SCN of their batch
   * @param plan what was planned
   * @param rows the first of these, as they were read; none when nothing was left to plan
   * @param millis what reading took
   */
  Handed take(Request running, Scn scn, List<Planned> plan, List<ChunkRows> rows, long millis)
      throws InterruptedException {
    for (int i = 0; i < rows.size(); i++) {
      TableCursor cursor = plan.get(i).cursor();
      ChunkRows read = rows.get(i);
      cursor.advance(read);
      cursor.learn(read, millis, settings.batchMax().toMillis(), cursor.blocks(read.chunk()));
    }
    boolean closing = plan.isEmpty();
    List<TableId> empty = new ArrayList<>();
    List<ChunkRows> all = new ArrayList<>(rows);
    boolean last =
        running.kind() == Kind.INITIAL
            && isEnd(scn, closing ? null : plan.get(rows.size() - 1).cursor(), empty);
    if (last && rows.stream().allMatch(each -> each.rows() == 0)) {
      tail(scn).ifPresent(all::add);
    }
    if (last || closing) {
      empty.addAll(skipped);
      skipped.clear();
    }
    lastSent |= last;
    ended = closing || (last && cursors.stream().allMatch(TableCursor::isDone));
    return new Handed(all, empty, last);
  }

  /**
   * Whether no row follows as of an SCN. Tables that have none then are done: what comes into them
   * later the stream tells.
   */
  private boolean isEnd(Scn scn, @Nullable TableCursor behind, List<TableId> empty)
      throws InterruptedException {
    List<TableCursor> left = new ArrayList<>();
    for (TableCursor cursor : cursors) {
      if (!cursor.isDone()) {
        if (behind == cursor ? hasRows(cursor, scn) : hadRows(cursor, scn)) {
          return false;
        }
        left.add(cursor);
      }
    }
    for (TableCursor cursor : left) {
      cursor.finish();
      empty.add(cursor.table().id());
    }
    return true;
  }

  /** Whether a table of which nothing was read yet had rows when it was last looked at. */
  private boolean hadRows(TableCursor cursor, Scn scn) throws InterruptedException {
    if (!withRows.contains(cursor.table().id())) {
      if (!hasRows(cursor, scn)) {
        return false;
      }
      withRows.add(cursor.table().id());
    }
    return true;
  }

  /** Whether a table has rows behind its frontier. */
  private boolean hasRows(TableCursor cursor, Scn scn) throws InterruptedException {
    try {
      return probe.hasRows(one(cursor, cursor.frontier()), scn);
    } catch (ChunkException e) {
      probe.requireGoingOn();
      LOG.debug("whether rows follow is not known: {}", e.error().observed());
      return true;
    }
  }

  private static Chunk one(TableCursor cursor, List<String> lower) {
    return new Chunk(
        cursor.table(), cursor.read().predicate(), cursor.cut(), lower, List.of(), 1, true);
  }

  /** A row that is read once more, because the one that was thought to follow it is gone. */
  private Optional<ChunkRows> tail(Scn scn) throws InterruptedException {
    for (int i = cursors.size() - 1; i >= 0; i--) {
      if (cursors.get(i).rows() > 0) {
        try {
          ChunkRows rows = probe.read(one(cursors.get(i), List.of()), scn, Long.MAX_VALUE, waiting);
          if (rows.rows() > 0) {
            return Optional.of(rows);
          }
        } catch (ChunkException e) {
          LOG.warn("no row is marked as the last one: {}", e.error().observed());
        }
      }
    }
    return Optional.empty();
  }
}
