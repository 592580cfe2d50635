package io.oraclecdc.testkit.model;

import io.oraclecdc.testkit.simulator.redo.RowChange;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The statements of sessions. Rows and keys that another open transaction has changed are left
 * alone, as in a database, where the session would wait.
 */
final class Workload {
  private static final int TRIES = 6;

  private final ModelOptions options;
  private final SplittableRandom random;
  private final RowWriter writer;

  Workload(ModelOptions options, SplittableRandom random, RowWriter writer) {
    this.options = options;
    this.random = random;
    this.writer = writer;
  }

  /** Runs a statement on some table of the transaction's container. */
  void run(ModelTransaction transaction, List<ModelTable> tables, long scn) {
    ModelTable table = tables.get(random.nextInt(tables.size()));
    List<LiveChange> changes = new ArrayList<>();
    choose(transaction, table, scn, changes);
    if (changes.isEmpty()) {
      insert(transaction, table, scn, 1, changes);
    }
    writer.statement(transaction, changes);
  }

  private void choose(
      ModelTransaction transaction, ModelTable table, long scn, List<LiveChange> changes) {
    int target = options.rowsPerTable();
    int choice = random.nextInt(100);
    if (table.size() < target / 3 || choice < 22) {
      insert(transaction, table, scn, 1, changes);
    } else if (choice < 34) {
      insert(transaction, table, scn, 2 + random.nextInt(5), changes);
    } else if (choice < 60) {
      update(transaction, table, scn, 1 + random.nextInt(3), changes);
    } else if (choice < (table.size() > target ? 82 : 72)) {
      delete(transaction, table, scn, 1, changes);
    } else if (choice < 86) {
      delete(transaction, table, scn, 2 + random.nextInt(4), changes);
    } else if (!table.hasMovableKey()) {
      update(transaction, table, scn, 1, changes);
    } else if (choice < 91) {
      moveKey(transaction, table, scn, changes);
    } else if (choice < 97) {
      shiftKeys(transaction, table, scn, changes);
    } else {
      swapKeys(transaction, table, scn, changes);
    }
  }

  private void insert(
      ModelTransaction transaction,
      ModelTable table,
      long scn,
      int count,
      List<LiveChange> changes) {
    for (int i = 0; i < count; i++) {
      @Nullable Object[] values = freeValues(transaction, table);
      if (values == null) {
        return;
      }
      TableRow row = new TableRow(table.takeSlot(transaction), values);
      table.add(row);
      row.lock(transaction);
      changes.add(change(table, row, scn, RowChange.Kind.INSERT, null, values, new BitSet()));
    }
  }

  private @Nullable Object @Nullable [] freeValues(ModelTransaction transaction, ModelTable table) {
    int keyRange = 4 * options.rowsPerTable();
    for (int i = 0; i < TRIES; i++) {
      @Nullable Object[] values = table.newValues(random, keyRange);
      if (options.has(ModelBehaviour.CONTINUED_STATEMENTS) && random.nextInt(8) == 0) {
        lengthen(table, values);
      }
      if (!table.hasKey()) {
        return values;
      }
      RowKey key = table.keyOf(values);
      if (table.rowOf(key) == null && table.isKeyFreeFor(key, transaction)) {
        table.lockKey(key, transaction);
        return values;
      }
    }
    return null;
  }

  private void lengthen(ModelTable table, @Nullable Object[] values) {
    for (int i = 0; i < values.length; i++) {
      if (table.columns().get(i).type() == ModelColumn.ValueType.LONG_TEXT) {
        values[i] = ModelColumn.longText(random);
      }
    }
  }

  /** A row that the transaction may change, locked for it; null when none was found. */
  private @Nullable TableRow lockSome(ModelTransaction transaction, ModelTable table) {
    for (int i = 0; i < TRIES && table.size() > 0; i++) {
      TableRow row = table.row(random.nextInt(table.size()));
      if (lock(transaction, table, row)) {
        return row;
      }
    }
    return null;
  }

  private static boolean lock(ModelTransaction transaction, ModelTable table, TableRow row) {
    if (!row.isFreeFor(transaction)) {
      return false;
    }
    row.lock(transaction);
    if (table.hasKey()) {
      table.lockKey(table.keyOf(row), transaction);
    }
    return true;
  }

