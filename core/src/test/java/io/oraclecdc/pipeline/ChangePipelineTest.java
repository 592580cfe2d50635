package io.oraclecdc.pipeline;

import static io.oraclecdc.testing.Capture.BEGINNING;
import static io.oraclecdc.testing.TestRow.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.position.Position;
import io.oraclecdc.schema.DdlEffect;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.testing.Capture;
import io.oraclecdc.testing.ListRedoSource;
import io.oraclecdc.testing.TestDecoder;
import io.oraclecdc.transaction.TransactionBuffer;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangePipelineTest {
  @TempDir Path directory;

  @Test
  void aFailedStepIsMinedAgainWhole() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).insert("R1", "1|a"),
            at(11, 2).transaction(1).commit(),
            at(12, 3).transaction(2).insert("R2", "2|b"),
            at(13, 4).transaction(2).commit());
    ListRedoSource source = ListRedoSource.whole(rows);
    source.failOnce(3, new RetriableException(ErrorCode.MINING_STEP_RETRY, "ORA-01555", null));
    try (Capture capture = new Capture(directory, source, BEGINNING)) {
      assertThatThrownBy(capture.pipeline::step).isInstanceOf(RetriableException.class);
      assertThat(capture.delivered).isEmpty();
      assertThat(capture.area.openLogs()).isZero();
      capture.run();
      assertThat(capture.texts()).containsExactly("c 1|a", "c 2|b");
    }
  }

  @Test
  void aStepThatEndsInsideAStatementIsMinedAgain() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).continued().insert("R1", "1|"),
            at(10, 1).transaction(1).insert("R1", "1|a"),
            at(11, 2).transaction(1).commit());
    ListRedoSource source = new ListRedoSource(rows, reached -> reached + 1);
    try (Capture capture = new Capture(directory, source, BEGINNING)) {
      assertThatThrownBy(capture.pipeline::step)
          .isInstanceOf(RetriableException.class)
          .hasMessageContaining("inside a statement");
    }
  }

  @Test
  void aRowThatCannotBeDecodedGoesToTheDeadLettersOnce() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).insert("R1", "bad"),
            at(10, 1).transaction(1).insert("R2", "2|b"),
            at(10, 1).transaction(1).insert("R3", "3|c"),
            at(11, 2).transaction(1).update("R9", "-|a>-|b"),
            at(12, 3).transaction(1).commit());
    ListRedoSource source = new ListRedoSource(rows, reached -> reached + 1);
    try (Capture capture = new Capture(directory, source, BEGINNING)) {
      capture.run();
      assertThat(capture.texts()).containsExactly("c 2|b", "c 3|c");
      assertThat(capture.deadLetters).containsExactly(rows.get(0), rows.get(3));
    }
  }

  @Test
  void withoutDeadLettersABadRowStopsBeforeItsTransaction() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(9, 1).transaction(2).insert("R1", "1|a"),
            at(9, 2).transaction(2).commit(),
            at(10, 3).transaction(1).insert("R1", "bad"),
            at(12, 4).transaction(1).commit());
    try (SpillArea area = new SpillArea(directory, 1 << 20, 1 << 20);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      List<String> delivered = new ArrayList<>();
      ChangePipeline pipeline =
          new ChangePipeline(
              new ListRedoSource(rows, reached -> reached + 2),
              new TestDecoder(),
              new RecordingCatalog(),
              buffer,
              new CommitSequencer(BEGINNING, ZoneOffset.UTC, ""),
              change -> delivered.add(Capture.text(change.change())),
              BEGINNING);
      assertThat(pipeline.step()).isTrue();
      assertThatThrownBy(pipeline::step).isInstanceOf(DecodeException.class);
      assertThat(delivered).containsExactly("c 1|a");
    }
  }

  @Test // MEM-05
  void MEM_05_afterAFullSpillStoreTheSameTransactionComesWhole() throws Exception {
    List<MinedRow> rows = new ArrayList<>();
    rows.add(at(10, 1).transaction(2).insert("R0", "0|first"));
    rows.add(at(11, 2).transaction(2).commit());
    List<String> expected = new ArrayList<>(List.of("c 0|first"));
    for (int i = 1; i <= 400; i++) {
      rows.add(at(12, 2 + i).transaction(1).insert("R" + i, i + "|" + "n".repeat(50)));
      expected.add("c " + i + "|" + "n".repeat(50));
    }
    rows.add(at(13, 500).transaction(1).commit());
    ListRedoSource source = new ListRedoSource(rows, reached -> reached + 2);
    Position stored;
    try (Capture full = new Capture(new SpillArea(directory, 2_000, 8_000), source, BEGINNING)) {
      assertThatThrownBy(full::run)
          .isInstanceOfSatisfying(
              CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUFFER_EXHAUSTED));
      assertThat(full.texts()).as("nothing of the large transaction").containsExactly("c 0|first");
      stored = full.lastPosition();
    }
    try (Capture roomy =
        new Capture(new SpillArea(directory, 2_000, 1 << 20), ListRedoSource.whole(rows), stored)) {
      roomy.run();
      assertThat(roomy.texts()).isEqualTo(expected.subList(1, expected.size()));
    }
  }

  @Test
  void aDdlStatementIsToldOnceAlthoughStepsOverlap() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(9, 1).transaction(2).insert("R1", "1|a"),
            at(10, 2).transaction(1).table("T").ddl("alter table one"),
            at(11, 3).transaction(3).table("T").ddl("alter table two"),
            at(12, 4).transaction(2).commit());
    ListRedoSource source = new ListRedoSource(rows, reached -> reached + 1);
    RecordingCatalog catalog = new RecordingCatalog();
    try (SpillArea area = new SpillArea(directory, 1 << 20, 1 << 20);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      ChangePipeline pipeline =
          new ChangePipeline(
              source,
              new TestDecoder(),
              catalog,
              buffer,
              new CommitSequencer(BEGINNING, ZoneOffset.UTC, ""),
              change -> {},
              BEGINNING);
      source.failOnce(1, new RetriableException(ErrorCode.MINING_STEP_RETRY, "made up", null));
      int failures = 0;
      boolean more = true;
      while (more) {
        try {
          more = pipeline.step();
        } catch (RetriableException e) {
          failures++;
        }
      }
      assertThat(failures).isEqualTo(1);
      assertThat(catalog.statements).containsExactly("alter table one", "alter table two");
    }
  }

  private static final class RecordingCatalog implements SchemaCatalog {
    @Override
    public boolean hasValuesApart() {
      return false;
    }

    @Override
    public boolean isExact(SegmentRef segment, Scn scn) {
      return true;
    }

    private final List<String> statements = new ArrayList<>();
    private final DdlEffect effect = DdlEffect.NONE;

    @Override
    public Optional<TableSchema> layoutOf(SegmentRef segment, Scn scn) {
      return Optional.empty();
    }

    @Override
    public List<TableSchema> tables() {
      return List.of();
    }

    @Override
    public DdlEffect ddl(
        SegmentRef segment, RedoThread thread, RedoAddress address, Scn scn, String sql) {
      statements.add(sql);
      return effect;
    }
  }
}
