package io.oraclecdc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The short version of {@code -Pbench -Dbench=tables}. */
class TablesReportTest {

  @Test
  void allTablesAreThereAfterARestartAndAChangeIsSmall() throws Exception {
    TablesReport.Figures figures = TablesReport.measure(120);
    assertThat(figures.tables()).isEqualTo(120);
    assertThat(figures.changeBytes()).isLessThan(figures.bytes() / 20);
  }
}
