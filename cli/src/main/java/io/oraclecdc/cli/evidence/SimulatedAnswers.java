package io.oraclecdc.cli.evidence;

import io.oraclecdc.cli.evidence.EvidenceEntry.Need;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.jdbc.OracleSimulatorDriver;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the simulator answers, by default or with one switch. Entries that need containers or
 * instances are asked at a simulator that has them; each kind is started when it is needed.
 */
final class SimulatedAnswers implements AutoCloseable {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final String PDB = "EVPDB";

  private final Set<RedoBehaviour> switches;
  private final Map<Kind, OracleSimulator> simulators = new EnumMap<>(Kind.class);

  private enum Kind {
    SINGLE,
    CONTAINERS,
    CLUSTER;

    static Kind of(EvidenceEntry entry) {
      return entry.needs().contains(Need.CDB)
          ? CONTAINERS
          : entry.needs().contains(Need.CLUSTER) ? CLUSTER : SINGLE;
    }
  }

  SimulatedAnswers(Set<RedoBehaviour> switches) {
    this.switches = switches;
  }

  private OracleSimulator simulator(Kind kind) throws SQLException {
    OracleSimulator running = simulators.get(kind);
    if (running != null) {
      return running;
    }
    OracleSimulator.Builder builder =
        OracleSimulator.builder(
                "evidence-" + ProcessHandle.current().pid() + "-" + NUMBER.incrementAndGet())
            .parameter("max_string_size", "EXTENDED")
            .redoOptions(o -> o.behaviours(switches));
    OracleSimulator simulator =
        switch (kind) {
          case SINGLE -> builder.start();
          case CONTAINERS -> builder.containerDatabase(PDB).start();
          case CLUSTER -> builder.threads(2).start();
        };
    simulators.put(kind, simulator);
    try (Connection sys = simulator.connectSys();
        Statement statement = sys.createStatement()) {
      statement.execute("GRANT ALTER SYSTEM TO " + OracleSimulator.CAPTURE_USER);
    }
    return simulator;
  }

  private static EvidenceSettings settings(OracleSimulator simulator, Kind kind) {
    boolean two = kind == Kind.CLUSTER;
    return new EvidenceSettings(
        kind == Kind.CONTAINERS ? simulator.url(PDB) : simulator.url(),
        OracleSimulator.APP_USER,
        OracleSimulator.APP_PASSWORD,
        simulator.url(),
        OracleSimulator.CAPTURE_USER,
        OracleSimulator.CAPTURE_PASSWORD,
        two ? OracleSimulatorDriver.INSTANCE + "=1" : "",
        two ? simulator.url() : "",
        two ? OracleSimulatorDriver.INSTANCE + "=2" : "");
  }

  List<String> answer(EvidenceEntry entry) throws SQLException {
    Kind kind = Kind.of(entry);
    EvidenceResult result = new EntryRunner(settings(simulator(kind), kind)).run(entry);
    return result.isSkipped()
        ? List.of("skipped: " + result.skipped())
        : result.answer(entry, OracleSimulator.APP_USER);
  }

  @Override
  public void close() throws SQLException {
    for (OracleSimulator simulator : simulators.values()) {
      simulator.close();
    }
  }
}
