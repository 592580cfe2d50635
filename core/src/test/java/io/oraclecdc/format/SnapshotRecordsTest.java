package io.oraclecdc.format;

import static io.oraclecdc.format.Changes.NOT_LOGGED;
import static io.oraclecdc.format.Changes.number;
import static io.oraclecdc.format.Changes.row;
import static io.oraclecdc.format.Changes.settings;
import static io.oraclecdc.format.Parts.contentOf;
import static io.oraclecdc.format.Parts.envelopeOf;
import static io.oraclecdc.format.Parts.headerOf;
import static io.oraclecdc.format.Parts.keyOf;
import static io.oraclecdc.format.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.change.Change;
import io.oraclecdc.change.SnapshotOrigin;
import io.oraclecdc.change.SnapshotOrigin.Marker;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Header;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records of rows that a snapshot read. */
class SnapshotRecordsTest {
  private static final Instant READ_AT = Instant.parse("2026-03-29T10:15:30.123456789Z");
  private static final TableSchema T =
      table("ID NUMBER(9)", "NAME VARCHAR2(50)").version(4).build();

  private final DebeziumFormat format = new DebeziumFormat(settings());

  private static SnapshotOrigin origin(Marker marker, @Nullable RowId rowId) {
    return new SnapshotOrigin(new Scn(81_209_000), READ_AT, marker, rowId);
  }

  private ChangeRecord read(Marker marker) {
    return only(T, origin(marker, new RowId("AAATKrAAOAAAAmlAAJ")), number("1"), "a");
  }

  private ChangeRecord only(TableSchema table, SnapshotOrigin origin, Object... values) {
    List<ChangeRecord> records = format.records(new Change.RowRead(table, origin, row(values)));
    assertThat(records).as("no tombstone follows a row of a snapshot").hasSize(1);
    return records.get(0);
  }

  @Test
  void aRowIsReadWithoutBeforeAndTransaction() {
    Struct value = contentOf(read(Marker.TRUE));
    assertThat(value.getString("op")).isEqualTo("r");
    assertThat(value.get("before")).isNull();
    assertThat(value.getStruct("after").getString("NAME")).isEqualTo("a");
    assertThat(value.get("transaction")).isNull();
  }

  @Test
  void timesAreThoseOfTheChunk() {
    Struct value = contentOf(read(Marker.TRUE));
    assertThat(value.getInt64("ts_ms")).isEqualTo(1774779330123L);
    assertThat(value.getInt64("ts_us")).isEqualTo(1774779330123456L);
    assertThat(value.getInt64("ts_ns")).isEqualTo(1774779330123456789L);
    assertThat(value.getStruct("source").getInt64("ts_ms")).isEqualTo(1774779330123L);
  }

  @ParameterizedTest
  @CsvSource({"FIRST, first", "TRUE, true", "LAST, last", "INCREMENTAL, incremental"})
  void theMarkerTellsThePlaceInTheSnapshot(Marker marker, String text) {
    assertThat(contentOf(read(marker)).getStruct("source").getString("snapshot")).isEqualTo(text);
  }

  @Test
  void sourceHasTheScnOfTheChunkAndNoPlaceInTheRedo() {
    Struct source = contentOf(read(Marker.FIRST)).getStruct("source");
    assertThat(source.getString("scn")).isEqualTo("81209000");
    assertThat(source.getString("row_id")).isEqualTo("AAATKrAAOAAAAmlAAJ");
    assertThat(source.getString("db")).isEqualTo("ORCL");
    assertThat(source.getString("schema")).isEqualTo("APP");
    assertThat(source.getString("table")).isEqualTo("T");
    assertThat(source.getString("connector")).isEqualTo("oracle-cdc");
    for (String absent :
        List.of(
            "sequence",
            "txId",
            "commit_scn",
            "rs_id",
            "ssn",
            "redo_thread",
            "user_name",
            "pdb",
            "reselect")) {
      assertThat(source.get(absent)).as(absent).isNull();
    }
  }

  @Test
  void headersHaveTheOwnersTypes() {
    List<String> headers = new ArrayList<>();
    for (Header header : read(Marker.LAST).headers()) {
      headers.add(header.key() + " " + header.schema().type().getName() + " " + header.value());
    }
    assertThat(headers)
        .containsExactly(
            "cdc.scn int64 81209000", "cdc.snapshot boolean true", "cdc.schema_version int32 4");
  }

  @Test
  void schemasKeyAndTopicAreThoseOfStreamedChanges() {
    ChangeRecord read = read(Marker.TRUE);
    ChangeRecord streamed = format.records(Changes.inserted(T, number("1"), "a")).get(0);
    assertThat(envelopeOf(read)).isSameAs(envelopeOf(streamed));
    assertThat(read.keySchema()).isSameAs(streamed.keySchema());
    assertThat(read.key()).isEqualTo(streamed.key());
    assertThat(read.destination()).isEqualTo(streamed.destination());
  }

  @Test
  void aRowOfAPluggableDatabaseNamesIt() {
    TableSchema table = Tables.named(new TableId("FREEPDB1", "APP", "T"), "ID NUMBER(9)").build();
    Struct source =
        contentOf(only(table, origin(Marker.TRUE, null), number("1"))).getStruct("source");
    assertThat(source.getString("pdb")).isEqualTo("FREEPDB1");
    assertThat(source.getString("db")).isEqualTo("FREEPDB1");
    assertThat(source.get("row_id")).isNull();
  }

  @Test
  void aTableWithoutKeyColumnsIsKeyedAsWhenItIsStreamed() {
    TableSchema byRowid = table("ID NUMBER(9)").key(RecordKey.ROWID).build();
    assertThat(
            keyOf(only(byRowid, origin(Marker.TRUE, new RowId("AAATKrAAOAAAAmlAAJ")), number("1")))
                .getString("ROWID"))
        .isEqualTo("AAATKrAAOAAAAmlAAJ");
    assertThatThrownBy(() -> only(byRowid, origin(Marker.TRUE, null), number("1")))
        .hasMessageContaining("[CDC-3001]")
        .hasMessageContaining("snapshot at SCN 81209000");
    TableSchema keyless = table("ID NUMBER(9)").key(RecordKey.NONE).build();
    assertThat(only(keyless, origin(Marker.TRUE, null), number("1")).key()).isNull();
  }

  @Test
  void whatTheSnapshotDidNotReadIsTold() {
    ChangeRecord record = only(T, origin(Marker.TRUE, null), number("1"), NOT_LOGGED);
    assertThat(headerOf(record, "cdc.not_logged.after")).isEqualTo(List.of("NAME"));
  }
}
