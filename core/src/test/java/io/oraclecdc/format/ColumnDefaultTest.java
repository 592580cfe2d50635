package io.oraclecdc.format;

import static io.oraclecdc.format.Changes.NULL;
import static io.oraclecdc.format.Changes.inserted;
import static io.oraclecdc.format.Changes.number;
import static io.oraclecdc.format.Changes.settings;
import static io.oraclecdc.format.Parts.afterOf;
import static io.oraclecdc.format.Parts.keySchemaOf;
import static io.oraclecdc.format.Parts.rowSchemaOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.schema.TableSchema;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnDefaultTest {

  private static ChangeRecord recordWith(String type, String expression, Object value) {
    TableSchema table = Tables.table("ID NUMBER(9)").withDefault("C " + type, expression).build();
    return new DebeziumFormat(settings()).records(inserted(table, number("1"), value)).get(0);
  }

  private static @Nullable String defaultOf(String type, String expression) {
    Schema field = rowSchemaOf(recordWith(type, expression, NULL)).field("C").schema();
    return field.parameters() == null ? null : field.parameters().get("cdc.default");
  }

  @ParameterizedTest(name = "VAL-20 {0} default {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      nullValues = "-",
      value = {
        "VARCHAR2(10) | \"NULL \" | -",
        "NUMBER(9) | app_seq.nextval | -",
        "NUMBER(10,0) | (((0))) | 0",
        "VARCHAR2(10) | ('red') | red",
        "CHAR(5) | 'YES' | \"YES  \"",
        "DATE | TO_DATE('2001-02-03 00:00:00', 'YYYY-MM-DD HH24:MI:SS') | 981158400000",
        "DATE | SYSDATE | -",
        "INTERVAL DAY(3) TO SECOND(3) | '5 1:2:3.456' | 435723456000",
      })
  void VAL_20_literalDefaultsAreReadAndOthersAreNone(
      String type, String expression, @Nullable String expected) {
    assertThat(defaultOf(type, expression)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0} default {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      nullValues = "-",
      value = {
        "NUMBER(9) | -42 | -42",
        "NUMBER(9) | + 7 | 7",
        "NUMBER(9) | '12' | 12",
        "NUMBER(10,2) | .5 | 0.50",
        "NUMBER | 1.5e3 | 1500",
        "BINARY_DOUBLE | 1.5 | 1.5",
        "BINARY_FLOAT | 2 | 2.0",
        "VARCHAR2(10) | 'it''s' | it's",
        "VARCHAR2(10) | N'x' | x",
        "VARCHAR2(10) | 0 | 0",
        "VARCHAR2(30) | '(' | (",
        "CHAR(3) | 1 | \"1  \"",
        "VARCHAR2(10) | USER | -",
        "DATE | DATE '2001-02-03' | 981158400000",
        "TIMESTAMP(6) | TIMESTAMP '2001-02-03 04:05:06.7' | 981173106700000",
        "TIMESTAMP(3) | TO_TIMESTAMP('03.02.2001 04:05:06,789', 'DD.MM.YYYY HH24:MI:SS,FF3') | 981173106789",
        "INTERVAL YEAR(2) TO MONTH | INTERVAL '1-2' YEAR TO MONTH | 36817200000000",
        "RAW(2) | HEXTORAW('0aFF') | 0AFF",
        "RAW(2) | '0aFF' | 0AFF",
      })
  void otherLiterals(String type, String expression, @Nullable String expected) {
    assertThat(defaultOf(type, expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "NUMBER(9) | 'abc'",
        "NUMBER(2) | 1000",
        "NUMBER(5,2) | 1.239",
        "DATE | '03-FEB-01'",
        "DATE | TO_DATE('2001', 'YYYYDDD')",
        "DATE | DATE '2001-02-30'",
        "RAW(2) | 'xyz'",
        "INTERVAL DAY(3) TO SECOND(3) | 'five'"
      })
  void VAL_20_unreadableDefaultIsNoDefaultAndNoFailure(String type, String expression) {
    assertThat(defaultOf(type, expression)).isNull();
  }

  @Test
  void expressionsAreNotTakenForTheirFirstLiteral() {
    assertThat(defaultOf("VARCHAR2(10)", "'a' || 'b'")).isNull();
    assertThat(defaultOf("VARCHAR2(10)", "('a')||('b')")).isNull();
    assertThat(defaultOf("NUMBER(9)", "1 + 1")).isNull();
  }

  @Test
  void literalThatIsNoValueOfItsTypeIsTold() {
    assertThatThrownBy(() -> ColumnDefault.evaluate("'abc'", Tables.type("NUMBER(9)")))
        .isInstanceOf(UnfitValueException.class)
        .hasMessage("is not a number");
  }

  @Test
  void nullStaysNullInAColumnWithADefault() {
    Struct after = afterOf(recordWith("VARCHAR2(9)", "'red'", NULL));

    assertThat(after.get("C")).as("Connect would show a schema default here").isNull();
  }

  @Test
  void keySchemaHasNoDefaults() {
    TableSchema table = Tables.table().withDefault("ID NUMBER(9)", "0").build();

    assertThat(
            keySchemaOf(new DebeziumFormat(settings()).records(inserted(table, number("1"))).get(0))
                .field("ID")
                .schema()
                .parameters())
        .isNull();
  }
}
