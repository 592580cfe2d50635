package io.oraclecdc.redo;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.pipeline.ChangePipeline;
import io.oraclecdc.pipeline.DeadLetters;
import io.oraclecdc.position.Position;
import io.oraclecdc.schema.FixedSchemaCatalog;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.testing.ListRedoSource;
import io.oraclecdc.transaction.TransactionBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import org.junit.jupiter.api.Assertions;

/**
 * Transactions with large values whose rows are damaged, lost, doubled, moved or given another
 * kind: the pipeline ends in changes or in one of our own errors.
 */
class BadRowsPropertyTest {
  private static final Position BEGINNING =
      Position.startingAt(new Incarnation(1, new Scn(1)), Scn.ZERO, Scn.ZERO);
  private static final List<OperationCode> OPERATIONS = List.of(OperationCode.values());
  private static final List<Integer> STATUSES = List.of(0, 1, 2, 3, 4, 5, 1291, 1343, 99);

  private Path directory = Path.of("");

  @BeforeProperty
  void makeDirectory() throws IOException {
    directory = Files.createTempDirectory("bad-rows");
  }

  @AfterProperty
  void removeDirectory() throws IOException {
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }

  @Property(tries = 3_000, seed = "20260121", shrinking = ShrinkingMode.OFF)
  void everySequenceOfRowsEndsInChangesOrInOurError(@ForAll long seed) {
    Random random = new Random(seed);
    LobTransactionModel model = new LobTransactionModel(random);
    model.run();
    List<MinedRow> rows = new ArrayList<>(model.rows());
    int damages = 1 + random.nextInt(3);
    for (int i = 0; i < damages; i++) {
      damage(rows, random);
    }
    Assertions.assertTimeout(Duration.ofSeconds(10), () -> play(rows, random));
  }

  private static void damage(List<MinedRow> rows, Random random) {
    if (rows.size() < 3) {
      return;
    }
    int at = 1 + random.nextInt(rows.size() - 2);
    MinedRow row = rows.get(at);
    switch (random.nextInt(10)) {
      case 0 -> rows.remove(at);
      case 1 -> rows.add(at, row);
      case 2 -> rows.add(1 + random.nextInt(rows.size() - 2), rows.remove(at));
      case 3 ->
          rows.set(at, with(row, OPERATIONS.get(random.nextInt(OPERATIONS.size())), row.sqlRedo()));
      case 4 -> rows.set(at, with(row, row.operation(), null));
      case 5 ->
          rows.set(at, flagged(row, !row.rollback(), row.continued(), row.status(), row.rowId()));
      case 6 -> rows.set(at, flagged(row, row.rollback(), true, row.status(), row.rowId()));
      case 7 -> {
        int status = STATUSES.get(random.nextInt(STATUSES.size()));
        rows.set(at, flagged(row, row.rollback(), row.continued(), status, row.rowId()));
      }
      case 8 -> {
        RowId other = rows.get(random.nextInt(rows.size())).rowId();
        rows.set(at, flagged(row, row.rollback(), row.continued(), row.status(), other));
      }
      default -> {
        String sql = row.sqlRedo();
        if (sql != null) {
          rows.set(at, with(row, row.operation(), Mutations.mutate(random, sql)));
        }
      }
    }
  }

  private static MinedRow with(
      MinedRow row, OperationCode operation, @org.jspecify.annotations.Nullable String sql) {
    return new MinedRow(
        row.scn(),
        row.thread(),
        row.address(),
        row.ssn(),
        row.transaction(),
        operation,
        operation.code(),
        row.rollback(),
        row.segment(),
        row.rowId(),
        row.continued(),
        row.status(),
        row.info(),
        row.timestamp(),
        row.userName(),
        row.sequence(),
        sql);
  }

  private static MinedRow flagged(
      MinedRow row,
      boolean rollback,
      boolean continued,
      int status,
      @org.jspecify.annotations.Nullable RowId rowId) {
    return new MinedRow(
        row.scn(),
        row.thread(),
        row.address(),
        row.ssn(),
        row.transaction(),
        row.operation(),
        row.operationCode(),
        rollback,
        row.segment(),
        rowId,
        continued,
        status,
        row.info(),
        row.timestamp(),
        row.userName(),
        row.sequence(),
        row.sqlRedo());
  }

  private void play(List<MinedRow> rows, Random random) throws InterruptedException {
    FixedSchemaCatalog catalog =
        new FixedSchemaCatalog(List.of(LobTransactionModel.TABLE, LobTransactionModel.AUDIT));
    boolean accepting = random.nextBoolean();
    DeadLetters letters = accepting ? (row, error) -> {} : DeadLetters.REFUSED;
    List<Object> changes = new ArrayList<>();
    try (SpillArea area = new SpillArea(directory, 1 << 20, 1L << 30);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      ChangePipeline pipeline =
          new ChangePipeline(
              new ListRedoSource(rows, reached -> reached + 1 + random.nextInt(9)),
              new SqlRedoDecoder(catalog, RedoSettings.defaults()),
              catalog,
              buffer,
              new CommitSequencer(BEGINNING, ZoneOffset.UTC, "test"),
              changes::add,
              BEGINNING,
              letters);
      try {
        // A step that ends inside a statement is taken again; the rows do not change by that.
        for (int step = 0; step < 4 * rows.size(); step++) {
          if (!pipeline.step()) {
            break;
          }
        }
      } catch (CdcException e) {
        assertThat(e.getMessage()).startsWith("[CDC-").contains("Operator action");
      }
    }
  }
}
