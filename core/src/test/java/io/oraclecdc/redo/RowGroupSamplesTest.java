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
import io.oraclecdc.redo.RedoFixtures.TableBuilder;
import io.oraclecdc.redo.SqlRedoSamples.Group;
import io.oraclecdc.redo.SqlRedoSamples.Sample;
import io.oraclecdc.schema.FixedSchemaCatalog;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.testing.ListRedoSource;
import io.oraclecdc.transaction.TransactionBuffer;
import io.oraclecdc.value.RowImage;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The row groups of the sample file: all rows of a statement, and the one change they are. */
class RowGroupSamplesTest {
  private static final Position BEGINNING =
      Position.startingAt(new Incarnation(1, new Scn(1)), Scn.ZERO, Scn.ZERO);

  @TempDir private Path directory;

  static Stream<Group> groups() {
    return SqlRedoSamples.groups().stream();
  }

  @ParameterizedTest
  @MethodSource("groups")
  void groupIsOneChange(Group group) throws InterruptedException {
    List<Sample> rows =
        SqlRedoSamples.all().stream()
            .filter(sample -> group.id().equals(sample.attributes().get("group")))
            .toList();
    assertThat(rows).isNotEmpty();
    TableSchema table = tableOf(rows);
    List<Change> changes = play(table, minedRows(table, rows));
    if (group.operation().equals("none")) {
      assertThat(changes).isEmpty();
      return;
    }
    assertThat(changes).hasSize(1);
    RowImage after =
        changes.get(0) instanceof Change.RowInserted inserted
            ? inserted.after()
            : ((Change.RowUpdated) changes.get(0)).after();
    assertThat(changes.get(0) instanceof Change.RowInserted)
        .isEqualTo(group.operation().equals("INSERT"));
    assertValues(table, after, SqlRedoSamplesTest.expected(group.set()));
    if (changes.get(0) instanceof Change.RowUpdated updated) {
      assertValues(table, updated.before(), SqlRedoSamplesTest.expected(group.where()));
    }
  }

  private static void assertValues(
      TableSchema table, RowImage image, Map<String, Object> expected) {
    assertThat(RedoFixtures.valuesOf(table, image)).containsAllEntriesOf(expected);
  }

  private List<Change> play(TableSchema table, List<MinedRow> rows) throws InterruptedException {
    List<Change> changes = new ArrayList<>();
    try (SpillArea area = new SpillArea(directory, 1 << 20, 1L << 30);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      FixedSchemaCatalog catalog = new FixedSchemaCatalog(List.of(table));
      ChangePipeline pipeline =
          new ChangePipeline(
              ListRedoSource.whole(rows),
              new SqlRedoDecoder(catalog, RedoSettings.defaults()),
              catalog,
              buffer,
              new CommitSequencer(BEGINNING, ZoneOffset.UTC, "test"),
              change -> changes.add(change.change()),
              BEGINNING);
      boolean more = true;
      while (more) {
        more = pipeline.step();
      }
    }
    return changes;
  }

  private static List<MinedRow> minedRows(TableSchema table, List<Sample> samples) {
    List<MinedRow> rows = new ArrayList<>();
    rows.add(at(RedoFixtures.row(OperationCode.START), 1));
    for (Sample sample : samples) {
      OperationCode operation = SqlRedoSamplesTest.operationOf(sample.operation());
      RowBuilder row =
          sample.owner().isEmpty()
              ? RedoFixtures.row(operation)
              : RedoFixtures.row(table, operation);
      row.sql(sample.pieces().get(0))
          .rowId(Objects.requireNonNull(sample.attributes().get("row_id")));
      if (sample.attributes().containsKey("rollback")) {
        row.rollback();
      }
      if (sample.attributes().containsKey("status")) {
        row.status(
            Integer.parseInt(sample.attributes().get("status")), sample.attributes().get("info"));
      }
      rows.add(at(row, rows.size() + 1));
    }
    rows.add(at(RedoFixtures.row(OperationCode.COMMIT), rows.size() + 1));
    return rows;
  }

  private static MinedRow at(RowBuilder row, int block) {
    return row.address(new RedoAddress(1, block, 16)).build();
  }

  private static TableSchema tableOf(List<Sample> rows) {
    TableBuilder table = RedoFixtures.table("APP", rows.get(0).table());
    table.column("ID", Kind.NUMBER).column("NAME", Kind.VARCHAR2, 50);
    return switch (rows.get(0).table()) {
      case "X" -> table.column("BODY", Kind.XMLTYPE).build();
      case "DOCS" -> table.column("BODY", Kind.CLOB).column("PIC", Kind.BLOB).build();
      default -> table.build();
    };
  }
}
