package io.oraclecdc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.value.SpecialValue;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * The short version of {@code -Pbench -Dbench=decode}: equal values, and what they cost in bytes.
 */
class DecodeBenchmarkTest {
  private final DebeziumDecoder debezium = new DebeziumDecoder(OrderTables.debezium());

  @Test
  void bothDecodersGiveTheSameValues() {
    DecodeEquality equality = new DecodeEquality(ParserBenchmark.typedParser(), debezium);
    assertThatCode(() -> equality.check(new OrderStatements(7).next(600)))
        .doesNotThrowAnyException();
  }

  @Test
  void aDifferenceOfValuesIsNoticed() {
    DecodeEquality equality = new DecodeEquality(ParserBenchmark.textParser(), debezium);
    assertThatThrownBy(() -> equality.check(new OrderStatements(7).next(1)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void everyStatementDecodesToValues() {
    for (String sql : new OrderStatements(7).next(300)) {
      assertThat(ParserBenchmark.typedParser().parse(sql)).isNotNull();
    }
    assertThat(
            ParserBenchmark.typedParser()
                .parse(new OrderStatements(7).next(1).get(0))
                .after()
                .get(0))
        .isNotInstanceOf(SpecialValue.class);
  }

  @Test
  void valuesCostAQuarterOfThePeersBytesAtMost() {
    List<String> statements = new OrderStatements(7).next(3_000);
    var parser = ParserBenchmark.typedParser();
    long ours = bytesOf(statements, parser::parse);
    long theirs = bytesOf(statements, debezium::decode);
    assertThat(ours).isPositive().isLessThan(theirs / 4);
  }

  @Test
  void wideIntervalsAreWarnedAbout() {
    var steady = new ComparisonReport.Measured(100_000, 25_000);
    assertThat(ComparisonReport.unsteady(Map.of("ours", steady, "debezium", steady))).isNull();
    assertThat(
            ComparisonReport.unsteady(
                Map.of(
                    "ours",
                    new ComparisonReport.Measured(100_000, 49_421),
                    "debezium",
                    new ComparisonReport.Measured(100_000, Double.NaN))))
        .startsWith("WARNING: the interval of debezium and ours");
    assertThat(
            ComparisonReport.unsteady(
                Map.of("ours", steady, "debezium", new ComparisonReport.Measured(100_000, 25_001))))
        .startsWith("WARNING: the interval of debezium is");
  }

  private static long bytesOf(List<String> statements, Consumer<String> decoder) {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    statements.forEach(decoder);
    long before = threads.getCurrentThreadAllocatedBytes();
    statements.forEach(decoder);
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
