package io.oraclecdc.cli.evidence;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** What the simulator answers, by default or with one switch. */
final class SimulatedAnswers implements AutoCloseable {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final OracleSimulator simulator;
  private final EntryRunner runner;

  SimulatedAnswers(Set<RedoBehaviour> switches) throws SQLException {
    simulator =
        OracleSimulator.builder(
                "evidence-" + ProcessHandle.current().pid() + "-" + NUMBER.incrementAndGet())
            .redoOptions(o -> o.behaviours(switches))
            .start();
    try (Connection sys = simulator.connectSys();
        Statement statement = sys.createStatement()) {
      statement.execute("GRANT ALTER SYSTEM TO " + OracleSimulator.CAPTURE_USER);
    }
    runner = new EntryRunner(settings(simulator));
  }

  static EvidenceSettings settings(OracleSimulator simulator) {
    return new EvidenceSettings(
        simulator.url(),
        OracleSimulator.APP_USER,
        OracleSimulator.APP_PASSWORD,
        simulator.url(),
        OracleSimulator.CAPTURE_USER,
        OracleSimulator.CAPTURE_PASSWORD);
  }

  List<String> answer(EvidenceEntry entry) throws SQLException {
    return runner.run(entry).answer(entry, OracleSimulator.APP_USER);
  }

  @Override
  public void close() throws SQLException {
    simulator.close();
  }
}
