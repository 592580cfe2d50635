package io.oraclecdc.testkit.model;

import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One range of a model's redo. */
final class ModelStep implements MiningStep {
  private static final long PARTIAL = 0xffff_ffffL;
  private static final int NEVER = Integer.MAX_VALUE;

  private final ModelRedoSource source;
  private final MiningStart start;
  private final List<ThreadReading> readings;
  private final boolean more;
  private final long lowestScn;
  private final Scn openedAt;
  private final boolean showsUsers;
  private final boolean showsOtherTables;
  private final boolean losesXids;
  private final boolean losesLobs;
  private final Set<ModelTransaction> started = Collections.newSetFromMap(new IdentityHashMap<>());
  private final int failAt;
  private final int endAt;
  private final int cutAt;
  private int rows;
  private boolean insideStatement;
  private End end = End.NOT_REACHED;
  private long seenVersion = -1;
  private boolean lost;

  /** How the rows ended. */
  private enum End {
    NOT_REACHED,
    ALL_ROWS,
    CUT,
    EARLY
  }

  ModelStep(ModelRedoSource source, MiningStart start, List<ThreadReading> readings, boolean more) {
    this.source = source;
    this.start = start;
    this.readings = readings;
    this.more = more;
    this.lowestScn = start.lowestScn().value();
    this.openedAt = source.model().currentScn();
    ModelOptions options = source.model().options();
    this.showsUsers = options.has(ModelBehaviour.USER_ON_EVERY_ROW);
    this.showsOtherTables = options.has(ModelBehaviour.ROWS_OF_OTHER_TABLES);
    this.losesXids = options.has(ModelBehaviour.PARTIAL_XIDS);
    this.losesLobs = options.hasLobs();
    ReadingHabits habits = source.habits();
    this.failAt = source.happens(habits.failsAtRow()) ? source.someRow() : NEVER;
    this.endAt = source.happens(habits.endsEarly()) ? source.someRow() : NEVER;
    this.cutAt = source.happens(habits.cut()) ? source.someRow() : NEVER;
  }

  @Override
  public @Nullable MinedRow next() {
    if (end != End.NOT_REACHED) {
      return null;
    }
    while (true) {
      source.letTheDatabaseWork();
      if (rows == endAt || hasLostALog()) {
        end = End.EARLY;
        return null;
      }
      if (rows >= cutAt && !insideStatement) {
        end = End.CUT;
        return null;
      }
      ThreadReading reading = lowest();
      RedoEntry entry = reading == null ? null : reading.peek(lowestScn);
      if (reading == null || entry == null) {
        end = End.ALL_ROWS;
        return null;
      }
      reading.take(entry);
      if (isShown(reading, entry)) {
        if (rows++ == failAt) {
          throw source.failure("rows were fetched");
        }
        insideStatement = entry.row().continued();
        return shown(entry);
      }
    }
  }

  // Both results were seen: the read ends silently, or with an error. The error is simulated apart.
  private boolean hasLostALog() {
    long version = source.model().version();
    if (version != seenVersion) {
      seenVersion = version;
      lost = readings.stream().anyMatch(ThreadReading::lostALog);
    }
    return lost;
  }

  /** The thread whose next row has the lowest SCN, the first of them when several have. */
  private @Nullable ThreadReading lowest() {
    ThreadReading lowest = null;
    long scn = 0;
    for (ThreadReading reading : readings) {
      RedoEntry entry = reading.peek(lowestScn);
      if (insideStatement && entry != null && reading.isInsideStatement()) {
        return reading;
      }
      if (entry != null && (lowest == null || entry.scn() < scn)) {
        lowest = reading;
        scn = entry.scn();
      }
    }
    return lowest;
  }

  private boolean isShown(ThreadReading reading, RedoEntry entry) {
    MinedRow row = entry.row();
    ModelTransaction transaction = entry.transaction();
    if (transaction != null && row.operation() == OperationCode.START) {
      started.add(transaction);
    } else if (transaction != null
        && row.transaction().xid().isPartial()
        && started.contains(transaction)) {
      return false;
    }
    LobGroup group = entry.group();
    return (entry.wanted() || showsOtherTables)
        && (group == null || !losesLobs || reading.holdsAllOf(group, lowestScn));
  }

  private MinedRow shown(RedoEntry entry) {
    MinedRow row = entry.row();
    ModelTransaction transaction = entry.transaction();
    if (transaction == null) {
      return row;
    }
    if (started.contains(transaction)) {
      return row;
    }
    // Nobody has seen what the undo of a dead instance shows; it is given whole ids here.
    boolean losesXid =
        losesXids
            && !transaction.isRecovered()
            && (row.rollback() || row.operation() == OperationCode.ROLLBACK);
    String user = showsUsers ? row.userName() : null;
    return losesXid ? withPartialXid(row, user) : with(row, row.transaction(), user);
  }

  /** The row as a range shows it whose reader does not know its transaction's sequence. */
  static MinedRow withPartialXid(MinedRow row, @Nullable String user) {
    Xid xid = row.transaction().xid();
    Xid partial = new Xid(xid.undoSegment(), xid.slot(), PARTIAL);
    return with(row, new TransactionKey(row.transaction().containerId(), partial), user);
  }

  private static MinedRow with(MinedRow row, TransactionKey key, @Nullable String user) {
    return new MinedRow(
        row.scn(),
        row.thread(),
        row.address(),
        row.ssn(),
        key,
        row.operation(),
        row.operationCode(),
        row.rollback(),
        row.segment(),
        row.rowId(),
        row.continued(),
        row.status(),
        row.info(),
        row.timestamp(),
        user,
        row.sequence(),
        row.sqlRedo());
  }

  @Override
  public StepEnd finish() {
    boolean overwritten = hasLostALog();
    if (end == End.NOT_REACHED || end == End.EARLY || overwritten) {
      throw new RetriableException(
          ErrorCode.MINING_STEP_RETRY,
          overwritten
              ? "an online log was overwritten while it was read"
              : "a step was finished before its last row was read",
          null);
    }
    if (source.happens(source.habits().failsAtFinish())) {
      throw source.failure("the logs were listed again");
    }
    boolean cut = end == End.CUT;
    return source.end(readings, cursors(cut), !more && !cut, openedAt);
  }

  private Map<RedoThread, RedoAddress> cursors(boolean cut) {
    Map<RedoThread, RedoAddress> cursors = new HashMap<>(start.cursors());
    for (ThreadReading reading : readings) {
      RedoAddress address = cut ? reading.highest() : reading.cursorAtEnd();
      if (!address.isZero()) {
        cursors.merge(
            reading.thread().id(), address, (one, other) -> one.isAfter(other) ? one : other);
      }
    }
    return cursors;
  }

  /** Holds nothing. */
  @Override
  public void close() {
    end = end == End.NOT_REACHED ? End.EARLY : end;
  }
}
