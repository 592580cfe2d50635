package io.oraclecdc.format;

import static io.oraclecdc.format.Changes.NOT_LOGGED;
import static io.oraclecdc.format.Changes.NULL;
import static io.oraclecdc.format.Changes.ORIGIN;
import static io.oraclecdc.format.Changes.deleted;
import static io.oraclecdc.format.Changes.inserted;
import static io.oraclecdc.format.Changes.moved;
import static io.oraclecdc.format.Changes.number;
import static io.oraclecdc.format.Changes.row;
import static io.oraclecdc.format.Changes.settings;
import static io.oraclecdc.format.Changes.updated;
import static io.oraclecdc.format.Changes.withoutTombstones;
import static io.oraclecdc.format.Parts.contentOf;
import static io.oraclecdc.format.Parts.envelopeOf;
import static io.oraclecdc.format.Parts.headerOf;
import static io.oraclecdc.format.Parts.keyOf;
import static io.oraclecdc.format.Parts.keySchemaOf;
import static io.oraclecdc.format.Parts.rowSchemaOf;
import static io.oraclecdc.format.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.change.Change;
import io.oraclecdc.change.Change.KeyEffect;
import io.oraclecdc.change.ChangeOrigin;
import io.oraclecdc.change.TransactionInfo;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.model.Container;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Header;
import org.junit.jupiter.api.Test;

class DebeziumFormatTest {
  private static final TableSchema T = table("ID NUMBER(9)", "NAME VARCHAR2(50)").build();

  private final DebeziumFormat format = new DebeziumFormat(settings());

  private static Object idOf(ChangeRecord record) {
    return Parts.keyOf(record).get("ID");
  }

  private static List<String> operations(List<ChangeRecord> records) {
    return records.stream()
        .map(record -> record.value() == null ? "tombstone" : contentOf(record).getString("op"))
        .toList();
  }

  @Test
  void insertIsOneCreate() {
    ChangeRecord record = format.records(inserted(T, number("1"), "a")).get(0);

    assertThat(record.destination()).isEqualTo("cdc.APP.T");
    assertThat(keySchemaOf(record).name()).isEqualTo("cdc.APP.T.Key");
    assertThat(envelopeOf(record).name()).isEqualTo("cdc.APP.T.Envelope");
    assertThat(envelopeOf(record).version()).isEqualTo(1);
    assertThat(idOf(record)).isEqualTo(1);
    assertThat(contentOf(record).getString("op")).isEqualTo("c");
    assertThat(contentOf(record).get("before")).isNull();
    assertThat(contentOf(record).getStruct("after").getString("NAME")).isEqualTo("a");
    contentOf(record).validate();
  }

  @Test
  void envelopeHasTheOwnersFieldsInTheirOrder() {
    Schema envelope = envelopeOf(format.records(inserted(T, number("1"), NULL)).get(0));

    assertThat(envelope.fields())
        .extracting(Field::name)
        .containsExactly(
            "before", "after", "source", "op", "ts_ms", "ts_us", "ts_ns", "transaction");
    assertThat(RecordText.ofFields(envelope))
        .isEqualTo(
            """
            before: struct, optional, cdc.APP.T.Value
            after: struct, optional, cdc.APP.T.Value
            source: struct, io.debezium.connector.oracle.Source version 1
            op: string
            ts_ms: int64, optional
            ts_us: int64, optional
            ts_ns: int64, optional
            transaction: struct, optional, event.block version 1""");
    assertThat(envelope.field("after").schema().fields())
        .allMatch(field -> field.schema().isOptional());
  }

  @Test
  void sourceHasTheOwnersFieldsInTheirOrder() {
    assertThat(RecordText.ofFields(SourceBlock.SCHEMA))
        .isEqualTo(
            """
            version: string
            connector: string
            name: string
            ts_ms: int64
            snapshot: string, io.debezium.data.Enum version 1, {allowed=true,first,first_in_data_collection,last_in_data_collection,last,false,incremental}
            db: string
            sequence: string, optional
            schema: string
            table: string
            txId: string, optional
            scn: string, optional
            commit_scn: string, optional
            rs_id: string, optional
            ssn: int64, optional
            redo_thread: int32, optional
            user_name: string, optional
            row_id: string, optional
            pdb: string, optional
            reselect: string, optional""");
    Struct source =
        contentOf(format.records(inserted(T, number("1"), NULL)).get(0)).getStruct("source");
    assertThat(source.getWithoutDefault("snapshot")).isEqualTo("false");
  }

