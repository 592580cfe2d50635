package io.oraclecdc.transaction;

import static io.oraclecdc.testing.TestRow.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.redo.RedoEvent;
import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.spill.SpillLog;
import io.oraclecdc.testing.NoParts;
import io.oraclecdc.testing.TestTables;
import io.oraclecdc.value.RowImage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LargeTransactionTest {
  private static final List<RowOperation> OPERATIONS = List.of(RowOperation.values());

  @TempDir Path directory;

  @Test // MEM-01, smaller: 300 000 rows of 1 KB under 32 MB
  void MEM_01_aTransactionLargerThanItsBudgetComesWholeAndInOrder() {
    int rows = 300_000;
    String note = "n".repeat(1_000);
    try (SpillArea area = new SpillArea(directory, 32L << 20, 4L << 30);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      buffer.beginStep();
      for (int i = 0; i < rows; i++) {
        MinedRow row = at(10, i + 1).transaction(1).update("R" + i, "");
        RowImage before = TestTables.image(i, "before");
        buffer.rowChanged(
            new RedoEvent.RowChanged(
                row, TestTables.T, RowOperation.UPDATE, before, TestTables.image(i, note)));
        assertThat(area.memoryBytes()).isLessThan(33L << 20);
      }
      buffer.committed(new RedoEvent.Committed(at(11, rows + 1).transaction(1).commit()));
      CommittedTransaction commit = buffer.completeStep().commits().get(0);
      assertThat(area.spilledBytes()).isGreaterThan(250L << 20);

      commit.resolve();
      assertThat(commit.changeCount()).isEqualTo(rows);
      try (CommittedChanges changes = commit.changes()) {
        for (int i = 0; i < rows; i++) {
          BufferedChange change = changes.next(new NoParts());
          assertThat(change).isNotNull();
          if (change != null && !change.after().equals(TestTables.image(i, note))) {
            throw new AssertionError("row " + i + " is another one");
          }
        }
        assertThat(changes.next(new NoParts())).isNull();
      }
      commit.close();
      assertThat(area.spilledBytes()).isZero();
    }
  }

  @Test // RB-09
  @Timeout(60) // one look through the transaction for each undo row would take hours
  void RB_09_aFloodOfUndonePairsIsMatchedInOnePass() {
    int pairs = 200_000;
    try (SpillArea area = new SpillArea(directory, 32L << 20, 4L << 30);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      buffer.beginStep();
      buffer.transactionStarted(new RedoEvent.TransactionStarted(at(10, 1).transaction(1).start()));
      long block = 2;
      for (int i = 0; i < pairs; i++) {
        insert(buffer, block++, "R" + i, i);
        undo(buffer, block++, "R" + i);
        insert(buffer, block++, "G" + i, i);
      }
      buffer.committed(new RedoEvent.Committed(at(11, block).transaction(1).commit()));
      CommittedTransaction commit = buffer.completeStep().commits().get(0);
      commit.resolve();
      assertThat(commit.changeCount()).isEqualTo(pairs);
      try (CommittedChanges changes = commit.changes()) {
        for (int i = 0; i < pairs; i++) {
          BufferedChange change = java.util.Objects.requireNonNull(changes.next(new NoParts()));
          if (change.rowId() == null || !change.rowId().text().equals("G" + i)) {
            throw new AssertionError("change " + i + " is not the good row " + i);
          }
        }
        assertThat(changes.next(new NoParts())).isNull();
      }
      commit.close();
    }
  }

  @Test
  void aLargeSavepointRollbackIsResolvedWithinAnyBudget() {
    try (SpillArea area = new SpillArea(directory, 4L << 20, 4L << 30);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      int rows = 50_000;
      buffer.beginStep();
      buffer.transactionStarted(new RedoEvent.TransactionStarted(at(10, 1).transaction(1).start()));
      long block = 2;
      insert(buffer, block++, "kept", -1);
      for (int i = 0; i < rows; i++) {
        insert(buffer, block++, "R" + i, i);
      }
      for (int i = rows - 1; i >= 0; i--) {
        undo(buffer, block++, "R" + i);
      }
      buffer.committed(new RedoEvent.Committed(at(11, block).transaction(1).commit()));
      CommittedTransaction commit = buffer.completeStep().commits().get(0);
      commit.resolve();
      assertThat(commit.changeCount()).isEqualTo(1);
      commit.close();
    }
  }

  @Test
  void theBudgetOfAPassDoesNotChangeItsResult() {
    for (int seed = 0; seed < 30; seed++) {
      Random random = new Random(seed);
      try (SpillArea area = new SpillArea(directory, 1 << 20, 1 << 30);
          SpillLog log = area.newLog("A")) {
        List<TableUse> tables = List.of(new TableUse(TestTables.T), new TableUse(TestTables.U));
        randomEntries(random, log, tables);
        TransactionKey key = new TransactionKey(0, new Xid(1, 2, 3));
        BitSet wide = new UndoResolver(key, log, tables, true, 1L << 30).resolve();
        BitSet narrow = new UndoResolver(key, log, tables, true, 2_000).resolve();
        assertThat(narrow).isEqualTo(wide);
        BitSet keys = new KeyResolver(key, log, tables, wide, 1L << 30).resolve();
        assertThat(new KeyResolver(key, log, tables, wide, 3_000).resolve()).isEqualTo(keys);
      }
    }
  }

  // Inserts, deletes and key changes of 60 rows; now and then the newest few are undone.
  private static void randomEntries(Random random, SpillLog log, List<TableUse> tables) {
    RowEntryWriter writer = new RowEntryWriter();
    List<Runnable> undo = new ArrayList<>();
    long[] block = {1};
    for (int i = 0; i < 800; i++) {
      if (random.nextInt(6) == 0) {
        for (int n = random.nextInt(20); n > 0 && !undo.isEmpty(); n--) {
          undo.remove(undo.size() - 1).run();
        }
        continue;
      }
      int table = random.nextInt(2);
      String rowId = "R" + random.nextInt(60);
      RowOperation operation = OPERATIONS.get(random.nextInt(3));
      RowImage before = TestTables.image(random.nextInt(40), "b");
      RowImage after = TestTables.image(random.nextInt(40), "a");
      TableSchema schema = tables.get(table).table();
      RowImage none = TestTables.none();
      boolean moved = operation == RowOperation.UPDATE && !before.get(0).equals(after.get(0));
      if (operation == RowOperation.INSERT || moved) {
        tables.get(table).keyTaken(log.frames());
      }
      if (operation == RowOperation.DELETE || moved) {
        tables.get(table).keyLeft(log.frames());
      }
      MinedRow row = at(10, block[0]++).transaction(1).insert(rowId, "");
      log.append(
          writer.change(
              new RedoEvent.RowChanged(
                  row,
                  schema,
                  operation,
                  operation == RowOperation.INSERT ? none : before,
                  operation == RowOperation.DELETE ? none : after),
              table,
              row.address(),
              moved));
      RowOperation reverse =
          switch (operation) {
            case INSERT -> RowOperation.DELETE;
            case DELETE -> RowOperation.INSERT;
            case UPDATE -> RowOperation.UPDATE;
          };
      undo.add(
          () -> {
            MinedRow undoRow = at(10, block[0]++).transaction(1).undo(OperationCode.UPDATE, rowId);
            log.append(
                writer.undo(
                    new RedoEvent.RowUndone(undoRow, schema, reverse, null),
                    table,
                    undoRow.address(),
                    null));
          });
    }
  }

  private static void insert(TransactionBuffer buffer, long block, String rowId, long id) {
    buffer.rowChanged(
        new RedoEvent.RowChanged(
            at(10, block).transaction(1).insert(rowId, ""),
            TestTables.T,
            RowOperation.INSERT,
            TestTables.none(),
            TestTables.image(id, "name")));
  }

  private static void undo(TransactionBuffer buffer, long block, String rowId) {
    buffer.rowUndone(
        new RedoEvent.RowUndone(
            at(10, block).transaction(1).undo(OperationCode.DELETE, rowId),
            TestTables.T,
            RowOperation.DELETE,
            null));
  }
}
