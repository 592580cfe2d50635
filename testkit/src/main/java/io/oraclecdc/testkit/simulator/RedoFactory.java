package io.oraclecdc.testkit.simulator;

import io.oraclecdc.testkit.simulator.logmnr.SimInstance;
import io.oraclecdc.testkit.simulator.redo.RedoDatabase;
import io.oraclecdc.testkit.simulator.redo.RedoDatabases;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import io.oraclecdc.testkit.simulator.session.DatabaseSettings;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** How a database gets its redo half. */
final class RedoFactory {

  private RedoFactory() {}

  static Function<SimInstance, RedoDatabase> of(RedoOptions options) {
    return instance -> RedoDatabases.create(options, instance);
  }

  static RedoOptions options(
      DatabaseSettings settings, UnaryOperator<RedoOptions.Builder> changes) {
    boolean archivelog = "ARCHIVELOG".equals(settings.parameters().get("log_mode"));
    return changes
        .apply(
            RedoOptions.builder()
                .databaseName(settings.databaseName())
                .release(settings.version())
                .clock(settings.clock())
                .archivelog(archivelog))
        .build();
  }
}