  @Test
  void headersHaveTheOwnersTypes() {
    ChangeRecord record = format.records(inserted(T, number("1"), NULL)).get(0);

    List<String> headers = new ArrayList<>();
    for (Header header : record.headers()) {
      headers.add(header.key() + " " + header.schema().type().getName() + " " + header.value());
    }
    assertThat(headers)
        .containsExactly(
            "cdc.scn int64 81209305",
            "cdc.commit_scn int64 81209310",
            "cdc.xid string 10.27.4711",
            "cdc.event_index int32 1",
            "cdc.event_count int32 3",
            "cdc.schema_version int32 1");
  }

  @Test
  void timesAreThoseOfTheCommit() {
    Struct value = contentOf(format.records(inserted(T, number("1"), NULL)).get(0));

    assertThat(value.getInt64("ts_ms")).isEqualTo(1774779332000L);
    assertThat(value.getInt64("ts_us")).isEqualTo(1774779332000000L);
    assertThat(value.getInt64("ts_ns")).isEqualTo(1774779332000000000L);
    assertThat(value.getStruct("source").getInt64("ts_ms")).isEqualTo(1774779330000L);
  }

  @Test
  void unknownTimesAreZero() {
    TransactionInfo timeless =
        new TransactionInfo(
            Changes.TRANSACTION.key(),
            Changes.TRANSACTION.container(),
            Changes.TRANSACTION.thread(),
            Changes.TRANSACTION.commitScn(),
            Changes.TRANSACTION.commitAddress(),
            null,
            null,
            1);
    ChangeOrigin origin =
        new ChangeOrigin(timeless, 0, 0, new Scn(1), ORIGIN.address(), 0, null, null);
    Struct value =
        contentOf(format.records(new Change.RowInserted(T, origin, row(number("1"), NULL))).get(0));

    assertThat(value.getInt64("ts_ms")).isZero();
    assertThat(value.getInt64("ts_us")).isZero();
    assertThat(value.getInt64("ts_ns")).isZero();
    assertThat(value.getStruct("source").getInt64("ts_ms")).isZero();
    assertThat(value.getStruct("source").get("row_id")).isNull();
    assertThat(value.getStruct("source").get("user_name")).isNull();
  }

  @Test
  void transactionBlockCountsFromOne() {
    Struct block =
        contentOf(format.records(inserted(T, number("1"), NULL)).get(0)).getStruct("transaction");

    assertThat(block.getString("id")).isEqualTo("10.27.4711");
    assertThat(block.getInt64("total_order")).isEqualTo(2);
    assertThat(block.getInt64("data_collection_order")).isEqualTo(1);
  }

  @Test
  void updateThatKeepsTheKeyIsOneUpdate() {
    List<ChangeRecord> records =
        format.records(updated(T, row(number("1"), "a"), row(number("1"), "b")));

    assertThat(operations(records)).containsExactly("u");
    assertThat(contentOf(records.get(0)).getStruct("before").getString("NAME")).isEqualTo("a");
    assertThat(contentOf(records.get(0)).getStruct("after").getString("NAME")).isEqualTo("b");
  }

  @Test
  void deleteIsFollowedByATombstone() {
    List<ChangeRecord> records = format.records(deleted(T, number("1"), "a"));

    assertThat(operations(records)).containsExactly("d", "tombstone");
    assertThat(contentOf(records.get(0)).get("after")).isNull();
    ChangeRecord tombstone = records.get(1);
    assertThat(tombstone.key()).isEqualTo(records.get(0).key());
    assertThat(tombstone.valueSchema()).isNull();
    assertThat(headerOf(tombstone, "cdc.event_index")).isEqualTo(1);
  }

