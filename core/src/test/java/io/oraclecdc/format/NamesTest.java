package io.oraclecdc.format;

import static io.oraclecdc.format.Changes.inserted;
import static io.oraclecdc.format.Changes.named;
import static io.oraclecdc.format.Changes.number;
import static io.oraclecdc.format.Changes.settings;
import static io.oraclecdc.format.Parts.contentOf;
import static io.oraclecdc.format.Parts.envelopeOf;
import static io.oraclecdc.format.Parts.keySchemaOf;
import static io.oraclecdc.format.Parts.rowSchemaOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.NameAdjustmentMode;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.TableSchema;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

  private static TableSchema table(String name, String... columns) {
    return Tables.named(
            TableId.of("APP", name), columns.length == 0 ? new String[] {"ID NUMBER(9)"} : columns)
        .build();
  }

  private static String topicOf(DebeziumFormat format, TableSchema table) {
    return format.records(inserted(table, number("1"))).get(0).destination();
  }

  @ParameterizedTest
  @CsvSource({
    "my-cdc, my-cdc, my_cdc, my_u002dcdc",
    "ORDER#, ORDER#, ORDER_, ORDER_u0023",
    "1ST, 1ST, _1ST, _u0031ST",
    "ORDER_LINES, ORDER_LINES, ORDER_LINES, ORDER_u005fLINES",
    "É, É, _, _u00c9",
    "列, 列, _, _u5217"
  })
  void modesAdjustAsTheOwnersTableSays(String name, String none, String avro, String unicode) {
    assertThat(new NameAdjuster(NameAdjustmentMode.NONE).simpleName(name)).isEqualTo(none);
    assertThat(new NameAdjuster(NameAdjustmentMode.AVRO).simpleName(name)).isEqualTo(avro);
    assertThat(new NameAdjuster(NameAdjustmentMode.AVRO_UNICODE).simpleName(name))
        .isEqualTo(unicode);
  }

  @Test
  void eachPartOfADottedNameIsAdjusted() {
    assertThat(new NameAdjuster(NameAdjustmentMode.AVRO).dottedName("my-cdc.1A.2B.Value"))
        .isEqualTo("my_cdc._1A._2B.Value");
    assertThat(new NameAdjuster(NameAdjustmentMode.AVRO_UNICODE).dottedName("a-b.1A"))
        .isEqualTo("a_u002db._u0031A");
  }

  @Test
  void dotInAColumnIsACharacterLikeOthers() {
    assertThat(new NameAdjuster(NameAdjustmentMode.AVRO).simpleName("x.y")).isEqualTo("x_y");
    assertThat(new NameAdjuster(NameAdjustmentMode.AVRO_UNICODE).simpleName("x.y"))
        .isEqualTo("x_u002ey");
  }

  @Test
  void avroModeAdjustsSchemaAndFieldNamesButNotTopicsAndSource() {
    TableSchema table =
        Tables.named(new TableId("FREEPDB1", "APP", "ORDER#"), "ID# NUMBER(9)", "AMOUNT$ NUMBER(9)")
            .build();
    ChangeRecord record =
        new DebeziumFormat(named("my-cdc", null, NameAdjustmentMode.AVRO))
            .records(inserted(table, number("1"), number("5")))
            .get(0);

    assertThat(record.destination()).isEqualTo("my-cdc.FREEPDB1.APP.ORDER_");
    assertThat(rowSchemaOf(record).name()).isEqualTo("my_cdc.FREEPDB1.APP.ORDER_.Value");
    assertThat(envelopeOf(record).name()).isEqualTo("my_cdc.FREEPDB1.APP.ORDER_.Envelope");
    assertThat(keySchemaOf(record).name()).isEqualTo("my_cdc.FREEPDB1.APP.ORDER_.Key");
    assertThat(keySchemaOf(record).fields()).extracting(Field::name).containsExactly("ID_");
    Struct value = contentOf(record);
    assertThat(value.getStruct("after").getInt32("AMOUNT_")).isEqualTo(5);
    assertThat(value.getStruct("source").getString("table")).isEqualTo("ORDER#");
    assertThat(value.schema().field("source").schema().name())
        .isEqualTo("io.debezium.connector.oracle.Source");
  }

  @ParameterizedTest
  @EnumSource(NameAdjustmentMode.class)
  void fieldCollisionsStopBeforeTheFirstRecord(NameAdjustmentMode mode) {
    TableSchema table = table("T", "ID NUMBER(9)", "AMOUNT# NUMBER(9)", "AMOUNT$ NUMBER(9)");
    DebeziumFormat format = new DebeziumFormat(named("cdc", null, mode));

    if (mode == NameAdjustmentMode.AVRO) {
      assertThatThrownBy(() -> format.check(table))
          .isInstanceOfSatisfying(
              CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NAME_COLLISION))
          .hasMessageContaining("columns AMOUNT# and AMOUNT$ of table APP.T")
          .hasMessageContaining("field AMOUNT_");
    } else {
      assertThatCode(() -> format.check(table)).doesNotThrowAnyException();
    }
  }

  @Test
  void adjustedNameMayMeetAnExistingOne() {
    TableSchema table = table("T", "ID NUMBER(9)", "AMOUNT$ NUMBER(9)", "AMOUNT_ NUMBER(9)");

    assertThatThrownBy(
            () -> new DebeziumFormat(named("cdc", null, NameAdjustmentMode.AVRO)).check(table))
        .hasMessageContaining("[CDC-6004]");
  }

  @Test
  void columnsWithoutFieldDoNotCollide() {
    TableSchema table =
        Tables.named(TableId.of("APP", "T"), "ID NUMBER(9)", "AMOUNT# NUMBER(9)")
            .with("AMOUNT$ NUMBER(9)", Column.Use.EXCLUDED)
            .build();

    assertThatCode(
            () -> new DebeziumFormat(named("cdc", null, NameAdjustmentMode.AVRO)).check(table))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest // NAM-01
  @CsvSource({
    "A B, cdc.APP.A_B",
    "K9!列, cdc.APP.K9__",
    "stock', cdc.APP.stock_",
    "/X/ORDERS, cdc.APP._X_ORDERS",
    "A-B, cdc.APP.A-B",
    "T$X#, cdc.APP.T_X_"
  })
  void NAM_01_namesThatNeedQuotesGetALegalTopic(String name, String topic) {
    assertThat(topicOf(new DebeziumFormat(settings()), table(name))).isEqualTo(topic);
  }

  @Test
  void NAM_02_namesThatDifferInCaseAreDifferentTables() {
    DebeziumFormat format = new DebeziumFormat(settings());

    assertThat(topicOf(format, table("T"))).isEqualTo("cdc.APP.T");
    assertThat(topicOf(format, table("t"))).isEqualTo("cdc.APP.t");
  }

  @Test
  void NAM_05_twoTablesThatMeetInOneTopicAreRefused() {
    DebeziumFormat format = new DebeziumFormat(settings());
    format.check(table("ORDER#"));

    assertThatThrownBy(() -> format.records(inserted(table("ORDER$"), number("1"))))
        .isInstanceOf(CdcException.class)
        .hasMessageContaining("[CDC-6004]")
        .hasMessageContaining(
            "table APP.ORDER$ and table APP.ORDER# would share topic cdc.APP.ORDER_");
    assertThatCode(() -> format.check(table("ORDER#", "ID NUMBER(9)", "MORE DATE")))
        .as("another version of the first table")
        .doesNotThrowAnyException();
  }

  @Test
  void templatesMaySendSeveralTablesToOneTopic() {
    DebeziumFormat bySchema =
        new DebeziumFormat(named("cdc", "${prefix}.${schema}", NameAdjustmentMode.NONE));

    assertThat(topicOf(bySchema, table("A"))).isEqualTo("cdc.APP");
    assertThat(topicOf(bySchema, table("B"))).isEqualTo("cdc.APP");
  }

  @Test
  void templatesDoNotExcuseReplacedCharacters() {
    DebeziumFormat byTable =
        new DebeziumFormat(named("cdc", "${prefix}.${table}", NameAdjustmentMode.NONE));
    byTable.check(Tables.named(TableId.of("APP", "ORDER#"), "ID NUMBER(9)").build());

    assertThatCode(
            () -> byTable.check(Tables.named(TableId.of("HR", "ORDER#"), "ID NUMBER(9)").build()))
        .doesNotThrowAnyException();
    assertThatThrownBy(
            () -> byTable.check(Tables.named(TableId.of("HR", "ORDER$"), "ID NUMBER(9)").build()))
        .hasMessageContaining("[CDC-6004]");
  }

  @Test
  void dotsInNamesDoNotMakeTwoTablesOne() {
    DebeziumFormat format = new DebeziumFormat(settings());
    format.check(Tables.named(TableId.of("A.B", "C"), "ID NUMBER(9)").build());

    assertThatThrownBy(
            () -> format.check(Tables.named(TableId.of("A", "B.C"), "ID NUMBER(9)").build()))
        .hasMessageContaining("[CDC-6004]");
  }

  @Test
  void tableCannotHaveTheTopicOfTheHeartbeats() {
    DebeziumFormat format =
        new DebeziumFormat(named("cdc", "${prefix}.cdc.${table}", NameAdjustmentMode.NONE));

    assertThatThrownBy(
            () ->
                format.check(Tables.named(TableId.of("APP", "heartbeat"), "ID NUMBER(9)").build()))
        .hasMessageContaining("the heartbeats");
  }

  @Test
  void everyVariableIsFilled() {
    DebeziumFormat format =
        new DebeziumFormat(
            named("p", "${database}_${pdb}_${schema}_${table}_${prefix}", NameAdjustmentMode.NONE));

    assertThat(
            topicOf(format, Tables.named(new TableId("PDB1", "APP", "T"), "ID NUMBER(9)").build()))
        .isEqualTo("PDB1_PDB1_APP_T_p");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a b", "..", ".", "é列"})
  void legalTopicsStayShortAndPlain(String name) {
    assertThat(TopicNames.legal(name)).matches("[A-Za-z0-9._-]+").isNotIn(".", "..");
    assertThat(TopicNames.legal(name.repeat(300))).hasSize(249);
  }

  @Test
  void namesThatAreCutDoNotMeet() {
    DebeziumFormat format =
        new DebeziumFormat(named("p".repeat(244), null, NameAdjustmentMode.NONE));
    format.check(table("A"));

    assertThatThrownBy(() -> format.check(table("B"))).hasMessageContaining("[CDC-6004]");
  }
}
