package io.oraclecdc.redo;

import static io.oraclecdc.redo.RedoFixtures.change;
import static io.oraclecdc.redo.RedoFixtures.changed;
import static io.oraclecdc.redo.RedoFixtures.decoder;
import static io.oraclecdc.redo.RedoFixtures.defaultTable;
import static io.oraclecdc.redo.RedoFixtures.row;
import static io.oraclecdc.redo.RedoFixtures.settings;
import static io.oraclecdc.redo.RedoFixtures.table;
import static io.oraclecdc.redo.RedoFixtures.valuesOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.UnescapedQuotes;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.redo.RedoEvent.RowChanged;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The cases of whole rows, statements and notices, from PAR-14 on: one test per id. */
class ParserRowCasesTest {

  private static BigDecimal number(long value) {
    return BigDecimal.valueOf(value);
  }

  private static TableSchema nationalTable() {
    return table("APP", "T")
        .column("ID", Kind.NUMBER)
        .column("NAME", Kind.VARCHAR2)
        .column("NOTE", Kind.NVARCHAR2, 100)
        .build();
  }

  private static String fortyKilobytes() {
    StringBuilder sql = new StringBuilder("insert into \"APP\".\"T\"(");
    for (int i = 0; i < 12; i++) {
      sql.append(i == 0 ? "" : ",").append("\"C").append(i).append('"');
    }
    sql.append(") values (");
    for (int i = 0; i < 12; i++) {
      sql.append(i == 0 ? "'" : ",'").append(String.valueOf((char) ('a' + i)).repeat(4000));
      sql.append('\'');
    }
    return sql.append(')').toString();
  }

  private static TableSchema twelveColumns() {
    RedoFixtures.TableBuilder builder = table("APP", "T");
    for (int i = 0; i < 12; i++) {
      builder.column("C" + i, Kind.VARCHAR2, 4000);
    }
    return builder.build();
  }

  private static RowChanged feed(SqlRedoDecoder decoder, TableSchema table, String sql) {
    assertThat((sql.length() + 3999) / 4000).isEqualTo(13);
    @Nullable RedoEvent event = null;
    for (int from = 0; from < sql.length(); from += 4000) {
      int to = Math.min(sql.length(), from + 4000);
      RedoFixtures.RowBuilder piece = row(table, OperationCode.INSERT).sql(sql.substring(from, to));
      event = decoder.decode(to < sql.length() ? piece.continued().build() : piece.build());
    }
    return changed(event);
  }

  @Test
  void PAR_14_continuationRowsAreJoinedBeforeParsing() {
    TableSchema table = nationalTable();
    SqlRedoDecoder decoder = decoder(table);
    assertThat(
            decoder.decode(
                row(table, OperationCode.INSERT)
                    .sql("insert into \"APP\".\"T\"(\"ID\",\"NAME\",\"NOTE\") values ('1','it'")
                    .continued()
                    .build()))
        .isNull();
    assertThat(decoder.isInsideStatement()).isTrue();
    assertThat(
            decoder.decode(
                row(table, OperationCode.INSERT).sql("'s fine',UNISTR('\\04").continued().build()))
        .isNull();
    RowChanged change =
        changed(decoder.decode(row(table, OperationCode.INSERT).sql("12'))").build()));
    assertThat(decoder.isInsideStatement()).isFalse();
    assertThat(valuesOf(table, change.after()))
        .isEqualTo(Map.of("ID", number(1), "NAME", "it's fine", "NOTE", "\u0412"));
    assertThat(change.row().sqlRedo()).as("the event stands for the whole statement").hasSize(83);
  }

  @Test
  void PAR_15_theCommentBeforeAJsonValueIsNotData() {
    TableSchema table =
        table("APP", "T").column("ID", Kind.NUMBER).column("DOC", Kind.JSON).build();
    assertThat(
            valuesOf(
                table,
                change(
                        table,
                        "insert into \"APP\".\"T\"(\"ID\",\"DOC\") values ('1',/* JSON */"
                            + " EMPTY_BLOB());")
                    .after()))
        .containsEntry("DOC", SpecialValue.UNAVAILABLE);
    assertThat(
            valuesOf(
                table,
                change(
                        table,
                        "update \"APP\".\"T\" set \"DOC\" = /* JSON */ HEXTORAW('ff4a5a0121') where"
                            + " \"ID\" = '1';")
                    .after()))
        .isEqualTo(Map.of("ID", number(1), "DOC", SpecialValue.UNAVAILABLE));
  }

