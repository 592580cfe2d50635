package io.oraclecdc.testkit.scenario;

import static io.oraclecdc.testkit.scenario.LobTexts.COMMIT;
import static io.oraclecdc.testkit.scenario.LobTexts.INSERT_EMPTY;
import static io.oraclecdc.testkit.scenario.LobTexts.head;
import static io.oraclecdc.testkit.scenario.LobTexts.lob;
import static io.oraclecdc.testkit.scenario.LobTexts.write;
import static io.oraclecdc.testkit.scenario.LobTexts.writeBytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.lob.AssemblySettings;
import io.oraclecdc.lob.MissingValues;
import io.oraclecdc.lob.MissingValues.Found;
import io.oraclecdc.lob.MissingValues.Outcome;
import io.oraclecdc.value.SpecialValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LOBs whose rows name neither column nor row: never another value than the right one. */
class LobsWithoutLocatorCasesTest {
  @Test // LOB-16
  void LOB_16_piecesBeforeTheRowTheyBelongTo() throws Exception {
    String pieces = lob("LOB_WRITE", write("hello", 5, 1)) + lob("LOB_WRITE", write("world", 5, 6));
    String insert =
        "row xid=A INSERT | insert into \"APP\".\"D\"(\"ID\",\"NAME\",\"C\") values"
            + " ('1','n',NULL)\n";
    assertThat(PlayedValues.lines(pieces + insert + COMMIT))
        .containsExactly("c ID=1 NAME=n C=helloworld B=null");
    assertThat(PlayedValues.lines(insert + pieces + COMMIT))
        .containsExactly("c ID=1 NAME=n C=helloworld B=null");
    assertThat(
            PlayedValues.linesOf(
                """
                table CREATE TABLE APP.D (ID NUMBER(9) PRIMARY KEY, NAME VARCHAR2(50), C CLOB, C2 CLOB)
                set cdc.lob.mode=inline
                """
                    + pieces
                    + insert
                    + COMMIT))
        .as("two columns could own the pieces")
        .containsExactly("c ID=1 NAME=n C=? C2=?");
    assertThat(PlayedValues.lines(insert.replace("'1'", "'7'") + pieces + insert + COMMIT))
        .as("two rows could")
        .containsExactly("c ID=7 NAME=n C=? B=null", "c ID=1 NAME=n C=? B=null");
    assertThat(PlayedValues.lines(pieces + COMMIT)).singleElement().asString().contains("CDC-3001");
  }

  @ParameterizedTest // LOB-16
  @ValueSource(strings = {"ONE 3 1, TWOO 4 1", "ONE 3 1, TWO 3 4", "abc 3 1"})
  void LOB_16_valuesBeforeSeveralRowsBelongToNone(String values) throws Exception {
    StringBuilder pieces = new StringBuilder();
    for (String value : values.split(", ", -1)) {
      String[] words = value.split(" ", -1);
      pieces.append(
          lob(
              "LOB_WRITE",
              write(words[0], Integer.parseInt(words[1]), Integer.parseInt(words[2]))));
    }
    String insert =
        "row xid=A INSERT rowid=R%s | insert into \"APP\".\"D\"(\"ID\",\"NAME\",\"C\") values"
            + " ('%s','n',NULL)\n";
    String leftOut =
        "row xid=A INSERT rowid=R%s | insert into \"APP\".\"D\"(\"ID\",\"NAME\") values"
            + " ('%s','n')\n";
    for (String form : List.of(insert, leftOut)) {
      assertThat(PlayedValues.lines(pieces + form.formatted(1, 1) + form.formatted(2, 2) + COMMIT))
          .containsExactly("c ID=1 NAME=n C=? B=null", "c ID=2 NAME=n C=? B=null");
    }
  }

  @Test // LOB-16
  void LOB_16_everyRowWithItsOwnPiecesKeepsThem() throws Exception {
    String insert =
        "row xid=A INSERT rowid=ZERO | insert into \"APP\".\"D\"(\"ID\",\"NAME\",\"C\") values"
            + " ('%s','n',NULL)\n";
    String end = "row xid=A INTERNAL rowid=R%s |\n";
    assertThat(
            PlayedValues.lines(
                lob("LOB_WRITE", write("one", 3, 1))
                    + insert.formatted(1)
                    + lob("LOB_WRITE", write("two", 3, 1))
                    + insert.formatted(2)
                    + COMMIT))
        .as("the next value begins anew")
        .containsExactly("c ID=1 NAME=n C=one B=null", "c ID=2 NAME=n C=two B=null");
    assertThat(
            PlayedValues.lines(
                lob("LOB_WRITE", write("one", 3, 1))
                    + insert.formatted(1)
                    + end.formatted(1)
                    + insert.formatted(2)
                    + end.formatted(2)
                    + COMMIT))
        .as("the last row of the first INSERT came")
        .containsExactly("c ID=1 NAME=n C=one B=null", "c ID=2 NAME=n C=null B=null");
  }

