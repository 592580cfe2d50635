package io.oraclecdc.testkit.model;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.TransactionKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An open transaction. */
final class ModelTransaction {
  private final TransactionKey key;
  private ModelThread thread;
  private final String user;
  private final long startScn;
  private boolean inStrand;
  private final boolean startMissing;
  private final List<LiveChange> changes = new ArrayList<>();
  private final Deque<Integer> savepoints = new ArrayDeque<>();
  private final List<TableRow> lockedRows = new ArrayList<>();
  private final List<Emptied> emptied = new ArrayList<>();
  private final List<LockedKey> lockedKeys = new ArrayList<>();
  private List<Pending> strand = new ArrayList<>();
  private long sequence;
  private boolean started;
  private boolean inLog;
  private boolean recovered;

  /**
   * A row that is in the redo but has no address yet.
   *
   * @param row with the address zero
   * @param sharesAddress whether it belongs to the redo record of the row before it
   * @param hasNoAddress whether it keeps the address zero
   * @param change the change to tell its address, null when it is of another kind
   */
  record Pending(
      MinedRow row,
      boolean sharesAddress,
      boolean hasNoAddress,
      @Nullable LiveChange change,
      @Nullable LobGroup group) {}

  private record Emptied(ModelTable table, RowSlot slot) {}

  private record LockedKey(ModelTable table, RowKey key) {}

  ModelTransaction(
      TransactionKey key,
      ModelThread thread,
      String user,
      long startScn,
      boolean inStrand,
      boolean startMissing) {
    this.key = key;
    this.thread = thread;
    this.user = user;
    this.startScn = startScn;
    this.inStrand = inStrand;
    this.startMissing = startMissing;
  }

  TransactionKey key() {
    return key;
  }

  ModelThread thread() {
    return thread;
  }

  /** Its instance is gone: another one undoes it in its own thread, without a strand. */
  void recoveredBy(ModelThread other) {
    thread = other;
    inStrand = false;
    recovered = true;
  }

  /** Whether another instance undid it. */
  boolean isRecovered() {
    return recovered;
  }

  /** A row of it was written to a log. */
  void placed() {
    inLog = true;
  }

  /** Whether the redo knows of it. */
  boolean isInLog() {
    return inLog;
  }

  /** Whether a row in the strand takes back an earlier one. */
  boolean holdsUndo() {
    return strand.stream().anyMatch(pending -> pending.row().rollback());
  }

  String user() {
    return user;
  }

  long startScn() {
    return startScn;
  }

  /** Whether its rows stay in a private strand. */
  boolean isInStrand() {
    return inStrand;
  }

  boolean isStartMissing() {
    return startMissing;
  }

  /** True once. */
  boolean writesStart() {
    boolean first = !started;
    started = true;
    return first;
  }

  long nextSequence() {
    return ++sequence;
  }

  List<LiveChange> changes() {
    return changes;
  }

  Deque<Integer> savepoints() {
    return savepoints;
  }

  void hold(Pending pending) {
    strand.add(pending);
  }

  int held() {
    return strand.size();
  }

  /** SCN of the first row in the strand; there must be one. */
  long firstHeldScn() {
    return strand.get(0).row().scn().value();
  }

  List<Pending> release() {
    List<Pending> released = strand;
    strand = new ArrayList<>();
    return released;
  }

  void locked(TableRow row) {
    lockedRows.add(row);
  }

  void lockedKey(ModelTable table, RowKey keyValues) {
    lockedKeys.add(new LockedKey(table, keyValues));
  }

  void emptied(ModelTable table, RowSlot slot) {
    emptied.add(new Emptied(table, slot));
  }

  /** A place that it emptied before, null when there is none in this table. */
  @Nullable RowSlot takeEmptied(ModelTable table) {
    for (Iterator<Emptied> each = emptied.iterator(); each.hasNext(); ) {
      Emptied found = each.next();
      if (found.table() == table) {
        each.remove();
        return found.slot();
      }
    }
    return null;
  }

  /** The row that was deleted from this place is back. */
  void filledAgain(RowSlot slot) {
    emptied.removeIf(each -> each.slot() == slot);
  }

  /** Gives back what it held; the changes it kept stay. */
  void end() {
    for (TableRow row : lockedRows) {
      row.unlock();
    }
    for (LockedKey locked : lockedKeys) {
      locked.table().unlockKey(locked.key());
    }
    for (LiveChange change : changes) {
      change.row().slot().settle();
    }
    for (Emptied each : emptied) {
      each.table().giveBack(each.slot());
    }
  }
}
