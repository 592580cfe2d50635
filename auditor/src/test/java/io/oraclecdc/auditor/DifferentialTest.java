package io.oraclecdc.auditor;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random work on one database, read by Debezium's connector and by the engine: they must say the
 * same. What is meant to differ is a {@link Difference}. Seed n has setup (n - 1) modulo their
 * number; a seed that fails prints the command that runs it again alone.
 */
@Timeout(300)
class DifferentialTest {
  private static final int STATEMENTS = Integer.getInteger("auditor.statements", 4000);
  private static final int ENOUGH_CHANGES = 2000;
  private static final List<Setup> SETUPS = setups();

  private static final String AGAIN =
      "mvn -Pfast -pl auditor -am test -Dtest=DifferentialTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false"
          + " -Dauditor.from=%d -Dauditor.to=%d -Dauditor.setups=%s";

  /** All of them, or those a property names. */
  private static List<Setup> setups() {
    String names = System.getProperty("auditor.setups", "");
    return names.isEmpty()
        ? List.of(Setup.values())
        : Stream.of(names.split(",", -1)).map(Setup::valueOf).toList();
  }

  static IntStream seeds() {
    return IntStream.rangeClosed(
        Integer.getInteger("auditor.from", 1), Integer.getInteger("auditor.to", 24));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void bothReadTheSameChanges(int seed) throws Exception {
    Setup setup = SETUPS.get((seed - 1) % SETUPS.size());
    try (OracleSimulator database = setup.start(setup.databaseName("" + seed))) {
      compare(database, setup, seed);
    }
  }

  private static void compare(OracleSimulator database, Setup setup, int seed) throws Exception {
    AuditWorkload.createTables(database, setup);
    try (BothSides sides = BothSides.start(database, setup)) {
      try (AuditWorkload work = new AuditWorkload(database, setup, seed)) {
        work.run(STATEMENTS);
      }
      sides.finish();
      String run = setup + ", again: " + AGAIN.formatted(seed, seed, setup);
      List<AuditedRecord> ourRecords = sides.ours();
      assertThat(Comparison.of(sides.theirs(), ourRecords)).as(run).isEmpty();
      assertThat(sides.warnings()).as(run).isEmpty();
      long changes = ourRecords.stream().filter(r -> !r.isTombstone()).count();
      assertThat(changes).as(run).isGreaterThan(Math.min(ENOUGH_CHANGES, STATEMENTS / 2));
    }
  }
}
