package io.oraclecdc.testkit.scenario;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.mining.RedoSourceContract;
import io.oraclecdc.model.Scn;
import io.oraclecdc.testkit.model.ModelBehaviour;
import io.oraclecdc.testkit.model.ModelOptions;
import io.oraclecdc.testkit.model.RedoModel;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** Rows of a model, played in windows. */
class ScriptedRedoSourceContractTest extends RedoSourceContract {
  private final List<MinedRow> rows = rows();

  private static List<MinedRow> rows() {
    ModelOptions options =
        new ModelOptions(
            2,
            2,
            4,
            60,
            30,
            EnumSet.of(
                ModelBehaviour.PRIVATE_STRANDS,
                ModelBehaviour.COMMITS_AT_ONE_SCN,
                ModelBehaviour.ZERO_ADDRESS_ROLLBACKS,
                ModelBehaviour.EMPTY_COMMITS_ON_THREAD_ZERO));
    RedoModel model = RedoModel.of(42, options);
    model.advance(400);
    model.quiesce();
    List<MinedRow> rows = new ArrayList<>();
    try (RedoSource source = model.source();
        MiningStep step = source.open(new MiningStart(Scn.ZERO, Map.of()))) {
      for (MinedRow row = step.next(); row != null; row = step.next()) {
        rows.add(row);
      }
    }
    return rows;
  }

  @Override
  protected RedoSource newSource() {
    return ScriptedRedoSource.of(rows).cutAfter(10, 11, 50, 150, 151, 300, 420, 600);
  }

  @Override
  protected MiningStart beginning() {
    return new MiningStart(Scn.ZERO, Map.of());
  }

  @Override
  protected boolean grow() {
    return false;
  }
}
