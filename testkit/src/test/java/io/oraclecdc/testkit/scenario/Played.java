package io.oraclecdc.testkit.scenario;

import io.oraclecdc.change.Change;
import io.oraclecdc.redo.RedoSettings;
import io.oraclecdc.redo.RowDecoder;
import io.oraclecdc.redo.SqlRedoDecoder;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Scenarios through the real decoder, to short lines: {@code c T 1 one}. */
final class Played {
  private Played() {}

  /** Output of a scenario, the same for one step and for steps of one row. */
  static List<String> lines(String scenario) throws InterruptedException {
    ScenarioResult whole = play(scenario);
    ScenarioResult cut = play(scenario, Played::everyRow);
    if (!whole.lines().equals(cut.lines())) {
      throw new AssertionError(
          "the result depends on where steps end: " + whole.lines() + " and " + cut.lines());
    }
    return whole.lines();
  }

  static ScenarioResult play(String scenario) throws InterruptedException {
    return play(scenario, source -> source);
  }

  static ScenarioResult play(String scenario, UnaryOperator<ScriptedRedoSource> windows)
      throws InterruptedException {
    return new ScenarioRunner(new Stages(), windows).run(Scenario.parse(scenario));
  }

  /** Users of the changes of a scenario, {@code null} where nobody knows. */
  static List<String> users(String scenario, UnaryOperator<ScriptedRedoSource> windows)
      throws InterruptedException {
    ScenarioStages users =
        new Stages() {
          @Override
          public List<String> lines(Change change) {
            return change instanceof Change.RowChange row
                ? List.of(String.valueOf(row.origin().transaction().userName()))
                : List.of();
          }
        };
    return new ScenarioRunner(users, windows).run(Scenario.parse(scenario)).lines();
  }

  private static ScriptedRedoSource everyRow(ScriptedRedoSource source) {
    int[] ends = new int[400];
    for (int i = 0; i < ends.length; i++) {
      ends[i] = i;
    }
    return source.cutAfter(ends);
  }

  private static class Stages implements ScenarioStages {
    @Override
    public RowDecoder decoder(Scenario scenario, SchemaCatalog catalog) {
      return new SqlRedoDecoder(catalog, RedoSettings.defaults());
    }

    @Override
    public List<String> lines(Change change) {
      return List.of(change.accept(new Lines()));
    }
  }

  private static final class Lines implements Change.Handler<String> {
    @Override
    public String rowRead(Change.RowRead change) {
      return "r " + row(change.table(), change.row());
    }

    @Override
    public String rowInserted(Change.RowInserted change) {
      return "c " + row(change.table(), change.after());
    }

    @Override
    public String rowUpdated(Change.RowUpdated change) {
      return "u " + row(change.table(), change.after());
    }

    @Override
    public String rowDeleted(Change.RowDeleted change) {
      return "d " + row(change.table(), change.before());
    }

    @Override
    public String tableTruncated(Change.TableTruncated change) {
      return "t " + change.table().id().name();
    }

    @Override
    public String transactionBegan(Change.TransactionBegan change) {
      return "BEGIN";
    }

    @Override
    public String transactionEnded(Change.TransactionEnded change) {
      return "END " + change.eventCount();
    }

    @Override
    public String schemaChanged(Change.SchemaChanged change) {
      return "layout " + change.layout();
    }

    @Override
    public String heartbeat(Change.Heartbeat change) {
      return "heartbeat";
    }

    private static String row(TableSchema table, RowImage image) {
      List<String> words = new ArrayList<>(List.of(table.id().name()));
      for (int i = 0; i < image.size(); i++) {
        if (image.isLogged(i) && !image.isNull(i)) {
          words.add(image.get(i).toString());
        }
      }
      return String.join(" ", words);
    }
  }
}
