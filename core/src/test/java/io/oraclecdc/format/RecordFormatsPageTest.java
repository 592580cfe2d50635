package io.oraclecdc.format;

import static io.oraclecdc.format.Changes.NOT_LOGGED;
import static io.oraclecdc.format.Changes.NULL;
import static io.oraclecdc.format.Changes.UNAVAILABLE;
import static io.oraclecdc.format.Changes.deleted;
import static io.oraclecdc.format.Changes.inserted;
import static io.oraclecdc.format.Changes.moved;
import static io.oraclecdc.format.Changes.number;
import static io.oraclecdc.format.Changes.row;
import static io.oraclecdc.format.Changes.settings;
import static io.oraclecdc.format.Changes.updated;
import static io.oraclecdc.format.Parts.envelopeOf;
import static io.oraclecdc.format.Parts.rowSchemaOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.Documentation;
import io.oraclecdc.change.Change;
import io.oraclecdc.change.ChangeOrigin;
import io.oraclecdc.change.SnapshotOrigin;
import io.oraclecdc.config.DecimalMode;
import io.oraclecdc.config.NameAdjustmentMode;
import io.oraclecdc.config.TemporalMode;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.pipeline.FileDeadLetters;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.LayoutChange;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.testing.TestRow;
import io.oraclecdc.value.Disguises;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples of {@code docs/record-formats.md} are what the format makes: each block after {@code
 * <!-- example: name -->} is compared with, or replaced by, the records of that name. Records are
 * also kept one kind per file, in {@code docs/records}.
 */
class RecordFormatsPageTest {
  private static final Pattern EXAMPLE =
      Pattern.compile("(<!-- example: ([a-z-]+) -->\n```(\\w*)\n)(.*?)(\n```)", Pattern.DOTALL);
  private static final Pattern FIELD =
      Pattern.compile("(\"\\w+\"):(\"(?:[^\"\\\\]|\\\\.)*\"|null|-?\\d+)");

  private static final TableSchema ORDERS =
      Tables.named(
              TableId.of("APP", "ORDERS"),
              "ID NUMBER(9)",
              "CUSTOMER VARCHAR2(50)",
              "TOTAL NUMBER(10,2)",
              "PLACED_AT TIMESTAMP(6)",
              "NOTE VARCHAR2(200)")
          .build();

  private static final TableSchema SHORT =
      Tables.named(TableId.of("APP", "ORDERS"), "ID NUMBER(9)", "NOTE VARCHAR2(200)").build();

  private static final TableSchema DOCUMENTS =
      Tables.named(
              TableId.of("APP", "DOCUMENTS"), "ID NUMBER(9)", "TITLE VARCHAR2(50)", "BODY CLOB")
          .build();

  @TempDir Path directory;

  private static final LocalDateTime PLACED = LocalDateTime.parse("2026-03-29T10:15:29.5");
  private static final BigDecimal TOTAL = number("19.9");

  @Test
  void examplesAreWhatTheFormatMakes() throws IOException {
    Map<String, String> examples = examples();
    Documentation page = Documentation.page("record-formats.md");
    StringBuilder expected = new StringBuilder();
    Matcher matcher = EXAMPLE.matcher(page.text());
    Map<String, String> unused = new LinkedHashMap<>(examples);
    Set<String> files = new TreeSet<>();
    while (matcher.find()) {
      String example = unused.remove(matcher.group(2));
      assertThat(example).as("example %s of the page", matcher.group(2)).isNotNull();
      if (matcher.group(3).equals("json")) {
        files.add(matcher.group(2) + ".json");
        Documentation.page("records/" + matcher.group(2) + ".json").isUpToDateWith(example + "\n");
      }
      matcher.appendReplacement(
          expected, Matcher.quoteReplacement(matcher.group(1) + example + matcher.group(5)));
    }
    matcher.appendTail(expected);

    assertThat(unused.keySet()).as("examples that the page does not show").isEmpty();
    page.isUpToDateWith(expected.toString());
    assertThat(page.namesBeside("records")).as("files of records").isEqualTo(files);
  }

