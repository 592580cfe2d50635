package io.oraclecdc.benchmarks;

import io.oraclecdc.redo.RowStatement;
import io.oraclecdc.redo.SqlRedoParser;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * From SQL_REDO to Java values of each column, by this project and by Debezium, on the same
 * statements. Values only: neither side makes records of them.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
    value = 2,
    jvmArgs = {"-Xms2g", "-Xmx2g"})
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
public class DecodeBenchmark {
  private String[] statements = {};
  private int next;
  private SqlRedoParser ours = ParserBenchmark.typedParser();
  private DebeziumDecoder debezium = new DebeziumDecoder(OrderTables.debezium());

  /** Makes the statements. */
  @Setup
  public void prepare() {
    statements =
        new OrderStatements(ParserBenchmark.SEED)
            .next(ParserBenchmark.STATEMENTS)
            .toArray(new String[0]);
    ours = ParserBenchmark.typedParser();
    debezium = new DebeziumDecoder(OrderTables.debezium());
  }

  private String statement() {
    int current = next;
    next = current + 1 == statements.length ? 0 : current + 1;
    return statements[current];
  }

  /** This project. */
  @Benchmark
  public RowStatement ours() {
    return ours.parse(statement());
  }

  /** The peer. */
  @Benchmark
  public Object debezium() {
    return debezium.decode(statement());
  }
}
