package io.oraclecdc.format;

import static io.oraclecdc.format.Changes.NOT_LOGGED;
import static io.oraclecdc.format.Changes.NULL;
import static io.oraclecdc.format.Changes.UNAVAILABLE;
import static io.oraclecdc.format.Changes.inserted;
import static io.oraclecdc.format.Changes.number;
import static io.oraclecdc.format.Changes.settings;
import static io.oraclecdc.format.Parts.afterOf;
import static io.oraclecdc.format.Parts.headerOf;
import static io.oraclecdc.format.Parts.rowSchemaOf;
import static io.oraclecdc.format.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.schema.Column.Use;
import io.oraclecdc.schema.TableSchema;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Masked and hashed columns in records. */
class DisguisedColumnsTest {
  private final DebeziumFormat format = new DebeziumFormat(settings());

  private ChangeRecord record(String declaration, Object value) {
    TableSchema table = table("ID NUMBER(9)").with("C " + declaration, Use.HASHED).build();
    return format.records(inserted(table, number("1"), value)).get(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "VARCHAR2(10)",
        "NUMBER(9)",
        "NUMBER(10,2)",
        "NUMBER",
        "BINARY_DOUBLE",
        "DATE",
        "TIMESTAMP(9)",
        "TIMESTAMP(6) WITH TIME ZONE",
        "INTERVAL DAY(3) TO SECOND(6)",
        "RAW(16)"
      })
  void theFieldIsAStringWhateverTheType(String declaration) {
    ChangeRecord record = record(declaration, "c0ffee");
    assertThat(RecordText.typeOf(rowSchemaOf(record).field("C").schema()))
        .isEqualTo("string, optional, {masked=true}");
    assertThat(afterOf(record).get("C")).isEqualTo("c0ffee");
  }

  @Test
  void whatIsNoValueIsShownAsElsewhere() {
    assertThat(afterOf(record("NUMBER(9)", NULL)).get("C")).isNull();
    assertThat(headerOf(record("NUMBER(9)", NULL), "cdc.not_logged.after")).isNull();
    assertThat(afterOf(record("NUMBER(9)", NOT_LOGGED)).get("C")).isNull();
    assertThat(headerOf(record("NUMBER(9)", NOT_LOGGED), "cdc.not_logged.after"))
        .isEqualTo(List.of("C"));
    assertThat(afterOf(record("NUMBER(9)", UNAVAILABLE)).get("C"))
        .isEqualTo("__cdc_unavailable_value");
  }

  @ParameterizedTest
  @EnumSource(
      value = Use.class,
      names = {"MASKED", "HASHED"})
  void theKeyIsNeverDisguised(Use use) {
    TableSchema table = table("ID NUMBER(9)").with("K NUMBER(9)", use).key(0, 1).build();
    assertThatThrownBy(() -> format.check(table))
        .hasMessageContaining("[CDC-3001]")
        .hasMessageContaining("key column K of table APP.T is named by cdc.columns.");
  }

  @Test
  void aValueThatWasNotDisguisedIsRefusedAndNotShown() {
    assertThatThrownBy(() -> record("NUMBER(9)", number("987654")))
        .hasMessageContaining("[CDC-3001]")
        .hasMessageNotContaining("987654");
  }
}
