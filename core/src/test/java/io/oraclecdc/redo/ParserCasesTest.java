package io.oraclecdc.redo;

import static io.oraclecdc.redo.RedoFixtures.change;
import static io.oraclecdc.redo.RedoFixtures.decoder;
import static io.oraclecdc.redo.RedoFixtures.defaultTable;
import static io.oraclecdc.redo.RedoFixtures.settings;
import static io.oraclecdc.redo.RedoFixtures.table;
import static io.oraclecdc.redo.RedoFixtures.valuesOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.UnescapedQuotes;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.redo.RedoEvent.RowChanged;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The cases of literals and names, up to PAR-13: one test per id. */
class ParserCasesTest {
  private static final String CYRILLIC = "\u0434\u043e\u043c\u0430";

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

  private static TableSchema textTable(String... columns) {
    RedoFixtures.TableBuilder builder = table("APP", "T");
    for (String column : columns) {
      builder.column(column, Kind.VARCHAR2);
    }
    return builder.build();
  }

  private static final String PAR_12 =
      "insert into \"APP\".\"T\"(\"NAME\",\"NOTE\") values ('777','rock 'n' roll, then it's"
          + " over.');";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UNISTR('\\0434\\043E') || UNISTR('\\043C\\0430')",
        "UNISTR('\\0434\\043E')||UNISTR('\\043C\\0430')",
        "UNISTR('\\0434\\043E')  ||  UNISTR('\\043C\\0430')",
        "UNISTR('\\0434\\043E') ||UNISTR('\\043C\\0430')"
      })
  void PAR_01_unistrPiecesAreJoinedInEveryPosition(String value) {
    TableSchema table = nationalTable();
    assertThat(
            valuesOf(
                table,
                change(
                        table,
                        "insert into \"APP\".\"T\"(\"ID\",\"NOTE\") values ('1'," + value + ");")
                    .after()))
        .containsEntry("NOTE", CYRILLIC);
    RowChanged update =
        change(
            table,
            "update \"APP\".\"T\" set \"NOTE\" = "
                + value
                + " where \"ID\" = '1' and \"NOTE\" IS NULL;");
    assertThat(valuesOf(table, update.after())).containsEntry("NOTE", CYRILLIC);
    assertThat(valuesOf(table, update.before())).containsEntry("NOTE", SpecialValue.SQL_NULL);
    assertThat(
            valuesOf(
                table,
                change(
                        table,
                        "delete from \"APP\".\"T\" where \"ID\" = '1' and \"NOTE\" = "
                            + value
                            + ";")
                    .before()))
        .containsEntry("NOTE", CYRILLIC);
  }

  @Test
  void PAR_02_barsInsideUnistrAreData() {
    TableSchema table = nationalTable();
    RowChanged change =
        change(
            table,
            "insert into \"APP\".\"T\"(\"ID\",\"NOTE\") values"
                + " ('2',UNISTR('\\5C71\\6D77||\\98CE\\4E91'));");
    assertThat(valuesOf(table, change.after())).containsEntry("NOTE", "\u5c71\u6d77||\u98ce\u4e91");
  }

  @Test
  void PAR_03_barsInsidePlainLiteralsAreData() {
    TableSchema table = defaultTable();
    RowChanged insert =
        change(table, "insert into \"APP\".\"T\"(\"NAME\",\"NOTE\") values ('x||yz','p||q');");
    assertThat(valuesOf(table, insert.after())).isEqualTo(Map.of("NAME", "x||yz", "NOTE", "p||q"));
    RowChanged update =
        change(
            table,
            "update \"APP\".\"T\" set \"NAME\" = 'x||yz||w' where \"NAME\" = 'x||yz' and \"NOTE\" ="
                + " 'p||q';");
    assertThat(valuesOf(table, update.after()))
        .isEqualTo(Map.of("NAME", "x||yz||w", "NOTE", "p||q"));
    assertThat(valuesOf(table, update.before())).isEqualTo(Map.of("NAME", "x||yz", "NOTE", "p||q"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      quoteCharacter = '#',
      value = {
        "'Bob''s dog'>Bob's dog",
        "'''Alpha'' beta'>'Alpha' beta",
        "'ends with '''>ends with '",
        "''''>'",
        "''''''>''"
      })
  void PAR_04_doubledQuotesInEveryPosition(String literal, String value) {
    TableSchema table = defaultTable();
    assertThat(
            valuesOf(
                table,
                change(
                        table,
                        "insert into \"APP\".\"T\"(\"ID\",\"NAME\",\"NOTE\") values ('1',"
                            + literal
                            + ",'z')")
                    .after()))
        .containsEntry("NAME", value)
        .containsEntry("NOTE", "z");
    RowChanged update =
        change(
            table,
            "update \"APP\".\"T\" set \"NAME\" = "
                + literal
                + ", \"NOTE\" = 'z' where \"NAME\" = "
                + literal
                + " and \"ID\" = '1'");
    assertThat(valuesOf(table, update.after())).containsEntry("NAME", value);
    assertThat(valuesOf(table, update.before()))
        .containsEntry("NAME", value)
        .containsEntry("ID", number(1));
    assertThat(
            valuesOf(
                table,
                change(table, "delete from \"APP\".\"T\" where \"NAME\" = " + literal).before()))
        .isEqualTo(Map.of("NAME", value));
  }

  @Test
  void PAR_05_anOpenBracketInsideUnistrIsData() {
    TableSchema table = defaultTable();
    RowChanged change =
        change(
            table,
            "insert into \"APP\".\"T\" (\"NAME\",\"NOTE\") values"
                + " (UNISTR('\\963F(\\FF08x\\FF09'),NULL);");
    assertThat(valuesOf(table, change.after()))
        .isEqualTo(Map.of("NAME", "\u963f(\uff08x\uff09", "NOTE", SpecialValue.SQL_NULL));
  }

  @Test
  void PAR_06_statementsWithoutWhereLeaveTheBeforeImageEmpty() {
    TableSchema table = defaultTable();
    RowChanged plain =
        change(
            table, "update \"APP\".\"T\" set \"ID\" = '1', \"NAME\" = NULL, \"NOTE\" = 'Hello';");
    assertThat(plain.before().isEmpty()).isTrue();
    assertThat(valuesOf(table, plain.after()))
        .isEqualTo(Map.of("ID", number(1), "NAME", SpecialValue.SQL_NULL, "NOTE", "Hello"));
    RowChanged alias =
        change(
            table,
            "update \"APP\".\"T\" a set a.\"ID\" = '1', a.\"NAME\" = NULL, a.\"NOTE\" ="
                + " 'Hello2';");
    assertThat(valuesOf(table, alias.after()))
        .isEqualTo(Map.of("ID", number(1), "NAME", SpecialValue.SQL_NULL, "NOTE", "Hello2"));
    assertThat(alias.before().isEmpty()).isTrue();
    assertThat(change(table, "delete from \"APP\".\"T\";").before().isEmpty()).isTrue();
    RowChanged delete =
        change(
            table,
            "delete from \"APP\".\"T\" a where a.\"ID\" = '1' and a.\"NAME\" = '2' and a.\"NOTE\" ="
                + " Unsupported Type;");
    assertThat(valuesOf(table, delete.before()))
        .isEqualTo(Map.of("ID", number(1), "NAME", "2", "NOTE", SpecialValue.UNAVAILABLE));
  }

  @Test
  void PAR_07_aCallMayBeTheLastSetValue() {
    TableSchema table =
        table("APP", "T")
            .column("PAID", Kind.NUMBER)
            .column("IS_DEL", Kind.NUMBER)
            .column("UPD_AT", Kind.DATE)
            .build();
    RowChanged change =
        change(
            table,
            "update \"APP\".\"T\" set \"PAID\" = '0', \"IS_DEL\" = '0', \"UPD_AT\" ="
                + " TO_DATE('2021-03-17 10:18:55', 'YYYY-MM-DD HH24:MI:SS');");
    assertThat(valuesOf(table, change.after()))
        .isEqualTo(
            Map.of(
                "PAID", number(0),
                "IS_DEL", number(0),
                "UPD_AT", LocalDateTime.of(2021, 3, 17, 10, 18, 55)));
  }

  @Test
  void PAR_08_columnsAreMatchedByNameNotByPosition() {
    TableSchema table =
        table("APP", "T")
            .column("COL A", Kind.RAW)
            .column("COL B", Kind.RAW)
            .column("COL C", Kind.RAW)
            .build();
    RowChanged insert =
        change(
            table,
            "insert into \"APP\".\"T\" (\"COL B\",\"COL A\") values"
                + " (HEXTORAW('bb'),HEXTORAW('aa'));");
    assertThat(insert.after().get(0)).isEqualTo(new byte[] {(byte) 0xaa});
    assertThat(insert.after().get(1)).isEqualTo(new byte[] {(byte) 0xbb});
    assertThat(insert.after().isLogged(2)).isFalse();
    RowChanged update =
        change(
            table,
            "update \"APP\".\"T\" set \"COL B\" = HEXTORAW('dd'), \"COL A\" = HEXTORAW('cc') where"
                + " \"COL B\" = HEXTORAW('bb') and \"COL A\" = HEXTORAW('aa');");
    assertThat(update.after().get(0)).isEqualTo(new byte[] {(byte) 0xcc});
    assertThat(update.after().get(1)).isEqualTo(new byte[] {(byte) 0xdd});
    assertThat(update.before().get(0)).isEqualTo(new byte[] {(byte) 0xaa});
    assertThat(update.before().get(1)).isEqualTo(new byte[] {(byte) 0xbb});
  }

  @Test
  void PAR_09_aBackslashBeforeTheClosingQuoteIsData() {
    TableSchema table = textTable("K", "ATTR", "OLDV", "NEWV", "TS");
    RowChanged change =
        change(
            table,
            "insert into \"APP\".\"T\"(\"K\",\"ATTR\",\"OLDV\",\"NEWV\",\"TS\") values"
                + " ('0000a1b2','shelf','B7\\',NULL,'20240102 030405000');");
    assertThat(valuesOf(table, change.after()))
        .isEqualTo(
            Map.of(
                "K", "0000a1b2",
                "ATTR", "shelf",
                "OLDV", "B7\\",
                "NEWV", SpecialValue.SQL_NULL,
                "TS", "20240102 030405000"));
  }

  @Test
  void PAR_10_keywordsInsideValuesAreData() {
    TableSchema table = defaultTable();
    RowChanged change =
        change(
            table,
            "update \"APP\".\"T\" set \"NOTE\" = 'x'' where \"ID\" = ''9' where \"ID\" = '1' and"
                + " \"NOTE\" = 'a and \"ID\" IS NULL';");
    assertThat(valuesOf(table, change.after()))
        .isEqualTo(Map.of("ID", number(1), "NOTE", "x' where \"ID\" = '9"));
    assertThat(valuesOf(table, change.before()))
        .isEqualTo(Map.of("ID", number(1), "NOTE", "a and \"ID\" IS NULL"));
  }

  @Test
  void PAR_11_unsupportedTypeIsUnavailable() {
    TableSchema table =
        table("APP", "T")
            .column("ID", Kind.NUMBER)
            .column("TS", Kind.TIMESTAMP)
            .column("UT", Kind.UROWID)
            .column("D", Kind.DATE)
            .column("C2", Kind.VARCHAR2)
            .column("C3", Kind.VARCHAR2)
            .build();
    RowChanged insert =
        change(
            table,
            "insert into \"APP\".\"T\"(\"ID\",\"TS\",\"UT\",\"D\",\"C2\") values"
                + " ('1',TO_TIMESTAMP('2020-02-01 00:00:00.'),Unsupported Type,TO_DATE('2020-02-01"
                + " 00:00:00', 'YYYY-MM-DD HH24:MI:SS'),NULL);");
    assertThat(valuesOf(table, insert.after()))
        .isEqualTo(
            Map.of(
                "ID", number(1),
                "TS", LocalDateTime.of(2020, 2, 1, 0, 0),
                "UT", SpecialValue.UNAVAILABLE,
                "D", LocalDateTime.of(2020, 2, 1, 0, 0),
                "C2", SpecialValue.SQL_NULL));
    RowChanged update =
        change(
            table,
            "update \"APP\".\"T\" set \"UT\" = Unsupported Type, \"C2\" = NULL where \"ID\" = '1'"
                + " and \"UT\" = Unsupported Type and \"C2\" = NULL and \"C3\" IS NULL;");
    assertThat(valuesOf(table, update.after()))
        .isEqualTo(
            Map.of(
                "ID", number(1),
                "UT", SpecialValue.UNAVAILABLE,
                "C2", SpecialValue.SQL_NULL,
                "C3", SpecialValue.SQL_NULL));
    assertThat(valuesOf(table, update.before()))
        .isEqualTo(
            Map.of(
                "ID", number(1),
                "UT", SpecialValue.UNAVAILABLE,
                "C2", SpecialValue.SQL_NULL,
                "C3", SpecialValue.SQL_NULL));
  }

  @Test
  void PAR_12_anUnescapedApostropheStopsWhenStrict() {
    TableSchema table = defaultTable();
    assertThatThrownBy(() -> change(table, PAR_12))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("APP.T")
        .hasMessageContaining("4100201")
        .hasMessageNotContaining("rock");
    assertThatThrownBy(() -> change(decoder(table, settings(UnescapedQuotes.AUTO)), table, PAR_12))
        .isInstanceOf(DecodeException.class);
  }

  @Test
  void PAR_12_anUnescapedApostropheIsReadWhenLenient() {
    TableSchema table = defaultTable();
    RowChanged change = change(decoder(table, settings(UnescapedQuotes.LENIENT)), table, PAR_12);
    assertThat(valuesOf(table, change.after()))
        .isEqualTo(Map.of("NAME", "777", "NOTE", "rock 'n' roll, then it's over."));
  }

  @Test
  void PAR_12_extendedColumnsAloneAreReadLenientlyByDefaultOfSuchDatabases() {
    TableSchema table =
        table("APP", "T").column("NAME", Kind.VARCHAR2).column("NOTE", Kind.VARCHAR2, 8000).build();
    RowChanged change = change(decoder(table, settings(UnescapedQuotes.AUTO)), table, PAR_12);
    assertThat(valuesOf(table, change.after()))
        .containsEntry("NOTE", "rock 'n' roll, then it's over.");
  }

  @Test
  void PAR_12_twoPossibleReadingsStop() {
    TableSchema table = defaultTable();
    assertThatThrownBy(
            () ->
                change(
                    decoder(table, settings(UnescapedQuotes.LENIENT)),
                    table,
                    "insert into \"APP\".\"T\"(\"NAME\",\"NOTE\") values ('a','b','c')"))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("two ways");
  }

  @Test
  void PAR_13_anUnescapedApostropheBeforeACommaIsRead() {
    TableSchema table = defaultTable();
    RowChanged change =
        change(
            decoder(table, settings(UnescapedQuotes.LENIENT)),
            table,
            "update \"APP\".\"T\" set \"NOTE\" = 'the riders', all of them', \"NAME\" = 'second',"
                + " but odd' where \"ID\" = '1' and \"NAME\" = 'zz';");
    assertThat(valuesOf(table, change.after()))
        .isEqualTo(
            Map.of(
                "ID", number(1),
                "NOTE", "the riders', all of them",
                "NAME", "second', but odd"));
    assertThat(valuesOf(table, change.before())).isEqualTo(Map.of("ID", number(1), "NAME", "zz"));
  }
}