  private void update(
      ModelTransaction transaction,
      ModelTable table,
      long scn,
      int count,
      List<LiveChange> changes) {
    BitSet assigned = someColumns(table);
    List<TableRow> done = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TableRow row = lockSome(transaction, table);
      if (row == null || done.contains(row)) {
        continue;
      }
      done.add(row);
      @Nullable Object[] before = row.values();
      @Nullable Object[] after = before.clone();
      boolean changesNothing = random.nextInt(10) == 0;
      for (int c = assigned.nextSetBit(0);
          c >= 0 && !changesNothing;
          c = assigned.nextSetBit(c + 1)) {
        ModelColumn column = table.columns().get(c);
        if (!column.inKey()) {
          after[c] = column.value(random);
        }
      }
      table.set(row, after);
      changes.add(change(table, row, scn, RowChange.Kind.UPDATE, before, after, assigned));
    }
  }

  /** Columns of a SET clause; now and then a key column, whose value stays. */
  private BitSet someColumns(ModelTable table) {
    BitSet columns = new BitSet();
    int count = table.columns().size();
    while (columns.isEmpty()) {
      for (int i = 0; i < count; i++) {
        if (random.nextInt(table.columns().get(i).inKey() ? 12 : 3) == 0) {
          columns.set(i);
        }
      }
    }
    return columns;
  }

  private void delete(
      ModelTransaction transaction,
      ModelTable table,
      long scn,
      int count,
      List<LiveChange> changes) {
    for (int i = 0; i < count; i++) {
      TableRow row = lockSome(transaction, table);
      if (row == null) {
        return;
      }
      table.remove(row);
      row.slot().deleted();
      transaction.emptied(table, row.slot());
      changes.add(change(table, row, scn, RowChange.Kind.DELETE, row.values(), null, new BitSet()));
    }
  }

  private void moveKey(
      ModelTransaction transaction, ModelTable table, long scn, List<LiveChange> changes) {
    TableRow row = lockSome(transaction, table);
    if (row == null) {
      return;
    }
    RowKey key = table.shifted(table.keyOf(row), random.nextInt(1, 2 * options.rowsPerTable()));
    if (table.rowOf(key) == null && table.isKeyFreeFor(key, transaction)) {
      move(transaction, table, row, key, scn, changes);
    }
  }

  /** {@code set id = id + 1}: rows pass through keys that others have not left yet. */
  private void shiftKeys(
      ModelTransaction transaction, ModelTable table, long scn, List<LiveChange> changes) {
    TableRow first = lockSome(transaction, table);
    if (first == null) {
      return;
    }
    List<TableRow> run = new ArrayList<>(List.of(first));
    RowKey next = table.shifted(table.keyOf(first), 1);
    for (TableRow row = table.rowOf(next); row != null; row = table.rowOf(next)) {
      if (run.size() == 5 || !lock(transaction, table, row)) {
        return;
      }
      run.add(row);
      next = table.shifted(next, 1);
    }
    if (!table.isKeyFreeFor(next, transaction)) {
      return;
    }
    if (random.nextInt(3) == 0) {
      Collections.reverse(run);
    }
    for (TableRow row : run) {
      move(transaction, table, row, table.shifted(table.keyOf(row), 1), scn, changes);
    }
  }

  private void swapKeys(
      ModelTransaction transaction, ModelTable table, long scn, List<LiveChange> changes) {
    TableRow one = lockSome(transaction, table);
    TableRow other = lockSome(transaction, table);
    if (one == null || other == null || one == other) {
      return;
    }
    RowKey keyOfOne = table.keyOf(one);
    RowKey keyOfOther = table.keyOf(other);
    move(transaction, table, one, keyOfOther, scn, changes);
    move(transaction, table, other, keyOfOne, scn, changes);
  }

  private static void move(
      ModelTransaction transaction,
      ModelTable table,
      TableRow row,
      RowKey key,
      long scn,
      List<LiveChange> changes) {
    table.lockKey(key, transaction);
    @Nullable Object[] before = row.values();
    @Nullable Object[] after = table.withKey(before, key);
    BitSet assigned = new BitSet();
    assigned.set(table.lastKeyColumn());
    assigned.or(differing(before, after));
    table.set(row, after);
    changes.add(change(table, row, scn, RowChange.Kind.UPDATE, before, after, assigned));
  }

  private static BitSet differing(@Nullable Object[] before, @Nullable Object[] after) {
    BitSet differing = new BitSet();
    for (int i = 0; i < before.length; i++) {
      if (!Objects.equals(before[i], after[i])) {
        differing.set(i);
      }
    }
    return differing;
  }

  private static LiveChange change(
      ModelTable table,
      TableRow row,
      long scn,
      RowChange.Kind kind,
      @Nullable Object @Nullable [] before,
      @Nullable Object @Nullable [] after,
      BitSet assigned) {
    String rowId = row.slot().rowId().text();
    return new LiveChange(
        table, row, new RowChange(kind, table.simTable(), rowId, before, after, assigned), scn);
  }

  /** Undoes changes, newest first, until so many are left. */
  void undo(ModelTransaction transaction, int keep, long scn) {
    List<LiveChange> changes = transaction.changes();
    while (changes.size() > keep) {
      LiveChange change = changes.remove(changes.size() - 1);
      takeBack(transaction, change);
      writer.undo(transaction, change, scn);
    }
  }

  /** Undoes what the redo has of a transaction whose instance died. */
  void recover(ModelTransaction transaction, long scn) {
    List<LiveChange> changes = transaction.changes();
    while (!changes.isEmpty()) {
      LiveChange change = changes.remove(changes.size() - 1);
      takeBack(transaction, change);
      if (change.isPlaced()) {
        writer.undo(transaction, change, scn);
      }
    }
  }

  private static void takeBack(ModelTransaction transaction, LiveChange change) {
    ModelTable table = change.table();
    TableRow row = change.row();
    switch (change.change().kind()) {
      case INSERT -> {
        table.remove(row);
        if (row.slot().hasPendingDelete()) {
          transaction.emptied(table, row.slot());
        } else {
          table.giveBack(row.slot());
        }
      }
      case DELETE -> {
        row.slot().deleteUndone();
        transaction.filledAgain(row.slot());
        table.add(row);
      }
      case UPDATE -> {
        @Nullable Object[] before = change.change().before();
        if (before == null) {
          throw new IllegalStateException("an update has old values");
        }
        table.set(row, before);
      }
    }
  }
}
