package io.oraclecdc.testkit.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The cases of positions that need no database, as scenarios. POS-01 and POS-07 are tests of the
 * sequencer, POS-09 of the codec.
 */
class PositionCasesTest {
  @Test // POS-02
  void POS_02_openTransactionsHoldTheRestartPoint() throws Exception {
    StringBuilder scenario = new StringBuilder("row scn=10 xid=A START\n");
    for (int i = 1; i <= 100; i++) {
      scenario.append(
          "row scn=%d xid=A INSERT | insert into \"APP\".\"T\"(\"ID\") values ('%d')%n"
              .formatted(10 + i, i));
    }
    scenario.append(
        """
        row scn=120 xid=B INSERT | insert into "APP"."T"("ID") values ('101')
        row scn=121 xid=B COMMIT
        restart
        row scn=130 xid=A COMMIT
        restart
        row scn=140 xid=C INSERT | insert into "APP"."T"("ID") values ('102')
        row scn=141 xid=C COMMIT
        """);
    ScenarioResult result = Played.play(scenario.toString());
    assertThat(result.lines()).hasSize(102).startsWith("c T 101", "c T 1").endsWith("c T 102");
    assertThat(result.position().orElseThrow().resumeScn().value()).isGreaterThan(130);
    assertThat(Played.lines(scenario.toString())).isEqualTo(result.lines());
  }

  @Test // POS-04
  void POS_04_redoThatAppearsLateIsSeen() throws Exception {
    String scenario =
        """
        row scn=100 xid=B INSERT rs=0x31.100.10 | insert into "APP"."T"("ID") values ('9')
        row scn=200 xid=B COMMIT rs=0x31.200.10
        row scn=150 xid=A INSERT rs=0x31.900.10 | insert into "APP"."T"("ID") values ('1')
        row scn=260 xid=A COMMIT rs=0x31.980.10
        """;
    assertThat(Played.play(scenario, source -> source.cutAfter(2)).lines())
        .containsExactly("c T 9", "c T 1");
    assertThat(Played.lines(scenario.replace("row scn=150", "restart\nrow scn=150")))
        .containsExactly("c T 9", "c T 1");
  }

  @Test // POS-06
  void POS_06_aRestartAfterAContinuedStatementRepeatsNothing() throws Exception {
    String scenario =
        """
        row scn=10 xid=A INSERT csf=1 | insert into "APP"."T"("ID",
        row csf=1 INSERT | "NAME") values
        row INSERT | ('5','five')
        row scn=11 xid=A COMMIT
        restart
        row scn=12 xid=B INSERT | insert into "APP"."T"("ID","NAME") values ('6','six')
        row scn=13 xid=B COMMIT
        """;
    assertThat(Played.play(scenario).lines()).containsExactly("c T 5 five", "c T 6 six");
  }

  @Test // POS-12
  void POS_12_rowsExactlyOnAWindowBoundaryComeOnce() throws Exception {
    List<String> rows =
        List.of(
            "row scn=99 xid=B INSERT | insert into \"APP\".\"T\"(\"ID\") values ('9')",
            "row scn=100 xid=B COMMIT",
            "row scn=200 xid=A INSERT | insert into \"APP\".\"T\"(\"ID\") values ('1')",
            "row scn=200 xid=A COMMIT",
            "row scn=200 xid=C INSERT | insert into \"APP\".\"T\"(\"ID\") values ('2')",
            "row scn=200 xid=C COMMIT");
    for (int end = 1; end <= rows.size(); end++) {
      int cut = end;
      List<String> restarted = new ArrayList<>(rows);
      restarted.add(end, "restart");
      assertThat(Played.play(text(rows), source -> source.cutAfter(cut)).lines())
          .as("a window ends after row %d", end)
          .containsExactly("c T 9", "c T 1", "c T 2");
      assertThat(Played.lines(text(restarted)))
          .as("a restart after row %d", end)
          .containsExactly("c T 9", "c T 1", "c T 2");
    }
  }

  private static String text(List<String> lines) {
    return String.join("\n", lines) + "\n";
  }
}
