package io.oraclecdc.testkit.model;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.testkit.model.ModelTransaction.Pending;
import io.oraclecdc.testkit.simulator.logmnr.CsfSplitter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A redo thread: its logs, what waits in its buffer and in private strands. */
final class ModelThread {
  private static final int ONLINE_LOGS = 3;

  private final RedoThread id;
  private final List<ModelLog> logs = new ArrayList<>();
  private final Set<ModelTransaction> strands = new LinkedHashSet<>();
  private RedoAddress lastAddress = RedoAddress.ZERO;
  private boolean open = true;
  private boolean busy = true;
  private long rowsWritten;
  private int firstKept;

  ModelThread(int number, long firstSequence, long firstScn) {
    this.id = new RedoThread(number);
    logs.add(new ModelLog(this, firstSequence, firstScn));
  }

  RedoThread id() {
    return id;
  }

  /** All logs, purged ones included, by sequence. */
  List<ModelLog> logs() {
    return logs;
  }

  /** The logs without the purged ones at the beginning. */
  List<ModelLog> keptLogs() {
    while (logs.get(firstKept).isPurged()) {
      firstKept++;
    }
    return logs.subList(firstKept, logs.size());
  }

  ModelLog current() {
    return logs.get(logs.size() - 1);
  }

  boolean isOpen() {
    return open;
  }

  void setOpen(boolean nowOpen) {
    open = nowOpen;
  }

  /** Whether its sessions do anything at present. */
  boolean isBusy() {
    return open && busy;
  }

  void setBusy(boolean nowBusy) {
    busy = nowBusy;
  }

  long rowsWritten() {
    return rowsWritten;
  }

  /** Takes a row of a transaction, into its strand or the log buffer. */
  void write(ModelTransaction transaction, Pending pending) {
    if (transaction.isInStrand()) {
      transaction.hold(pending);
      strands.add(transaction);
    } else {
      place(transaction, pending);
    }
  }

  /** Loses a transaction's strand. */
  void forget(ModelTransaction transaction) {
    strands.remove(transaction);
    transaction.release();
  }

  /** Writes out a transaction's strand. */
  void release(ModelTransaction transaction) {
    strands.remove(transaction);
    for (Pending pending : transaction.release()) {
      place(transaction, pending);
    }
  }

  /** Appends a row; its address. */
  RedoAddress place(@Nullable ModelTransaction transaction, Pending pending) {
    if (transaction != null) {
      transaction.placed();
    }
    MinedRow row = pending.row();
    String sql = row.sqlRedo();
    if (!pending.sharesAddress()) {
      lastAddress = current().nextAddress(60 + (sql == null ? 0 : sql.length()));
    }
    RedoAddress address = pending.hasNoAddress() ? RedoAddress.ZERO : lastAddress;
    if (pending.change() != null) {
      pending.change().placed(lastAddress);
    }
    if (sql == null || sql.length() <= CsfSplitter.LIMIT) {
      append(transaction, pending, at(row, address, false, sql));
    } else {
      for (CsfSplitter.Piece piece : CsfSplitter.split(sql, null)) {
        append(transaction, pending, at(row, address, piece.continues(), piece.redo()));
      }
    }
    return lastAddress;
  }

  private void append(@Nullable ModelTransaction transaction, Pending pending, MinedRow row) {
    LobGroup group = pending.group();
    if (group != null) {
      group.add(row.scn().value(), current());
    }
    current().append(new RedoEntry(row, transaction, group, isWanted(row)));
    rowsWritten++;
  }

  private static boolean isWanted(MinedRow row) {
    return switch (row.operation()) {
      case START, COMMIT, ROLLBACK, DDL -> true;
      default -> !ModelTables.isOther(row.segment().table());
    };
  }

  private MinedRow at(MinedRow row, RedoAddress address, boolean continued, @Nullable String sql) {
    return new MinedRow(
        row.scn(),
        row.thread(),
        address,
        row.ssn(),
        row.transaction(),
        row.operation(),
        row.operationCode(),
        row.rollback(),
        row.segment(),
        row.rowId(),
        continued,
        row.status(),
        row.info(),
        row.timestamp(),
        row.userName(),
        row.sequence(),
        sql);
  }

  /** Writes the log buffer to the file. */
  void flush() {
    current().flush();
  }

  /** Makes the next log current; what strands and buffer hold goes into the one before. */
  void switchLog(long scn, long action, long archiveAt, long listAt) {
    for (ModelTransaction transaction : List.copyOf(strands)) {
      release(transaction);
    }
    ModelLog full = current();
    full.close(scn, archiveAt, listAt);
    logs.add(new ModelLog(this, full.sequence() + 1, scn));
    int reused = logs.size() - 1 - ONLINE_LOGS;
    if (reused >= 0) {
      logs.get(reused).overwrite();
    }
    archive(action);
  }

  /** Archives what is due. */
  void archive(long action) {
    for (int i = Math.max(0, logs.size() - 1 - ONLINE_LOGS); i < logs.size() - 1; i++) {
      logs.get(i).archiveIfDue(action);
    }
  }

  /** Lowest SCN of a row in a strand, the highest long when there is none. */
  long lowestHeldScn() {
    long lowest = Long.MAX_VALUE;
    for (ModelTransaction transaction : strands) {
      lowest = Math.min(lowest, transaction.firstHeldScn());
    }
    return lowest;
  }
}
