package io.oraclecdc.redo;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.change.Change;
import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.Scn;
import io.oraclecdc.pipeline.ChangePipeline;
import io.oraclecdc.position.Position;
import io.oraclecdc.schema.FixedSchemaCatalog;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.testing.ListRedoSource;
import io.oraclecdc.transaction.TransactionBuffer;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Random transactions with LOBs of which some rows cannot be decoded and become dead letters: a LOB
 * comes out as it was written or not at all, never as what is left of it.
 */
class BadPiecesPropertyTest {
  private static final Position BEGINNING =
      Position.startingAt(new Incarnation(1, new Scn(1)), Scn.ZERO, Scn.ZERO);

  @Property(tries = 400, seed = "20261201", shrinking = ShrinkingMode.OFF)
  void aLobOfWhichARowIsBadIsWholeOrUnavailable(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    LobTransactionModel model = new LobTransactionModel(random);
    model.run();
    Set<String> right = values(play(model.rows(), random));
    List<MinedRow> rows = new ArrayList<>(model.rows());
    List<Integer> parts = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      if (isPart(rows.get(i))) {
        parts.add(i);
      }
    }
    for (int n = 1 + random.nextInt(2); n > 0 && !parts.isEmpty(); n--) {
      int at = parts.get(random.nextInt(parts.size()));
      rows.set(at, broken(rows.get(at)));
    }
    try {
      assertThat(right).containsAll(values(play(rows, random)));
    } catch (CdcException e) {
      // A rollback over what nobody knows may stop; it must not be silent.
      assertThat(e.getMessage()).startsWith("[CDC-3001]");
    }
  }

  private static boolean isPart(MinedRow row) {
    return row.sqlRedo() != null
        && switch (row.operation()) {
          case SELECT_LOB_LOCATOR, LOB_WRITE, LOB_TRIM, LOB_ERASE -> true;
          default -> false;
        };
  }

  private static MinedRow broken(MinedRow row) {
    OperationCode operation = row.operation();
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
        "DECLARE\n BROKEN");
  }

  /** Key, column and value of every LOB that is known. */
  private static Set<String> values(List<Change> changes) {
    Set<String> values = new HashSet<>();
    for (Change change : changes) {
      RowImage image = null;
      if (change instanceof Change.RowInserted inserted) {
        image = inserted.after();
      } else if (change instanceof Change.RowUpdated updated) {
        image = updated.after();
      }
      for (int i = 2; image != null && i < image.size(); i++) {
        if (image.get(i) != SpecialValue.UNAVAILABLE) {
          values.add(image.get(0) + "." + i + "=" + text(image.get(i)));
        }
      }
    }
    return values;
  }

  private static Object text(Object value) {
    return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value;
  }

  private static List<Change> play(List<MinedRow> rows, Random random)
      throws InterruptedException, IOException {
    List<Change> changes = new ArrayList<>();
    Path directory = Files.createTempDirectory("bad-pieces");
    FixedSchemaCatalog catalog =
        new FixedSchemaCatalog(List.of(LobTransactionModel.TABLE, LobTransactionModel.AUDIT));
    try (SpillArea area = new SpillArea(directory, 2_000, 1L << 30);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      ChangePipeline pipeline =
          new ChangePipeline(
              new ListRedoSource(rows, reached -> reached + 1 + random.nextInt(9)),
              new SqlRedoDecoder(catalog, RedoSettings.defaults()),
              catalog,
              buffer,
              new CommitSequencer(BEGINNING, ZoneOffset.UTC, "test"),
              change -> changes.add(change.change()),
              BEGINNING,
              (row, error) -> {});
      boolean more = true;
      while (more) {
        more = pipeline.step();
      }
    } finally {
      try (var files = Files.list(directory)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(directory);
    }
    return changes;
  }
}
