package io.oraclecdc.redo;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.change.Change;
import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.lob.AssemblySettings;
import io.oraclecdc.lob.MissingValues;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.Scn;
import io.oraclecdc.pipeline.ChangePipeline;
import io.oraclecdc.position.Position;
import io.oraclecdc.schema.FixedSchemaCatalog;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.testing.ListRedoSource;
import io.oraclecdc.transaction.TransactionBuffer;
import io.oraclecdc.value.CodecContext;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A value of many pieces goes through the spill files and comes out whole. */
class LargeLobTest {
  private static final int PIECES = 2_000;
  private static final int PIECE = 5_000;

  @TempDir private Path directory;

  @Test
  void aValueOfThousandsOfPiecesComesOutWhole() throws Exception {
    TableSchema table =
        RedoFixtures.table("APP", "D").column("ID", Kind.NUMBER).column("B", Kind.BLOB).build();
    List<MinedRow> rows = new ArrayList<>();
    add(
        rows,
        RedoFixtures.row(table, OperationCode.INSERT)
            .sql("insert into \"APP\".\"D\"(\"ID\",\"B\") values ('1',EMPTY_BLOB())"));
    add(
        rows,
        RedoFixtures.row(table, OperationCode.SELECT_LOB_LOCATOR)
            .sql("select \"B\" into loc_b from \"APP\".\"D\" where \"ID\" = '1' for update;"));
    String hex = "0a".repeat(PIECE);
    for (int i = 0; i < PIECES; i++) {
      add(
          rows,
          RedoFixtures.row(table, OperationCode.LOB_WRITE)
              .sql(
                  " buf_b := HEXTORAW('"
                      + hex
                      + "'); \n  dbms_lob.write(loc_b, "
                      + PIECE
                      + ", "
                      + (i * PIECE + 1)
                      + ", buf_b);"));
    }
    add(rows, RedoFixtures.row(OperationCode.COMMIT));
    List<byte[]> values = new ArrayList<>();
    Position start = Position.startingAt(new Incarnation(1, new Scn(1)), Scn.ZERO, Scn.ZERO);
    try (SpillArea area = new SpillArea(directory, 1 << 20, 1L << 30);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      FixedSchemaCatalog catalog = new FixedSchemaCatalog(List.of(table));
      new ChangePipeline(
              ListRedoSource.whole(rows),
              new SqlRedoDecoder(catalog, RedoSettings.defaults()),
              catalog,
              buffer,
              new CommitSequencer(
                  start,
                  ZoneOffset.UTC,
                  "test",
                  new AssemblySettings(
                      CodecContext.standard(),
                      (long) PIECES * PIECE,
                      AssemblySettings.Oversize.FAIL,
                      false,
                      AssemblySettings.PartialImages.MARK),
                  MissingValues.UNAVAILABLE),
              change -> {
                assertThat(area.spilledBytes()).isGreaterThan((long) PIECES * PIECE - (1 << 20));
                values.add((byte[]) ((Change.RowInserted) change.change()).after().get(1));
              },
              start)
          .step();
    }
    assertThat(values).hasSize(1);
    assertThat(values.get(0)).hasSize(PIECES * PIECE).containsOnly(10);
  }

  private static void add(List<MinedRow> rows, RedoFixtures.RowBuilder row) {
    rows.add(
        row.rowId("AAAAAAAAAAAAAAAAAA").address(new RedoAddress(1, rows.size() + 1, 16)).build());
  }
}
