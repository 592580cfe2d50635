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
  static final long PARTIAL = 0xffff_ffffL;
  private static final int NEVER = Integer.MAX_VALUE;

  private final ModelRedoSource source;
  private final MiningStart start;
  private final List<ThreadReading> readings;
  private final boolean more;
  private final long lowestScn;
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
    ModelOptions options = source.model().options();
    this.showsUsers = options.has(ModelBehaviour.USER_ON_EVERY_ROW);
    this.showsOtherTables = options.has(ModelBehaviour.ROWS_OF_OTHER_TABLES);
    this.losesXids = options.has(ModelBehaviour.PARTIAL_XIDS);
    this.losesLobs =
        options.has(ModelBehaviour.LOB_BLOCKS) || options.has(ModelBehaviour.LOB_FRAGMENTS);
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
          throw source.failure("reading broke off");
        }
        insideStatement = entry.row().continued();
        return shown(entry);
      }
    }
  }

  // Both results were seen: the read ends silently, or with an error. The error is simulated apart.
  private boolean hasLostALog() {
    for (ThreadReading reading : readings) {
      if (reading.lostALog()) {
        return true;
      }
    }
    return false;
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
    LobGroup group = entry.group();
    if (isExtra(entry) && (!reading.isOnline() || started.contains(entry.transaction()))) {
      return false;
    }
    return (entry.wanted() || showsOtherTables)
        && (group == null || !losesLobs || reading.holdsAllOf(group, lowestScn));
  }

  private static boolean isExtra(RedoEntry entry) {
    return entry.row().operation() == OperationCode.ROLLBACK
        && entry.row().transaction().xid().isPartial();
  }

  private MinedRow shown(RedoEntry entry) {
    MinedRow row = entry.row();
    ModelTransaction transaction = entry.transaction();
    if (transaction == null) {
      return row;
    }
    if (row.operation() == OperationCode.START) {
      started.add(transaction);
    }
    if (started.contains(transaction)) {
      return row;
    }
    // Nobody has seen what the undo of a dead instance shows; it is given whole ids here.
    boolean losesXid =
        losesXids
            && !transaction.isRecovered()
            && (row.rollback() || row.operation() == OperationCode.ROLLBACK);
    return without(row, losesXid);
  }

  private MinedRow without(MinedRow row, boolean losesXid) {
    Xid xid = row.transaction().xid();
    return new MinedRow(
        row.scn(),
        row.thread(),
        row.address(),
        row.ssn(),
        losesXid
            ? new TransactionKey(
                row.transaction().containerId(), new Xid(xid.undoSegment(), xid.slot(), PARTIAL))
            : row.transaction(),
        row.operation(),
        row.operationCode(),
        row.rollback(),
        row.segment(),
        row.rowId(),
        row.continued(),
        row.status(),
        row.info(),
        row.timestamp(),
        showsUsers ? row.userName() : null,
        row.sequence(),
        row.sqlRedo());
  }

  @Override
  public StepEnd finish() {
    boolean lost = hasLostALog();
    if (end == End.NOT_REACHED || end == End.EARLY || lost) {
      throw new RetriableException(
          ErrorCode.MINING_STEP_RETRY,
          lost
              ? "an online log was overwritten while it was read"
              : "a step was finished before its last row was read",
          null);
    }
    if (source.happens(source.habits().failsAtFinish())) {
      throw source.failure("a log is not the one that was listed");
    }
    boolean cut = end == End.CUT;
    return source.end(readings, cursors(cut), !more && !cut);
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
