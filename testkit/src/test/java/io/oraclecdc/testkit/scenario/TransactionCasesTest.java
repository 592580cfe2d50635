package io.oraclecdc.testkit.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.errors.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The cases of transactions, as scenarios. TX-04 is a test of the sequencer, TX-11 of positions;
 * TX-10 needs transaction metadata.
 */
class TransactionCasesTest {
  @Test // TX-01
  void TX_01_commitOrderNotChangeOrder() throws Exception {
    String scenario =
        """
        row scn=10 xid=A START
        row scn=11 xid=A INSERT | insert into "APP"."T"("ID") values ('1')
        row scn=12 xid=B START
        row scn=13 xid=B INSERT | insert into "APP"."T"("ID") values ('101')
        row scn=14 xid=B COMMIT
        row scn=15 xid=A INSERT | insert into "APP"."T"("ID") values ('2')
        row scn=16 xid=A COMMIT
        """;
    assertThat(Played.lines(scenario)).containsExactly("c T 101", "c T 1", "c T 2");
    String untilFifteen = scenario.substring(0, scenario.lastIndexOf("row"));
    assertThat(Played.lines(untilFifteen)).containsExactly("c T 101");
  }

  @Test // TX-02
  void TX_02_theSameIdInTwoPluggableDatabases() throws Exception {
    assertThat(
            Played.lines(
                """
                table CREATE TABLE P1.APP.T (ID NUMBER(9) PRIMARY KEY) ;; con=3
                table CREATE TABLE P2.APP.T (ID NUMBER(9) PRIMARY KEY) ;; con=4
                row con=3 xid=7.1.42 INSERT | insert into "APP"."T"("ID") values ('1')
                row con=4 xid=7.1.42 INSERT | insert into "APP"."T"("ID") values ('9')
                row con=4 xid=7.1.42 ROLLBACK
                row con=3 xid=7.1.42 COMMIT
                """))
        .containsExactly("c T 1");
  }

  @Test // TX-03
  void TX_03_anAllZeroIdOpensNoTransaction() throws Exception {
    ScenarioResult result =
        Played.play(
            """
            row scn=100 xid=0000000000000000 START
            row scn=4999 xid=A INSERT | insert into "APP"."T"("ID") values ('1')
            row scn=5000 xid=A COMMIT
            """);
    assertThat(result.lines()).containsExactly("c T 1");
    assertThat(result.openTransactions()).isZero();
    assertThat(result.position().orElseThrow().resumeScn().value()).isEqualTo(5000);
  }

  @Test // TX-03
  void TX_03_aDataRowWithAZeroIdStops() throws Exception {
    ScenarioResult result =
        Played.play(
            """
            row scn=100 xid=0000000000000000 INSERT | insert into "APP"."T"("ID") values ('1')
            """);
    assertThat(result.error()).isPresent();
    assertThat(result.lines())
        .singleElement()
        .asString()
        .startsWith("{\"error\":{\"code\":\"CDC-")
        .contains("100")
        .contains("APP.T");
  }

  @Test // TX-05
  void TX_05_rowsWithoutAStartAreNotDropped() throws Exception {
    String rows =
        """
        row xid=A user=UNKNOWN INSERT | insert into "APP"."T"("ID") values ('1')
        row xid=A user=UNKNOWN COMMIT
        """;
    assertThat(Played.lines(rows)).containsExactly("c T 1");
    assertThat(Played.users(rows, source -> source)).containsExactly("null");
  }

  @Test // TX-06
  void TX_06_theUserIsOnlyOnTheStartRow() throws Exception {
    String rows =
        """
        row scn=10 xid=A START user=BATCH
        row scn=12 xid=A INSERT user=UNKNOWN | insert into "APP"."T"("ID") values ('1')
        row scn=20 xid=B INSERT user=APP | insert into "APP"."T"("ID") values ('2')
        row scn=21 xid=B COMMIT user=APP
        row scn=30 xid=A COMMIT user=UNKNOWN
        """;
    assertThat(Played.lines(rows)).containsExactly("c T 2", "c T 1");
    assertThat(Played.users(rows, source -> source.cutAfter(1, 2, 3, 4)))
        .containsExactly("APP", "BATCH");
    assertThat(Played.lines("set cdc.users.exclude=BATCH\n" + rows)).containsExactly("c T 2");
    ScenarioResult excluded =
        Played.play("set cdc.users.exclude=BATCH\n" + rows, source -> source.cutAfter(1, 2, 3, 4));
    assertThat(excluded.openTransactions()).isZero();
    assertThat(excluded.position().orElseThrow().resumeScn().value()).isGreaterThan(20);
    assertThat(excluded.position().orElseThrow().excluded())
        .extracting(key -> key.xid().undoSegment() > 0)
        .containsExactly(true);
  }