  private Map<String, String> examples() throws IOException {
    Map<String, String> examples = new LinkedHashMap<>();
    examples.put("insert", records(inserted(ORDERS, order("1", "NEW"))));
    examples.put(
        "update", records(updated(ORDERS, row(order("1", "NEW")), row(order("1", "PAID")))));
    List<ChangeRecord> deleted = made(deleted(ORDERS, order("1", "PAID")));
    examples.put("delete", RecordText.of(deleted.subList(0, 1)));
    examples.put("tombstone", RecordText.of(deleted.subList(1, 2)));
    examples.put(
        "key-change", records(moved(ORDERS, row(order("1", "PAID")), row(order("2", "PAID")))));
    examples.put("snapshot", records(snapshotRow(SnapshotOrigin.Marker.FIRST)));
    examples.put("snapshot-signal", records(snapshotRow(SnapshotOrigin.Marker.INCREMENTAL)));
    examples.put("unavailable", unavailable());
    examples.put("dead-letter", deadLetter());
    examples.put("disguised", disguised());
    examples.put("partial", partialUpdate());
    examples.put("rowid-key", rowidKey());
    examples.put(
        "heartbeat", records(new Change.Heartbeat(new Scn(81_209_400), Changes.COMMIT_TIME)));
    examples.put("truncate", records(new Change.TableTruncated(ORDERS, Changes.STATEMENT)));
    examples.put(
        "transaction-begin",
        records(new Change.TransactionBegan(Changes.TRANSACTION, Changes.CHANGE_TIME)));
    examples.put(
        "transaction-end",
        records(
            new Change.TransactionEnded(
                Changes.TRANSACTION, Map.of(TableId.of("APP", "ORDERS"), 3))));
    examples.put(
        "schema-change",
        records(
            schemaChange(
                LayoutChange.Kind.ALTER,
                "ALTER TABLE app.orders MODIFY note VARCHAR2(200)",
                Changes.STATEMENT)));
    examples.put(
        "schema-change-start", records(schemaChange(LayoutChange.Kind.CREATE, null, null)));
    examples.put(
        "schema-change-drop",
        records(schemaChange(LayoutChange.Kind.DROP, "DROP TABLE app.orders", Changes.STATEMENT)));
    examples.put(
        "schema-change-schemas",
        RecordText.ofFields(SchemaChangeRecords.VALUE)
            + "\n\n"
            + RecordText.ofFields(SchemaChangeRecords.CHANGE)
            + "\n\n"
            + RecordText.ofFields(SchemaChangeRecords.TABLE)
            + "\n\n"
            + RecordText.ofFields(SchemaChangeRecords.COLUMN));
    examples.put(
        "transaction-schemas",
        RecordText.ofFields(TransactionRecords.VALUE)
            + "\n\n"
            + RecordText.ofFields(TransactionRecords.COLLECTION));
    examples.put("types", types(settings()));
    examples.put(
        "types-as-text",
        types(settings(DecimalMode.STRING, TemporalMode.ISO_STRING, NameAdjustmentMode.NONE)));
    examples.put("source-schema", RecordText.ofFields(SourceBlock.SCHEMA));
    examples.put(
        "envelope-schema",
        RecordText.ofFields(
            envelopeOf(
                new DebeziumFormat(settings())
                    .records(inserted(ORDERS, order("1", "NEW")))
                    .get(0))));
    return examples;
  }

  private static Object[] order(String id, String note) {
    return new Object[] {number(id), "Ada", TOTAL, PLACED, note};
  }

  private static Change schemaChange(
      LayoutChange.Kind kind, @Nullable String statement, @Nullable ChangeOrigin origin) {
    return new Change.SchemaChanged(
        new LayoutChange(kind, SHORT), statement, origin, new Scn(81_209_305), Changes.COMMIT_TIME);
  }

  /** An update that left a large value alone, which could not be read from the table either. */
  private static String unavailable() {
    ChangeOrigin asked = Changes.ORIGIN;
    ChangeOrigin failed =
        new ChangeOrigin(
            asked.transaction(),
            asked.eventIndex(),
            asked.tableIndex(),
            asked.scn(),
            asked.address(),
            asked.ssn(),
            asked.rowId(),
            asked.time(),
            true,
            false);
    return records(
        new Change.RowUpdated(
            DOCUMENTS,
            failed,
            row(number("1"), "Draft", UNAVAILABLE),
            row(number("1"), "Final", UNAVAILABLE),
            Change.KeyEffect.UNCHANGED));
  }

