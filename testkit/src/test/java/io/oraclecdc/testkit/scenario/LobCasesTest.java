package io.oraclecdc.testkit.scenario;

import static io.oraclecdc.testkit.scenario.LobTexts.COMMIT;
import static io.oraclecdc.testkit.scenario.LobTexts.INSERT_EMPTY;
import static io.oraclecdc.testkit.scenario.LobTexts.block;
import static io.oraclecdc.testkit.scenario.LobTexts.head;
import static io.oraclecdc.testkit.scenario.LobTexts.lob;
import static io.oraclecdc.testkit.scenario.LobTexts.write;
import static io.oraclecdc.testkit.scenario.LobTexts.writeBytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.lob.AssemblySettings;
import io.oraclecdc.lob.MissingValues;
import io.oraclecdc.lob.MissingValues.Found;
import io.oraclecdc.lob.MissingValues.Outcome;
import io.oraclecdc.value.CodecContext;
import io.oraclecdc.value.SpecialValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cases of LOBs, as scenarios. */
class LobCasesTest {
  @Test // LOB-01
  void LOB_01_aSmallInlineValueIsTwoRows() throws Exception {
    assertThat(
            PlayedValues.lines(
                INSERT_EMPTY
                    + "row xid=A UPDATE rowid=R1 | update \"APP\".\"D\" set \"C\" = 'short', \"B\" ="
                    + " HEXTORAW('cafe') where \"ID\" = '1' and \"NAME\" = 'n'\n"
                    + COMMIT))
        .containsExactly("c ID=1 NAME=n C=short B=xcafe");
    assertThat(
            PlayedValues.wholeLines(
                PlayedValues.TABLE
                    + INSERT_EMPTY
                    + "row xid=A UPDATE rowid=AAAR3sAAEAAAACXAAK | update \"APP\".\"D\" set \"C\" ="
                    + " 'short', \"B\" = HEXTORAW('cafe') where \"ID\" = '1' and \"NAME\" = 'n'\n"
                    + COMMIT))
        .containsExactly("c AAAR3sAAEAAAACXAAK ID=1 NAME=n C=short B=xcafe");
  }

  @ParameterizedTest // LOB-02
  @ValueSource(booleans = {true, false})
  void LOB_02_aLargeValueInPieces(boolean blocks) throws Exception {
    String where = "\"ID\" = '1' and \"NAME\" = 'n'";
    String locator =
        blocks ? "row xid=A 9 rowid=ZERO |\n" : lob("SEL_LOB_LOCATOR", head("C", "loc_c", where));
    StringBuilder pieces = new StringBuilder();
    for (String piece :
        List.of(
            write("a".repeat(1022), 1022, 1),
            write("b".repeat(1022), 1022, 1023),
            write("c".repeat(6), 6, 2045))) {
      pieces.append(lob("LOB_WRITE", blocks ? block(where, piece) : piece));
    }
    assertThat(
            PlayedValues.wholeLines(
                PlayedValues.TABLE
                    + INSERT_EMPTY
                    + locator
                    + pieces
                    + "row xid=A UPDATE rowid=AAAR3sAAEAAAACXAAK | update \"APP\".\"D\" set \"B\" ="
                    + " NULL where \"ID\" = '1'\n"
                    + COMMIT))
        .containsExactly(
            "c AAAR3sAAEAAAACXAAK ID=1 NAME=n C="
                + "a".repeat(1022)
                + "b".repeat(1022)
                + "c".repeat(6)
                + " B=null");
  }

