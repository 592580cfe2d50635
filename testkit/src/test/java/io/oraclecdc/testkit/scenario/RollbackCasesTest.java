package io.oraclecdc.testkit.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The cases of rollbacks, as scenarios. RB-09 is a test of the buffer; RB-07 needs LOBs. */
class RollbackCasesTest {
  @Test // RB-01
  void RB_01_aStatementThatFailedOnAConstraintNeverHappened() throws Exception {
    assertThat(
            Played.lines(
                """
                row xid=A INSERT rowid=R1 | insert into "APP"."T"("ID","NAME") values ('1','p')
                row xid=A INSERT rowid=R2 | insert into "APP"."T"("ID","NAME") values ('1','q')
                row xid=A DELETE rb=1 rowid=R2 | delete from "APP"."T" where ROWID = 'R2'
                row xid=A COMMIT
                """))
        .containsExactly("c T 1 p");
  }

  @Test // RB-02
  void RB_02_rollbackToASavepointOfAllThreeKinds() throws Exception {
    assertThat(
            Played.lines(
                """
                row xid=A START
                row xid=A INSERT rowid=R10 | insert into "APP"."T"("ID","NAME") values ('10','ten')
                row xid=A INSERT rowid=R11 | insert into "APP"."T"("ID","NAME") values ('11','eleven')
                row xid=A UPDATE rowid=R10 | update "APP"."T" set "NAME" = 'ten!' where "ID" = '10' and "NAME" = 'ten'
                row xid=A DELETE rowid=R1 | delete from "APP"."T" where "ID" = '1' and "NAME" = 'one'
                row xid=A INSERT rb=1 rowid=R1 | insert into "APP"."T"("ID","NAME") values ('1','one')
                row xid=A UPDATE rb=1 rowid=R10 | update "APP"."T" set "NAME" = 'ten' where ROWID = 'R10'
                row xid=A DELETE rb=1 rowid=R11 | delete from "APP"."T" where ROWID = 'R11'
                row xid=A INSERT rowid=R12 | insert into "APP"."T"("ID","NAME") values ('12','twelve')
                row xid=A COMMIT
                """))
        .containsExactly("c T 10 ten", "c T 12 twelve");
  }

  @Test // RB-03
  void RB_03_theSameRowIdsUsedAgainAfterTheRollback() throws Exception {
    assertThat(
            Played.lines(
                """
                row xid=A START
                row xid=A INSERT rowid=R13 | insert into "APP"."T"("ID","NAME") values ('13','old')
                row xid=A INSERT rowid=R14 | insert into "APP"."T"("ID","NAME") values ('14','old')
                row xid=A UPDATE rowid=R14 | update "APP"."T" set "NAME" = 'b' where "ID" = '14' and "NAME" = 'old'
                row xid=A UPDATE rowid=R14 | update "APP"."T" set "NAME" = 'c' where "ID" = '14' and "NAME" = 'b'
                row xid=A UPDATE rb=1 rowid=R14 | update "APP"."T" set "NAME" = 'b'
                row xid=A UPDATE rb=1 rowid=R14 | update "APP"."T" set "NAME" = 'old'
                row xid=A DELETE rb=1 rowid=R14 | delete from "APP"."T" where ROWID = 'R14'
                row xid=A DELETE rb=1 rowid=R13 | delete from "APP"."T" where ROWID = 'R13'
                row xid=A INSERT rowid=R13 | insert into "APP"."T"("ID","NAME") values ('23','new')
                row xid=A INSERT rowid=R14 | insert into "APP"."T"("ID","NAME") values ('24','new')
                row xid=A COMMIT
                """))
        .containsExactly("c T 23 new", "c T 24 new");
  }

  private static final String PARTIAL =
      """
      row xid=0e001c0012345678 START
      row xid=0f001d0087654321 INSERT rowid=R7 | insert into "APP"."T"("ID","NAME") values ('7','other')
      row xid=0e001c0012345678 INSERT rowid=R1 | insert into "APP"."T"("ID","NAME") values ('1','a')
      row xid=0e001c0012345678 INSERT rowid=R2 | insert into "APP"."T"("ID","NAME") values ('2','b')
      row xid=0e001c00ffffffff DELETE rb=1 rowid=R2 | delete from "APP"."T" where ROWID = 'R2'
      """;

  @Test // RB-04
  void RB_04_undoRowsWithAPartialIdFindTheirTransaction() throws Exception {
    assertThat(Played.lines(PARTIAL + "row xid=0e001c0012345678 COMMIT\n"))
        .containsExactly("c T 1 a");
  }

  @Test // RB-04
  void RB_04_aRollbackRowWithAPartialIdLeavesNothing() throws Exception {
    ScenarioResult result = Played.play(PARTIAL + "row xid=0e001c00ffffffff ROLLBACK\n");
    assertThat(result.lines()).isEmpty();
    assertThat(result.openTransactions()).as("the other transaction").isEqualTo(1);
    assertThat(
            Played.lines(
                PARTIAL + "row xid=0e001c00ffffffff ROLLBACK\nrow xid=0f001d0087654321 COMMIT\n"))
        .containsExactly("c T 7 other");
  }

