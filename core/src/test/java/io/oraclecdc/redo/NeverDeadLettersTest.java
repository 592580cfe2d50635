package io.oraclecdc.redo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.Scn;
import io.oraclecdc.pipeline.ChangePipeline;
import io.oraclecdc.position.Position;
import io.oraclecdc.schema.FixedSchemaCatalog;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.testing.ListRedoSource;
import io.oraclecdc.transaction.TransactionBuffer;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rows that say the redo itself is not whole, or that nobody knows the layout: they stop capture
 * although {@code cdc.on.decode.error} keeps rows that cannot be decoded.
 */
class NeverDeadLettersTest {
  private static final TableSchema TABLE = RedoFixtures.defaultTable();
  private static final String INSERT = "insert into \"APP\".\"T\"(\"ID\") values ('1')";

  @TempDir private Path directory;

  /** What is wrong, and with which code it has to stop. */
  record Trouble(String name, ErrorCode code, List<RedoFixtures.RowBuilder> rows) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Trouble> troubles() {
    return Stream.of(
        new Trouble(
            "missing redo",
            ErrorCode.CORRUPTION,
            List.of(RedoFixtures.row(OperationCode.MISSING_SCN))),
        new Trouble(
            "skipped corrupt blocks",
            ErrorCode.CORRUPTION,
            List.of(
                RedoFixtures.row(OperationCode.OTHER)
                    .status(1343, "corrupt blocks 4 to 19 skipped"))),
        new Trouble(
            "a statement without its last row",
            ErrorCode.CORRUPTION,
            List.of(
                RedoFixtures.row(TABLE, OperationCode.INSERT).sql(INSERT).continued(),
                RedoFixtures.row(OperationCode.COMMIT))),
        new Trouble(
            "a layout that nobody knows",
            ErrorCode.DICTIONARY_UNAVAILABLE,
            List.of(
                RedoFixtures.row(TABLE, OperationCode.INSERT)
                    .status(2, "Dictionary Mismatch")
                    .sql("insert into \"APP\".\"T\"(\"COL 9\") values (HEXTORAW('c102'))"))));
  }

  @ParameterizedTest
  @MethodSource("troubles")
  void troubleThatIsNotOfOneRowAlwaysStops(Trouble trouble) {
    List<MinedRow> rows = new ArrayList<>();
    List<MinedRow> kept = new ArrayList<>();
    add(rows, RedoFixtures.row(OperationCode.START));
    add(rows, RedoFixtures.row(TABLE, OperationCode.INSERT).sql(INSERT));
    add(rows, RedoFixtures.row(TABLE, OperationCode.INSERT).sql("insert into nothing"));
    trouble.rows().forEach(row -> add(rows, row));
    // An unknown layout matters only if its transaction commits.
    add(rows, RedoFixtures.row(OperationCode.COMMIT));
    Position start = Position.startingAt(new Incarnation(1, new Scn(1)), Scn.ZERO, Scn.ZERO);
    FixedSchemaCatalog catalog = new FixedSchemaCatalog(List.of(TABLE));
    try (SpillArea area = new SpillArea(directory, 1 << 20, 1 << 24);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      ChangePipeline pipeline =
          new ChangePipeline(
              ListRedoSource.whole(rows),
              new SqlRedoDecoder(catalog, RedoSettings.defaults()),
              catalog,
              buffer,
              new CommitSequencer(start, ZoneOffset.UTC, "test"),
              change -> {
                throw new AssertionError("nothing of it may be delivered");
              },
              start,
              (row, error) -> kept.add(row));
      assertThatThrownBy(pipeline::step)
          .isInstanceOfSatisfying(
              CdcException.class, e -> assertThat(e.code()).isEqualTo(trouble.code()));
    }
    assertThat(kept).as("rows of a transaction that was not delivered").isEmpty();
  }

  private static void add(List<MinedRow> rows, RedoFixtures.RowBuilder row) {
    rows.add(row.address(new RedoAddress(1, rows.size() + 1, 16)).build());
  }
}
