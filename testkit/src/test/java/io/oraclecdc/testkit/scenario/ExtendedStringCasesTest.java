package io.oraclecdc.testkit.scenario;

import static io.oraclecdc.testkit.scenario.LobTexts.COMMIT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cases of character strings over 4000 bytes, as scenarios. */
class ExtendedStringCasesTest {
  static final String END_32K = "row xid=A 32K_END rowid=ZERO table=APP.T |\n";

  static final String NOTES =
      """
      table CREATE TABLE APP.T (ID NUMBER(9) PRIMARY KEY, NOTE VARCHAR2(32767), MORE VARCHAR2(32767))
      """;

  static String begin32k(String update) {
    return "rowe xid=A 32K_BEGIN rowid=ZERO table=APP.T | DECLARE\\n TempLob CLOB;\\n buf_c  "
        + " VARCHAR2(32767);\\n Stmt    CLOB;\\nBEGIN\\n DBMS_LOB.CreateTemporary(TempLob, FALSE);\\n"
        + " Stmt := '"
        + update
        + ";';\n";
  }

  static String write32k(String data) {
    return "rowe xid=A 32K_WRITE rowid=ZERO table=APP.T |   buf_c := '"
        + data
        + "';\\n DBMS_LOB.WriteAppend(TempLob, "
        + data.replace("''", "'").length()
        + ", buf_c);\n";
  }

  @Test
  void anExtendedStringOfWhichARowIsMissingIsUnavailableOrStops() throws Exception {
    String insert =
        "row xid=A INSERT rowid=ZERO | insert into \"APP\".\"T\"(\"ID\") values ('1')\n";
    String begin = begin32k("update \"APP\".\"T\" set \"NOTE\" = :DATA where \"ID\" = ''1''");
    for (String rows : List.of(begin + END_32K, begin + write32k("abc"), begin)) {
      assertThat(PlayedValues.linesOf(NOTES + insert + rows + COMMIT))
          .as(rows)
          .containsExactly("c ID=1 NOTE=? MORE=null");
    }
    String whole = begin + write32k("abc") + END_32K;
    for (String rows : List.of(write32k("abc"), END_32K, whole + write32k("d"), whole + END_32K)) {
      assertThat(PlayedValues.linesOf(NOTES + insert + rows + COMMIT))
          .as(rows)
          .last()
          .asString()
          .contains("CDC-3001");
    }
  }

  @ParameterizedTest // LOB-13
  @ValueSource(
      strings = {
        "update \"APP\".\"T\" a set a.\"NOTE\" = :NOTE where a.\"ID\" = ''1''",
        "update \"APP\".\"T\" set \"NOTE\" = :DATA where \"ID\" = ''1''"
      })
  void LOB_13_stringsOver4000Bytes(String update) throws Exception {
    for (String rowId : List.of("rowid=ZERO ", "")) {
      assertThat(
              PlayedValues.linesOf(
                  NOTES
                      + "row xid=A INSERT "
                      + rowId
                      + "| insert into \"APP\".\"T\"(\"ID\") values ('1')\n"
                      + begin32k(update)
                      + write32k("x".repeat(50))
                      + write32k("it''s")
                      + "row xid=A 32K_END rowid=ZERO table=APP.T |\n"
                      + begin32k(update.replace("NOTE\"", "MORE\""))
                      + write32k("more")
                      + "row xid=A 32K_END rowid=ZERO table=APP.T |\n"
                      + COMMIT))
          .containsExactly("c ID=1 NOTE=" + "x".repeat(50) + "it's MORE=more");
    }
  }

  @Test // LOB-13
  void LOB_13_aTextWithTheLettersOfThePlaceholderIsUnavailable() throws Exception {
    String insert =
        "row xid=A INSERT rowid=ZERO | insert into \"APP\".\"T\"(\"ID\",\"NOTE\") values"
            + " ('1','LM_EMPTY_STRING')\n";
    String update =
        "row xid=A UPDATE rowid=R1 | update \"APP\".\"T\" set \"NOTE\" = 'LM_EMPTY_STRING' where"
            + " \"ID\" = '1'\n";
    assertThat(PlayedValues.linesOf(NOTES + insert + update + COMMIT))
        .containsExactly("c ID=1 NOTE=? MORE=null");
    assertThat(PlayedValues.linesOf(NOTES + update + COMMIT))
        .containsExactly("u ID=1 NOTE=? MORE=?");
    assertThat(PlayedValues.linesOf(NOTES + insert + "row xid=A INTERNAL rowid=R1 |\n" + COMMIT))
        .containsExactly("c ID=1 NOTE=null MORE=null");
  }

  @Test
  void aLaterUpdateOfTheRowIsNotTakenForTheEndOfItsInsert() throws Exception {
    assertThat(
            PlayedValues.linesOf(
                """
                table CREATE TABLE APP.T (ID NUMBER(9) PRIMARY KEY, NAME VARCHAR2(9), NOTE VARCHAR2(32767))
                """
                    + "row xid=A INSERT rowid=R1 | insert into \"APP\".\"T\"(\"ID\",\"NAME\") values"
                    + " ('1','n')\n"
                    + begin32k("update \"APP\".\"T\" set \"NOTE\" = :DATA where \"ID\" = ''1''")
                    + write32k("text")
                    + "row xid=A 32K_END rowid=ZERO table=APP.T |\n"
                    + "row xid=A UPDATE rowid=R1 | update \"APP\".\"T\" set \"NAME\" = 'm' where"
                    + " \"ID\" = '1' and \"NAME\" = 'n'\n"
                    + COMMIT))
        .containsExactly("c ID=1 NAME=n NOTE=text", "u ID=1 NAME=m NOTE=?");
  }
}
