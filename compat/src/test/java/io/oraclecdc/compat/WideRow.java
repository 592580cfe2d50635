package io.oraclecdc.compat;

import io.oraclecdc.format.ChangeRecord;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.Connection;
import java.util.List;
import java.util.Map;

/** Records of random work on {@link WideTable}, large objects included. */
final class WideRow {
  private WideRow() {}

  static List<ChangeRecord> records(String name, Map<String, String> settings) throws Exception {
    try (OracleSimulator database = OracleSimulator.start(name);
        Connection app = database.connectApp()) {
      Work.createTables(app);
      try (Capture capture = Capture.start(database, Work.TABLES, settings)) {
        new Work(app, 7).run(40);
        return capture.finish();
      }
    }
  }
}
