package io.oraclecdc.benchmarks;

import io.oraclecdc.change.Change;
import io.oraclecdc.change.Change.KeyEffect;
import io.oraclecdc.change.ChangeOrigin;
import io.oraclecdc.change.TransactionInfo;
import io.oraclecdc.config.DecimalMode;
import io.oraclecdc.config.NameAdjustmentMode;
import io.oraclecdc.config.TemporalMode;
import io.oraclecdc.config.UnescapedQuotes;
import io.oraclecdc.format.ChangeRecord;
import io.oraclecdc.format.DebeziumFormat;
import io.oraclecdc.format.FormatSettings;
import io.oraclecdc.model.Container;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.redo.RowStatement;
import io.oraclecdc.redo.SqlRedoParser;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.CodecContext;
import io.oraclecdc.value.ValueCodecs;
import java.time.Instant;
import java.util.List;

/**
 * What this project does from a change of a row to its records. A transaction has ten changes, each
 * with its own place in the redo.
 */
final class OurRecords {
  private static final Instant TIME = Instant.parse("2026-03-29T10:15:30Z");
  private static final int CHANGES = 10;
  private static final RowId ROW = new RowId("AAATKrAAOAAAAmlAAJ");

  private final TableSchema table = OrderTables.ours();
  private final SqlRedoParser parser =
      SqlRedoParser.ofValues(
          table, new ValueCodecs(CodecContext.standard()), UnescapedQuotes.STRICT);
  private final DebeziumFormat format =
      new DebeziumFormat(
          new FormatSettings(
              "1.0.0",
              "bench",
              null,
              "${prefix}.cdc.heartbeat",
              DecimalMode.PRECISE,
              TemporalMode.ADAPTIVE,
              null,
              NameAdjustmentMode.NONE,
              NameAdjustmentMode.NONE,
              true,
              "__cdc_unavailable_value"));
  private final RedoAddress address = RedoAddress.parse("0x0000fd.00011b0e.0010");
  private TransactionInfo transaction = transaction(1);
  private int done;

  private TransactionInfo transaction(int number) {
    return new TransactionInfo(
        new TransactionKey(0, new Xid(10, 27, number)),
        new Container(0, "FREE"),
        new RedoThread(1),
        new Scn(81_309_000),
        RedoAddress.parse("0x0000fd.00011b10.0010"),
        TIME,
        "SHOP",
        CHANGES);
  }

  /** What a statement changed, at the next place of the redo. */
  Change change(String sql) {
    RowStatement statement = parser.parse(sql);
    int index = done % CHANGES;
    if (index == 0) {
      transaction = transaction(1 + done / CHANGES);
    }
    ChangeOrigin origin =
        new ChangeOrigin(
            transaction, index, index, new Scn(81_209_000L + done++), address, 0, ROW, TIME);
    return switch (statement.operation()) {
      case INSERT -> new Change.RowInserted(table, origin, statement.after());
      case DELETE -> new Change.RowDeleted(table, origin, statement.before(), false);
      default ->
          new Change.RowUpdated(
              table, origin, statement.before(), statement.after(), KeyEffect.UNCHANGED);
    };
  }

  /** The records of a change. */
  List<ChangeRecord> records(Change change) {
    return format.records(change);
  }
}