  @Test // RB-05
  void RB_05_onlyTheLastChangesOfTheRowAreUndone() throws Exception {
    assertThat(
            Played.lines(
                """
                row xid=Z INSERT rowid=R1 | insert into "APP"."T"("ID","NAME") values ('1','start')
                row xid=Z COMMIT
                row xid=A START
                row xid=A UPDATE rowid=R1 | update "APP"."T" set "NAME" = 'a' where "ID" = '1' and "NAME" = 'start'
                row xid=A UPDATE rowid=R1 | update "APP"."T" set "NAME" = 'b' where "ID" = '1' and "NAME" = 'a'
                row xid=A UPDATE rowid=R1 | update "APP"."T" set "NAME" = 'c' where "ID" = '1' and "NAME" = 'b'
                row xid=A UPDATE rb=1 rowid=R1 | update "APP"."T" set "NAME" = 'b'
                row xid=A UPDATE rb=1 rowid=R1 | update "APP"."T" set "NAME" = 'a'
                row xid=A COMMIT
                """))
        .containsExactly("c T 1 start", "u T 1 a");
  }

  @Test // RB-06
  void RB_06_aFullRollbackLeavesOnlyTheOthers() throws Exception {
    ScenarioResult result =
        Played.play(
            """
            row scn=10 xid=A START
            row scn=11 xid=A INSERT rowid=R1 | insert into "APP"."T"("ID","NAME") values ('1','a')
            row scn=12 xid=A DELETE rb=1 rowid=R1 | delete from "APP"."T" where ROWID = 'R1'
            row scn=12 xid=A ROLLBACK
            row scn=20 xid=B START
            row scn=20 xid=B INSERT rowid=R2 | insert into "APP"."T"("ID","NAME") values ('2','b')
            row scn=30 xid=C INSERT rowid=R3 | insert into "APP"."T"("ID","NAME") values ('3','c')
            row scn=31 xid=C COMMIT
            """);
    assertThat(result.lines()).containsExactly("c T 3 c");
    assertThat(result.openTransactions()).isEqualTo(1);
    assertThat(result.position().orElseThrow().resumeScn().value()).isEqualTo(20);
  }

  @Test // RB-08
  void RB_08_anUndoInALaterWindowFindsItsRow() throws Exception {
    String scenario =
        """
        row xid=A INSERT rowid=R1 | insert into "APP"."T"("ID","NAME") values ('1','a')
        row xid=A INSERT rowid=R2 | insert into "APP"."T"("ID","NAME") values ('2','b')
        row xid=A DELETE rb=1 rowid=R2 | delete from "APP"."T" where ROWID = 'R2'
        row xid=A COMMIT
        """;
    for (int end = 1; end < 4; end++) {
      int cut = end;
      assertThat(Played.play(scenario, source -> source.cutAfter(cut)).lines())
          .isEqualTo(List.of("c T 1 a"));
      List<String> restarted = new ArrayList<>(scenario.lines().toList());
      restarted.add(end, "restart");
      assertThat(Played.lines(String.join("\n", restarted) + "\n"))
          .as("a restart after row %d", end)
          .containsExactly("c T 1 a");
    }
    assertThat(Played.lines(scenario)).containsExactly("c T 1 a");
  }

  @Test // VAL-18
  void VAL_18_undoRowsFindTheirRowByAllOfItsRowId() throws Exception {
    for (String other :
        List.of(
            "AAAAAAAAOAAAAmlAAJ",
            "aAATKrAAOAAAAmlAAJ",
            "AAATKrAAOAAAAmlAA",
            "AAATKrAAOAAAAmlAAJJ",
            "AAATKrAAOAAAAmlA\u00c4",
            "AAAR/aAANAAAAPtAAB",
            "//////////////////",
            "*BAMAAJsCwQL+")) {
      assertThat(
              PlayedValues.wholeLines(
                  """
                  row xid=A START
                  row xid=A INSERT rowid=AAATKrAAOAAAAmlAAJ | insert into "APP"."T"("ID","NAME") values ('1','a')
                  row xid=A INSERT rowid=%1$s | insert into "APP"."T"("ID","NAME") values ('2','b')
                  row xid=A DELETE rb=1 rowid=AAATKrAAOAAAAmlAAJ | delete from "APP"."T" where ROWID = 'AAATKrAAOAAAAmlAAJ'
                  row xid=A COMMIT
                  """
                      .formatted(other)))
          .containsExactly("c " + other + " ID=2 NAME=b");
    }
  }

  @Test // RB-10
  void RB_10_undoRowsWithoutAnyWhereAreMatchedByRowId() throws Exception {
    assertThat(
            Played.lines(
                """
                row xid=A UPDATE rowid=R1 | update "APP"."T" set "ID" = '30' where "ID" = '29'
                row xid=A UPDATE rb=1 rowid=R1 | update "APP"."T" set "ID" = '29'
                row xid=A INSERT rowid=R2 | insert into "APP"."T"("ID","NAME") values ('2','b')
                row xid=A DELETE rb=1 rowid=R2 | delete from "APP"."T" where ROWID = 'R2'
                row xid=A COMMIT
                """))
        .isEmpty();
  }
}
