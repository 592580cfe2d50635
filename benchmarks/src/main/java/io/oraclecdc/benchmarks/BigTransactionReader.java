package io.oraclecdc.benchmarks;

import io.debezium.connector.oracle.logminer.buffered.memory.MemoryLogMinerTransactionCache;
import io.debezium.connector.oracle.logminer.buffered.memory.MemoryTransaction;
import io.debezium.connector.oracle.logminer.events.DmlEvent;
import io.debezium.connector.oracle.logminer.events.EventType;
import io.debezium.relational.Table;
import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.Scn;
import io.oraclecdc.pipeline.ChangePipeline;
import io.oraclecdc.position.Position;
import io.oraclecdc.redo.RedoSettings;
import io.oraclecdc.redo.SqlRedoDecoder;
import io.oraclecdc.schema.FixedSchemaCatalog;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.spill.SpillLog;
import io.oraclecdc.spill.SpillReader;
import io.oraclecdc.transaction.TransactionBuffer;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One measurement in a process of its own; prints a line that begins with {@code RESULT}.
 * Arguments: what, rows, directory for spill files.
 */
final class BigTransactionReader {
  /** Heap for uncommitted changes: a quarter of the heap. */
  private static final long BUFFER = Runtime.getRuntime().maxMemory() / 4;

  private static final long SPILL = 64L << 30;
  private static final int SMALL = 200;
  private static final int ROWS_OF_SMALL = 20;
  private static final int WARM_UP = 400_000;
  private static final int SMALL_TRANSACTION = 10_000;

  private BigTransactionReader() {}