  @Test // LOB-16
  void LOB_16_anUpdateBehindAPieceIsNoOwner() throws Exception {
    String update =
        "row xid=A UPDATE rowid=R%s | update \"APP\".\"D\" set \"NAME\" = 'm' where \"ID\" = '%s' and"
            + " \"NAME\" = 'n'\n";
    assertThat(
            PlayedValues.lines(
                lob("LOB_WRITE", write("ONE", 3, 1))
                    + update.formatted(1, 1)
                    + update.formatted(2, 2)
                    + COMMIT))
        .containsExactly("u ID=1 NAME=m C=? B=?", "u ID=2 NAME=m C=? B=?");
  }

  @Test
  void aValueOfWhichOnlyTheRowIdIsKnownIsReadOrStopsWithTheRow() throws Exception {
    String rows =
        lob("LOB_TRIM", "  dbms_lob.trim(loc_c, 0);")
            + lob("LOB_WRITE", write("new", 3, 1))
            + "row xid=A INTERNAL rowid=AAAR3sAAEAAAACXAAA |\n"
            + "row xid=A UPDATE rowid=AAAR3sAAEAAAACXAAB | update \"APP\".\"D\" set \"NAME\" = 'zz' where"
            + " \"ID\" = '2' and \"NAME\" = 'b'\n"
            + COMMIT;
    assertThat(PlayedValues.lines(rows))
        .singleElement()
        .asString()
        .contains("CDC-3001", "AAAR3sAAEAAAACXAAA");
    MissingValues table =
        (asOf, asked) ->
            asked.stream()
                .map(
                    row ->
                        new Found(
                            Outcome.FOUND,
                            io.oraclecdc.value.RowImage.owning(
                                new Object[] {
                                  new java.math.BigDecimal(1), "a", "new", SpecialValue.SQL_NULL
                                })))
                .toList();
    assertThat(
            PlayedValues.linesOf(
                PlayedValues.TABLE + rows, new PlayedValues(AssemblySettings.defaults(), table)))
        .containsExactly("u ID=1 NAME=a C=new B=null", "u ID=2 NAME=zz C=? B=?");
    assertThat(
            PlayedValues.lines(
                "row xid=B INSERT rowid=R7 | insert into \"APP\".\"D\"(\"ID\",\"NAME\") values ('7','n')\n"
                    + "row xid=B COMMIT\n"
                    + lob("LOB_TRIM", "  dbms_lob.trim(loc_c, 0);")
                    + lob("LOB_WRITE", write("new", 3, 1))
                    + COMMIT))
        .as("no ROWID: the table is named, and what committed before is delivered")
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("c ID=7 NAME=n C=null B=null"),
            line -> assertThat(line).contains("CDC-3001", "APP.D"));
  }

  private static final String TWO_NULLS =
      "row xid=A INSERT rowid=%s | insert into \"APP\".\"D\"(\"ID\",\"NAME\",\"C\",\"B\") values"
          + " ('%s','n',NULL,NULL)\n";

  private static String insert(int id) {
    return TWO_NULLS.formatted("ZERO", id);
  }

  private static String text(String data) {
    return lob("LOB_WRITE", write(data, data.length(), 1));
  }

  private static String bytes(String hex) {
    return lob("LOB_WRITE", writeBytes(hex, 1));
  }

  @Test
  void twoValuesOfOneStatementAreToldApartByTheirTypes() throws Exception {
    String one = "c ID=1 NAME=n C=one B=x0a";
    assertThat(PlayedValues.lines(text("one") + bytes("0a") + insert(1) + COMMIT))
        .containsExactly(one);
    assertThat(PlayedValues.lines(bytes("0a") + text("one") + insert(1) + COMMIT))
        .containsExactly(one);
    assertThat(PlayedValues.lines(insert(1) + text("one") + bytes("0a") + COMMIT))
        .containsExactly(one);
    assertThat(
            PlayedValues.lines(
                text("one")
                    + bytes("0a")
                    + insert(1)
                    + text("two")
                    + bytes("0b")
                    + insert(2)
                    + COMMIT))
        .containsExactly(one, "c ID=2 NAME=n C=two B=x0b");
  }

  @Test
  void piecesOfTwoValuesThatAreMixedBelongToNone() throws Exception {
    assertThat(
            PlayedValues.lines(
                text("one")
                    + bytes("0a")
                    + lob("LOB_WRITE", write("more", 4, 4))
                    + insert(1)
                    + COMMIT))
        .containsExactly("c ID=1 NAME=n C=? B=?");
  }

  @Test
  void twoValuesOfOneTypeAreNotToldApartByTheirOrder() throws Exception {
    String table =
        """
        table CREATE TABLE APP.D (ID NUMBER(9) PRIMARY KEY, C CLOB, C2 CLOB, B BLOB)
        set cdc.lob.mode=inline
        """;
    String insert =
        "row xid=A INSERT rowid=ZERO | insert into \"APP\".\"D\"(\"ID\",\"C\",\"C2\",\"B\") values"
            + " ('%s',NULL,%s,NULL)\n";
    assertThat(
            PlayedValues.linesOf(
                table
                    + text("one")
                    + text("two")
                    + bytes("0a")
                    + insert.formatted(1, "NULL")
                    + COMMIT))
        .containsExactly("c ID=1 C=? C2=? B=x0a");
    assertThat(
            PlayedValues.linesOf(
                table + text("one") + bytes("0a") + insert.formatted(1, "EMPTY_CLOB()") + COMMIT))
        .as("an empty one is no owner")
        .containsExactly("c ID=1 C=one C2='' B=x0a");
    assertThat(
            PlayedValues.linesOf(
                table
                    + insert.formatted(1, "EMPTY_CLOB()")
                    + text("one")
                    + text("two")
                    + insert.formatted(2, "NULL")
                    + COMMIT))
        .as("all values may be those of the second row")
        .containsExactly("c ID=1 C=? C2='' B=null", "c ID=2 C=? C2=? B=null");
  }

  @Test
  void aValueThatTheNextInsertCouldOwnIsNobodys() throws Exception {
    assertThat(PlayedValues.lines(insert(1) + bytes("0a") + insert(2) + COMMIT))
        .containsExactly("c ID=1 NAME=n C=null B=?", "c ID=2 NAME=n C=null B=?");
    assertThat(
            PlayedValues.lines(
                insert(1)
                    + "row xid=A INTERNAL rowid=AAAR3sAAEAAAACXAAA |\n"
                    + text("one")
                    + bytes("0a")
                    + insert(2)
                    + COMMIT))
        .as("the last row of the first INSERT came")
        .containsExactly("c ID=1 NAME=n C=null B=null", "c ID=2 NAME=n C=one B=x0a");
  }

  @Test
  void aPieceOfAnotherTypeIsNotOfTheColumnThatALocatorNames() throws Exception {
    String located =
        INSERT_EMPTY + lob("SEL_LOB_LOCATOR", head("B", "loc_b", "\"ID\" = '1'")) + bytes("0a0b");
    assertThat(PlayedValues.lines(located + text("two") + insert(2) + COMMIT))
        .containsExactly("c ID=1 NAME=n C='' B=x0a0b", "c ID=2 NAME=n C=two B=null");
    assertThat(PlayedValues.lines(located + bytes("0c") + insert(2) + COMMIT))
        .as("nor is one that begins anew")
        .containsExactly("c ID=1 NAME=n C='' B=x0a0b", "c ID=2 NAME=n C=null B=x0c");
  }

  @Test
  void aPieceBehindAnExtendedStringIsNotOfIt() throws Exception {
    String table =
        """
        table CREATE TABLE APP.D (ID NUMBER(9) PRIMARY KEY, C CLOB, T VARCHAR2(32767))
        set cdc.lob.mode=inline
        """;
    String insert =
        "row xid=A INSERT rowid=ZERO | insert into \"APP\".\"D\"(\"ID\",\"C\",\"T\") values"
            + " ('%s',%s,%s)\n";
    String longText =
        "rowe xid=A 32K_BEGIN rowid=ZERO status=2 | DECLARE\\n TempLob CLOB;\\n buf_c  "
            + " VARCHAR2(32767);\\n Stmt    CLOB;\\nBEGIN\\n DBMS_LOB.CreateTemporary(TempLob,"
            + " FALSE);\\n Stmt := 'update \"APP\".\"D\" a set a.\"T\" = :DATA where a.\"ID\" ="
            + " ''1'';';\n"
            + "rowe xid=A 32K_WRITE rowid=ZERO status=2 |   buf_c := 'long';"
            + " DBMS_LOB.WriteAppend(TempLob, 4, buf_c);\n"
            + "row xid=A 32K_END rowid=ZERO table=APP.D |\n";
    assertThat(
            PlayedValues.linesOf(
                table
                    + insert.formatted(1, "EMPTY_CLOB()", "'LM_EMPTY_STRING'")
                    + longText
                    + text("two")
                    + insert.formatted(2, "NULL", "NULL")
                    + COMMIT))
        .containsExactly("c ID=1 C='' T=long", "c ID=2 C=two T=null");
  }

  @Test
  void anExcludedLobThatIsWrittenAgainAndTakenBackIsNoChange() throws Exception {
    String table =
        """
        table CREATE TABLE APP.D (ID NUMBER(9) PRIMARY KEY, NAME VARCHAR2(50), C CLOB, B BLOB)
        set cdc.lob.mode=inline
        set cdc.columns.exclude=.*\\.C
        """;
    String row = "AAAR3sAAEAAAACXAAA";
    assertThat(
            PlayedValues.linesOf(
                table
                    + "row xid=A INSERT rowid="
                    + row
                    + " | insert into \"APP\".\"D\"(\"ID\",\"NAME\",\"C\",\"B\") values"
                    + " ('1','n',EMPTY_CLOB(),EMPTY_BLOB())\n"
                    + lob("SEL_LOB_LOCATOR", head("C", "loc_c", "\"ID\" = '1'"))
                    + text("again")
                    + "row xid=A UPDATE rb=1 rowid="
                    + row
                    + " | update \"APP\".\"D\" set \"C\" = EMPTY_CLOB()\n"
                    + COMMIT))
        .containsExactly("c ID=1 NAME=n B=x");
  }
}
