package io.oraclecdc.compat;

import io.oraclecdc.format.ChangeRecord;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/** A few statements and the records the engine made of them. */
final class Story {
  private Story() {}

  /**
   * Each change is a transaction of its own.
   *
   * @param settings beyond those of every run
   * @param tables names as a regular expression
   * @param before what happens before capture begins
   * @param changes what is captured
   */
  static List<ChangeRecord> tell(
      String name,
      Map<String, String> settings,
      String tables,
      List<String> before,
      List<String> changes)
      throws Exception {
    try (OracleSimulator database = OracleSimulator.start(name);
        Connection app = database.connectApp();
        Statement statement = app.createStatement()) {
      for (String sql : before) {
        statement.execute(sql);
      }
      try (Capture capture = Capture.start(database, tables, settings)) {
        for (String sql : changes) {
          statement.execute(sql);
        }
        return capture.finish();
      }
    }
  }
}