  @Test // TX-07
  void TX_07_rowsThatShareAnAddressAreAllKept() throws Exception {
    assertThat(
            Played.lines(
                """
                table CREATE TABLE APP.T (ID NUMBER(9) PRIMARY KEY)
                table CREATE TABLE APP.K (A NUMBER(9))
                set cdc.key.missing=none
                row xid=A INSERT rs=0x000031.00000abc.0010 ssn=0 | insert into "APP"."T"("ID") values ('1')
                row xid=A INSERT rs=0x000031.00000abc.0010 ssn=1 | insert into "APP"."T"("ID") values ('2')
                row xid=A INSERT rs=0x000031.00000abc.0010 ssn=2 | insert into "APP"."T"("ID") values ('3')
                row xid=A INSERT rs=0x000031.00000abd.0010 ssn=0 | insert into "APP"."K"("A") values ('7')
                row xid=A INSERT rs=0x000031.00000abd.0010 ssn=0 | insert into "APP"."K"("A") values ('7')
                row xid=A COMMIT rs=0x000031.00000abe.0010
                """))
        .containsExactly("c T 1", "c T 2", "c T 3", "c K 7", "c K 7");
  }

  @Test // TX-08
  void TX_08_anEmptyCommitOfThreadZeroIsIgnored() throws Exception {
    ScenarioResult result =
        Played.play(
            """
            row scn=700 xid=Z COMMIT thread=0
            row scn=701 xid=A INSERT | insert into "APP"."T"("ID") values ('1')
            row scn=702 xid=A COMMIT
            """);
    assertThat(result.lines()).containsExactly("c T 1");
    assertThat(result.position().orElseThrow().threads().keySet())
        .extracting(thread -> thread.number())
        .containsExactly(1);
  }

  @Test // TX-09
  void TX_09_missingScnRowsStop() throws Exception {
    ScenarioResult result =
        Played.play(
            """
            row scn=10 xid=A INSERT | insert into "APP"."T"("ID") values ('1')
            row scn=11 xid=0000000000000000 MISSING_SCN
            row scn=12 xid=A COMMIT
            """);
    assertThat(result.error().orElseThrow().code()).isEqualTo(ErrorCode.CORRUPTION);
    assertThat(result.error().orElseThrow()).hasMessageContaining("SCN 11");
    assertThat(result.lines()).as("nothing but the error").hasSize(1);
  }

  @Test // TX-12
  void TX_12_lookAlikeChangesOfTablesWithoutLobsAreAllKept() throws Exception {
    StringBuilder scenario = new StringBuilder();
    for (String table : List.of("U", "V", "W")) {
      scenario.append("table CREATE TABLE APP.").append(table).append(" (ID NUMBER(9))\n");
    }
    scenario.append("set cdc.key.missing=rowid\n");
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      for (String change :
          List.of(
              "i U " + i,
              "u V -1",
              "i V " + i,
              "u V " + i,
              "u V -1",
              "u W -1",
              "i W " + i,
              "u W " + i,
              "u W -1",
              "u U -1")) {
        String[] words = change.split(" ", -1);
        if (words[0].equals("i")) {
          scenario.append(
              "row xid=A INSERT | insert into \"APP\".\"%s\"(\"ID\") values ('%s')%n"
                  .formatted(words[1], words[2]));
        } else {
          scenario.append(
              "row xid=A UPDATE | update \"APP\".\"%s\" set \"ID\" = '%s' where \"ID\" = '5'%n"
                  .formatted(words[1], words[2]));
        }
        expected.add((words[0].equals("i") ? "c " : "u ") + words[1] + " " + words[2]);
      }
    }
    scenario.append("row xid=A COMMIT\n");
    assertThat(Played.lines(scenario.toString())).hasSize(250).isEqualTo(expected);
  }

  @Test // TX-13
  void TX_13_anAutonomousTransactionStandsAlone() throws Exception {
    assertThat(
            Played.lines(
                """
                table CREATE TABLE APP.T (ID NUMBER(9) PRIMARY KEY)
                table CREATE TABLE APP.LOG (ID NUMBER(9) PRIMARY KEY)
                row xid=A INSERT | insert into "APP"."T"("ID") values ('1')
                row xid=B START
                row xid=B INSERT | insert into "APP"."LOG"("ID") values ('7')
                row xid=B COMMIT
                row xid=A INSERT | insert into "APP"."T"("ID") values ('2')
                row xid=A ROLLBACK
                """))
        .containsExactly("c LOG 7");
  }
}
