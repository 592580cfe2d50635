package io.oraclecdc.engine;

import io.oraclecdc.change.Change;
import io.oraclecdc.delivery.SequencedChange;
import io.oraclecdc.format.RecordFormat;
import java.util.Optional;

/**
 * Makes events of changes.
 *
 * @param format of their records
 * @param json of their records
 * @param heartbeats whether consumers are given heartbeats; if not, the engine acknowledges them
 */
record Events(RecordFormat format, JsonRecords json, boolean heartbeats) {

  /** Empty for what consumers are not given. */
  Optional<ChangeEvent> of(SequencedChange sequenced) {
    Change change = sequenced.change();
    return change instanceof Change.Heartbeat && !heartbeats
        ? Optional.empty()
        : Optional.of(new ChangeEvent(sequenced, change, format, json));
  }
}