  @Test // LOB-03
  void LOB_03_anUnchangedLobIsNotNull() throws Exception {
    assertThat(
            PlayedValues.lines(
                "row xid=A UPDATE rowid=R1 | update \"APP\".\"D\" set \"NAME\" = 'm' where \"ID\" ="
                    + " '1' and \"NAME\" = 'n'\n"
                    + COMMIT))
        .containsExactly("u ID=1 NAME=m C=? B=?");
    assertThat(
            PlayedValues.wholeLines(
                PlayedValues.TABLE
                    + "row xid=A UPDATE rowid=AAAR3sAAEAAAACXAAK | update \"APP\".\"D\" set \"NAME\" ="
                    + " 'm' where \"ID\" = '1' and \"NAME\" = 'n'\n"
                    + COMMIT))
        .containsExactly("u AAAR3sAAEAAAACXAAK ID=1 NAME=m C=? B=? was ID=1 NAME=n C=? B=?");
    assertThat(
            PlayedValues.lines(
                "row xid=A UPDATE rowid=R1 | update \"APP\".\"D\" set \"B\" = HEXTORAW('01') where"
                    + " \"ID\" = '1' and \"NAME\" = 'n'\n"
                    + COMMIT))
        .containsExactly("u ID=1 NAME=n C=? B=x01");
    assertThat(
            PlayedValues.lines(
                "row xid=A DELETE rowid=R1 | delete from \"APP\".\"D\" where \"ID\" = '1' and"
                    + " \"NAME\" = 'n'\n"
                    + COMMIT))
        .containsExactly("d ID=1 NAME=n C=? B=?");
  }

  @Test // LOB-04
  void LOB_04_nullEmptyAndEmptyTextDiffer() throws Exception {
    assertThat(
            PlayedValues.lines(
                "row xid=A UPDATE rowid=R1 | update \"APP\".\"D\" set \"C\" = NULL where \"ID\" ="
                    + " '1'\n"
                    + COMMIT))
        .containsExactly("u ID=1 C=null B=?");
    assertThat(
            PlayedValues.lines(
                "row xid=A UPDATE rowid=R1 | update \"APP\".\"D\" set \"C\" = EMPTY_CLOB() where"
                    + " \"ID\" = '1'\n"
                    + COMMIT))
        .containsExactly("u ID=1 C='' B=?");
    assertThat(PlayedValues.lines(INSERT_EMPTY + COMMIT)).containsExactly("c ID=1 NAME=n C='' B=x");
    assertThat(
            PlayedValues.lines(
                INSERT_EMPTY
                    + "row xid=A UPDATE rowid=R1 | update \"APP\".\"D\" set \"C\" = NULL where"
                    + " \"ID\" = '1'\n"
                    + COMMIT))
        .containsExactly("c ID=1 NAME=n C=null B=x");
  }

  @Test // LOB-05
  void LOB_05_quotesAtTheEdgeOfAPiece() throws Exception {
    List<String> lines =
        PlayedValues.lines(
            INSERT_EMPTY
                + lob("SEL_LOB_LOCATOR", head("C", "loc_c", "\"ID\" = '1'"))
                + lob("LOB_WRITE", write("x".repeat(97) + "''", 98, 1))
                + lob("LOB_WRITE", write("''y", 2, 99))
                + COMMIT);
    assertThat(lines).containsExactly("c ID=1 NAME=n C=" + "x".repeat(97) + "''y B=x");
    assertThat(
            PlayedValues.wholeLines(
                PlayedValues.TABLE
                    + INSERT_EMPTY
                    + lob("SEL_LOB_LOCATOR", head("C", "loc_c", "\"ID\" = '1'"))
                    + lob("LOB_WRITE", write("x".repeat(999) + "''", 1000, 1))
                    + lob("LOB_WRITE", write("''yyy", 4, 1001))
                    + "row xid=A INTERNAL rowid=AAAR3sAAEAAAACXAAK |\n"
                    + COMMIT))
        .containsExactly("c AAAR3sAAEAAAACXAAK ID=1 NAME=n C=" + "x".repeat(999) + "''yyy B=x");
  }

