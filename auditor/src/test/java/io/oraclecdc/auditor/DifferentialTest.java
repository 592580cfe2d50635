package io.oraclecdc.auditor;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random work on one database, read by Debezium's connector and by the engine: they must say the
 * same. What is meant to differ is a {@link Difference}. Seed n has setup (n - 1) modulo their
 * number; a seed that fails runs again alone with {@code -Dauditor.from=n -Dauditor.to=n}.
 */
@Timeout(300)
class DifferentialTest {
  private static final int STATEMENTS = Integer.getInteger("auditor.statements", 4000);
  private static final int ENOUGH_CHANGES = 2000;

  private static final String AGAIN =
      "mvn -Pfast -pl auditor -am test -Dtest=DifferentialTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dauditor.from=%d -Dauditor.to=%d";

  static IntStream seeds() {
    return IntStream.rangeClosed(
        Integer.getInteger("auditor.from", 1), Integer.getInteger("auditor.to", 24));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void bothReadTheSameChanges(int seed) throws Exception {
    Setup setup = Setup.values()[(seed - 1) % Setup.values().length];
    try (OracleSimulator database = setup.start(setup.databaseName("" + seed))) {
      if (setup.isContainer()) {
        // the engine does not read container databases: it reads the same work on another one
        try (OracleSimulator twin = Setup.BUFFERED.start(setup.databaseName("twin" + seed))) {
          compare(database, twin, setup, seed);
        }
      } else {
        compare(database, database, setup, seed);
      }
    }
  }

  private static void compare(OracleSimulator theirs, OracleSimulator ours, Setup setup, int seed)
      throws Exception {
    boolean twins = theirs != ours;
    AuditWorkload.createTables(theirs, setup);
    if (twins) {
      AuditWorkload.createTables(ours, Setup.BUFFERED);
    }
    try (BothSides sides = BothSides.start(theirs, ours, setup)) {
      work(theirs, setup, seed);
      if (twins) {
        work(ours, setup, seed);
      }
      sides.finish();
      String run = setup + ", again: " + AGAIN.formatted(seed, seed);
      List<AuditedRecord> ourRecords = sides.ours();
      assertThat(Comparison.of(sides.theirs(), ourRecords, twins)).as(run).isEmpty();
      assertThat(sides.warnings()).as(run).isEmpty();
      long changes = ourRecords.stream().filter(r -> !r.isTombstone()).count();
      assertThat(changes).as(run).isGreaterThan(Math.min(ENOUGH_CHANGES, STATEMENTS / 2));
    }
  }

  private static void work(OracleSimulator database, Setup setup, int seed) throws Exception {
    try (AuditWorkload work = new AuditWorkload(database, setup, seed)) {
      work.run(STATEMENTS);
    }
  }
}
