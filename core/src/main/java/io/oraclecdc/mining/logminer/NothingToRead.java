package io.oraclecdc.mining.logminer;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.StepEnd;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A step without rows: the log that comes next cannot be read yet. Nothing moves. */
record NothingToRead(MiningStart start) implements MiningStep {

  @Override
  public @Nullable MinedRow next() {
    return null;
  }

  @Override
  public StepEnd finish() {
    return new StepEnd(start.cursors(), Map.of(), start.lowestScn(), true);
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
