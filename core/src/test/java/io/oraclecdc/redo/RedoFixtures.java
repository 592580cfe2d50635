package io.oraclecdc.redo;

import io.oraclecdc.config.UnescapedQuotes;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.Container;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.FixedSchemaCatalog;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.CodecContext;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tables, rows and images for tests of the decoder. */
final class RedoFixtures {
  private static final Pattern ROW_ID_IN_TEXT =
      Pattern.compile("ROWID\\s*=\\s*'(\\w{18})'", Pattern.CASE_INSENSITIVE);

  private RedoFixtures() {}

  /** A table {@code APP.T} under construction. */
  static final class TableBuilder {
    private final String owner;
    private final String name;
    private final List<Column> columns = new ArrayList<>();
    private boolean indexOrganized;

    TableBuilder(String owner, String name) {
      this.owner = owner;
      this.name = name;
    }

    TableBuilder column(String columnName, Kind kind) {
      return column(columnName, kind, 50, Column.Use.CAPTURED);
    }

    TableBuilder column(String columnName, Kind kind, int length) {
      return column(columnName, kind, length, Column.Use.CAPTURED);
    }

    TableBuilder column(String columnName, Kind kind, int length, Column.Use use) {
      columns.add(
          new Column(
              columnName,
              new OracleType(kind, kind.name().replace('_', ' '), length, null, null),
              true,
              columns.size() + 1,
              use,
              null));
      return this;
    }

    TableBuilder indexOrganized() {
      indexOrganized = true;
      return this;
    }

    TableSchema build() {
      return new TableSchema(
          TableId.of(owner, name),
          new Container(0, "FREE"),
          0,
          1,
          indexOrganized,
          columns,
          RecordKey.NONE,
          TableSchema.SupplementalLogging.ALL);
    }
  }

  static TableBuilder table(String owner, String name) {
    return new TableBuilder(owner, name);
  }

  /** The default table of the cases. */
  static TableSchema defaultTable() {
    return table("APP", "T")
        .column("ID", Kind.NUMBER)
        .column("NAME", Kind.VARCHAR2, 50)
        .column("NOTE", Kind.VARCHAR2, 4000)
        .build();
  }

  static RedoSettings settings(UnescapedQuotes quotes) {
    return new RedoSettings(
        CodecContext.standard(), quotes, RedoSettings.DEFAULT_MAX_STATEMENT_CHARACTERS, false);
  }

  static SqlRedoDecoder decoder(TableSchema table) {
    return new SqlRedoDecoder(new FixedSchemaCatalog(List.of(table)), RedoSettings.defaults());
  }

  static SqlRedoDecoder decoder(TableSchema table, RedoSettings settings) {
    return new SqlRedoDecoder(new FixedSchemaCatalog(List.of(table)), settings);
  }

  /** Decodes one statement as a row whose operation fits its first word. */
  static RedoEvent.RowChanged change(TableSchema table, String sql) {
    return change(decoder(table), table, sql);
  }

  static RedoEvent.RowChanged change(SqlRedoDecoder decoder, TableSchema table, String sql) {
    return changed(decoder.decode(row(table, operationOf(sql)).sql(sql).build()));
  }

  /** The event as a change of a row. */
  static RedoEvent.RowChanged changed(@Nullable RedoEvent event) {
    if (event instanceof RedoEvent.RowChanged changed) {
      return changed;
    }
    throw new AssertionError("a row change is expected: " + event);
  }

  /** The event as an undone change. */
  static RedoEvent.RowUndone undone(@Nullable RedoEvent event) {
    if (event instanceof RedoEvent.RowUndone undone) {
      return undone;
    }
    throw new AssertionError("an undo row is expected: " + event);
  }

  static OperationCode operationOf(String sql) {
    String word = sql.strip().toLowerCase(Locale.ROOT);
    if (word.startsWith("insert")) {
      return OperationCode.INSERT;
    }
    return word.startsWith("update") ? OperationCode.UPDATE : OperationCode.DELETE;
  }

  /** What an image holds, by column name; columns that are not logged are absent. */
  static Map<String, Object> valuesOf(TableSchema table, RowImage image) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < image.size(); i++) {
      if (image.get(i) != SpecialValue.NOT_LOGGED) {
        values.put(table.columns().get(i).name(), image.get(i));
      }
    }
    return values;
  }

  static RowBuilder row(TableSchema table, OperationCode operation) {
    return new RowBuilder(table.id().owner(), table.id().name(), operation);
  }

  static RowBuilder row(OperationCode operation) {
    return new RowBuilder(null, null, operation);
  }

  /** A row of V$LOGMNR_CONTENTS under construction. */
  static final class RowBuilder {
    private final @Nullable String owner;
    private final @Nullable String name;
    private final OperationCode operation;
    private RedoAddress address = RedoAddress.parse("0x0000fd.00011b0e.0010");
    private Scn scn = new Scn(4100201);
    private Xid xid = new Xid(10, 12, 572);
    private @Nullable RowId rowId;
    private boolean rollback;
    private boolean continued;
    private int status;
    private @Nullable String info;
    private @Nullable String sql;

    RowBuilder(@Nullable String owner, @Nullable String name, OperationCode operation) {
      this.owner = owner;
      this.name = name;
      this.operation = operation;
    }

    RowBuilder sql(@Nullable String text) {
      sql = text;
      return this;
    }

    RowBuilder rollback() {
      rollback = true;
      return this;
    }

    RowBuilder continued() {
      continued = true;
      return this;
    }

    RowBuilder status(int value, @Nullable String text) {
      status = value;
      info = text;
      return this;
    }

    RowBuilder scn(long value) {
      scn = new Scn(value);
      return this;
    }

    RowBuilder xid(Xid value) {
      xid = value;
      return this;
    }

    RowBuilder address(RedoAddress value) {
      address = value;
      return this;
    }

    RowBuilder rowId(String text) {
      rowId = new RowId(text);
      return this;
    }

    /** The ROWID that was told, else that of the text, else any. */
    private RowId rowIdOfRow() {
      RowId told = rowId;
      if (told != null) {
        return told;
      }
      Matcher inText = ROW_ID_IN_TEXT.matcher(sql == null ? "" : sql);
      return new RowId(inText.find() ? inText.group(1) : "AAAR3sAAEAAAACXAAA");
    }

    MinedRow build() {
      return new MinedRow(
          scn,
          new RedoThread(1),
          address,
          0,
          new TransactionKey(0, xid),
          operation,
          operation.code(),
          rollback,
          new SegmentRef(0, owner, name, 0),
          rowIdOfRow(),
          continued,
          status,
          info,
          null,
          null,
          0,
          sql);
    }
  }
}
