package io.oraclecdc.redo;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.change.Change;
import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.delivery.SequencedChange;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.Scn;
import io.oraclecdc.pipeline.ChangePipeline;
import io.oraclecdc.position.Position;
import io.oraclecdc.position.PositionCodec;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.FixedSchemaCatalog;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.testing.LaggingJournal;
import io.oraclecdc.testing.ListRedoSource;
import io.oraclecdc.transaction.JournalSettings;
import io.oraclecdc.transaction.TransactionBuffer;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random transactions with LOBs that are journaled while they are open, and kills: after each the
 * transaction goes on as if nothing had happened, also inside of a statement that no range has held
 * whole, and although the redo before the position is not asked for.
 */
class JournaledStatementsTest {
  private static final Position BEGINNING =
      Position.startingAt(new Incarnation(1, new Scn(1)), Scn.ZERO, Scn.ZERO);
  private static final TableSchema WITHOUT_C =
      RedoFixtures.table("APP", "D")
          .column("ID", Kind.NUMBER)
          .column("NAME", Kind.VARCHAR2, 50)
          .column("C", Kind.CLOB, 50, Column.Use.EXCLUDED)
          .column("B", Kind.BLOB)
          .build();

  @TempDir private Path directory;
  private int restored;

  @Test
  void aTransactionGoesOnAfterKills() throws Exception {
    for (int seed = 0; seed < 600; seed++) {
      LobTransactionModel model = new LobTransactionModel(new Random(seed), new Random(seed + 7));
      model.run();
      List<String> lines = live(model, new Random(seed ^ 0x5DEECE66DL), Integer.MAX_VALUE);

      // Rows that a trigger wrote between those of a statement are returned before it.
      assertThat(of("D", lines)).as("seed %s", seed).isEqualTo(of("D", model.expected()));
      assertThat(of("AUDIT", lines)).as("seed %s", seed).isEqualTo(of("AUDIT", model.expected()));
    }
    assertThat(restored).isGreaterThan(200);
  }

  @Test
  void aColumnThatWasExcludedAtARestartIsAsIfItHadAlwaysBeen() throws Exception {
    for (int seed = 0; seed < 300; seed++) {
      LobTransactionModel model = new LobTransactionModel(new Random(seed), new Random(seed + 7));
      model.run();
      List<String> always;
      try {
        always = live(model, new Random(seed), 0);
      } catch (CdcException e) {
        // An excluded LOB that is written again in the transaction of its INSERT, and undone.
        assertThat(e.code()).isEqualTo(ErrorCode.DECODE);
        continue;
      }
      List<String> lines = live(model, new Random(seed), 1);

      assertThat(of("D", lines))
          .as("seed %s", seed)
          .allSatisfy(line -> assertThat(line.split("\\|", -1)[3]).isEqualTo("NOT_LOGGED"));
      // Whether a write to an excluded LOB belongs to an INSERT before it is told by its value.
      assertThat(others(lines)).as("seed %s", seed).isEqualTo(others(always));
    }
    assertThat(restored).isGreaterThan(100);
  }

  private static List<String> of(String table, List<String> lines) {
    return lines.stream().filter(line -> line.startsWith(table + "|", 2)).toList();
  }

  private static List<String> others(List<String> lines) {
    return lines.stream().filter(line -> !line.startsWith("u ")).sorted().toList();
  }

  /**
   * Runs, with kills, to the end.
   *
   * @param excludesFrom the life from which on column C is excluded; those before are killed
   */
  private List<String> live(LobTransactionModel model, Random random, int excludesFrom)
      throws InterruptedException {
    LaggingJournal journal = new LaggingJournal(random);
    Position stored = BEGINNING;
    List<String> lines = new ArrayList<>();
    for (int life = 0; life < 8; life++) {
      boolean excludes = life >= excludesFrom;
      boolean killed = life < 7 && (random.nextBoolean() || life < Math.min(2, excludesFrom));
      List<SequencedChange> delivered = new ArrayList<>();
      stored = run(model, random, journal, stored, delivered, excludes, killed);
      for (SequencedChange change : delivered) {
        if (!(change.change() instanceof Change.Heartbeat)) {
          lines.add(text(change.change()));
        }
      }
      if (!killed) {
        break;
      }
    }
    return lines;
  }

  private Position run(
      LobTransactionModel model,
      Random random,
      LaggingJournal journal,
      Position from,
      List<SequencedChange> delivered,
      boolean excludes,
      boolean killed)
      throws InterruptedException {
    TableSchema table = excludes ? WITHOUT_C : LobTransactionModel.TABLE;
    FixedSchemaCatalog catalog = new FixedSchemaCatalog(List.of(table, LobTransactionModel.AUDIT));
    int all = model.rows().size();
    int end = killed ? random.nextInt(all) : all;
    ListRedoSource source =
        new ListRedoSource(model.rows(), reached -> Math.min(end, reached + 1 + random.nextInt(5)))
            .withholdingStatements(model::statementOf)
            .strictlyByLogs();
    JournalSettings settings =
        new JournalSettings(
            Duration.ofDays(1), 1 + random.nextInt(3), 1 + random.nextInt(200), "selection");
    Position stored = from;
    // So small that parts move to disk.
    try (SpillArea area = new SpillArea(directory, 2_000, 1L << 30);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      Position start =
          buffer.journaling(
              journal, settings, from, (id, column) -> excludes && column.equals("C"));
      restored += buffer.journaledTransactions();
      ChangePipeline pipeline =
          new ChangePipeline(
              source,
              new SqlRedoDecoder(catalog, RedoSettings.defaults()),
              catalog,
              buffer,
              new CommitSequencer(start, ZoneOffset.UTC, "test"),
              delivered::add,
              start);
      int steps = 0;
      boolean more = true;
      while (killed ? steps < 3 + end / 3 : more) {
        more = pipeline.step();
        steps++;
        if (random.nextInt(3) == 0) {
          pipeline.heartbeat(Instant.EPOCH);
          stored = stored(delivered.get(delivered.size() - 1).position());
          buffer.stored(stored);
        }
      }
    }
    journal.kill();
    return stored;
  }

  private static Position stored(Position reached) {
    return PositionCodec.decode(PositionCodec.encode(reached, Map.of())).position();
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
