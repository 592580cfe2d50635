package io.oraclecdc.testkit.simulator;

import io.oraclecdc.testkit.simulator.durable.Creation;
import io.oraclecdc.testkit.simulator.durable.DurableDirectory;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.util.function.Function;

/** Opens a database that lives in a directory. */
final class DurableStart {

  private DurableStart() {}

  /**
   * Opens the database of a directory, or makes one.
   *
   * @param name in the URL
   * @param path the directory
   * @param clock wall clock
   * @param ifNew describes the database when the directory has none
   */
  static OracleSimulator start(String name, Path path, Clock clock, Function<Clock, Creation> ifNew)
      throws SQLException {
    DurableDirectory directory = DurableDirectory.open(path, clock);
    boolean done = false;
    try {
      Creation creation = directory.creation().orElse(null);
      if (creation == null) {
        creation = ifNew.apply(directory.clock());
        directory.create(creation);
      }
      Creation opened = creation.named(name);
      OracleSimulator started =
          OracleSimulator.start(
              opened, instance -> directory.redo(opened, instance), directory::recover);
      done = true;
      return started;
    } finally {
      if (!done) {
        directory.close();
      }
    }
  }
}
