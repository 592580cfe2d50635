package io.oraclecdc.redo;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.Xid;
import io.oraclecdc.pipeline.ChangePipeline;
import io.oraclecdc.position.Position;
import io.oraclecdc.schema.FixedSchemaCatalog;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.testing.ListRedoSource;
import io.oraclecdc.transaction.BufferCounts;
import io.oraclecdc.transaction.TransactionBuffer;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cases that ask for something to be counted: what happened must not go unnoticed. */
class CountersOfCasesTest {
  private static final TableSchema TWO_LOBS =
      RedoFixtures.table("APP", "D")
          .column("ID", Kind.NUMBER)
          .column("C", Kind.CLOB)
          .column("C2", Kind.CLOB)
          .build();

  @TempDir private Path directory;
  private final List<MinedRow> rows = new ArrayList<>();

  @Test
  void LOB_16_piecesWithoutAnOwnerAreCounted() throws Exception {
    add(RedoFixtures.row(OperationCode.START));
    add(
        RedoFixtures.row(TWO_LOBS, OperationCode.LOB_WRITE)
            .rowId("AAAAAAAAAAAAAAAAAA")
            .sql(" buf_c := 'hello'; \n  dbms_lob.write(loc_c, 5, 1, buf_c);"));
    add(
        RedoFixtures.row(TWO_LOBS, OperationCode.INSERT)
            .sql("insert into \"APP\".\"D\"(\"ID\",\"C\",\"C2\") values ('1',NULL,NULL)"));
    add(RedoFixtures.row(OperationCode.COMMIT));

    assertThat(played().valuesWithoutOwner()).isEqualTo(1);
  }

  @Test
  void RB_06_aTransactionThatIsRolledBackIsCounted() throws Exception {
    String insert = "insert into \"APP\".\"D\"(\"ID\") values ('1')";
    add(RedoFixtures.row(OperationCode.START));
    add(RedoFixtures.row(TWO_LOBS, OperationCode.INSERT).sql(insert));
    add(
        RedoFixtures.row(TWO_LOBS, OperationCode.DELETE)
            .rollback()
            .sql("delete from \"APP\".\"D\" where ROWID = 'AAAR3sAAEAAAACXAAA'"));
    add(RedoFixtures.row(OperationCode.ROLLBACK));
    Xid other = new Xid(3, 1, 9);
    add(RedoFixtures.row(OperationCode.START).xid(other));
    add(RedoFixtures.row(TWO_LOBS, OperationCode.INSERT).xid(other).sql(insert));

    BufferCounts counts = played();
    assertThat(counts.rolledBack()).isEqualTo(1);
    assertThat(counts.committed()).isZero();
  }

  private void add(RedoFixtures.RowBuilder row) {
    rows.add(row.address(new RedoAddress(1, rows.size() + 1, 16)).build());
  }

  private BufferCounts played() throws InterruptedException {
    Position start = Position.startingAt(new Incarnation(1, new Scn(1)), Scn.ZERO, Scn.ZERO);
    FixedSchemaCatalog catalog = new FixedSchemaCatalog(List.of(TWO_LOBS));
    try (SpillArea area = new SpillArea(directory, 1 << 20, 1 << 24);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      ChangePipeline pipeline =
          new ChangePipeline(
              ListRedoSource.whole(rows),
              new SqlRedoDecoder(catalog, RedoSettings.defaults()),
              catalog,
              buffer,
              new CommitSequencer(start, ZoneOffset.UTC, "test"),
              change -> {},
              start);
      boolean more = true;
      while (more) {
        more = pipeline.step();
      }
      return buffer.counts();
    }
  }
}
