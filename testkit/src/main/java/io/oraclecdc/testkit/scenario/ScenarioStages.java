package io.oraclecdc.testkit.scenario;

import io.oraclecdc.change.Change;
import io.oraclecdc.commit.DeliveredKinds;
import io.oraclecdc.lob.AssemblySettings;
import io.oraclecdc.lob.MissingValues;
import io.oraclecdc.pipeline.DeadLetters;
import io.oraclecdc.redo.RowDecoder;
import io.oraclecdc.schema.SchemaCatalog;
import java.util.List;

/** What a scenario is played through and this package does not bring itself. */
public interface ScenarioStages {

  /** A decoder for the rows of a scenario; a new one after each restart. */
  RowDecoder decoder(Scenario scenario, SchemaCatalog catalog);

  /** Output lines of a change, in order. */
  List<String> lines(Change change);

  /** How values that come in several rows are completed; the defaults of the properties. */
  default AssemblySettings assembly(Scenario scenario) {
    return AssemblySettings.defaults();
  }

  /** Which kinds of changes are delivered; those of rows. */
  default DeliveredKinds kinds(Scenario scenario) {
    return DeliveredKinds.ROWS;
  }

  /** What happens to rows that cannot be decoded; they stop the scenario. */
  default DeadLetters deadLetters(Scenario scenario) {
    return DeadLetters.REFUSED;
  }

  /** Where values are asked for that the redo does not carry; nowhere. */
  default MissingValues missingValues(Scenario scenario) {
    return MissingValues.UNAVAILABLE;
  }
}
