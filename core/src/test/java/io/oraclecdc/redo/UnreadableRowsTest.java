package io.oraclecdc.redo;

import static io.oraclecdc.redo.RedoFixtures.change;
import static io.oraclecdc.redo.RedoFixtures.decoder;
import static io.oraclecdc.redo.RedoFixtures.defaultTable;
import static io.oraclecdc.redo.RedoFixtures.row;
import static io.oraclecdc.redo.RedoFixtures.settings;
import static io.oraclecdc.redo.RedoFixtures.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.UnescapedQuotes;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.schema.Column.Use;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.CodecContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that cannot be read, and what their errors say. */
class UnreadableRowsTest {
  private static final String INSERT = "insert into \"APP\".\"T\"(\"ID\") values ('1')";

  private final TableSchema table = defaultTable();
  private final SqlRedoDecoder decoder = decoder(table);

  @Test
  void unsupportedRowsStop() {
    assertThatThrownBy(
            () ->
                decoder.decode(
                    row(table, OperationCode.UNSUPPORTED)
                        .sql("Unsupported")
                        .status(2, null)
                        .build()))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("UNSUPPORTED");
  }

  @Test
  void codeAndVerbMustAgree() {
    assertThatThrownBy(() -> decoder.decode(row(table, OperationCode.UPDATE).sql(INSERT).build()))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("disagree");
  }

  @Test
  void anUnknownColumnStopsAndIsNamed() {
    assertThatThrownBy(
            () -> change(table, "insert into \"APP\".\"T\"(\"ID\",\"NEW_ONE\") values ('1','2')"))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("\"NEW_ONE\"");
  }

  @Test
  void whatLooksLikeANameBehindAValueIsNotShown() {
    assertThatThrownBy(
            () -> change(table, "update \"APP\".\"T\" set \"NAME\" = 'a', \"secret\" = 'b'"))
        .isInstanceOf(DecodeException.class)
        .message()
        .doesNotContain("secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "insert",
        "insert into \"APP\".\"T\"",
        "insert into \"APP\".\"T\"()",
        "insert into \"APP\".\"T\"(\"ID\") values ()",
        "insert into \"APP\".\"T\"(\"ID\",\"NAME\") values ('1')",
        "insert into \"APP\".\"T\"(\"ID\") values ('1','2')",
        "insert into \"APP\".\"T\"(\"ID\",\"ID\") values ('1','2')",
        "insert into \"APP\".\"T\"(\"ID\") values ('1') extra",
        "insert into \"APP\".\"T\"(\"ID\") values ('1'",
        "insert into \"APP\".\"T\"(\"ID\") values ('1",
        "insert into \"APP\".\"T\"(\"ID\") values (\"1\")",
        "insert into \"APP\".\"T\"(\"NAME\") values (SYSDATE)",
        "insert into \"APP\".\"T\"(\"NAME\") values (UNISTR('\\04'))",
        "insert into \"APP\".\"T\"(\"NAME\") values (UNISTR('\\04G1'))",
        "insert into \"APP\".\"T\"(\"NAME\") values (/* open)",
        "insert into APP.T(\"NAME\") values ('x')",
        "insert into \"APP\".\"T\"(\"NAME) values ('x')",
        "insert into \"APP\".\"T\"(\"NAME\") values ('a' || )",
        "insert into \"APP\".\"T\"(\"NAME\") values (EMPTY_CLOB())"
      })
  void damagedInsertsStop(String sql) {
    assertThatThrownBy(() -> decoder.decode(row(table, OperationCode.INSERT).sql(sql).build()))
        .isInstanceOf(DecodeException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update \"APP\".\"T\"",
        "update \"APP\".\"T\" set",
        "update \"APP\".\"T\" set \"ID\"",
        "update \"APP\".\"T\" set \"ID\" = ",
        "update \"APP\".\"T\" set \"ID\" = '1' where",
        "update \"APP\".\"T\" set \"ID\" = '1', where \"ID\" = '2'",
        "update \"APP\".\"T\" set \"ID\" = '1' and \"NAME\" = 'x'",
        "update \"APP\".\"T\" set ROWID = 'x'",
        "update \"APP\".\"T\" set \"ID\" = '1' where \"ID\" = '1' or \"ID\" = '2'",
        "update \"APP\".\"T\" set \"ID\" = '1' where \"ID\" > '1'",
        "update \"APP\".\"T\" set \"ID\" = '1' where \"ID\" IS NOT NULL",
        "update \"APP\".\"T\" set \"ID\" = '1' where \"ID\" = '1' and \"ID\" = '1'",
        "update \"APP\".\"T\" set \"ID\" = '1' where ROWID = 'a' and ROWID = 'b'",
        "update \"APP\".\"T\" set \"ID\" = '1'; delete"
      })
  void damagedUpdatesStop(String sql) {
    assertThatThrownBy(() -> decoder.decode(row(table, OperationCode.UPDATE).sql(sql).build()))
        .isInstanceOf(DecodeException.class);
  }

  @Test
  void errorsNameThePlaceAndWithholdTheText() {
    assertThatThrownBy(() -> change(table, "insert into \"APP\".\"T\"(\"ID\") values ('hunter2')"))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("CDC-3001")
        .hasMessageContaining("\"ID\"")
        .hasMessageContaining("offset")
        .hasMessageContaining("SCN 4100201")
        .hasMessageContaining("0x0000fd.00011b0e.0010")
        .hasMessageContaining("APP.T")
        .hasMessageNotContaining("hunter2")
        .hasMessageContaining("withheld")
        .satisfies(
            e -> {
              for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
                assertThat(cause.toString()).doesNotContain("hunter2");
              }
            });
  }

  @Test
  void oneSettingShowsTheTextAroundAnError() {
    RedoSettings showing =
        new RedoSettings(CodecContext.standard(), UnescapedQuotes.STRICT, 10_000, true);
    assertThatThrownBy(
            () ->
                change(
                    decoder(table, showing),
                    table,
                    "insert into \"APP\".\"T\"(\"ID\") values ('hunter2')"))
        .hasMessageContaining("hunter2");
  }

  @Test
  void textOfTablesWithExcludedColumnsIsNeverShown() {
    TableSchema excluding =
        table("APP", "T")
            .column("ID", Kind.NUMBER)
            .column("PIN", Kind.VARCHAR2, 10, Use.EXCLUDED)
            .build();
    RedoSettings showing =
        new RedoSettings(CodecContext.standard(), UnescapedQuotes.STRICT, 10_000, true);
    assertThatThrownBy(
            () ->
                change(
                    decoder(excluding, showing),
                    excluding,
                    "insert into \"APP\".\"T\"(\"PIN\",\"ID\") values ('1234','x')"))
        .hasMessageNotContaining("1234");
  }

  @Test
  void lenientReadingLeavesStatementsThatItCannotReadAlone() {
    SqlRedoDecoder lenient = decoder(table, settings(UnescapedQuotes.LENIENT));
    assertThatThrownBy(
            () -> change(lenient, table, "delete from \"APP\".\"T\" where \"NAME\" = 'a'b'"))
        .isInstanceOf(DecodeException.class);
    assertThatThrownBy(
            () -> change(lenient, table, "update \"APP\".\"T\" set \"ID\" = '1'2', \"NAME\" = 'b'"))
        .isInstanceOf(DecodeException.class);
  }
}