  @Test // LOB-06
  void LOB_06_twoRowsUpdatedByOneStatement() throws Exception {
    String table =
        """
        table CREATE TABLE APP.D (ID NUMBER(9), NAME VARCHAR2(50), C CLOB, B BLOB)
        set cdc.lob.mode=inline
        set cdc.key.missing=none
        """;
    String rows =
        "row xid=A UPDATE rowid=AAAR3sAAEAAAACXAAK | update \"APP\".\"D\" set %1$s where \"ID\" ="
            + " '1' and \"NAME\" = 'a'\n"
            + "row xid=A UPDATE rowid=AAAR3sAAEAAAACXAAL | update \"APP\".\"D\" set %1$s where"
            + " \"ID\" = '2' and \"NAME\" = 'b'\n"
            + COMMIT;
    assertThat(PlayedValues.wholeLines(table + rows.formatted("\"ID\" = '12'")))
        .containsExactly(
            "u AAAR3sAAEAAAACXAAK ID=12 NAME=a C=? B=? was ID=1 NAME=a C=? B=?",
            "u AAAR3sAAEAAAACXAAL ID=12 NAME=b C=? B=? was ID=2 NAME=b C=? B=?");
    assertThat(PlayedValues.wholeLines(table + rows.formatted("\"C\" = 'Updated'")))
        .containsExactly(
            "u AAAR3sAAEAAAACXAAK ID=1 NAME=a C=Updated B=? was ID=1 NAME=a C=? B=?",
            "u AAAR3sAAEAAAACXAAL ID=2 NAME=b C=Updated B=? was ID=2 NAME=b C=? B=?");
  }

  @Test // LOB-07
  void LOB_07_aKeylessTableWithSimilarRows() throws Exception {
    assertThat(
            PlayedValues.linesOf(
                """
                table CREATE TABLE APP.D (ID NUMBER(9), C CLOB)
                set cdc.lob.mode=inline
                set cdc.key.missing=none
                row xid=A UPDATE rowid=R1 | update "APP"."D" set "C" = 'ccc' where "ID" = '1'
                row xid=A UPDATE rowid=R2 | update "APP"."D" set "C" = 'ddd' where "ID" = '2'
                row xid=A COMMIT
                """))
        .containsExactly("u ID=1 C=ccc", "u ID=2 C=ddd");
  }

  @Test // LOB-08
  void LOB_08_writesOutOfOrderOverlappingWithAHole() throws Exception {
    assertThat(
            PlayedValues.lines(
                INSERT_EMPTY
                    + lob("SEL_LOB_LOCATOR", head("C", "loc_c", "\"ID\" = '1'"))
                    + lob("LOB_WRITE", write("fghij", 5, 6))
                    + lob("LOB_WRITE", write("abcde", 5, 1))
                    + lob("LOB_WRITE", write("XYZ", 3, 4))
                    + lob("LOB_WRITE", write("no", 2, 14))
                    + lob("SEL_LOB_LOCATOR", head("B", "loc_b", "\"ID\" = '1'"))
                    + lob("LOB_WRITE", writeBytes("aabb", 4))
                    + COMMIT))
        .containsExactly("c ID=1 NAME=n C=abcXYZghij   no B=x000000aabb");
  }

  @Test // LOB-09
  void LOB_09_trimAndErase() throws Exception {
    String where = "\"ID\" = '1' and \"NAME\" = 'n'";
    assertThat(
            PlayedValues.lines(
                "row xid=A 9 rowid=R1 |\n"
                    + lob("LOB_TRIM", block(where, "  dbms_lob.trim(loc_c, 3);"))
                    + COMMIT))
        .containsExactly("u ID=1 NAME=n C=? B=?");
    assertThat(
            PlayedValues.lines(
                lob(
                        "LOB_ERASE",
                        block(where, "  e_len :=  10;\\n  dbms_lob.erase(loc_c, e_len, 1);"))
                    + COMMIT))
        .containsExactly("u ID=1 NAME=n C=? B=?");
    assertThat(
            PlayedValues.lines(
                lob("LOB_WRITE", block(where, write("abcdef", 6, 1)))
                    + lob("LOB_TRIM", block(where, "  dbms_lob.trim(loc_c, 4);"))
                    + COMMIT))
        .containsExactly("u ID=1 NAME=n C=abcd B=?");
  }

  private static final String WHERE = "\"ID\" = '1' and \"NAME\" = 'n'";

  private static String trim(int length) {
    return "  dbms_lob.trim(loc_c, " + length + ");";
  }

