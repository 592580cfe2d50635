package io.oraclecdc.benchmarks.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The report with few rows: whether it measures, not how fast. */
@Timeout(180)
class SnapshotReportIT {

  @Test
  void everyRowOfAServedDatabaseIsReadOnceInASmallHeap() throws Exception {
    SnapshotReport.Comparison comparison = SnapshotReport.served(20_000, "64m");

    assertThat(comparison.engine().rows()).isEqualTo(20_000);
    assertThat(comparison.plain().rows()).isEqualTo(20_000);
    assertThat(comparison.engine().peak()).isBetween(1L, 64L << 20);
    assertThat(comparison.text()).contains("engine", "plain loop", "ratio", "heap");
  }

  @Test
  void everySyntheticRowIsReadOnceInASmallHeap() throws Exception {
    SnapshotReport.Comparison comparison = SnapshotReport.synthetic(300_000, "64m");

    assertThat(comparison.engine().rows()).isEqualTo(300_000);
    assertThat(comparison.plain().rows()).isEqualTo(300_000);
  }
}
