package io.oraclecdc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The report with few rows: whether it measures, not how fast. */
@Timeout(180)
class BigTransactionReportIT {

  @Test // MEM-01
  void MEM_01_everyChangeIsDeliveredInASmallHeap() throws Exception {
    BigTransactionReport.Outcome outcome = BigTransactionReport.measure(20_000, "64m");

    assertThat(outcome.delivered()).isEqualTo(20_000 + 200 * 20);
    assertThat(outcome.peakMegabytes()).isBetween(1L, 64L);
    assertThat(outcome.text()).contains("peak heap", "ratio", "Debezium's buffer");
  }
}