  @Test
  void aCutBeyondTheWrittenEndTellsThatAWriteIsMissing() throws Exception {
    assertThat(
            PlayedValues.lines(
                lob("LOB_WRITE", block(WHERE, write("x".repeat(1000), 1000, 1)))
                    + lob("LOB_TRIM", block(WHERE, trim(2000)))
                    + COMMIT))
        .containsExactly("u ID=1 NAME=n C=? B=?");
    assertThat(
            PlayedValues.lines(
                INSERT_EMPTY
                    + lob("LOB_WRITE", block("\"ID\" = '1'", write("abc", 3, 1)))
                    + lob("LOB_TRIM", block("\"ID\" = '1'", trim(4)))
                    + COMMIT))
        .containsExactly("c ID=1 NAME=n C=? B=x");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 15, 20, 21})
  void aHoleInTheNewValueOfARowThatExistedIsNotFilled(int cut) throws Exception {
    String rows = lob("LOB_WRITE", block(WHERE, write("b".repeat(10), 10, 11)));
    String end = cut == 0 ? "" : lob("LOB_TRIM", block(WHERE, trim(cut)));
    assertThat(PlayedValues.lines(rows + end + COMMIT)).containsExactly("u ID=1 NAME=n C=? B=?");
    String update =
        "row xid=A UPDATE rowid=ZERO | update \"APP\".\"D\" set \"NAME\" = 'n' where \"ID\" = '1' and"
            + " \"NAME\" = 'm'\n";
    assertThat(PlayedValues.lines(update + rows + end + COMMIT))
        .containsExactly("u ID=1 NAME=n C=? B=?");
  }

  @Test
  void aHoleThatALaterWriteFillsOrACutRemovesIsNone() throws Exception {
    assertThat(
            PlayedValues.lines(
                lob("LOB_WRITE", block(WHERE, write("def", 3, 4)))
                    + lob("LOB_WRITE", block(WHERE, write("abc", 3, 1)))
                    + lob("LOB_WRITE", block(WHERE, write("z", 1, 20)))
                    + lob("LOB_TRIM", block(WHERE, trim(6)))
                    + COMMIT))
        .containsExactly("u ID=1 NAME=n C=abcdef B=?");
  }

  @Test
  void aHoleBehindAClearedOrNewlyEmptyLobIsBlank() throws Exception {
    assertThat(
            PlayedValues.lines(
                lob("LOB_TRIM", block(WHERE, trim(0)))
                    + lob("LOB_WRITE", block(WHERE, write("c", 1, 3)))
                    + COMMIT))
        .containsExactly("u ID=1 NAME=n C=  c B=?");
    assertThat(
            PlayedValues.lines(
                "row xid=A UPDATE rowid=ZERO | update \"APP\".\"D\" set \"C\" = EMPTY_CLOB() where "
                    + WHERE
                    + "\n"
                    + lob("LOB_WRITE", block(WHERE, write("c", 1, 3)))
                    + COMMIT))
        .containsExactly("u ID=1 NAME=n C=  c B=?");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void LOB_09_aCutInTheTransactionThatWroteEverythingIsKnown(boolean blocks) throws Exception {
    String call = "row xid=A 9 rowid=R1 |\n";
    String locator =
        lob("SEL_LOB_LOCATOR", head("C", "loc_c", WHERE)).replace("rowid=ZERO", "rowid=R1");
    String written =
        blocks
            ? call + lob("LOB_WRITE", block(WHERE, write("abcdef", 6, 1)))
            : locator + lob("LOB_WRITE", write("abcdef", 6, 1));
    String cut =
        blocks ? call + lob("LOB_TRIM", block(WHERE, trim(4))) : locator + lob("LOB_TRIM", trim(4));
    for (String end : List.of("", "row xid=A INTERNAL rowid=R1 |\n")) {
      List<String> lines =
          PlayedValues.lines(
              INSERT_EMPTY
                  + end
                  + written.replace("LOB_WRITE rowid=ZERO", "LOB_WRITE rowid=R1")
                  + end
                  + cut
                  + end
                  + COMMIT);
      assertThat(lines).last().asString().startsWith("u ID=1 NAME=n C=abcd ");
    }
  }

  @Test
  void aCutRightBehindAnInsertWithPlaceholdersOnlyIsKnown() throws Exception {
    List<String> lines =
        PlayedValues.lines(
            INSERT_EMPTY
                + lob("SEL_LOB_LOCATOR", head("C", "loc_c", WHERE))
                + lob("LOB_WRITE", write("abcdef", 6, 1))
                + lob("LOB_TRIM", trim(4))
                + COMMIT);
    assertThat(lines).containsExactly("c ID=1 NAME=n C=abcd B=x");
  }

  @Test
  void aLocatorOfAColumnThatIsNoLobIsRefused() throws Exception {
    assertThat(
            PlayedValues.lines(
                lob("LOB_WRITE", block("NAME", "loc_c", "\"ID\" = '1'", write("abc", 3, 1)))
                    + COMMIT))
        .last()
        .asString()
        .contains("CDC-3001");
  }

  @Test
  void anAmountCountsCharactersAndNotTheirHalves() throws Exception {
    assertThat(
            PlayedValues.lines(
                INSERT_EMPTY
                    + lob("LOB_WRITE", block("\"ID\" = '1'", write("a\uD83D\uDE00b", 3, 1)))
                    + COMMIT))
        .containsExactly("c ID=1 NAME=n C=a\uD83D\uDE00b B=x");
    assertThat(
            PlayedValues.lines(
                INSERT_EMPTY
                    + lob("LOB_WRITE", block("\"ID\" = '1'", write("a\uD83D\uDE00b", 4, 1)))
                    + COMMIT))
        .last()
        .asString()
        .contains("CDC-3001");
  }

  private static final String KEY_CHANGE =
      "row xid=A UPDATE rowid=R1 | update \"APP\".\"D\" set \"ID\" = '2' where \"ID\" = '1' and"
          + " \"NAME\" = 'n'\n"
          + COMMIT;

  @Test // LOB-10
  void LOB_10_aKeyChangeWithAnUnchangedLob() throws Exception {
    assertThat(PlayedValues.lines(KEY_CHANGE)).containsExactly("u ID=2 NAME=n C=? B=? moved");
    MissingValues table =
        (asOf, rows) ->
            rows.stream()
                .map(
                    row -> {
                      assertThat(row.row().get(0)).hasToString("2");
                      assertThat(row.columns().cardinality()).isEqualTo(2);
                      return new Found(
                          Outcome.FOUND,
                          io.oraclecdc.value.RowImage.owning(
                              new Object[] {
                                SpecialValue.NOT_LOGGED,
                                SpecialValue.NOT_LOGGED,
                                "read",
                                SpecialValue.SQL_NULL
                              }));
                    })
                .toList();
    assertThat(PlayedValues.linesOf(PlayedValues.TABLE + KEY_CHANGE, reselecting(table)))
        .containsExactly("u ID=2 NAME=n C=read B=null moved");
    MissingValues gone =
        (asOf, rows) -> rows.stream().map(row -> new Found(Outcome.GONE, null)).toList();
    assertThat(PlayedValues.linesOf(PlayedValues.TABLE + KEY_CHANGE, reselecting(gone)))
        .as("a row that was removed meanwhile is no failure")
        .containsExactly("u ID=2 NAME=n C=? B=? moved");
    assertThat(
            PlayedValues.linesOf(
                PlayedValues.TABLE + KEY_CHANGE, reselecting(MissingValues.UNAVAILABLE)))
        .containsExactly("u ID=2 NAME=n C=? B=? moved failed");
    MissingValues onlyC =
        (asOf, rows) ->
            rows.stream()
                .map(
                    row -> {
                      assertThat(row.columns().stream().boxed()).containsExactly(2);
                      return new Found(
                          Outcome.FOUND,
                          io.oraclecdc.value.RowImage.owning(
                              new Object[] {
                                SpecialValue.NOT_LOGGED,
                                SpecialValue.NOT_LOGGED,
                                "read",
                                SpecialValue.NOT_LOGGED
                              }));
                    })
                .toList();
    assertThat(
            PlayedValues.linesOf(
                PlayedValues.TABLE + "set cdc.columns.exclude=APP\\.D\\.B\n" + KEY_CHANGE,
                reselecting(onlyC)))
        .as("an excluded column is neither read nor emitted")
        .containsExactly("u ID=2 NAME=n C=read moved");
  }

  private static PlayedValues reselecting(MissingValues table) {
    return new PlayedValues(
        new AssemblySettings(
            CodecContext.standard(),
            1 << 20,
            AssemblySettings.Oversize.FAIL,
            true,
            AssemblySettings.PartialImages.MARK),
        table);
  }

  private static final String SKIPPING =
      "table CREATE TABLE APP.D (ID NUMBER(9) PRIMARY KEY, NAME VARCHAR2(50), C CLOB, B BLOB)\n";

  @Test // LOB-11
  void LOB_11_lobCaptureSwitchedOff() throws Exception {
    assertThat(
            PlayedValues.linesOf(
                SKIPPING
                    + INSERT_EMPTY
                    + "row xid=A UPDATE rowid=R1 | update \"APP\".\"D\" set \"C\" = 'short', \"B\" ="
                    + " HEXTORAW('cafe') where \"ID\" = '1' and \"NAME\" = 'n'\n"
                    + COMMIT))
        .containsExactly("c ID=1 NAME=n");
    assertThat(
            PlayedValues.linesOf(
                SKIPPING
                    + INSERT_EMPTY
                    + "row xid=A 9 rowid=ZERO |\n"
                    + lob("LOB_WRITE", block("\"ID\" = '1'", write("text", 4, 1)))
                    + lob("LOB_WRITE", block("\"ID\" = '1'", write("more", 4, 5)))
                    + "row xid=A UPDATE rowid=R1 | update \"APP\".\"D\" set \"B\" = NULL where \"ID\""
                    + " = '1'\n"
                    + COMMIT))
        .containsExactly("c ID=1 NAME=n");
    assertThat(
            PlayedValues.linesOf(
                SKIPPING
                    + lob("SEL_LOB_LOCATOR", head("C", "loc_c", "\"ID\" = '1' and \"NAME\" = 'n'"))
                    + lob("LOB_WRITE", write("text", 4, 1))
                    + lob("LOB_TRIM", "  dbms_lob.trim(loc_c, 4);")
                    + lob("LOB_ERASE", "  e_len :=  2;\\n  dbms_lob.erase(loc_c, e_len, 1);")
                    + "row xid=A INTERNAL rowid=R1 |\n"
                    + COMMIT))
        .containsExactly("u ID=1 NAME=n");
    assertThat(
            PlayedValues.linesOf(
                SKIPPING
                    + "row xid=A UPDATE rowid=R1 | update \"APP\".\"D\" set \"C\" = 'new' where"
                    + " \"ID\" = '1' and \"NAME\" = 'n'\n"
                    + COMMIT))
        .as("a statement that changes nothing but a LOB")
        .containsExactly("u ID=1 NAME=n");
  }

  @Test // LOB-12
  void LOB_12_quotesInTheLocatorPredicate() throws Exception {
    assertThat(
            PlayedValues.lines(
                lob(
                        "LOB_WRITE",
                        block(
                            "\"ID\" = '1' and \"NAME\" = '7\"''\" ab c\"\"\" '''' '''''",
                            write("v", 1, 1)))
                    + COMMIT))
        .containsExactly("u ID=1 NAME=7\"'\" ab c\"\"\" '' '' C=v B=?");
  }

  @Test // LOB-14
  void LOB_14_longColumns() throws Exception {
    assertThat(
            PlayedValues.linesOf(
                """
                table CREATE TABLE APP.D (ID NUMBER(9) PRIMARY KEY, NAME VARCHAR2(50), L LONG)
                row xid=A UPDATE status=2 rowid=R1 | update "APP"."D" set "NAME" = 'm' where "ID" = '1' and "L" = 'LONG DATA'
                row xid=A UPDATE rowid=R1 | update "APP"."D" set "NAME" = 'LONG DATA' where "ID" = '1' and "NAME" = 'm'
                row xid=A LONG_DATA rowid=R1 | piece
                row xid=A INSERT rowid=R2 | insert into "APP"."D"("ID","NAME","L") values ('2','n','short')
                row xid=A COMMIT
                """))
        .containsExactly("u ID=1 NAME=m L=?", "u ID=1 NAME=LONG DATA L=?", "c ID=2 NAME=n L=short");
  }

  @Test // LOB-15
  void LOB_15_trimAfterTheWritesAndBefore() throws Exception {
    String where = "\"ID\" = '1' and \"NAME\" = 'n'";
    StringBuilder writes = new StringBuilder();
    StringBuilder fragments = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      String write = write("B".repeat(1000), 1000, 1000 * i + 1);
      writes.append(lob("LOB_WRITE", block(where, write)));
      fragments.append(lob("LOB_WRITE", write));
    }
    String trim = lob("LOB_TRIM", block(where, "  dbms_lob.trim(loc_c, 5000);"));
    String mark = "row xid=A 9 rowid=ZERO |\n";
    assertThat(PlayedValues.lines(mark + writes + trim + COMMIT))
        .as("SecureFile, blocks")
        .containsExactly("u ID=1 NAME=n C=5000*B B=?");
    assertThat(PlayedValues.wholeLines(PlayedValues.TABLE + mark + writes + trim + COMMIT))
        .singleElement()
        .asString()
        .contains(" C=" + "B".repeat(5000) + " B=?");
    assertThat(PlayedValues.lines(mark + fragments + trim + COMMIT))
        .as("SecureFile, only the trim names the column")
        .containsExactly("u ID=1 NAME=n C=5000*B B=?");
    String end =
        "row xid=A UPDATE rowid=R1 | update \"APP\".\"D\" set \"NAME\" = 'n' where \"ID\" = '1' and"
            + " \"NAME\" = 'n'\n";
    String clear = lob("LOB_TRIM", block(where, "  dbms_lob.trim(loc_c, 0);"));
    assertThat(PlayedValues.lines(clear + writes + end + COMMIT))
        .as("BasicFile, blocks")
        .containsExactly("u ID=1 NAME=n C=5000*B B=?");
    assertThat(PlayedValues.lines(clear + fragments + end + COMMIT))
        .as("BasicFile, fragments")
        .containsExactly("u ID=1 NAME=n C=5000*B B=?");
  }

  @Test // LOB-17
  void LOB_17_aClobPiecePrintedAsBytes() throws Exception {
    String where = "\"ID\" = '1'";
    List<String> lines =
        PlayedValues.lines(
            lob(
                    "LOB_WRITE",
                    block(
                        where,
                        " buf_b := HEXTORAW('000000000000'); \\n  dbms_lob.write(loc_c, 6, 1, buf_b);"))
                + COMMIT);
    assertThat(lines).containsExactly("u ID=1 C=" + "\u0000".repeat(6) + " B=?");
    assertThat(
            PlayedValues.lines(
                lob(
                        "LOB_WRITE",
                        block(
                            "B",
                            "loc_b",
                            where,
                            " buf_b := 'hello'; \\n  dbms_lob.write(loc_b, 5, 1, buf_b);"))
                    + COMMIT))
        .singleElement()
        .asString()
        .contains("CDC-3001");
  }

  @Test // LOB-18
  void LOB_18_locatorsThatNameTheRowByRowIdOnly() throws Exception {
    String rows =
        "row xid=A INSERT rowid=AAAR3sAAEAAAACXAAA | insert into \"APP\".\"D\"(\"ID\",\"NAME\") values"
            + " ('1','a')\n"
            + "row xid=A INSERT rowid=AAAR3sAAEAAAACXAAB | insert into"
            + " \"APP\".\"D\"(\"ID\",\"NAME\") values ('2','b')\n"
            + lob("LOB_WRITE", block("ROWID = 'AAAR3sAAEAAAACXAAB'", write("two", 3, 1)))
            + lob("LOB_WRITE", block("ROWID = 'AAAR3sAAEAAAACXAAA'", write("one", 3, 1)));
    assertThat(PlayedValues.lines(rows + COMMIT))
        .containsExactly("c ID=1 NAME=a C=one B=null", "c ID=2 NAME=b C=two B=null");
    assertThat(
            PlayedValues.lines(
                lob("LOB_WRITE", block("ROWID = 'AAAR3sAAEAAAACXAAC'", write("x", 1, 1))) + COMMIT))
        .as("without a match the value goes to no row")
        .singleElement()
        .asString()
        .contains("CDC-3001");
  }

  @Test // LOB-19
  void LOB_19_phantomUndoRowsOnACluster() throws Exception {
    String update =
        "row xid=A UPDATE rowid=R1 objd=%s | update \"APP\".\"D\" set \"C\" = 'new' where \"ID\" ="
            + " '1'\n";
    String undo =
        "row xid=A UPDATE rb=1 rowid=R1 objd=%s | update \"APP\".\"D\" set \"C\" = NULL where ROWID"
            + " = 'AAA'\n";
    String start = "row xid=A START\n";
    assertThat(PlayedValues.lines(start + update.formatted("0") + undo.formatted("91234") + COMMIT))
        .containsExactly("u ID=1 C=new B=?");
    assertThat(PlayedValues.lines(start + update.formatted("0") + undo.formatted("0") + COMMIT))
        .as("a genuine undo row is marked as the rows of users are")
        .isEmpty();
    assertThat(
            PlayedValues.lines(
                start + update.formatted("91234") + undo.formatted("91234") + COMMIT))
        .isEmpty();
  }

  @Test // LOB-20
  void LOB_20_anOldRowUpdatedANewRowInsertedAndUpdated() throws Exception {
    assertThat(
            PlayedValues.lines(
                """
                row xid=A UPDATE rowid=R1 | update "APP"."D" set "NAME" = 'a' where "ID" = '1' and "NAME" = 'z'
                row xid=A INSERT rowid=ZERO | insert into "APP"."D"("ID","NAME","C","B") values ('2','n',EMPTY_CLOB(),EMPTY_BLOB())
                row xid=A UPDATE rowid=R2 | update "APP"."D" set "C" = 'x', "B" = NULL where "ID" = '2' and "NAME" = 'n'
                row xid=A UPDATE rowid=R2 | update "APP"."D" set "NAME" = 'b' where "ID" = '2' and "NAME" = 'n'
                row xid=A COMMIT
                """))
        .containsExactly(
            "u ID=1 NAME=a C=? B=?", "c ID=2 NAME=n C=x B=null", "u ID=2 NAME=b C=? B=?");
  }

  @Test // RB-07
  void RB_07_aSavepointRollbackOverAnInsertWithAnEmptyLob() throws Exception {
    assertThat(
            PlayedValues.lines(
                """
                row xid=A START
                row xid=A INSERT rowid=ZERO | insert into "APP"."D"("ID","C") values ('1',EMPTY_CLOB())
                row xid=A UPDATE rowid=R2 | update "APP"."D" set "C" = NULL where "ID" = '1'
                row xid=A DELETE rb=1 rowid=R2 | delete from "APP"."D" where ROWID = 'R2'
                row xid=A COMMIT
                """))
        .isEmpty();
  }

  @Test // LOB-09
  void LOB_09_aCallGoesOnWithNoValueThatAStatementWithoutRowIdMayHaveReplaced() throws Exception {
    String of2 = WHERE.replace("'1'", "'2'");
    String insert = lobOf(WHERE) + lob("LOB_WRITE", write("abcdef", 6, 1));
    String call =
        lobOf(WHERE).replace("rowid=ZERO", "rowid=R1")
            + lob("LOB_WRITE", write("Z", 1, 7)).replace("rowid=ZERO", "rowid=R1");
    String update = lob("LOB_WRITE", write("xy", 2, 1)) + lob("LOB_TRIM", trim(2));
    assertThat(PlayedValues.lines(INSERT_EMPTY + insert + lobOf(WHERE) + update + call + COMMIT))
        .as("the update tells no ROWID and may be of the row of the call")
        .containsExactly(
            "c ID=1 NAME=n C=abcdef B=x", "u ID=1 NAME=n C=xy B=?", "u ID=1 NAME=n C=? B=?");
    assertThat(PlayedValues.lines(INSERT_EMPTY + insert + lobOf(of2) + update + call + COMMIT))
        .as("it has another key")
        .containsExactly(
            "c ID=1 NAME=n C=abcdef B=x", "u ID=2 NAME=n C=xy B=?", "u ID=1 NAME=n C=abcdefZ B=?");
  }

  private static String lobOf(String where) {
    return lob("SEL_LOB_LOCATOR", head("C", "loc_c", where));
  }
}
