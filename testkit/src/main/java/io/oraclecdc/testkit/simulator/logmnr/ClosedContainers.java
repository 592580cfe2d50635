package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import io.oraclecdc.testkit.simulator.redo.RedoRecord;
import java.sql.SQLException;
import java.util.Map;
import java.util.stream.Collectors;

/** Mining in the root with the online catalog needs every PDB that has redo in the range open. */
final class ClosedContainers {
  static final ClosedContainers NONE = new ClosedContainers(Map.of());

  private final Map<Integer, String> names;

  private ClosedContainers(Map<Integer, String> names) {
    this.names = names;
  }

  static ClosedContainers of(SimInstance instance, MiningRange range) {
    if (!range.has(StartOptions.DICT_FROM_ONLINE_CATALOG)) {
      return NONE;
    }
    return new ClosedContainers(
        instance.containers().stream()
            .filter(c -> !c.isOpen() && instance.containerId() == ContainerFacts.ROOT)
            .collect(Collectors.toMap(ContainerFacts::id, ContainerFacts::name)));
  }

  /** Looks at every record of the range. */
  void requireNone(RedoOptions options, MiningRange range) throws SQLException {
    if (names.isEmpty()) {
      return;
    }
    RecordScan scan = new RecordScan(options, range);
    for (RedoRecord row = scan.next(); row != null; row = scan.next()) {
      require(row);
    }
  }

  /**
   * Looks at one record.
   *
   * @throws SQLException ORA-16331 if its container is closed
   */
  void require(RedoRecord row) throws SQLException {
    String name = names.get(row.session().containerId());
    if (name != null) {
      throw OraErrors.of(16331, "container \"" + name + "\" is not open");
    }
  }
}
