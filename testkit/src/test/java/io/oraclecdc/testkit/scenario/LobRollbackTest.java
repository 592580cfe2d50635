package io.oraclecdc.testkit.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.lob.AssemblySettings;
import io.oraclecdc.lob.MissingValues;
import io.oraclecdc.lob.MissingValues.Found;
import io.oraclecdc.lob.MissingValues.Outcome;
import io.oraclecdc.redo.RedoSettings;
import io.oraclecdc.redo.RowDecoder;
import io.oraclecdc.redo.SqlRedoDecoder;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.value.CodecContext;
import io.oraclecdc.value.RowImage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rollbacks over DBMS_LOB calls, and changes that LogMiner cannot give. */
class LobRollbackTest {
  private static final String START = "row xid=A START\n";
  private static final String COMMIT = "row xid=A COMMIT\n";
  private static final String UNDO =
      "row xid=A UPDATE rb=1 rowid=R1 | update \"APP\".\"D\" set \"C\" = EMPTY_CLOB()\n";

  private static String call(String data, int offset) {
    return "rowe xid=A LOB_WRITE rowid=R1 | DECLARE \\n loc_c CLOB; \\nBEGIN\\n select \"C\" into"
        + " loc_c from \"APP\".\"D\" where \"ID\" = '1' for update;\\n\\n buf_c := '"
        + data
        + "'; \\n  dbms_lob.write(loc_c, "
        + data.length()
        + ", "
        + offset
        + ", buf_c);\\nEND;\\n\n";
  }

  @Test
  void aRollbackOverEveryCallLeavesNothing() throws Exception {
    assertThat(PlayedValues.lines(START + call("ab", 1) + UNDO + COMMIT)).isEmpty();
    assertThat(PlayedValues.lines(START + call("ab", 1) + call("cd", 9) + UNDO + UNDO + COMMIT))
        .isEmpty();
  }

  @Test
  void aRollbackOverCallsThatCannotBeSeparatedLeavesAnUpdateWithTheValueUnavailable()
      throws Exception {
    assertThat(PlayedValues.lines(START + call("ab", 1) + call("cd", 3) + UNDO + COMMIT))
        .containsExactly("u ID=1 C=? B=?");
  }

  @Test
  void theUndoOfAnotherChangeOfTheRowIsNotTakenForThatOfACall() throws Exception {
    String update =
        "row xid=A UPDATE rowid=R1 | update \"APP\".\"D\" set \"NAME\" = 'x' where \"ID\" = '1'"
            + " and \"NAME\" = 'n'\n";
    String undoUpdate =
        "row xid=A UPDATE rb=1 rowid=R1 | update \"APP\".\"D\" set \"NAME\" = 'n'\n";
    // Undo goes backwards: once the update is taken back, so is everything behind it.
    assertThat(
            PlayedValues.lines(
                START + update + call("ab", 1) + call("cd", 3) + UNDO + undoUpdate + COMMIT))
        .isEmpty();
    assertThat(PlayedValues.lines(START + update + call("ab", 1) + call("cd", 3) + UNDO + COMMIT))
        .containsExactly("u ID=1 NAME=x C=? B=?", "u ID=1 C=? B=?");
  }

  @Test
  void aRowThatIsInsertedWithTheKeyOfOneThatWasTakenBackIsAnotherRow() throws Exception {
    String insert =
        "row xid=A INSERT rowid=ZERO | insert into \"APP\".\"D\"(\"ID\",\"NAME\",\"C\",\"B\")"
            + " values ('1','n',EMPTY_CLOB(),EMPTY_BLOB())\n";
    String undo = "row xid=A DELETE rb=1 rowid=R2 | delete from \"APP\".\"D\" where ROWID = 'R2'\n";
    String update =
        "row xid=A UPDATE rowid=R1 | update \"APP\".\"D\" set \"NAME\" = 'x' where \"ID\" = '1'"
            + " and \"NAME\" = 'n'\n";
    assertThat(PlayedValues.lines(START + insert + undo + update + COMMIT))
        .containsExactly("u ID=1 NAME=x C=? B=?");
  }

