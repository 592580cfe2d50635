package io.oraclecdc.examples.quickstart;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.engine.ChangeEvent;
import io.oraclecdc.engine.Operation;
import io.oraclecdc.engine.OracleCdcEngine;
import io.oraclecdc.engine.Row;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicLong;

/**
 * {@code mvn -q -Pquickstart}: committed changes of a simulated Oracle database arrive in a
 * callback.
 */
public final class Quickstart {
  private static final Duration WORKING_TIME = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long SEED = 42;

  private Quickstart() {}

  /** Runs the example; exit status 0 when every committed change was received, 1 otherwise. */
  public static void main(String[] args) throws Exception {
    try {
      System.exit(run() ? 0 : 1);
    } catch (CdcException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  private static boolean run() throws Exception {
    AtomicLong received = new AtomicLong();
    try (OracleSimulator database = OracleSimulator.start("quickstart");
        Connection connection = database.connect("APP", "app")) {
      OrderApplication application = new OrderApplication(connection, SEED);
      application.createSchema();

      // tag::engine[]
      OracleCdcConfig config =
          OracleCdcConfig.builder()
              .url(database.url())
              .user("C##CDC")
              .password("cdc")
              .tables("APP\\..*")
              .topicPrefix("shop")
              .snapshotMode(SnapshotMode.NONE)
              .build();

      try (OracleCdcEngine engine =
          OracleCdcEngine.create(config)
              .notifying(
                  event -> {
                    received.incrementAndGet();
                    System.out.println(describe(event));
                  })
              .build()) {
        engine.start();
        // end::engine[]
        engine.awaitStreaming(PATIENCE);
        Instant end = Instant.now().plus(WORKING_TIME);
        while (Instant.now().isBefore(end)) {
          application.work();
          Thread.sleep(100);
        }
        awaitEqual(received, application.committed(), engine);
      }
      return summary(application.committed(), received.get());
    }
  }

  private static void awaitEqual(AtomicLong received, long committed, OracleCdcEngine engine)
      throws InterruptedException {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (received.get() < committed
        && Instant.now().isBefore(deadline)
        && !engine.completion().isDone()) {
      Thread.sleep(20);
    }
  }

  private static boolean summary(long committed, long received) {
    boolean equal = committed == received;
    System.out.printf(
        "%nchanges committed: %d, changes received: %d, equal: %s%n",
        committed, received, equal ? "yes" : "NO");
    return equal;
  }

  private static String describe(ChangeEvent event) {
    Row row = event.operation() == Operation.DELETE ? event.before() : event.after();
    StringJoiner values = new StringJoiner(", ");
    for (String column : row.columns()) {
      values.add(column + "=" + (row.isLogged(column) ? row.get(column) : "?"));
    }
    return "%-6s %-16s %s".formatted(event.operation(), event.table(), values);
  }
}
