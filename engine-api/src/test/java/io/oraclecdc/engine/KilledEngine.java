package io.oraclecdc.engine;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.errors.CdcException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * A process with an engine that writes a line per event into a file and is killed at any moment.
 * Arguments: JDBC URL, state directory, file. It waits for a line on its input, starts, says so,
 * and ends in order with its input.
 */
final class KilledEngine {
  private final FileChannel file;

  private KilledEngine(FileChannel file) {
    this.file = file;
  }

  public static void main(String[] arguments) throws Exception {
    OracleCdcConfig config =
        OracleCdcConfig.builder()
            .url(arguments[0])
            .user("C##CDC")
            .password("cdc")
            .tables("APP\\.ORDERS")
            .topicPrefix("killed")
            .snapshotMode(SnapshotMode.NONE)
            .targetLatency(Duration.ofMillis(20))
            .bufferMemoryMaxBytes(65_536)
            .bufferSpillDir(Path.of(arguments[1], "spill"))
            .set("cdc.buffer.spill.encrypt", "true")
            .set("cdc.txjournal.threshold.events", "15")
            .set("cdc.txjournal.chunk.max.bytes", "2000")
            .set("cdc.retry.max.time.ms", "60000")
            .build();
    try (FileChannel file =
        FileChannel.open(
            Path.of(arguments[2]), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      KilledEngine killed = new KilledEngine(file);
      if (System.in.read() < 0) {
        return;
      }
      try (OracleCdcEngine engine =
          OracleCdcEngine.create(config)
              .notifying((EventConsumer) killed::write)
              .storingIn(Path.of(arguments[1]))
              .build()) {
        engine.start();
        System.out.println("started");
        engine.completion().exceptionally(KilledEngine::failed);
        if (isStreaming(engine)) {
          System.out.println("streaming");
        }
        System.in.transferTo(java.io.OutputStream.nullOutputStream());
      }
    }
  }

  private static boolean isStreaming(OracleCdcEngine engine) throws InterruptedException {
    try {
      return engine.awaitStreaming(Duration.ofSeconds(60));
    } catch (CdcException e) {
      // The completion tells.
      return false;
    }
  }

  private static Void failed(Throwable cause) {
    Throwable known =
        cause instanceof java.util.concurrent.CompletionException ? cause.getCause() : cause;
    if (known instanceof CdcException refusal) {
      System.out.println("refused " + refusal.code().code());
    }
    cause.printStackTrace();
    Runtime.getRuntime().halt(3);
    throw new IllegalStateException(cause);
  }

  /** What the operating system was given survives the process. */
  private void write(ChangeEvent event) throws IOException {
    Row row = event.operation() == Operation.DELETE ? event.before() : event.after();
    String line =
        String.join(
                "|",
                event.transaction().key().toString(),
                String.valueOf(event.transaction().commitScn().value()),
                String.valueOf(event.transaction().eventCount()),
                String.valueOf(event.eventIndex()),
                event.operation().name(),
                String.valueOf(row.getInteger("ID")),
                row.getString("STATUS"),
                String.valueOf(row.getBigDecimal("AMOUNT")))
            + "\n";
    ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.US_ASCII));
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
  }
}