  @Test
  void keyChangeIsDeleteTombstoneCreateOfOneEventIndex() {
    List<ChangeRecord> records =
        format.records(moved(T, row(number("1"), "a"), row(number("2"), "a")));

    assertThat(operations(records)).containsExactly("d", "tombstone", "c");
    assertThat(records).extracting(DebeziumFormatTest::idOf).containsExactly(1, 1, 2);
    assertThat(records)
        .allMatch(record -> Integer.valueOf(1).equals(headerOf(record, "cdc.event_index")));
    assertThat(headerOf(records.get(0), "__debezium.newkey")).isEqualTo(records.get(2).key());
    assertThat(headerOf(records.get(1), "__debezium.newkey")).isEqualTo(records.get(2).key());
    assertThat(headerOf(records.get(2), "__debezium.oldkey")).isEqualTo(records.get(0).key());
  }

  @Test
  void keyChangeWithoutTombstonesIsDeleteAndCreate() {
    List<ChangeRecord> records =
        new DebeziumFormat(withoutTombstones())
            .records(moved(T, row(number("1"), "a"), row(number("2"), "a")));

    assertThat(operations(records)).containsExactly("d", "c");
  }

  @Test
  void keyChangeWhoseOldKeyIsTakenIsOnlyACreate() {
    List<ChangeRecord> records =
        format.records(
            new Change.RowUpdated(
                T,
                ORIGIN,
                row(number("1"), "a"),
                row(number("2"), "a"),
                KeyEffect.MOVED_OLD_KEY_TAKEN));

    assertThat(operations(records)).containsExactly("c");
    assertThat(idOf(records.get(0))).isEqualTo(2);
    assertThat(headerOf(records.get(0), "__debezium.oldkey")).isNull();
  }

  @Test
  void deleteOfAKeyThatAnotherRowHasTakenIsNotPublished() {
    assertThat(format.records(new Change.RowDeleted(T, ORIGIN, row(number("1"), "a"), true)))
        .isEmpty();
  }

  @Test
  void CON_01_partialBeforeImageIsAValidRecordThatSaysWhatIsMissing() {
    TableSchema partial =
        table("ID NUMBER(9)", "A_NAME VARCHAR2(50) NOT NULL", "AGE NUMBER").build();
    ChangeRecord record =
        format
            .records(
                updated(
                    partial,
                    row(number("1"), NOT_LOGGED, number("10")),
                    row(number("1"), NOT_LOGGED, number("17"))))
            .get(0);

    contentOf(record).validate();
    assertThat(contentOf(record).getStruct("after").get("A_NAME")).isNull();
    assertThat(headerOf(record, "cdc.not_logged.before")).isEqualTo(List.of("A_NAME"));
    assertThat(headerOf(record, "cdc.not_logged.after")).isEqualTo(List.of("A_NAME"));
  }

  @Test
  void aRowThatWasReadFromTheTableIsMarked() {
    ChangeOrigin origin = Changes.ORIGIN;
    ChangeOrigin reselected =
        new ChangeOrigin(
            origin.transaction(),
            origin.eventIndex(),
            origin.tableIndex(),
            origin.scn(),
            origin.address(),
            origin.ssn(),
            origin.rowId(),
            origin.time(),
            false,
            true);
    List<ChangeRecord> deleted =
        format.records(new Change.RowDeleted(T, reselected, row(number("1"), NULL), false));
    assertThat(headerOf(deleted.get(0), "cdc.row_reselected")).isEqualTo(true);
    assertThat(headerOf(deleted.get(1), "cdc.row_reselected")).isNull();
    assertThat(
            headerOf(format.records(inserted(T, number("1"), NULL)).get(0), "cdc.row_reselected"))
        .isNull();
  }

  @Test
  void nullIsNotTakenForNotLogged() {
    ChangeRecord record = format.records(inserted(T, number("1"), NULL)).get(0);

    assertThat(headerOf(record, "cdc.not_logged.after")).isNull();
  }

  @Test
  void CON_03_keylessTableHasNullKeyAndNoTombstone() {
    TableSchema keyless = table("ID NUMBER(9)").key(RecordKey.NONE).build();
    List<ChangeRecord> records = format.records(deleted(keyless, number("1")));

    assertThat(operations(records)).containsExactly("d");
    assertThat(records.get(0).key()).isNull();
    assertThat(records.get(0).keySchema()).isNull();
  }

  @Test
  void CON_03_noTombstoneWhenTheyAreOff() {
    assertThat(
            operations(
                new DebeziumFormat(withoutTombstones()).records(deleted(T, number("1"), "a"))))
        .containsExactly("d");
  }

