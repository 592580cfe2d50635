package io.oraclecdc.benchmarks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class EndToEndReportIT {

  @Test
  void bothSidesDeliverEveryChangeOfAServedDatabase() throws Exception {
    EndToEndReport.Comparison comparison = EndToEndReport.compare(3000, "512m");

    assertThat(comparison.ours().rows()).isGreaterThanOrEqualTo(3000);
    assertThat(comparison.debezium().rows()).isEqualTo(comparison.ours().rows());
    assertThat(comparison.oursSmall().rows()).isEqualTo(comparison.ours().rows());
    assertThat(comparison.debeziumSmall().rows()).isEqualTo(comparison.ours().rows());
    assertThat(comparison.line()).contains("ours", "debezium", "ratio");
  }
}