  public static void main(String[] arguments) throws Exception {
    int rows = Integer.parseInt(arguments[1]);
    Path directory = Path.of(arguments[2]);
    switch (arguments[0]) {
      case "ours" -> System.out.println("RESULT " + ours(rows, directory));
      case "cost" -> System.out.println("RESULT " + cost(rows, directory));
      case "spill" -> System.out.println("RESULT " + spill(rows, directory));
      case "peer" -> peer(rows);
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  /** Rows delivered, seconds, bytes on disk at most. */
  static String ours(int rows, Path directory) throws InterruptedException {
    long begin = System.nanoTime();
    Run run = read(new BigTransactionSource(rows, SMALL, ROWS_OF_SMALL), directory);
    double seconds = (System.nanoTime() - begin) / 1e9;
    return String.format(Locale.ROOT, "%d %.1f %d", run.delivered(), seconds, run.spilled() >> 20);
  }

  /** What a run brought. */
  record Run(long delivered, long spilled) {}

  static Run read(BigTransactionSource source, Path directory) throws InterruptedException {
    Position start = Position.startingAt(new Incarnation(1, new Scn(1)), Scn.ZERO, Scn.ZERO);
    FixedSchemaCatalog catalog = new FixedSchemaCatalog(List.of(OrderTables.ours()));
    AtomicLong delivered = new AtomicLong();
    long spilled = 0;
    try (SpillArea area = new SpillArea(directory, BUFFER, SPILL);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      ChangePipeline pipeline =
          new ChangePipeline(
              source,
              new SqlRedoDecoder(catalog, RedoSettings.defaults()),
              catalog,
              buffer,
              new CommitSequencer(start, ZoneOffset.UTC, "bench"),
              change -> delivered.incrementAndGet(),
              start);
      boolean more = true;
      while (more) {
        spilled = Math.max(spilled, area.spilledBytes());
        more = pipeline.step();
      }
    }
    return new Run(delivered.get(), spilled);
  }

  /**
   * CPU nanoseconds per row of transactions of 10,000 rows, and of one with all rows; what making
   * the rows takes is taken off.
   */
  static String cost(int rows, Path directory) throws InterruptedException {
    read(new BigTransactionSource(Math.min(rows, WARM_UP), 0, 0), directory);
    make(Math.min(rows, WARM_UP));
    long cpu = cpu();
    make(Math.min(rows, WARM_UP));
    long making = (cpu() - cpu) / Math.min(rows, WARM_UP);
    int rounds = Math.max(1, Math.min(100, rows / SMALL_TRANSACTION));
    cpu = cpu();
    for (int i = 0; i < rounds; i++) {
      read(new BigTransactionSource(SMALL_TRANSACTION, 0, 0), directory);
    }
    long small = (cpu() - cpu) / ((long) rounds * SMALL_TRANSACTION);
    cpu = cpu();
    read(new BigTransactionSource(rows, 0, 0), directory);
    return Math.max(1, small - making) + " " + Math.max(1, (cpu() - cpu) / rows - making);
  }

  private static void make(int rows) {
    BigTransactionSource source = new BigTransactionSource(rows, 0, 0);
    MiningStart start = new MiningStart(Scn.ZERO, Map.of());
    boolean more = true;
    while (more) {
      MiningStep step = source.open(start);
      while (step.next() != null) {
        // Made and dropped.
      }
      more = !step.finish().caughtUp();
    }
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** MB per second written and read back, and MB written per CPU second; plain and encrypted. */
  static String spill(int megabytes, Path directory) {
    StringBuilder line = new StringBuilder();
    for (SpillArea.Encryption encryption : SpillArea.Encryption.values()) {
      FrameBuilder frame = new FrameBuilder();
      String text = "x".repeat(230);
      try (SpillArea area = new SpillArea(directory, 32L << 20, SPILL, encryption);
          SpillLog log = area.newLog("spilled")) {
        long frames = ((long) megabytes << 20) / 250;
        long begin = System.nanoTime();
        long cpu = cpu();
        for (long i = 0; i < frames; i++) {
          frame.clear();
          frame.putUnsigned(i);
          frame.putText(text);
          log.append(frame);
        }
        long written = System.nanoTime();
        cpu = cpu() - cpu;
        long read = 0;
        try (SpillReader reader = log.readForward()) {
          while (reader.next()) {
            read += reader.frame().size();
          }
        }
        if (read < frames * text.length()) {
          throw new IllegalStateException("frames are missing");
        }
        double size = log.totalBytes() / 1e6;
        line.append(
            String.format(
                Locale.ROOT,
                "%.0f %.0f %.0f ",
                size / ((written - begin) / 1e9),
                size / ((System.nanoTime() - written) / 1e9),
                size / (cpu / 1e9)));
      }
    }
    return line.toString().trim();
  }

  /** The peer's parser and the heap cache it keeps uncommitted changes in by default. */
  private static void peer(int rows) {
    Table table = OrderTables.debezium();
    DebeziumDecoder decoder = new DebeziumDecoder(table);
    OrderStatements statements = new OrderStatements(11);
    MemoryLogMinerTransactionCache cache = new MemoryLogMinerTransactionCache();
    MemoryTransaction transaction =
        new MemoryTransaction(
            "0a00000007000000",
            io.debezium.connector.oracle.Scn.valueOf(1000),
            Instant.EPOCH,
            "SHOP",
            1,
            "");
    cache.addTransaction(transaction);
    Deque<String> made = new ArrayDeque<>();
    int kept = 0;
    try {
      for (int i = 0; i < rows; i++) {
        if (made.isEmpty()) {
          made.addAll(BigTransactionSource.batch(statements));
        }
        keep(cache, transaction, decoder, table, made.remove(), i);
        kept = i + 1;
      }
      System.out.println("RESULT " + kept + " lives");
    } catch (OutOfMemoryError e) {
      made.clear();
      cache.removeTransaction(transaction);
      System.out.println("RESULT " + kept + " dies");
    }
  }

  private static void keep(
      MemoryLogMinerTransactionCache cache,
      MemoryTransaction transaction,
      DebeziumDecoder decoder,
      Table table,
      String sql,
      int number) {
    var entry = decoder.parse(sql);
    EventType type =
        switch (sql.charAt(0)) {
          case 'i' -> EventType.INSERT;
          case 'u' -> EventType.UPDATE;
          default -> EventType.DELETE;
        };
    cache.addTransactionEvent(
        transaction,
        transaction.getNextEventId(),
        new DmlEvent(
            type,
            io.debezium.connector.oracle.Scn.valueOf(1001 + number),
            table.id(),
            "AAASkWAAMAAA" + String.format("%06d", number % 1_000_000),
            " 0x000001.%08x.0010 ".formatted(number),
            Instant.EPOCH,
            entry.getOldValues(),
            entry.getNewValues()));
  }
}
