package io.oraclecdc.benchmarks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class EndToEndReportIT {

  @Test
  void bothSidesDeliverEveryChangeOfAServedDatabase() throws Exception {
    EndToEndReport.Comparison comparison = EndToEndReport.compare(3000, "512m");

    assertThat(comparison.ours().rows()).isEqualTo(comparison.changes());
    assertThat(comparison.debezium().rows()).isEqualTo(comparison.changes());
    assertThat(comparison.oursSmall().rows()).isEqualTo(comparison.changes());
    assertThat(comparison.debeziumSmall().rows()).isEqualTo(comparison.changes());
    assertThat(comparison.line()).contains("ours", "debezium", "ratio");
  }
}
