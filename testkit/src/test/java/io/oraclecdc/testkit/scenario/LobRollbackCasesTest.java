package io.oraclecdc.testkit.scenario;

import static io.oraclecdc.testkit.scenario.LobTexts.COMMIT;
import static io.oraclecdc.testkit.scenario.LobTexts.INSERT_EMPTY;
import static io.oraclecdc.testkit.scenario.LobTexts.head;
import static io.oraclecdc.testkit.scenario.LobTexts.lob;
import static io.oraclecdc.testkit.scenario.LobTexts.write;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Savepoint rollbacks over values that come in rows of their own. */
class LobRollbackCasesTest {
  private static String call(String operation, String rowId, String text) {
    return lob(operation, text).replace("rowid=ZERO", "rowid=" + rowId);
  }

  private static String calls(String... rows) {
    return call("SEL_LOB_LOCATOR", "R1", head("C", "loc_c", "\"ID\" = '1'"))
        + String.join("", rows)
        + "row xid=A INTERNAL rowid=R1 |\n";
  }

  private static final String UNDO_OF_CALL =
      "row xid=A UPDATE rb=1 rowid=R1 | update \"APP\".\"D\" set \"C\" = NULL where ROWID = 'R1'\n";
  private static final String TRIM_TO_NOTHING =
      calls(call("LOB_TRIM", "ZERO", "  dbms_lob.trim(loc_c, 0);"));
  private static final String WRITE_OF_TWO_ROWS =
      calls(
          call("LOB_WRITE", "R1", write("aaa", 3, 3)), call("LOB_WRITE", "R1", write("bb", 2, 6)));

  @Test
  void RB_05_anUndoRowOfAWriteInTwoRowsIsNotTakenFromTheCutBeforeIt() throws Exception {
    assertThat(
            PlayedValues.lines(
                TRIM_TO_NOTHING + WRITE_OF_TWO_ROWS + UNDO_OF_CALL + UNDO_OF_CALL + COMMIT))
        .as("the two rows may be one call or two, so the cut may be undone")
        .containsExactly("u ID=1 C=? B=?");
    assertThat(
            PlayedValues.lines(
                TRIM_TO_NOTHING
                    + TRIM_TO_NOTHING
                    + UNDO_OF_CALL
                    + UNDO_OF_CALL
                    + "row xid=A UPDATE rowid=R1 | update \"APP\".\"D\" set \"NAME\" = 'm' where"
                    + " \"ID\" = '1'\n"
                    + COMMIT))
        .as("a cut is one call")
        .containsExactly("u ID=1 NAME=m C=? B=?");
  }

  @Test
  void RB_05_whatOneUndoRowLeavesOpenEndsAtAnUpdateOfStoredColumns() throws Exception {
    String update =
        "row xid=A UPDATE rowid=R1 | update \"APP\".\"D\" set \"NAME\" = 'm' where \"ID\" = '1'\n";
    String undoOfUpdate =
        "row xid=A UPDATE rb=1 rowid=R1 | update \"APP\".\"D\" set \"NAME\" = 'n' where ROWID ="
            + " 'R1'\n";
    assertThat(
            PlayedValues.lines(update + WRITE_OF_TWO_ROWS + UNDO_OF_CALL + undoOfUpdate + COMMIT))
        .as("the update was undone, so all that is newer was")
        .isEmpty();
    assertThat(
            PlayedValues.lines(
                update
                    + WRITE_OF_TWO_ROWS
                    + WRITE_OF_TWO_ROWS
                    + UNDO_OF_CALL
                    + UNDO_OF_CALL
                    + COMMIT))
        .containsExactly("u ID=1 NAME=m C=? B=?", "u ID=1 C=? B=?");
  }

  @Test
  void RB_07_callsOnARowWhoseInsertWasUndoneAreGone() throws Exception {
    assertThat(
            PlayedValues.lines(
                INSERT_EMPTY
                    + "row xid=A INTERNAL rowid=R1 |\n"
                    + WRITE_OF_TWO_ROWS
                    + UNDO_OF_CALL
                    + "row xid=A DELETE rb=1 rowid=R1 | delete from \"APP\".\"D\" where ROWID ="
                    + " 'R1'\n"
                    + COMMIT))
        .isEmpty();
  }

