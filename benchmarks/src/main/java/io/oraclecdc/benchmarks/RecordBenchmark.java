package io.oraclecdc.benchmarks;

import io.debezium.connector.oracle.logminer.parser.LogMinerDmlEntry;
import io.oraclecdc.change.Change;
import io.oraclecdc.format.ChangeRecord;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.source.SourceRecord;
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
 * From a change of a row to its finished records, by this project and by Debezium, on the same
 * rows: once from what each side keeps of a change until its transaction ends (this project typed
 * values, the peer texts), once from the statement. Keys, tombstones, source blocks and this
 * project's headers are included.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
    value = 2,
    jvmArgs = {"-Xms2g", "-Xmx2g"})
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
public class RecordBenchmark {
  private final OurRecords ours = new OurRecords();
  private final DebeziumRecords debezium = new DebeziumRecords();
  private String[] statements = {};
  private Change[] changes = {};
  private LogMinerDmlEntry[] entries = {};
  private int next;

  /** Makes the statements and what each side keeps of them. */
  @Setup
  public void prepare() {
    statements =
        new OrderStatements(ParserBenchmark.SEED)
            .next(ParserBenchmark.STATEMENTS)
            .toArray(new String[0]);
    changes = new Change[statements.length];
    entries = new LogMinerDmlEntry[statements.length];
    for (int i = 0; i < statements.length; i++) {
      changes[i] = ours.change(statements[i]);
      entries[i] = debezium.parse(statements[i]);
    }
  }

  private int next() {
    int current = next;
    next = current + 1 == statements.length ? 0 : current + 1;
    return current;
  }

  /** This project, from values. */
  @Benchmark
  public List<ChangeRecord> ours() {
    return ours.records(changes[next()]);
  }

  /** The peer, from what its parser gave. */
  @Benchmark
  public List<SourceRecord> debezium() {
    return debezium.records(entries[next()]);
  }

  /** This project, from statements. */
  @Benchmark
  public List<ChangeRecord> oursFromStatements() {
    return ours.records(ours.change(statements[next()]));
  }

  /** The peer, from statements. */
  @Benchmark
  public List<SourceRecord> debeziumFromStatements() {
    return debezium.records(debezium.parse(statements[next()]));
  }
}
