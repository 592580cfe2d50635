package io.oraclecdc.benchmarks.memory;

import io.oraclecdc.benchmarks.endtoend.HeapUse;
import io.oraclecdc.change.Change;
import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.DatabaseSettings;
import io.oraclecdc.database.OracleErrors;
import io.oraclecdc.database.SessionFactory;
import io.oraclecdc.database.SessionRole;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.lob.AssemblySettings;
import io.oraclecdc.lob.MissingValues;
import io.oraclecdc.lob.MissingValues.Found;
import io.oraclecdc.lob.MissingValues.MissingRow;
import io.oraclecdc.model.Container;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.pipeline.ChangePipeline;
import io.oraclecdc.position.Position;
import io.oraclecdc.redo.RedoSettings;
import io.oraclecdc.redo.SqlRedoDecoder;
import io.oraclecdc.reselect.TableReselect;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.FixedSchemaCatalog;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.transaction.TransactionBuffer;
import io.oraclecdc.value.CodecContext;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;

/**
 * Captures, or reads from its table, one large value; prints a line that begins with {@code
 * RESULT}: what came of it ({@code units}, {@code unavailable}, or the code of an error), how many
 * units, and the most heap in use before and after a collection in bytes. Arguments: {@code redo}
 * or {@code table}, type, units, {@code fail} or {@code placeholder}, directory for spill files.
 */
final class LargeValueProcess {
  private static final long BUFFER = 16 << 20;

  private final Kind kind;
  private final int units;
  private final AssemblySettings.Oversize oversize;

  private LargeValueProcess(Kind kind, int units, AssemblySettings.Oversize oversize) {
    this.kind = kind;
    this.units = units;
    this.oversize = oversize;
  }

  public static void main(String[] arguments) throws InterruptedException, SQLException {
    HeapUse heap = new HeapUse();
    LargeValueProcess process =
        new LargeValueProcess(
            Kind.valueOf(arguments[1]),
            Integer.parseInt(arguments[2]),
            arguments[3].equals("fail")
                ? AssemblySettings.Oversize.FAIL
                : AssemblySettings.Oversize.PLACEHOLDER);
    String outcome;
    try {
      outcome =
          arguments[0].equals("redo")
              ? process.captured(Path.of(arguments[4]))
              : process.readFromTable();
    } catch (CdcException e) {
      outcome = e.code().code() + " 0";
    }
    System.out.println("RESULT " + outcome + " " + heap.peak() + " " + heap.live());
  }

  private String captured(Path directory) throws InterruptedException {
    String[] outcome = {"nothing 0"};
    Position start = Position.startingAt(new Incarnation(1, new Scn(1)), Scn.ZERO, Scn.ZERO);
    FixedSchemaCatalog catalog = new FixedSchemaCatalog(List.of(table()));
    try (SpillArea area = new SpillArea(directory, BUFFER, 1L << 30);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      new ChangePipeline(
              new LargeValueRedo(kind, units / LargeValueRedo.PIECE),
              new SqlRedoDecoder(catalog, RedoSettings.defaults()),
              catalog,
              buffer,
              new CommitSequencer(
                  start,
                  ZoneOffset.UTC,
                  "memory",
                  new AssemblySettings(
                      CodecContext.standard(),
                      units,
                      oversize,
                      false,
                      AssemblySettings.PartialImages.MARK),
                  MissingValues.UNAVAILABLE),
              change ->
                  outcome[0] = described(((Change.RowInserted) change.change()).after().get(1)),
              start)
          .step();
    }
    return outcome[0];
  }

  private String readFromTable() throws SQLException {
    DriverManager.registerDriver(new LargeValueDriver(kind, units));
    DatabaseSession session =
        new DatabaseSession(
            new SessionFactory(
                DatabaseSettings.builder()
                    .url(LargeValueDriver.URL)
                    .user("memory")
                    .password("memory")
                    .build(),
                OracleErrors.standard()),
            SessionRole.RESELECT);
    BitSet columns = new BitSet();
    columns.set(1);
    RowImage row = RowImage.owning(new Object[] {BigDecimal.ONE, SpecialValue.UNAVAILABLE});
    try (TableReselect reselect = new TableReselect(session, units, oversize, event -> {})) {
      List<Found> found =
          reselect.read(new Scn(1), List.of(new MissingRow(table(), row, null, columns)));
      return described(Objects.requireNonNull(found.get(0).values()).get(1));
    }
  }

  private static String described(Object value) {
    if (value instanceof byte[] bytes) {
      return "units " + bytes.length;
    }
    return value instanceof String text ? "units " + text.length() : "unavailable 0";
  }

  private TableSchema table() {
    return new TableSchema(
        TableId.of("APP", "D"),
        new Container(0, "FREE"),
        0,
        1,
        false,
        List.of(column("ID", Kind.NUMBER, 1), column("B", kind, 2)),
        new RecordKey(RecordKey.Kind.COLUMNS, List.of(0)),
        TableSchema.SupplementalLogging.ALL);
  }

  private static Column column(String name, Kind type, int number) {
    return new Column(
        name,
        new OracleType(type, type.name(), 20, null, null),
        number > 1,
        number,
        Column.Use.CAPTURED,
        null);
  }
}