  @Test
  void CON_04_keyFieldsAreRequiredAndTheSameForEveryVersion() {
    Schema first = keySchemaOf(format.records(inserted(T, number("1"), NULL)).get(0));
    TableSchema later = table("ID NUMBER(9)", "NAME VARCHAR2(50)", "MORE DATE").version(2).build();
    Schema second = keySchemaOf(format.records(inserted(later, number("1"), NULL, NULL)).get(0));

    assertThat(first.fields()).allMatch(field -> !field.schema().isOptional());
    assertThat(second).isEqualTo(first);
  }

  @Test
  void nullableColumnChosenAsKeyIsAnOptionalField() {
    TableSchema chosen = table("ID NUMBER(9)", "REGION VARCHAR2(5)").key(1, 0).build();
    ChangeRecord record = format.records(inserted(chosen, number("1"), NULL)).get(0);

    assertThat(keySchemaOf(record).fields())
        .extracting(Field::name)
        .containsExactly("REGION", "ID");
    assertThat(keySchemaOf(record).field("REGION").schema().isOptional()).isTrue();
    assertThat(keyOf(record).get("REGION")).isNull();
  }

  @Test
  void CON_05_sourceBlockIsComplete() {
    TransactionInfo transaction =
        new TransactionInfo(
            Changes.TRANSACTION.key(),
            Changes.TRANSACTION.container(),
            new RedoThread(2),
            Scn.parse("18446744073709551001"),
            Changes.TRANSACTION.commitAddress(),
            Changes.COMMIT_TIME,
            "SCOTT",
            1);
    ChangeOrigin origin =
        new ChangeOrigin(
            transaction,
            0,
            0,
            Scn.parse("18446744073709551000"),
            RedoAddress.parse(" 0x000031.00000abc.0010 "),
            0,
            new RowId("AAATKrAAOAAAAmlAAJ"),
            Instant.parse("2026-03-29T08:15:30Z"));
    Struct source =
        contentOf(format.records(new Change.RowInserted(T, origin, row(number("1"), NULL))).get(0))
            .getStruct("source");

    assertThat(source.getString("scn")).isEqualTo("18446744073709551000");
    assertThat(source.getString("commit_scn")).isEqualTo("18446744073709551001");
    assertThat(source.getString("rs_id")).isEqualTo("0x000031.00000abc.0010");
    assertThat(source.getInt64("ssn")).isZero();
    assertThat(source.getInt32("redo_thread")).isEqualTo(2);
    assertThat(source.getString("row_id")).isEqualTo("AAATKrAAOAAAAmlAAJ");
    assertThat(source.getString("user_name")).isEqualTo("SCOTT");
    assertThat(source.getString("txId")).isEqualTo("10.27.4711");
    assertThat(source.getInt64("ts_ms")).isEqualTo(1774772130000L);
    assertThat(source.getString("connector")).isEqualTo("oracle-cdc");
    assertThat(source.get("sequence")).isNull();
    assertThat(source.get("reselect")).isNull();
  }

  @Test
  void pluggableDatabaseIsPartOfNamesAndSource() {
    TableSchema table =
        Tables.named(new TableId("FREEPDB1", "APP", "ORDERS"), "ID NUMBER(9)").build();
    ChangeRecord record = format.records(inserted(table, number("1"))).get(0);

    assertThat(record.destination()).isEqualTo("cdc.FREEPDB1.APP.ORDERS");
    assertThat(keySchemaOf(record).name()).isEqualTo("cdc.FREEPDB1.APP.ORDERS.Key");
    assertThat(contentOf(record).getStruct("source").getString("pdb")).isEqualTo("FREEPDB1");
    assertThat(contentOf(record).getStruct("source").getString("db")).isEqualTo("FREEPDB1");
  }

  @Test
  void NAM_04_dotsInTheDatabaseNameStayInOnePart() {
    TableSchema table =
        new TableSchema(
            TableId.of("APP", "SIGNALS"),
            new Container(0, "DB01.SITE.EXAMPLE"),
            1,
            1,
            false,
            T.columns(),
            T.key(),
            T.logging());
    Struct source =
        contentOf(format.records(inserted(table, number("1"), NULL)).get(0)).getStruct("source");

    assertThat(source.getString("db")).isEqualTo("DB01.SITE.EXAMPLE");
    assertThat(source.getString("schema")).isEqualTo("APP");
    assertThat(source.getString("table")).isEqualTo("SIGNALS");
    assertThat(source.get("pdb")).isNull();
  }

