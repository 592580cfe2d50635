package io.oraclecdc.redo;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.change.Change;
import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.Scn;
import io.oraclecdc.pipeline.ChangePipeline;
import io.oraclecdc.position.Position;
import io.oraclecdc.schema.FixedSchemaCatalog;
import io.oraclecdc.schema.TableSchema;
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
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Random transactions on a table with LOBs, written as rows by a model that shares nothing with the
 * decoder, with savepoint rollbacks: the changes that come out are the statements that survived,
 * with the values the model holds, wherever steps end.
 */
class RowGroupsPropertyTest {
  private static final Position BEGINNING =
      Position.startingAt(new Incarnation(1, new Scn(1)), Scn.ZERO, Scn.ZERO);

  @Property(tries = 1_500, seed = "20260501")
  void survivingStatementsComeOutWithTheirValues(@ForAll long seed) throws Exception {
    LobTransactionModel model = new LobTransactionModel(new Random(seed));
    model.run();
    Random cuts = new Random(seed ^ 0x5DEECE66DL);
    List<String> cut =
        play(new ListRedoSource(model.rows(), reached -> reached + 1 + cuts.nextInt(9)));

    assertThat(cut).isEqualTo(model.expected());
  }

  @Property(tries = 300, seed = "20260502")
  void aStepThatIsTakenBackLeavesNoTrace(@ForAll long seed) throws Exception {
    LobTransactionModel model = new LobTransactionModel(new Random(seed));
    model.run();
    Random cuts = new Random(seed + 1);
    ListRedoSource source =
        new ListRedoSource(model.rows(), reached -> reached + 1 + cuts.nextInt(9));
    source.failOnce(
        cuts.nextInt(model.rows().size()),
        new io.oraclecdc.errors.RetriableException(
            io.oraclecdc.errors.ErrorCode.MINING_STEP_RETRY, "a step fails", null));

    assertThat(play(source)).isEqualTo(model.expected());
  }

  @Property(tries = 500, seed = "20260503")
  void aStatementThatStepsWithholdUntilTheyHoldAllOfItIsNotLost(@ForAll long seed)
      throws Exception {
    LobTransactionModel model = new LobTransactionModel(new Random(seed));
    model.run();
    Random cuts = new Random(seed + 2);
    ListRedoSource source =
        new ListRedoSource(model.rows(), reached -> reached + 1 + cuts.nextInt(5))
            .withholding(model::isWithheld);
    List<String> lines = play(source);

    // Rows that a trigger wrote between those of a statement are returned before it.
    assertThat(of("D", lines)).isEqualTo(of("D", model.expected()));
    assertThat(of("AUDIT", lines)).isEqualTo(of("AUDIT", model.expected()));
  }

  @Property(tries = 1_500, seed = "20260504")
  void noKnownValueIsWrongWhateverCallsOfDbmsLobAreTakenBack(@ForAll long seed) throws Exception {
    LobTransactionModel model = LobTransactionModel.ofCalls(new Random(seed));
    model.run();
    Random cuts = new Random(seed + 3);
    List<String> lines =
        play(new ListRedoSource(model.rows(), reached -> reached + 1 + cuts.nextInt(9)));

    Map<Integer, List<String>> rows = new HashMap<>();
    for (int id = 1; id <= 3; id++) {
      rows.put(id, List.of("old" + (id - 1), "?"));
    }
    for (String line : of("D", lines)) {
      String[] fields = line.substring(4).split("\\|", -1);
      int id = Integer.parseInt(fields[0]);
      assertThat(rows.containsKey(id)).as(line).isNotEqualTo(line.startsWith("c "));
      rows.put(id, List.of(fields[1], fields[2]));
      if (line.startsWith("d ")) {
        rows.remove(id);
      }
    }
    Map<Integer, List<String>> expected = model.content();
    assertThat(rows.keySet()).isEqualTo(expected.keySet());
    rows.forEach(
        (id, row) -> {
          List<String> wanted = Objects.requireNonNull(expected.get(id));
          assertThat(row.get(0)).as("name of %s", id).isEqualTo(wanted.get(0));
          if (!row.get(1).equals("?") && !wanted.get(1).equals("?")) {
            assertThat(row.get(1)).as("text of %s", id).isEqualTo(wanted.get(1));
          }
        });
  }

  private static List<String> of(String table, List<String> lines) {
    return lines.stream().filter(line -> line.startsWith(table + "|", 2)).toList();
  }

  private static List<String> play(ListRedoSource source) throws InterruptedException, IOException {
    List<String> lines = new ArrayList<>();
    Path directory = Files.createTempDirectory("row-groups");
    FixedSchemaCatalog catalog =
        new FixedSchemaCatalog(List.of(LobTransactionModel.TABLE, LobTransactionModel.AUDIT));
    // So small that parts move to disk.
    try (SpillArea area = new SpillArea(directory, 2_000, 1L << 30);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      ChangePipeline pipeline =
          new ChangePipeline(
              source,
              new SqlRedoDecoder(catalog, RedoSettings.defaults()),
              catalog,
              buffer,
              new CommitSequencer(BEGINNING, ZoneOffset.UTC, "test"),
              change -> lines.add(text(change.change())),
              BEGINNING);
      boolean more = true;
      while (more) {
        try {
          more = pipeline.step();
        } catch (io.oraclecdc.errors.RetriableException e) {
          more = true;
        }
      }
    }
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
    return lines;
  }

  private static String text(Change change) {
    if (change instanceof Change.RowInserted inserted) {
      return "c " + values(inserted.table(), inserted.after());
    }
    if (change instanceof Change.RowUpdated updated) {
      return "u " + values(updated.table(), updated.after());
    }
    Change.RowDeleted deleted = (Change.RowDeleted) change;
    return "d " + values(deleted.table(), deleted.before());
  }

  private static String values(TableSchema table, RowImage image) {
    StringBuilder text = new StringBuilder(table.id().name());
    for (int i = 0; i < image.size(); i++) {
      Object value = image.get(i);
      text.append('|')
          .append(
              value == SpecialValue.UNAVAILABLE
                  ? "?"
                  : value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value);
    }
    return text.toString();
  }
}
