package io.oraclecdc.benchmarks.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.benchmarks.memory.LargeValueReport.Outcome;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One large value in a JVM of its own whose heap is twice the value and 64 MB: from 10,000 pieces
 * of redo, and from its table. In a heap without room for it, it ends as a value that is too large.
 */
@Timeout(300)
class LargeValueMemoryTest {
  @ParameterizedTest
  @CsvSource({"redo,BLOB", "redo,CLOB", "redo,XMLTYPE", "table,CLOB", "table,BLOB"})
  void aValueNeedsTwiceItsSize(String from, String type) throws Exception {
    int units = LargeValueReport.UNITS;
    Outcome outcome = LargeValueReport.run(from, type, units, "fail", LargeValueReport.goal(units));

    assertThat(outcome.isWhole(units)).as(outcome.text()).isTrue();
    assertThat(outcome.peak()).isBetween((long) units, 2L * units + (64 << 20));
  }

  @ParameterizedTest
  @CsvSource({
    "redo,BLOB,fail,CDC-3003",
    "redo,XMLTYPE,placeholder,unavailable",
    "table,CLOB,fail,CDC-3003"
  })
  void aValueWithoutRoomInTheHeapIsTooLarge(
      String from, String type, String oversize, String expected) throws Exception {
    Outcome outcome = LargeValueReport.run(from, type, 20_000_000, oversize, 32);

    assertThat(outcome.what()).as(outcome.text()).isEqualTo(expected);
  }

  /** Half of the heap is more than the value, but the pieces and the array do not fit together. */
  @ParameterizedTest
  @CsvSource({"redo,BLOB,fail,CDC-3003", "table,BLOB,placeholder,unavailable"})
  void anAllocationThatFailsIsATypedError(
      String from, String type, String oversize, String expected) throws Exception {
    Outcome outcome = LargeValueReport.run(from, type, 30_000_000, oversize, 60);

    assertThat(outcome.what()).as(outcome.text()).isEqualTo(expected);
  }
}