  @Test
  void rowidKeyIsAStructOfTheRowId() {
    TableSchema byRowid = table("ID NUMBER(9)").key(RecordKey.ROWID).build();
    ChangeRecord record = format.records(inserted(byRowid, number("1"))).get(0);

    assertThat(keySchemaOf(record).name()).isEqualTo("cdc.APP.T.Key");
    assertThat(keyOf(record).getString("ROWID")).isEqualTo("AAATKrAAOAAAAmlAAJ");
  }

  @Test
  void rowWithoutRowidCannotBeKeyedByIt() {
    TableSchema byRowid = table("ID NUMBER(9)").key(RecordKey.ROWID).build();
    ChangeOrigin origin =
        new ChangeOrigin(
            Changes.TRANSACTION, 0, 0, new Scn(1), ORIGIN.address(), 0, RowId.PLACEHOLDER, null);

    assertThatThrownBy(
            () -> format.records(new Change.RowInserted(byRowid, origin, row(number("1")))))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("whose key is the ROWID");
  }

  @Test
  void keyColumnThatIsNotLoggedNamesSupplementalLogging() {
    assertThatThrownBy(() -> format.records(deleted(T, NOT_LOGGED, "a")))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("key column ID of table APP.T is not in the redo")
        .hasMessageContaining("supplemental logging");
  }

  @Test
  void requiredKeyColumnThatIsNullStops() {
    assertThatThrownBy(() -> format.records(inserted(T, NULL, "a")))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("key column ID of table APP.T is NULL");
  }

  @Test
  void keyOfAnUpdateComesFromWhicheverImageHasIt() {
    ChangeRecord record =
        format.records(updated(T, row(number("1"), "a"), row(NOT_LOGGED, "b"))).get(0);

    assertThat(idOf(record)).isEqualTo(1);
  }

  @Test
  void excludedAndIgnoredColumnsHaveNoField() {
    TableSchema table =
        table("ID NUMBER(9)")
            .with("SECRET VARCHAR2(9)", Column.Use.EXCLUDED)
            .with("DOC CLOB", Column.Use.IGNORED)
            .build();
    ChangeRecord record =
        format.records(inserted(table, number("1"), NOT_LOGGED, NOT_LOGGED)).get(0);

    assertThat(rowSchemaOf(record).fields()).extracting(Field::name).containsExactly("ID");
    assertThat(headerOf(record, "cdc.not_logged.after")).isNull();
  }

  @Test
  void excludedKeyColumnIsRefused() {
    TableSchema table =
        table("ID NUMBER(9)").with("K NUMBER(9)", Column.Use.EXCLUDED).key(0, 1).build();

    assertThatThrownBy(() -> format.check(table))
        .isInstanceOf(CdcException.class)
        .hasMessageContaining("key column K of table APP.T is named by cdc.columns.exclude");
  }

  @Test
  void heartbeatHasAKeyAndATopicOfItsOwn() {
    ChangeRecord record =
        format
            .records(new Change.Heartbeat(new Scn(5), Instant.parse("2026-03-29T10:15:30.250Z")))
            .get(0);

    assertThat(record.destination()).isEqualTo("cdc.cdc.heartbeat");
    assertThat(keyOf(record).getString("serverName")).isEqualTo("cdc");
    assertThat(contentOf(record).getInt64("ts_ms")).isEqualTo(1774779330250L);
    assertThat(record.headers()).isEmpty();
  }

  @Test
  void schemaVersionIsThatOfTheRow() {
    TableSchema third = table("ID NUMBER(9)").version(3).build();

    assertThat(headerOf(format.records(inserted(third, number("1"))).get(0), "cdc.schema_version"))
        .isEqualTo(3);
  }

  @Test
  void schemasOfOneTableAreOneObject() {
    ChangeRecord one = format.records(inserted(T, number("1"), NULL)).get(0);
    format.check(table("ID NUMBER(9)").build());
    ChangeRecord other = format.records(inserted(T, number("2"), NULL)).get(0);

    assertThat(other.valueSchema()).isSameAs(one.valueSchema());
    assertThat(other.keySchema()).isSameAs(one.keySchema());
  }
}
