package io.oraclecdc.redo;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.change.Change;
import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.Scn;
import io.oraclecdc.pipeline.ChangePipeline;
import io.oraclecdc.position.Position;
import io.oraclecdc.redo.RedoFixtures.RowBuilder;
import io.oraclecdc.schema.FixedSchemaCatalog;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.testing.ListRedoSource;
import io.oraclecdc.transaction.TransactionBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Random transactions with savepoints in which some rows cannot be decoded: what is delivered is
 * what survives of the good rows, and the dead letters are what survives of the bad ones.
 */
class BadRowUndoPropertyTest {
  private static final Position BEGINNING =
      Position.startingAt(new Incarnation(1, new Scn(1)), Scn.ZERO, Scn.ZERO);
  private static final List<OperationCode> KINDS =
      List.of(OperationCode.INSERT, OperationCode.UPDATE, OperationCode.DELETE);
  private static final TableSchema N = table("N").build();
  private static final TableSchema IOT = table("I").indexOrganized().build();

  private static RedoFixtures.TableBuilder table(String name) {
    return RedoFixtures.table("APP", name)
        .column("ID", Kind.NUMBER)
        .column("NAME", Kind.VARCHAR2, 50);
  }

  @Property(tries = 1_500, seed = "20261130", shrinking = ShrinkingMode.OFF)
  void goodAndBadRowsAreUndoneAlike(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    Model model = new Model(random.nextInt(3) == 0 ? IOT : N, random);
    model.run();
    List<String> delivered = new ArrayList<>();
    List<String> letters = new ArrayList<>();
    Path directory = Files.createTempDirectory("bad-undo");
    try {
      play(model, random, directory, delivered, letters);
    } finally {
      remove(directory);
    }
    assertThat(delivered).isEqualTo(model.survivors(false));
    assertThat(letters).isEqualTo(model.survivors(true));
  }

  private static void remove(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }

  private static void play(
      Model model, Random random, Path directory, List<String> delivered, List<String> letters)
      throws InterruptedException {
    FixedSchemaCatalog catalog = new FixedSchemaCatalog(List.of(N, IOT));
    try (SpillArea area = new SpillArea(directory, 300, 1L << 30);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      ChangePipeline pipeline =
          new ChangePipeline(
              new ListRedoSource(model.rows, reached -> reached + 1 + random.nextInt(9)),
              new SqlRedoDecoder(catalog, RedoSettings.defaults()),
              catalog,
              buffer,
              new CommitSequencer(BEGINNING, ZoneOffset.UTC, "test"),
              change -> delivered.add(place(change.change())),
              BEGINNING,
              (row, error) -> letters.add(row.address().toString()));
      boolean more = true;
      while (more) {
        more = pipeline.step();
      }
    }
  }

  private static String place(Change change) {
    if (change instanceof Change.RowInserted inserted) {
      return inserted.origin().address().toString();
    }
    if (change instanceof Change.RowUpdated updated) {
      return updated.origin().address().toString();
    }
    return ((Change.RowDeleted) change).origin().address().toString();
  }

  /** A change that can still be undone. */
  private record Made(int key, OperationCode kind, boolean bad, String address) {}

  /** One transaction. */
  private static final class Model {
    private final TableSchema table;
    private final Random random;
    private final List<MinedRow> rows = new ArrayList<>();
    private final Deque<Made> made = new ArrayDeque<>();

    Model(TableSchema table, Random random) {
      this.table = table;
      this.random = random;
    }

    void run() {
      add(RedoFixtures.row(OperationCode.START));
      int rounds = 1 + random.nextInt(12);
      for (int i = 0; i < rounds; i++) {
        if (random.nextInt(3) > 0) {
          change();
        } else {
          for (int n = random.nextInt(4); n > 0 && !made.isEmpty(); n--) {
            undo(made.removeLast());
          }
        }
      }
      add(RedoFixtures.row(OperationCode.COMMIT));
    }

    List<String> survivors(boolean bad) {
      return made.stream().filter(row -> row.bad() == bad).map(Made::address).toList();
    }

    private void change() {
      int key = random.nextInt(3);
      OperationCode kind = KINDS.get(random.nextInt(KINDS.size()));
      boolean bad = random.nextInt(3) == 0;
      boolean unsupported = bad && random.nextInt(3) == 0;
      RowBuilder row =
          RedoFixtures.row(table, unsupported ? OperationCode.UNSUPPORTED : kind)
              .rowId(rowId(key))
              .sql(bad ? "BROKEN" : sql(kind, key));
      add(row);
      made.addLast(new Made(key, kind, bad, rows.get(rows.size() - 1).address().toString()));
    }

    private void undo(Made what) {
      OperationCode kind =
          switch (what.kind()) {
            case INSERT -> OperationCode.DELETE;
            case DELETE -> OperationCode.INSERT;
            default -> OperationCode.UPDATE;
          };
      add(
          RedoFixtures.row(table, kind)
              .rowId(rowId(what.key()))
              .sql(
                  kind == OperationCode.UPDATE
                      ? sql(kind, what.key()).replace("'m'", "'n'")
                      : sql(kind, what.key()))
              .rollback());
    }

    private String sql(OperationCode kind, int key) {
      String name = "\"APP\".\"" + table.id().name() + "\"";
      return switch (kind) {
        case INSERT -> "insert into " + name + "(\"ID\",\"NAME\") values ('" + key + "','n')";
        case DELETE -> "delete from " + name + " where \"ID\" = '" + key + "' and \"NAME\" = 'n'";
        default ->
            "update "
                + name
                + " set \"NAME\" = 'm' where \"ID\" = '"
                + key
                + "' and \"NAME\" = 'n'";
      };
    }

    private static String rowId(int key) {
      return "AAAR9zAAHAAAACrAA" + (char) ('A' + key);
    }

    private void add(RowBuilder row) {
      rows.add(row.address(new RedoAddress(1, rows.size() + 1, 16)).build());
    }
  }
}
