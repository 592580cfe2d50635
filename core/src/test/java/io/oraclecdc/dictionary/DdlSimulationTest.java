package io.oraclecdc.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.change.Change;
import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.config.MissingKey;
import io.oraclecdc.delivery.SequencedChange;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.Scn;
import io.oraclecdc.pipeline.ChangePipeline;
import io.oraclecdc.position.Position;
import io.oraclecdc.redo.RedoSettings;
import io.oraclecdc.redo.SqlRedoDecoder;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.KnownTable;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.transaction.TransactionBuffer;
import io.oraclecdc.value.RowImage;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * DDL between and inside transactions from a seed, with a reader that lags several statements
 * behind, reads again, and starts again from what it had stored; the dictionary is ahead of the
 * redo, or behind a statement that the redo shows already. Every row has to come out with the
 * layout it was written with.
 */
class DdlSimulationTest {
  private static final int SEEDS = Integer.getInteger("cdc.ddl.seeds", 60);
  private static final int ROUNDS = 40;

  @TempDir Path directory;

  @Test
  void everyRowIsDecodedWithItsOwnLayout() throws Exception {
    int statements = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      ChangingDatabase database = new ChangingDatabase(seed, 0);
      List<SequencedChange> delivered = new ArrayList<>();
      try {
        simulate(database, new SplittableRandom(~seed), delivered);
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
      assertThat(texts(delivered)).as("seed %d", seed).isEqualTo(database.committed());
      statements += database.statements();
    }
    assertThat(statements).as("statements of DDL").isGreaterThan(10 * SEEDS);
  }

  @Test
  void whenStatementsDoSomethingElseThanTheySayNothingWrongIsDelivered() throws Exception {
    int stopped = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      ChangingDatabase database = new ChangingDatabase(seed, 20);
      List<SequencedChange> delivered = new ArrayList<>();
      try {
        simulate(database, new SplittableRandom(~seed), delivered);
      } catch (CdcException e) {
        assertThat(e.code()).as("seed %d: %s", seed, e.observed()).isIn(HONEST);
        stopped++;
      }
      List<String> texts = texts(delivered);
      assertThat(texts)
          .as("seed %d", seed)
          .isEqualTo(database.committed().subList(0, texts.size()));
    }
    assertThat(stopped).isBetween(1, SEEDS);
  }

  /** What says that a layout is not known. */
  private static final Set<ErrorCode> HONEST =
      Set.of(ErrorCode.DICTIONARY_UNAVAILABLE, ErrorCode.SCHEMA_MISMATCH, ErrorCode.DECODE);

  private static List<String> texts(List<SequencedChange> delivered) {
    return delivered.stream().map(change -> text(change.change())).toList();
  }

  private void simulate(
      ChangingDatabase database, SplittableRandom random, List<SequencedChange> delivered)
      throws Exception {
    Position position =
        Position.startingAt(new Incarnation(1, new Scn(1)), new Scn(900), new Scn(900));
    List<KnownTable> stored = List.of();
    int acknowledged = 0;
    boolean last = false;
    while (!last) {
      last = database.statements() > 25;
      if (last) {
        database.quiesce();
      }
      try (Run run = new Run(database, position, stored, delivered)) {
        if (!last) {
          database.wake(); // a first start finds the layout that the first row has
        }
        for (int round = 0; round < ROUNDS && !last; round++) {
          run.step();
          database.advance(random.nextInt(random.nextInt(10) == 0 ? 150 : 12));
        }
        if (last) {
          run.toTheEnd();
        }
        stored = run.catalog.known();
      }
      if (!last) {
        acknowledged += random.nextInt(delivered.size() - acknowledged + 1);
        delivered.subList(acknowledged, delivered.size()).clear();
        position = acknowledged == 0 ? position : delivered.get(acknowledged - 1).position();
        database.advance(random.nextInt(60));
      }
    }
  }

  /** One life of the reader. */
  private final class Run implements AutoCloseable {
    private final DictionarySchemaCatalog catalog;
    private final SpillArea area;
    private final TransactionBuffer buffer;
    private final ChangePipeline pipeline;

    Run(
        ChangingDatabase database,
        Position position,
        List<KnownTable> stored,
        List<SequencedChange> delivered) {
      catalog =
          DictionarySchemaCatalog.read(
              database,
              new Layouts(
                  TableSelection.including(List.of(".*")).missingKey(MissingKey.NONE).build(),
                  Tables.database()),
              CatalogRules.PLAIN,
              stored,
              position.resumeScn());
      area = new SpillArea(directory, 1 << 20, 1L << 30);
      buffer = new TransactionBuffer(area, List.of(), position.excluded(), position.resumeScn());
      pipeline =
          new ChangePipeline(
              database,
              new SqlRedoDecoder(catalog, RedoSettings.defaults()),
              catalog,
              buffer,
              new CommitSequencer(position, ZoneOffset.UTC, "settings"),
              delivered::add,
              position);
      pipeline.stored(position);
    }

    boolean step() throws InterruptedException {
      try {
        return pipeline.step();
      } catch (RetriableException e) {
        return true;
      }
    }

    void toTheEnd() throws InterruptedException {
      for (int idle = 0; idle < 5; ) {
        idle = step() ? 0 : idle + 1;
      }
      assertThat(catalog.hasUnproven()).isFalse();
    }

    @Override
    public void close() {
      buffer.close();
      area.close();
    }
  }

  private static String text(Change change) {
    if (change instanceof Change.RowInserted inserted) {
      return "INSERT " + row(inserted.table(), inserted.after());
    }
    if (change instanceof Change.RowUpdated updated) {
      return "UPDATE " + row(updated.table(), updated.after());
    }
    Change.RowDeleted deleted = (Change.RowDeleted) change;
    return "DELETE " + row(deleted.table(), deleted.before());
  }

  private static String row(TableSchema table, RowImage image) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < table.columns().size(); i++) {
      Column column = table.columns().get(i);
      if (column.isCaptured()) {
        Object value = image.isNull(i) ? null : image.get(i);
        text.append(column.name()).append('=').append(value).append(' ');
      }
    }
    List<String> key =
        table.key().columns().stream().map(i -> table.columns().get(i).name()).toList();
    return text.append("key ").append(key).toString();
  }
}
