package io.oraclecdc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * The short version of {@code -Pbench -Dbench=records}: equal records, and what they cost in bytes.
 */
class RecordBenchmarkTest {
  private static final long EIGHT_KILOBYTES = 8 * 1024;

  @Test
  void bothSidesMakeTheSameRecords() {
    assertThatCode(() -> new RecordEquality().check(new OrderStatements(7).next(600)))
        .doesNotThrowAnyException();
  }

  @Test
  void aDifferenceOfRecordsIsNoticed() {
    OurRecords ours = new OurRecords();
    DebeziumRecords debezium = new DebeziumRecords();
    List<String> inserts =
        new OrderStatements(7).next(4).stream().filter(sql -> sql.startsWith("insert")).toList();
    assertThatThrownBy(
            () ->
                RecordEquality.compare(
                    inserts.get(0),
                    ours.records(ours.change(inserts.get(0))),
                    debezium.records(debezium.parse(inserts.get(1)))))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void recordsCostAQuarterOfThePeersBytesAtMost() {
    List<String> statements = new OrderStatements(7).next(3_000);
    OurRecords ours = new OurRecords();
    DebeziumRecords debezium = new DebeziumRecords();
    long mine = bytesOf(statements, sql -> ours.records(ours.change(sql)));
    long theirs = bytesOf(statements, sql -> debezium.records(debezium.parse(sql)));
    assertThat(mine / statements.size()).isPositive().isLessThan(EIGHT_KILOBYTES);
    assertThat(mine).isLessThan(theirs / 4);
  }

  @Test
  void theBenchmarkGoesRoundItsStatements() {
    RecordBenchmark benchmark = new RecordBenchmark();
    benchmark.prepare();
    assertThat(benchmark.ours()).hasSize(1);
    assertThat(benchmark.debezium()).isNotEmpty();
    assertThat(benchmark.oursFromStatements()).isNotEmpty();
    assertThat(benchmark.debeziumFromStatements()).isNotEmpty();
  }

  private static long bytesOf(List<String> statements, Consumer<String> maker) {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    statements.forEach(maker);
    long before = threads.getCurrentThreadAllocatedBytes();
    statements.forEach(maker);
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