  /** A field a line, as the file has it in one. */
  private String deadLetter() throws IOException {
    Path file = directory.resolve(FileDeadLetters.FILE_NAME);
    new FileDeadLetters(file, "cdc", table -> Optional.empty())
        .accept(
            TestRow.at(81_209_305, 72_462)
                .transaction(1)
                .insert(
                    "AAATKrAAOAAAAmlAAJ",
                    "insert into \"APP\".\"T\"(\"ID\",\"NAME\") values ('one','a')"),
            new DecodeException("the value (withheld) of column ID is not a number", null));
    Matcher fields = FIELD.matcher(FileDeadLetters.list(file).get(0));
    StringBuilder text = new StringBuilder("{");
    while (fields.find()) {
      text.append(text.length() == 1 ? "" : ",")
          .append("\n  ")
          .append(fields.group(1))
          .append(": ")
          .append(fields.group(2));
    }
    return text.append("\n}").toString();
  }

  private static Change snapshotRow(SnapshotOrigin.Marker marker) {
    return new Change.RowRead(
        ORDERS,
        new SnapshotOrigin(
            new Scn(81_209_000),
            Changes.CHANGE_TIME.plusMillis(250),
            marker,
            new RowId("AAATKrAAOAAAAmlAAJ")),
        row(order("1", "NEW")));
  }

  private static String disguised() {
    TableSchema table =
        Tables.named(TableId.of("APP", "PEOPLE"), "ID NUMBER(9)")
            .with("IBAN VARCHAR2(34)", Column.Use.MASKED)
            .with("PAY NUMBER(10,2)", Column.Use.HASHED)
            .build();
    ChangeRecord record =
        new DebeziumFormat(settings())
            .records(
                inserted(
                    table,
                    number("1"),
                    Disguises.NONE.masking(10).of(table.columns().get(1), "x"),
                    Disguises.NONE
                        .hashing("SHA-256", "pepper")
                        .of(table.columns().get(2), number("1500.00"))))
            .get(0);
    return RecordText.ofFields(rowSchemaOf(record)) + "\n\n" + RecordText.ofRow(record);
  }

  private static String partialUpdate() {
    return records(
        updated(
            ORDERS,
            row(number("1"), NOT_LOGGED, NOT_LOGGED, NOT_LOGGED, NULL),
            row(number("1"), NOT_LOGGED, NOT_LOGGED, NOT_LOGGED, "PAID")));
  }

  private static String rowidKey() {
    TableSchema log =
        Tables.named(TableId.of("APP", "LOG"), "LINE VARCHAR2(80)").key(RecordKey.ROWID).build();
    return records(inserted(log, "started"));
  }

  private static String types(FormatSettings settings) {
    TableSchema table =
        Tables.named(
                TableId.of("APP", "TYPES"),
                "N2 NUMBER(2)",
                "N9 NUMBER(9)",
                "N18 NUMBER(18)",
                "N38 NUMBER(38)",
                "N10_2 NUMBER(10,2)",
                "N NUMBER",
                "BF BINARY_FLOAT",
                "D DATE",
                "TS3 TIMESTAMP(3)",
                "TS6 TIMESTAMP(6)",
                "TS9 TIMESTAMP(9)",
                "TZ TIMESTAMP(6) WITH TIME ZONE",
                "DS INTERVAL DAY(3) TO SECOND(6)",
                "R RAW(4)")
            .build();
    LocalDateTime time = LocalDateTime.parse("2026-03-29T10:15:29.123456789");
    return RecordText.ofFields(
            rowSchemaOf(new DebeziumFormat(settings).records(inserted(table, values(time))).get(0)))
        + "\n\n"
        + RecordText.ofRow(
            new DebeziumFormat(settings).records(inserted(table, values(time))).get(0));
  }

  private static Object[] values(LocalDateTime time) {
    return new Object[] {
      number("42"),
      number("123456789"),
      number("123456789012345678"),
      number("12345678901234567890"),
      number("1.5"),
      number("1234.5678"),
      1.5f,
      time.withNano(0),
      time,
      time,
      time,
      OffsetDateTime.parse("2026-03-29T10:15:29.5+02:00"),
      Duration.ofHours(26).plusMillis(1500),
      new byte[] {(byte) 0xca, (byte) 0xfe, 0, 1}
    };
  }

  private static String records(Change change) {
    return RecordText.of(made(change));
  }

  private static List<ChangeRecord> made(Change change) {
    return new DebeziumFormat(settings()).records(change);
  }
}
