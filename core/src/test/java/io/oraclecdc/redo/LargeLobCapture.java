package io.oraclecdc.redo;

import io.oraclecdc.change.Change;
import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.lob.AssemblySettings;
import io.oraclecdc.lob.MissingValues;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.mining.StepEnd;
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
import io.oraclecdc.transaction.TransactionBuffer;
import io.oraclecdc.value.CodecContext;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Captures one insert of a large value, whose rows are made while they are read: continued rows of
 * 4000 characters as LogMiner returns them. Runs in a process of its own.
 */
final class LargeLobCapture implements RedoSource, MiningStep {
  private static final int PIECES = 10_000;
  private static final int PIECE = 10_000;
  private static final int CUT = 4_000;

  private final TableSchema table;
  private final Kind kind;
  private final Deque<MinedRow> rows = new ArrayDeque<>();
  private int piece = -2;
  private int addresses;

  private LargeLobCapture(Kind kind) {
    this.kind = kind;
    this.table = RedoFixtures.table("APP", "D").column("ID", Kind.NUMBER).column("B", kind).build();
  }

  public static void main(String[] arguments) throws InterruptedException {
    LargeLobCapture source = new LargeLobCapture(Kind.valueOf(arguments[0]));
    Position start = Position.startingAt(new Incarnation(1, new Scn(1)), Scn.ZERO, Scn.ZERO);
    try (SpillArea area = new SpillArea(Path.of(arguments[1], "spill"), 16 << 20, 1L << 30);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      FixedSchemaCatalog catalog = new FixedSchemaCatalog(List.of(source.table));
      new ChangePipeline(
              source,
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
                Object value = ((Change.RowInserted) change.change()).after().get(1);
                int units =
                    value instanceof byte[] bytes ? bytes.length : ((String) value).length();
                System.out.println(units + " units delivered");
              },
              start)
          .step();
    }
  }

  @Override
  public MiningStep open(MiningStart start) {
    return this;
  }

  @Override
  public @Nullable MinedRow next() {
    while (rows.isEmpty() && piece <= PIECES) {
      make(piece++);
    }
    return rows.poll();
  }

  private void make(int number) {
    if (number == -2) {
      String columns = kind == Kind.XMLTYPE ? "(\"ID\") values ('1')" : "";
      String empty = kind == Kind.BLOB ? "EMPTY_BLOB()" : "EMPTY_CLOB()";
      String all = "(\"ID\",\"B\") values ('1'," + empty + ")";
      add(OperationCode.INSERT, "insert into \"APP\".\"D\"" + (columns.isEmpty() ? all : columns));
    } else if (number == -1) {
      boolean xml = kind == Kind.XMLTYPE;
      add(
          xml ? OperationCode.XML_DOC_BEGIN : OperationCode.SELECT_LOB_LOCATOR,
          xml
              ? "XML DOC BEGIN:  select \"B\" from \"APP\".\"D\" where \"ID\" = '1'"
              : "select \"B\" into loc_b from \"APP\".\"D\" where \"ID\" = '1' for update;");
    } else if (number == PIECES) {
      if (kind == Kind.XMLTYPE) {
        add(OperationCode.XML_DOC_END, "XML DOC END");
      }
      rows.add(
          RedoFixtures.row(OperationCode.COMMIT)
              .rowId("AAAAAAAAAAAAAAAAAA")
              .address(new RedoAddress(1, ++addresses, 16))
              .build());
    } else {
      add(
          kind == Kind.XMLTYPE ? OperationCode.XML_DOC_WRITE : OperationCode.LOB_WRITE,
          writing(number * (long) PIECE + 1));
    }
  }

  private String writing(long offset) {
    return switch (kind) {
      case BLOB ->
          " buf_b := HEXTORAW('%s'); \n  dbms_lob.write(loc_b, %d, %d, buf_b);"
              .formatted("0a".repeat(PIECE), PIECE, offset);
      case CLOB ->
          " buf_c := '%s'; \n  dbms_lob.write(loc_c, %d, %d, buf_c);"
              .formatted("x".repeat(PIECE), PIECE, offset);
      default -> "XML_REDO := HEXTORAW('%s')\n amount: %d".formatted("78".repeat(PIECE), PIECE);
    };
  }

  private void add(OperationCode operation, String sql) {
    RedoAddress address = new RedoAddress(1, ++addresses, 16);
    for (int from = 0; from < sql.length(); from += CUT) {
      int to = Math.min(sql.length(), from + CUT);
      var row =
          RedoFixtures.row(table, operation)
              .rowId("AAAAAAAAAAAAAAAAAA")
              .address(address)
              .sql(sql.substring(from, to));
      rows.add(to < sql.length() ? row.continued().build() : row.build());
    }
  }

  @Override
  public StepEnd finish() {
    Scn end = new Scn(1_000_000_000);
    return new StepEnd(Map.of(), Map.of(new io.oraclecdc.model.RedoThread(1), end), end, true);
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
