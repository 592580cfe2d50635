package io.oraclecdc.pipeline;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.TableId;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.schema.RedoMoment;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.transaction.GivenUp;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps rows that cannot be decoded, and transactions that were discarded, as lines of a file, one
 * JSON object each:
 *
 * <pre>
 *  server, txId, kind (decode-error | unsupported-row), table, scn, rs_id, ssn, operation, status,
 *  info, sql_redo, sql_undo, exception, message
 *  server, txId, kind (transaction-discarded), con_id, user, first_scn, last_scn, events, age_ms,
 *  reason
 *  server, kind (table-set-aside), table, scn, rs_id, exception, message
 * </pre>
 *
 * <p>SQL of tables that may have columns nobody may see is withheld. A line is on disk before the
 * row is left out of its transaction. Steps that are mined again write a row once; after a restart
 * it may come again. Used by the capture thread; lines may be read by anyone.
 */
public final class FileDeadLetters implements DeadLetters {
  /** Name of the file in a state directory. */
  public static final String FILE_NAME = "dead-letters.jsonl";

  private static final Logger LOG = LoggerFactory.getLogger(FileDeadLetters.class);
  private static final int REMEMBERED = 10_000;

  private final Path file;
  private final String server;
  private final Function<TableId, Optional<String>> withholding;
  private final Set<Letter> written = new LinkedHashSet<>();
  private final AtomicLong count = new AtomicLong();

  /**
   * Dead letters in a file, which is made with the first.
   *
   * @param file the file; lines are added to it
   * @param server name of the engine, {@code cdc.topic.prefix}
   * @param withholding the setting because of which text of a table's statements must not be kept,
   *     empty when it may
   */
  public FileDeadLetters(
      Path file, String server, Function<TableId, Optional<String>> withholding) {
    this.file = file;
    this.server = server;
    this.withholding = withholding;
  }

  /**
   * The lines of a file, oldest first; empty when there is none.
   *
   * @throws IOException if it cannot be read
   */
  public static List<String> list(Path file) throws IOException {
    try {
      return Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  /** Number of rows that were kept since the start of the engine. */
  @Override
  public long count() {
    return count.get();
  }

  @Override
  public void accept(MinedRow row, DecodeException error) {
    Letter letter =
        new Letter(row.transaction(), row.thread().number(), row.address().toString(), row.ssn());
    if (!written.add(letter)) {
      return;
    }
    if (written.size() > REMEMBERED) {
      written.remove(written.iterator().next());
    }
    write(line(row, error));
    long kept = count.incrementAndGet();
    if (Long.bitCount(kept) == 1) {
      LOG.warn("[{}] {} rows could not be decoded and are kept in {}", server, kept, file);
    }
  }

  @Override
  public void transactionDiscarded(GivenUp what) {
    JsonLine json = new JsonLine();
    json.text("server", server);
    json.text("txId", what.key().xid().toString());
    json.text("kind", "transaction-discarded");
    json.number("con_id", what.key().containerId());
    json.text("user", what.userName());
    json.number("first_scn", what.firstScn().value());
    json.number("last_scn", what.lastScn().value());
    json.number("events", what.changes());
    Duration age = what.age();
    if (age != null) {
      json.number("age_ms", age.toMillis());
    }
    json.text("reason", what.reason().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    write(json.end());
  }

  @Override
  public void setAside(TableId table, RedoMoment from, CdcException why) {
    JsonLine json = new JsonLine();
    json.text("server", server);
    json.text("kind", "table-set-aside");
    json.text("table", table.toString());
    json.text("scn", from.scn().toString());
    json.text("rs_id", from.address().toString());
    json.text("exception", why.getClass().getName());
    json.text("message", why.code().code() + " " + why.observed());
    write(json.end());
  }

  /** The same file for transactions that are discarded alone: rows are refused. */
  DeadLetters refusingRows() {
    FileDeadLetters all = this;
    return new DeadLetters() {
      @Override
      public void accept(MinedRow row, DecodeException error) {
        throw error;
      }

      @Override
      public void transactionDiscarded(GivenUp what) {
        all.transactionDiscarded(what);
      }

      @Override
      public void setAside(TableId table, RedoMoment from, CdcException why) {
        all.setAside(table, from, why);
      }

      @Override
      public boolean refusesEverything() {
        return true;
      }
    };
  }

  private void write(String line) {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(line);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    } catch (IOException e) {
      throw new CdcException(
          ErrorCode.DECODE,
          "what has to be left out cannot be kept among the dead letters in " + file,
          "Give the state directory room and write access; nothing was skipped.",
          e);
    }
  }

  private String line(MinedRow row, DecodeException error) {
    String withheld =
        withholding
            .apply(tableOf(row.segment()))
            .map(setting -> "<withheld: " + setting + " may match this table>")
            .orElse(null);
    String sql = row.sqlRedo();
    JsonLine json = new JsonLine();
    json.text("server", server);
    json.text("txId", row.transaction().xid().toString());
    json.text(
        "kind", row.operation() == OperationCode.UNSUPPORTED ? "unsupported-row" : "decode-error");
    json.text("table", tableOf(row.segment()).toString());
    json.text("scn", row.scn().toString());
    json.text("rs_id", row.address().toString());
    json.number("ssn", row.ssn());
    json.text("operation", row.operation().name());
    json.number("status", row.status());
    json.text("info", row.info());
    json.text("sql_redo", sql == null || withheld == null ? sql : withheld);
    json.text("sql_undo", withheld);
    json.text("exception", error.getClass().getName());
    json.text("message", error.observed());
    return json.end();
  }

  private static TableId tableOf(SegmentRef segment) {
    String owner = segment.owner();
    String table = segment.table();
    return TableId.of(
        owner == null ? "UNKNOWN" : owner, table == null ? "OBJ# " + segment.objectId() : table);
  }

  private record Letter(TransactionKey transaction, int thread, String address, long ssn) {}

  /** One JSON object in one line. */
  private static final class JsonLine {
    private static final List<String> SHORT =
        List.of("\"\\\"", "\\\\\\", "\n\\n", "\r\\r", "\t\\t");

    private final StringBuilder text = new StringBuilder("{");

    void text(String name, @Nullable String value) {
      name(name);
      if (value == null) {
        text.append("null");
      } else {
        quoted(value);
      }
    }

    void number(String name, long value) {
      name(name);
      text.append(value);
    }

    private void name(String name) {
      text.append(text.length() > 1 ? "," : "");
      quoted(name);
      text.append(':');
    }

    private void quoted(String value) {
      text.append('"');
      for (int i = 0; i < value.length(); i++) {
        character(value.charAt(i));
      }
      text.append('"');
    }

    private void character(char c) {
      for (String escape : SHORT) {
        if (escape.charAt(0) == c) {
          text.append(escape, 1, escape.length());
          return;
        }
      }
      if (c < 0x20 || Character.isSurrogate(c)) {
        text.append(String.format("\\u%04x", (int) c));
      } else {
        text.append(c);
      }
    }

    String end() {
      return text.append("}\n").toString();
    }
  }
}
