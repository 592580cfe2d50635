package io.oraclecdc.testkit.scenario;

import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.delivery.Delivery;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.Scn;
import io.oraclecdc.pipeline.ChangePipeline;
import io.oraclecdc.position.Position;
import io.oraclecdc.redo.RowDecoder;
import io.oraclecdc.schema.FixedSchemaCatalog;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.transaction.TransactionBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Plays a scenario: its rows through the stages of the product, to lines of output.
 *
 * <p>{@code restart} behaves as a kill after everything delivered so far was acknowledged: what was
 * in memory is gone, redo is mined again from the position of the last delivered change.
 */
public final class ScenarioRunner {
  private static final long MEMORY_BYTES = 64L << 20;
  private static final long SPILL_BYTES = 4L << 30;
  private static final Incarnation INCARNATION = new Incarnation(1, new Scn(1));

  private final ScenarioStages stages;
  private final UnaryOperator<ScriptedRedoSource> windows;

  /** A runner that reads all rows between two restarts in one step. */
  public ScenarioRunner(ScenarioStages stages) {
    this(stages, source -> source);
  }

  /**
   * A runner that cuts the redo into steps.
   *
   * @param windows called for each source before it is used
   */
  public ScenarioRunner(ScenarioStages stages, UnaryOperator<ScriptedRedoSource> windows) {
    this.stages = stages;
    this.windows = windows;
  }

  /**
   * Plays it.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  public ScenarioResult run(Scenario scenario) throws InterruptedException {
    Path directory = temporaryDirectory();
    Playing playing = new Playing(scenario, directory);
    try {
      playing.play();
    } catch (CdcException e) {
      playing.stopped(e);
    } finally {
      remove(directory);
    }
    return playing.result();
  }

  private static Path temporaryDirectory() {
    try {
      return Files.createTempDirectory("oracle-cdc-scenario");
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary directory can be made", e);
    }
  }

  private static void remove(Path directory) {
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("a temporary directory cannot be removed", e);
    }
  }

  private final class Playing {
    private final Scenario scenario;
    private final Path directory;
    private final List<String> lines = new ArrayList<>();
    private Position position = Position.startingAt(INCARNATION, Scn.ZERO, Scn.ZERO);
    private boolean delivered;
    private int openTransactions;
    private @Nullable CdcException error;

    Playing(Scenario scenario, Path directory) {
      this.scenario = scenario;
      this.directory = directory;
    }

    void play() throws InterruptedException {
      int visible = 0;
      List<MinedRow> rows = scenario.rows();
      for (List<MinedRow> run : scenario.runs()) {
        visible += run.size();
        try (RedoSource source = windows.apply(ScriptedRedoSource.ofFirst(rows, visible))) {
          play(source);
        }
      }
    }

    private void play(RedoSource source) throws InterruptedException {
      SchemaCatalog catalog = new FixedSchemaCatalog(scenario.tables());
      RowDecoder decoder = stages.decoder(scenario, catalog);
      Delivery delivery =
          change -> {
            lines.addAll(stages.lines(change.change()));
            position = change.position();
            delivered = true;
          };
      try (SpillArea area = new SpillArea(directory, MEMORY_BYTES, SPILL_BYTES);
          TransactionBuffer buffer =
              new TransactionBuffer(
                  area, excludedUsers(), position.excluded(), position.resumeScn())) {
        ChangePipeline pipeline =
            new ChangePipeline(
                source,
                decoder,
                catalog,
                buffer,
                new CommitSequencer(
                    position,
                    ZoneOffset.UTC,
                    "scenario",
                    stages.assembly(scenario),
                    stages.missingValues(scenario),
                    stages.kinds(scenario)),
                delivery,
                position,
                stages.deadLetters(scenario));
        if (!delivered) {
          pipeline.layouts(Instant.EPOCH);
        }
        boolean more = true;
        while (more) {
          more = pipeline.step();
        }
        openTransactions = buffer.openTransactions();
      }
    }

    private List<String> excludedUsers() {
      return Arrays.stream(
              scenario.properties().getOrDefault("cdc.users.exclude", "").split(",", -1))
          .map(String::strip)
          .filter(user -> !user.isEmpty())
          .toList();
    }

    void stopped(CdcException e) {
      error = e;
      lines.add(ErrorLine.of(e));
    }

    ScenarioResult result() {
      return new ScenarioResult(
          lines,
          delivered ? Optional.of(position) : Optional.empty(),
          openTransactions,
          Optional.ofNullable(error));
    }
  }
}
