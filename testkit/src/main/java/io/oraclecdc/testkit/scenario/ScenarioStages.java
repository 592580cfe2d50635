package io.oraclecdc.testkit.scenario;

import io.oraclecdc.change.Change;
import io.oraclecdc.redo.RowDecoder;
import io.oraclecdc.schema.SchemaCatalog;
import java.util.List;

/** What a scenario is played through and this package does not bring itself. */
public interface ScenarioStages {

  /** A decoder for the rows of a scenario; a new one after each restart. */
  RowDecoder decoder(Scenario scenario, SchemaCatalog catalog);

  /** Output lines of a change, in order. */
  List<String> lines(Change change);
}
