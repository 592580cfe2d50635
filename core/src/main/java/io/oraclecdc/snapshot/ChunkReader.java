package io.oraclecdc.snapshot;

import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.model.Scn;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.FrameBuilder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads chunks on a session of its own. One thread at a time; {@link #cancel} from any.
 *
 * <p>A chunk by key is read in the order of the key, so that it can end early when its time is
 * over: behind the last row that was read with its key.
 */
final class ChunkReader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChunkReader.class);
  private static final int BLOCK_BYTES = 256 * 1024;

  private final DatabaseSession session;
  private final SnapshotSettings settings;
  private final LongSupplier nanoTime;
  private final FrameBuilder frame = new FrameBuilder();
  private final AtomicReference<@Nullable Statement> running = new AtomicReference<>();
  private volatile boolean cancelled;
  private @Nullable Connection prepared;
  private String visited = "";

  ChunkReader(DatabaseSession session, SnapshotSettings settings, LongSupplier nanoTime) {
    this.session = session;
    this.settings = settings;
    this.nanoTime = nanoTime;
  }

  /**
   * Connects and goes where a table is.
   *
   * @throws CdcException as opening a session does
   */
  void enter(TableSchema table) {
    if (settings.visits()) {
      session.enter(table.container().name());
    }
    Connection connection = session.connection();
    String container = settings.visits() ? table.container().name() : "";
    if (connection == prepared && container.equals(visited)) {
      return;
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute(SnapshotSql.BINARY_ORDER);
      prepared = connection;
      visited = container;
    } catch (SQLException e) {
      throw session.failed(e, "preparing a session that reads tables");
    }
  }

  /** The SCN of the database it reads from. */
  Scn currentScn() {
    return session.currentScn();
  }

  /** Whether a chunk has a row. */
  boolean hasRows(Chunk chunk, Scn asOf) throws ChunkException {
    TableSchema table = chunk.table();
    RowSource source = RowSource.of(table.id(), settings.overrides());
    try {
      enter(table);
      String sql = SnapshotSql.read(chunk, source, List.of("1"));
      try (PreparedStatement statement = session.connection().prepareStatement(sql)) {
        bind(statement, bindScn(statement, source, asOf), chunk.cut(), chunk.lower());
        try (ResultSet result = statement.executeQuery()) {
          return result.next();
        }
      } catch (SQLException e) {
        throw session.failed(e, "looking for rows of table " + table.id());
      }
    } catch (CdcException e) {
      throw new ChunkException(e);
    }
  }

  private static int bindScn(PreparedStatement statement, RowSource source, Scn asOf)
      throws SQLException {
    int position = 1;
    for (int i = 0; i < source.binds(); i++) {
      statement.setBigDecimal(position++, SnapshotSql.number(asOf));
    }
    return position;
  }

  /**
   * Reads a chunk.
   *
   * @param asOf its SCN
   * @param deadline by {@code nanoTime}: a chunk that can be cut ends soon after it
   * @param waiting where its rows go
   * @throws ChunkException when it could not be read; none of its rows is kept
   * @throws InterruptedException when it was cancelled
   */
  ChunkRows read(Chunk chunk, Scn asOf, long deadline, WaitingRows waiting)
      throws ChunkException, InterruptedException {
    List<WaitingRows.Block> blocks = new ArrayList<>();
    boolean kept = false;
    try {
      enter(chunk.table());
      ChunkRows rows = rows(chunk, asOf, deadline, waiting, blocks);
      kept = true;
      return rows;
    } catch (CdcException e) {
      if (cancelled) {
        LOG.debug("a chunk of {} was cancelled: {}", chunk.table().id(), e.observed());
        throw new InterruptedException("reading was cancelled");
      }
      throw new ChunkException(e);
    } finally {
      frame.clear();
      if (!kept) {
        blocks.forEach(waiting::drop);
      }
    }
  }

  private ChunkRows rows(
      Chunk chunk, Scn asOf, long deadline, WaitingRows waiting, List<WaitingRows.Block> blocks)
      throws InterruptedException {
    TableSchema table = chunk.table();
    RowSource source = RowSource.of(table.id(), settings.overrides());
    RowColumns columns =
        new RowColumns(table, !table.isIndexOrganized() && !source.isSelect(), settings);
    String doing = "reading rows of table " + table.id() + " as of SCN " + asOf;
    String sql = SnapshotSql.read(chunk, source, columns.selected());
    try (PreparedStatement statement = session.connection().prepareStatement(sql)) {
      statement.setFetchSize(settings.fetchSize());
      int position = bindScn(statement, source, asOf);
      position = bind(statement, position, chunk.cut(), chunk.lower());
      bind(statement, position, chunk.cut(), chunk.upper());
      running.set(statement);
      if (cancelled) {
        throw new InterruptedException("reading was cancelled");
      }
      try (ResultSet result = statement.executeQuery()) {
        return rows(chunk, result, columns, deadline, waiting, blocks);
      }
    } catch (SQLException e) {
      throw session.failed(e, doing);
    } finally {
      running.set(null);
    }
  }

  private ChunkRows rows(
      Chunk chunk,
      ResultSet result,
      RowColumns columns,
      long deadline,
      WaitingRows waiting,
      List<WaitingRows.Block> blocks)
      throws SQLException, InterruptedException {
    long rows = 0;
    int inBlock = 0;
    List<String> end = null;
    frame.clear();
    while (result.next()) {
      if (cancelled) {
        throw new InterruptedException("reading was cancelled");
      }
      Object[] values = columns.values(result);
      if (end != null && !end.equals(keyOf(chunk, values))) {
        keep(waiting, blocks, inBlock);
        return new ChunkRows(chunk.endingAt(end), blocks, rows, true);
      }
      RowFrames.put(frame, columns.rowId(result), values);
      rows++;
      inBlock++;
      if (frame.size() >= BLOCK_BYTES) {
        keep(waiting, blocks, inBlock);
        inBlock = 0;
      }
      boolean mayEnd = chunk.cut() instanceof Cut.ByKey && end == null && (rows & 63) == 0;
      if (mayEnd && nanoTime.getAsLong() - deadline > 0) {
        end = keyOf(chunk, values);
      }
    }
    keep(waiting, blocks, inBlock);
    return new ChunkRows(chunk, blocks, rows, false);
  }

  private void keep(WaitingRows waiting, List<WaitingRows.Block> blocks, int rows) {
    if (rows > 0) {
      blocks.add(waiting.put(frame, rows));
    }
    frame.clear();
  }

  /** The key of a row as the texts of a bound. */
  private static List<String> keyOf(Chunk chunk, Object[] values) {
    List<String> texts = new ArrayList<>();
    if (chunk.cut() instanceof Cut.ByKey key) {
      for (KeyColumn column : key.columns()) {
        texts.add(column.text(values[column.index()]));
      }
    }
    return texts;
  }

  static int bind(PreparedStatement statement, int from, Cut cut, List<String> bound)
      throws SQLException {
    int position = from;
    if (bound.isEmpty()) {
      return position;
    }
    for (int index : SnapshotSql.binds(cut)) {
      if (cut instanceof Cut.ByKey key) {
        key.columns().get(index).bind(statement, position++, bound.get(index));
      } else {
        statement.setString(position++, bound.get(index));
      }
    }
    return position;
  }

  /** Throws when reading is to end. */
  void requireGoingOn() throws InterruptedException {
    if (cancelled) {
      throw new InterruptedException("reading was cancelled");
    }
  }

  /** Makes reading end soon, for good. */
  void cancel() {
    cancelled = true;
    Statement statement = running.get();
    if (statement != null) {
      try {
        statement.cancel();
      } catch (SQLException e) {
        LOG.debug("a query of a snapshot could not be cancelled: {}", e.getErrorCode());
      }
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
