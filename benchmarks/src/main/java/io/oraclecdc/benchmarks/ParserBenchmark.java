package io.oraclecdc.benchmarks;

import io.debezium.config.Configuration;
import io.debezium.connector.oracle.OracleConnectorConfig;
import io.debezium.connector.oracle.logminer.parser.LogMinerDmlEntry;
import io.debezium.connector.oracle.logminer.parser.LogMinerDmlParser;
import io.debezium.relational.Table;
import io.oraclecdc.config.UnescapedQuotes;
import io.oraclecdc.redo.RowStatement;
import io.oraclecdc.redo.SqlRedoParser;
import io.oraclecdc.value.CodecContext;
import io.oraclecdc.value.ValueCodecs;
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
 * Parsing of SQL_REDO to the text of each column, by this project and by Debezium, on the same
 * statements.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
    value = 2,
    jvmArgs = {"-Xms2g", "-Xmx2g"})
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 4, time = 2)
public class ParserBenchmark {
  static final int STATEMENTS = 4_096;
  static final int COMPARED = 3_000;
  static final long SEED = 42;

  private String[] statements = {};
  private int next;
  private SqlRedoParser ours = textParser();
  private LogMinerDmlParser debezium = debeziumParser();
  private Table debeziumTable = OrderTables.debezium();

  /** Makes the statements. */
  @Setup
  public void prepare() {
    statements = new OrderStatements(SEED).next(STATEMENTS).toArray(new String[0]);
    ours = textParser();
    debezium = debeziumParser();
    debeziumTable = OrderTables.debezium();
  }

  static SqlRedoParser textParser() {
    return SqlRedoParser.ofText(OrderTables.ours(), UnescapedQuotes.STRICT);
  }

  static SqlRedoParser typedParser() {
    return SqlRedoParser.ofValues(
        OrderTables.ours(), new ValueCodecs(CodecContext.standard()), UnescapedQuotes.STRICT);
  }

  static LogMinerDmlParser debeziumParser() {
    return new LogMinerDmlParser(new OracleConnectorConfig(Configuration.create().build()));
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
  public LogMinerDmlEntry debezium() {
    return debezium.parse(statement(), debeziumTable);
  }
}