  @Test
  void PAR_16_theTemporaryTableNoticeIsSkippedAndCounted() {
    TableSchema table = defaultTable();
    SqlRedoDecoder decoder = decoder(table);
    assertThat(
            decoder.decode(
                row(table, OperationCode.INSERT)
                    .sql("/* No SQL_REDO for temporary tables */")
                    .build()))
        .isNull();
    assertThat(decoder.temporaryTableRows()).isEqualTo(1);
    RowChanged next = change(decoder, table, "delete from \"APP\".\"T\" where \"ID\" = '1'");
    assertThat(valuesOf(table, next.before())).as("capture goes on").containsEntry("ID", number(1));
  }

  @ParameterizedTest
  @EnumSource(
      value = OperationCode.class,
      names = {"INSERT", "UPDATE", "DELETE"})
  void PAR_16_aRowWithoutTextOfACapturedTableStops(OperationCode operation) {
    TableSchema table = defaultTable();
    assertThatThrownBy(() -> decoder(table).decode(row(table, operation).sql(null).build()))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("APP.T")
        .hasMessageContaining("4100201")
        .hasMessageContaining("transaction");
    assertThatThrownBy(() -> decoder(table).decode(row(table, operation).sql("  ").build()))
        .isInstanceOf(DecodeException.class);
  }

  @Test
  void PAR_17_rowIdConditionsAreKeptApart() {
    TableSchema table = defaultTable();
    SqlRedoParser parser = SqlRedoParser.ofText(table, UnescapedQuotes.STRICT);
    RowStatement both =
        parser.parse(
            "delete from \"APP\".\"T\" where \"ID\" = '3' and ROWID = 'AAAR9zAAHAAAACrAAA';");
    assertThat(valuesOf(table, both.before())).isEqualTo(Map.of("ID", "3"));
    assertThat(both.rowId()).isEqualTo("AAAR9zAAHAAAACrAAA");
    RowStatement alone =
        parser.parse("delete from \"APP\".\"T\" where ROWID = 'AAAR9zAAHAAAACrAAA';");
    assertThat(alone.before().isEmpty()).isTrue();
    assertThat(alone.rowId()).isEqualTo("AAAR9zAAHAAAACrAAA");
    RowStatement update =
        parser.parse(
            "update \"APP\".\"T\" set \"NAME\" = 'old' where ROWID = 'AAAR9zAAHAAAACrAAA';");
    assertThat(update.before().isEmpty()).isTrue();
    assertThat(valuesOf(table, update.after())).isEqualTo(Map.of("NAME", "old"));
    assertThat(parser.parse("delete from \"APP\".\"T\" where \"ID\" = '3'").rowId()).isNull();
  }