  @Test
  void RB_05_undoRowsWithoutTextThatMayBeForAnUpdateOrForCallsStop() throws Exception {
    String update =
        "row xid=A UPDATE rowid=R1 | update \"APP\".\"D\" set \"NAME\" = 'm' where \"ID\" = '1'\n";
    String undo = "row xid=A UPDATE rb=1 rowid=R1 |\n";
    assertThat(PlayedValues.lines(update + WRITE_OF_TWO_ROWS + undo + undo + COMMIT))
        .last()
        .asString()
        .contains("CDC-3001");
  }

  @Test
  void RB_02_anErasureInFragmentsIsUndoneAfterAnInsert() throws Exception {
    String insert =
        INSERT_EMPTY
            + "row xid=A UPDATE rowid=R1 | update \"APP\".\"D\" set \"C\" = 'abc', \"B\" = NULL"
            + " where \"ID\" = '1' and \"NAME\" = 'n'\n";
    String erase = "  e_len :=  1;\\n  dbms_lob.erase(loc_c, e_len, 2);";
    for (String called :
        List.of(
            calls(call("LOB_ERASE", "ZERO", erase)),
            TRIM_TO_NOTHING,
            calls(call("LOB_WRITE", "R1", write("x", 1, 4))))) {
      assertThat(PlayedValues.lines(insert + called + UNDO_OF_CALL + COMMIT))
          .containsExactly("c ID=1 NAME=n C=abc B=null");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void RB_02_aLongStringForARowInsertedWithNullIsAChangeOfItsOwn(boolean undone) throws Exception {
    String rows =
        ExtendedStringCasesTest.NOTES
            + "row xid=A INSERT rowid=R1 | insert into \"APP\".\"T\"(\"ID\",\"NOTE\",\"MORE\") values"
            + " ('1',NULL,NULL)\n"
            + ExtendedStringCasesTest.begin32k(
                "update \"APP\".\"T\" set \"NOTE\" = :DATA where \"ID\" = ''1''")
            + ExtendedStringCasesTest.write32k("abc")
            + ExtendedStringCasesTest.END_32K
            + "row xid=A INTERNAL rowid=R1 |\n"
            + (undone
                ? "row xid=A UPDATE rb=1 rowid=R1 | update \"APP\".\"T\" set \"NOTE\" = NULL where"
                    + " ROWID = 'R1'\n"
                : "");
    assertThat(PlayedValues.linesOf(rows + COMMIT))
        .isEqualTo(
            undone
                ? List.of("c ID=1 NOTE=null MORE=null")
                : List.of("c ID=1 NOTE=null MORE=null", "u ID=1 NOTE=abc MORE=?"));
  }

  @Test
  void RB_02_anUpdateThatLooksLikeTheLastRowOfAnInsertIsTakenBackAlone() throws Exception {
    String insert =
        "row xid=A INSERT rowid=ZERO | insert into \"APP\".\"D\"(\"ID\",\"NAME\",\"C\") values"
            + " ('1',NULL,NULL)\n";
    String update =
        "row xid=A UPDATE rowid=R1 | update \"APP\".\"D\" set \"NAME\" = 'long' where \"ID\" = '1'"
            + " and \"NAME\" IS NULL\n";
    String undo = "row xid=A UPDATE rb=1 rowid=R1 |\n";
    String undoOfInsert = "row xid=A DELETE rb=1 rowid=R1 |\n";
    assertThat(PlayedValues.lines(insert + update + COMMIT))
        .as("the forms are the same, and so is the row")
        .containsExactly("c ID=1 NAME=long C=null B=null");
    assertThat(PlayedValues.lines(insert + update + undo + COMMIT))
        .containsExactly("c ID=1 NAME=null C=null B=null");
    assertThat(PlayedValues.lines(insert + update + undo + update + COMMIT))
        .containsExactly("c ID=1 NAME=null C=null B=null", "u ID=1 NAME=long C=? B=?");
    assertThat(PlayedValues.lines(insert + update + undo + undoOfInsert + COMMIT)).isEmpty();
    assertThat(
            PlayedValues.lines(
                insert + lob("LOB_WRITE", write("abc", 3, 1)) + update + undo + COMMIT))
        .as("the value may be of the INSERT or of the UPDATE")
        .containsExactly("c ID=1 NAME=null C=? B=null");
  }
}
