package io.oraclecdc.engine;

import io.oraclecdc.signal.Signal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.json.JsonConverter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that is watched for signals, one JSON text a line:
 *
 * <pre>
 * {"id": "1", "type": "snapshot", "data": {"tables": ["APP.ORDERS"], "predicate": "ID &gt; 7"}}
 * {"id": "2", "type": "snapshot-pause"}
 * </pre>
 *
 * <p>Lines are appended; a line counts when its end is there. After a restart the file is read from
 * its beginning, and signals that were taken before are passed over by their ids. Not thread-safe:
 * the delivery thread owns it.
 */
final class SignalFile {
  private static final Logger LOG = LoggerFactory.getLogger(SignalFile.class);
  private static final long INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();
  private static final int MOST_BYTES = 1 << 20;

  private final Path file;
  private final JsonConverter json = new JsonConverter();
  private long offset;
  private long lookedAt;
  private boolean looked;

  SignalFile(Path file) {
    this.file = file;
    json.configure(Map.of("schemas.enable", "false"), false);
  }

  /** Hands over what is new, at most once a second. */
  void look(long nanoTime, Consumer<Signal> taker) {
    if (looked && nanoTime - lookedAt < INTERVAL_NANOS) {
      return;
    }
    looked = true;
    lookedAt = nanoTime;
    try {
      for (String line : newLines()) {
        if (!line.isBlank()) {
          Signal signal = parse(line);
          if (signal != null) {
            taker.accept(signal);
          }
        }
      }
    } catch (NoSuchFileException e) {
      offset = 0;
    } catch (IOException e) {
      LOG.warn("signals cannot be read from {}: {}", file, e.toString());
    }
  }

  private List<String> newLines() throws IOException {
    List<String> lines = new ArrayList<>();
    long size = Files.size(file);
    if (size < offset) {
      // Another file by the same name: taken signals are known by their ids.
      offset = 0;
    }
    if (size == offset) {
      return lines;
    }
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(MOST_BYTES, size - offset));
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      channel.read(bytes, offset);
    }
    int begin = 0;
    for (int i = 0; i < bytes.position(); i++) {
      if (bytes.get(i) == '\n') {
        lines.add(new String(bytes.array(), begin, i - begin, StandardCharsets.UTF_8));
        begin = i + 1;
      }
    }
    offset += begin;
    return lines;
  }

  private @Nullable Signal parse(String line) {
    try {
      SchemaAndValue parsed = json.toConnectData("signals", line.getBytes(StandardCharsets.UTF_8));
      return signal(parsed.value());
    } catch (DataException | ClassCastException | IllegalArgumentException e) {
      LOG.warn("a line of {} is no signal: {}", file, reason(e));
      return null;
    }
  }

  private static String reason(RuntimeException e) {
    return e instanceof IllegalArgumentException
        ? String.valueOf(e.getMessage())
        : "it is no JSON object of the known form";
  }

  private static Signal signal(@Nullable Object value) {
    if (!(value instanceof Map<?, ?> fields)) {
      throw new IllegalArgumentException("it is no JSON object");
    }
    if (!(fields.get("id") instanceof String id) || id.isBlank()) {
      throw new IllegalArgumentException("it has no text id");
    }
    Map<?, ?> data = fields.get("data") instanceof Map<?, ?> given ? given : Map.of();
    return switch (String.valueOf(fields.get("type"))) {
      case "snapshot" ->
          new Signal.Snapshot(id, texts(data.get("tables")), (String) data.get("predicate"));
      case "snapshot-pause" -> new Signal.Pause(id);
      case "snapshot-resume" -> new Signal.Resume(id);
      case "snapshot-stop" ->
          new Signal.Stop(id, Set.copyOf(new HashSet<>(texts(data.get("tables")))));
      default ->
          throw new IllegalArgumentException(
              "its type is none of snapshot, snapshot-pause, snapshot-resume, snapshot-stop");
    };
  }

  private static List<String> texts(@Nullable Object value) {
    List<String> texts = new ArrayList<>();
    if (value instanceof List<?> list) {
      list.forEach(each -> texts.add((String) each));
    }
    return texts;
  }
}