  @Test
  void PAR_18_everyLiteralKindOfACurrentDatabase() {
    TableSchema table =
        table("APP", "K")
            .column("ID", Kind.NUMBER)
            .column("C0", Kind.CHAR)
            .column("C1", Kind.NCHAR)
            .column("C2", Kind.VARCHAR2)
            .column("C3", Kind.VARCHAR2)
            .column("C7", Kind.BINARY_FLOAT)
            .column("C9", Kind.DATE)
            .column("C11", Kind.TIMESTAMP)
            .column("C12", Kind.TIMESTAMP_WITH_TIME_ZONE)
            .column("C14", Kind.INTERVAL_YEAR_TO_MONTH)
            .column("C15", Kind.INTERVAL_DAY_TO_SECOND)
            .column("C16", Kind.RAW)
            .build();
    RowChanged change =
        change(
            table,
            "insert into \"APP\".\"K\"(\"ID\",\"C0\",\"C1\",\"C2\",\"C3\",\"C7\",\"C9\",\"C11\",\"C12\",\"C14\",\"C15\",\"C16\")"
                + " values ('1','abc       ',UNISTR('sal\\00F3n     '),'some ''inner''"
                + " word',NULL,'1.50000005E+010',TO_DATE('2026-02-28 13:45:59', 'YYYY-MM-DD"
                + " HH24:MI:SS'),TO_TIMESTAMP('2026-03-29"
                + " 01:30:00.123456789'),TO_TIMESTAMP_TZ('2026-03-29 01:30:00.500000000"
                + " +05:30'),TO_YMINTERVAL('+0012-03'),TO_DSINTERVAL('+00005"
                + " 04:03:02.123456'),HEXTORAW('c0ffee0000ff'))");
    Map<String, Object> values = valuesOf(table, change.after());
    assertThat(values.remove("C16")).isEqualTo(HexFormat.of().parseHex("c0ffee0000ff"));
    assertThat(values)
        .hasSize(11)
        .containsEntry("ID", number(1))
        .containsEntry("C0", "abc       ")
        .containsEntry("C1", "sal\u00f3n     ")
        .containsEntry("C2", "some 'inner' word")
        .containsEntry("C3", SpecialValue.SQL_NULL)
        .containsEntry("C7", 1.50000005E10f)
        .containsEntry("C9", LocalDateTime.of(2026, 2, 28, 13, 45, 59))
        .containsEntry("C11", LocalDateTime.of(2026, 3, 29, 1, 30, 0, 123_456_789))
        .containsEntry("C12", OffsetDateTime.parse("2026-03-29T01:30:00.5+05:30"))
        .containsEntry("C14", Period.of(12, 3, 0))
        .containsEntry("C15", Duration.parse("P5DT4H3M2.123456S"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " update \"APP\".\"T\" A set A.\"SAL=\" = NULL, A.\"NAME\" = 'n' where A.\"ID\" = '1' and"
            + " A.\"NAME\" = '=x' and A.\"SAL=\" = '1332.3' and A.rowid = 'AAAR9zAAHAAAACrAAA'\n",
        " update \"APP\".\"T\" set \"SAL=\" = NULL, \"NAME\" = 'n' where \"ID\" = '1' and \"NAME\""
            + " = '=x' and \"SAL=\" = '1332.3' and ROWID = 'AAAR9zAAHAAAACrAAA'\n",
        "UPDATE  \"APP\" . \"T\"  SET \"SAL=\"=NULL,\"NAME\"='n'  WHERE \"ID\"='1' AND"
            + " \"NAME\"='=x'  AND \"SAL=\"  =  '1332.3' AND RowId='AAAR9zAAHAAAACrAAA' ; "
      })
  void PAR_19_rowIdAndAliasInAnySpellingAndEqualsSignsInNames(String sql) {
    TableSchema table =
        table("APP", "T")
            .column("ID", Kind.NUMBER)
            .column("NAME", Kind.VARCHAR2)
            .column("SAL=", Kind.NUMBER)
            .build();
    RowChanged change = change(table, sql);
    assertThat(valuesOf(table, change.after()))
        .isEqualTo(Map.of("ID", number(1), "NAME", "n", "SAL=", SpecialValue.SQL_NULL));
    assertThat(valuesOf(table, change.before()))
        .isEqualTo(Map.of("ID", number(1), "NAME", "=x", "SAL=", new BigDecimal("1332.3")));
    assertThat(SqlRedoParser.ofText(table, UnescapedQuotes.STRICT).parse(sql).rowId())
        .isEqualTo("AAAR9zAAHAAAACrAAA");
  }

  @Test
  void PAR_20_aStatementOfThirteenRowsIsOneInsert() {
    TableSchema table = twelveColumns();
    SqlRedoDecoder decoder = decoder(table);
    RowChanged change = feed(decoder, table, fortyKilobytes());
    assertThat(change.after().size()).isEqualTo(12);
    for (int i = 0; i < 12; i++) {
      assertThat(change.after().get(i)).isEqualTo(String.valueOf((char) ('a' + i)).repeat(4000));
    }
  }

  @Test
  void PAR_20_aConfiguredLimitStopsAfterTheLastPiece() {
    TableSchema table = twelveColumns();
    SqlRedoDecoder decoder =
        decoder(
            table,
            new RedoSettings(
                RedoSettings.defaults().codecs(), UnescapedQuotes.STRICT, 20_000, false));
    assertThatThrownBy(() -> feed(decoder, table, fortyKilobytes()))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("20000 characters");
    assertThat(decoder.isInsideStatement()).isFalse();
    assertThat(change(decoder, table, "delete from \"APP\".\"T\" where \"C1\" = 'x'")).isNotNull();
  }

  @ParameterizedTest
  @EnumSource(UnescapedQuotes.class)
  void PAR_21_aLostClosingQuoteStops(UnescapedQuotes quotes) {
    TableSchema table = defaultTable();
    for (String sql :
        List.of(
            "insert into \"APP\".\"T\"(\"ID\",\"NAME\",\"NOTE\") values ('1','\u5f20?,'x')",
            "update \"APP\".\"T\" set \"NAME\" = '\u5f20? where \"ID\" = '1' and \"NOTE\" = 'x'")) {
      assertThatThrownBy(() -> change(decoder(table, settings(quotes)), table, sql))
          .isInstanceOf(DecodeException.class);
    }
  }
}
