package io.oraclecdc.auditor;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.util.EnumSet;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random work on one database, read by Debezium's connector and by the engine: they must say the
 * same. What is meant to differ is a {@link Difference}.
 *
 * <p>Odd seeds: the buffered adapter, tables without LOBs. Even seeds: the unbuffered adapter, with
 * LOBs ({@link Difference#BUFFERED_LOBS} says why).
 */
@Timeout(300)
class DifferentialTest {
  private static final int STATEMENTS = Integer.getInteger("auditor.statements", 2500);

  static IntStream seeds() {
    return IntStream.rangeClosed(
        Integer.getInteger("auditor.from", 1), Integer.getInteger("auditor.to", 20));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void bothReadTheSameChanges(int seed) throws Exception {
    boolean withLobs = seed % 2 == 0;
    Map<String, String> settings =
        Map.of("database.connection.adapter", withLobs ? "logminer_unbuffered" : "logminer");
    try (OracleSimulator database = OracleSimulator.start("differential" + seed)) {
      CaptureUser.create(database);
      AuditWorkload.createTables(database, EnumSet.allOf(AuditTables.class));
      try (BothSides sides = new BothSides(database, settings, withLobs);
          AuditWorkload work = new AuditWorkload(database, seed)) {
        work.run(STATEMENTS);
        AuditWorkload.mark(database);
        sides.awaitMark();
        assertThat(Comparison.of(sides.theirs(), sides.ours())).isEmpty();
        assertThat(sides.ours()).hasSizeGreaterThan(STATEMENTS / 4);
        assertThat(sides.warnings()).isEmpty();
      }
    }
  }
}