  @Test
  void inReselectModeTheUpdateCarriesTheCommittedValue() throws Exception {
    MissingValues table =
        (asOf, rows) ->
            rows.stream().map(row -> new Found(Outcome.FOUND, image(1, "n", "now", null))).toList();
    PlayedValues reselecting =
        new PlayedValues(
            new AssemblySettings(
                CodecContext.standard(),
                1 << 20,
                AssemblySettings.Oversize.FAIL,
                true,
                AssemblySettings.PartialImages.MARK),
            table);
    assertThat(
            PlayedValues.linesOf(
                PlayedValues.TABLE + START + call("ab", 1) + call("cd", 3) + UNDO + COMMIT,
                reselecting))
        .containsExactly("u ID=1 C=now B=null");
  }

  private static RowImage image(
      int id, Object name, Object text, byte @org.jspecify.annotations.Nullable [] bytes) {
    return RowImage.owning(
        new Object[] {
          java.math.BigDecimal.valueOf(id),
          name,
          text,
          bytes == null ? io.oraclecdc.value.SpecialValue.SQL_NULL : bytes
        });
  }

  @Test
  void changesThatLogMinerCannotGiveAreReadFromTheTable() throws Exception {
    Map<String, Found> before = new HashMap<>();
    Map<String, Found> after = new HashMap<>();
    Found gone = new Found(Outcome.GONE, null);
    MissingValues table =
        (asOf, rows) ->
            rows.stream()
                .map(
                    row ->
                        (asOf.value() < 20 ? before : after)
                            .getOrDefault(String.valueOf(row.rowId()), gone))
                .toList();
    String changed = "AAAR3sAAEAAAACXAAA";
    String inserted = "AAAR3sAAEAAAACXAAB";
    String deleted = "AAAR3sAAEAAAACXAAC";
    String passing = "AAAR3sAAEAAAACXAAD";
    before.put(changed, new Found(Outcome.FOUND, image(1, "old", "t", null)));
    after.put(changed, new Found(Outcome.FOUND, image(1, "new", "t", null)));
    after.put(inserted, new Found(Outcome.FOUND, image(2, "two", "t", null)));
    before.put(deleted, new Found(Outcome.FOUND, image(3, "three", "t", null)));
    StringBuilder rows = new StringBuilder("row scn=20 xid=A START\n");
    for (String rowId : List.of(changed, inserted, deleted, passing)) {
      rows.append("row scn=21 xid=A UNSUPPORTED status=2 table=APP.D rowid=")
          .append(rowId)
          .append(" | Unsupported\n");
    }
    rows.append("row scn=21 xid=A UNSUPPORTED rb=1 status=2 table=APP.D rowid=")
        .append(passing)
        .append(" | Unsupported\n");
    rows.append("row scn=22 xid=A UNSUPPORTED status=2 table=APP.D rowid=")
        .append(passing)
        .append(" | Unsupported\nrow scn=30 xid=A COMMIT\n");

    List<String> lines =
        new ScenarioRunner(new Reselecting(table))
            .run(Scenario.parse(PlayedValues.TABLE + rows))
            .lines();

    assertThat(lines)
        .containsExactly(
            "u ID=1 NAME=new C=t B=null",
            "c ID=2 NAME=two C=t B=null",
            "d ID=3 NAME=three C=t B=null");
    assertThat(
            new ScenarioRunner(
                    new Reselecting(
                        (asOf, missing) ->
                            missing.stream().map(row -> new Found(Outcome.FAILED, null)).toList()))
                .run(Scenario.parse(PlayedValues.TABLE + rows))
                .lines())
        .singleElement()
        .asString()
        .contains("CDC-3001", "APP.D");
  }

  private static final class Reselecting implements ScenarioStages {
    private final PlayedValues values;

    Reselecting(MissingValues table) {
      values = new PlayedValues(AssemblySettings.defaults(), table);
    }

    @Override
    public RowDecoder decoder(Scenario scenario, SchemaCatalog catalog) {
      RedoSettings defaults = RedoSettings.defaults();
      return new SqlRedoDecoder(
          catalog,
          new RedoSettings(
              defaults.codecs(),
              defaults.unescapedQuotes(),
              defaults.maxStatementCharacters(),
              false,
              RedoSettings.UnsupportedRows.RESELECT));
    }

    @Override
    public MissingValues missingValues(Scenario scenario) {
      return values.missingValues(scenario);
    }

    @Override
    public List<String> lines(io.oraclecdc.change.Change change) {
      return values.lines(change);
    }
  }
}
