package io.oraclecdc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class SimulatorReportTest {

  @Test
  void eachFigureIsPrinted() throws SQLException {
    assertThat(new SimulatorReport(2_000, 40, 5_000).measure())
        .satisfiesExactly(
            captured -> assertThat(captured).startsWith("simulator captured inserts/s "),
            mined -> assertThat(mined).startsWith("simulator mined rows/s "),
            model -> assertThat(model).startsWith("redo model rows/s"),
            catalog ->
                assertThat(catalog)
                    .matches("start with 40 tables: created in .* ms; ALL_TABLES .* ms"));
  }
}
