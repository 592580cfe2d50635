package io.oraclecdc.ops;

import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.model.TransactionKey;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something beside the changes that operators may want to know. Holds names, numbers and places,
 * never a row value, whatever {@code cdc.log.sensitive.data} says.
 */
public sealed interface OpsEvent {

  /** The stable name of this kind of event, for example {@code decode-error-dlq}. */
  String name();

  /** What it says, by stable names in a fixed order; what is not known is left out. */
  Map<String, String> details();

  /**
   * Capture goes on from a position: the database was checked.
   *
   * @param resumeScn where reading begins
   * @param database name of the database
   * @param version its version, for example 19.3
   */
  record Started(Scn resumeScn, String database, String version) implements OpsEvent {
    @Override
    public String name() {
      return "startup";
    }

    @Override
    public Map<String, String> details() {
      return Details.of("resume_scn", resumeScn, "database", database, "version", version);
    }
  }

  /**
   * Capture ended with an error.
   *
   * @param code kind of error
   * @param message what was seen, without values
   */
  record Stopped(ErrorCode code, String message) implements OpsEvent {
    @Override
    public String name() {
      return "stop";
    }

    @Override
    public Map<String, String> details() {
      return Details.of(
          "code",
          code.code(),
          "message",
          message,
          "runbook",
          code.page(),
          "operator_action",
          code.operatorAction());
    }
  }

  /**
   * Sessions were opened anew and reading goes on.
   *
   * @param cause why the old ones were given up
   * @param attempts how many tries it took
   */
  record Reconnected(ErrorCode cause, int attempts) implements OpsEvent {
    @Override
    public String name() {
      return "reconnected";
    }

    @Override
    public Map<String, String> details() {
      return Details.of("cause", cause.code(), "attempts", attempts);
    }
  }

  /**
   * Where a row stands in the redo.
   *
   * @param table its table as LogMiner names it
   * @param transaction its transaction
   * @param thread redo thread
   * @param scn SCN of the change
   * @param address redo address
   */
  record Place(
      TableId table, TransactionKey transaction, RedoThread thread, Scn scn, RedoAddress address) {
    Map<String, String> with(@Nullable Object... more) {
      Map<String, String> details =
          Details.of(
              "table", table, "xid", transaction, "thread", thread, "scn", scn, "rs_id", address);
      details.putAll(Details.of(more));
      return details;
    }
  }

  /**
   * A row that could not be decoded was left out of its transaction and kept as a dead letter.
   *
   * @param place where it stands
   * @param operation kind of row
   * @param status STATUS of the row
   * @param error why, without values
   */
  record DecodeErrorKept(Place place, String operation, int status, String error)
      implements OpsEvent {
    @Override
    public String name() {
      return "decode-error-dlq";
    }

    @Override
    public Map<String, String> details() {
      return place.with("operation", operation, "status", status, "error", error);
    }
  }

  /**
   * A row that LogMiner could not give was left out of its transaction and kept as a dead letter.
   *
   * @param place where it stands
   * @param status STATUS of the row
   * @param info INFO of the row, null when empty
   */
  record UnsupportedRowKept(Place place, int status, @Nullable String info) implements OpsEvent {
    @Override
    public String name() {
      return "unsupported-row";
    }

    @Override
    public Map<String, String> details() {
      return place.with("status", status, "info", info);
    }
  }

  /**
   * LogMiner gave the first row of a table whose content it does not know. Told once for each
   * layout, whatever becomes of the rows.
   *
   * @param place where that row stands
   * @param columns columns of types it does not know, each name and type; empty when the reason is
   *     another
   */
  record UnsupportedTable(Place place, List<String> columns) implements OpsEvent {
    /** Copies the list. */
    public UnsupportedTable {
      columns = List.copyOf(columns);
    }

    @Override
    public String name() {
      return "unsupported-table";
    }

    @Override
    public Map<String, String> details() {
      return place.with("columns", columns.isEmpty() ? null : String.join(", ", columns));
    }
  }

  /**
   * Values could not be read from the table as of their commit; the changes say so ({@code
   * source.reselect}) or capture stops, as the settings want.
   *
   * @param table the table
   * @param asOf SCN of the commit
   * @param rows how many rows were asked for
   * @param reason kind of error; CDC-3001 when a row has neither key nor ROWID to ask by
   * @param oracleError for example ORA-01555, null when it was none of the database
   */
  record ReselectFailed(
      TableId table, Scn asOf, int rows, ErrorCode reason, @Nullable String oracleError)
      implements OpsEvent {
    @Override
    public String name() {
      return "reselect-failed";
    }

    @Override
    public Map<String, String> details() {
      return Details.of(
          "table",
          table,
          "scn",
          asOf,
          "rows",
          rows,
          "code",
          reason.code(),
          "oracle_error",
          oracleError);
    }
  }

  /**
   * Nothing of an open transaction will be delivered: it is beyond a limit, or the database did not
   * know it any more.
   *
   * @param transaction which
   * @param userName Oracle user, null when unknown
   * @param firstScn SCN of its first row
   * @param lastScn highest SCN of a row of it so far
   * @param changes number of its changes so far
   * @param age how long it was open by the times in the redo, null when the redo tells none
   * @param reason {@code too-old}, {@code too-large} or {@code orphan}
   */
  record TransactionGivenUp(
      TransactionKey transaction,
      @Nullable String userName,
      Scn firstScn,
      Scn lastScn,
      long changes,
      @Nullable Duration age,
      String reason)
      implements OpsEvent {
    @Override
    public String name() {
      return reason.equals("orphan") ? "transaction-orphan-released" : "transaction-discarded";
    }

    @Override
    public Map<String, String> details() {
      return Details.of(
          "xid",
          transaction.xid(),
          "con_id",
          transaction.containerId(),
          "user",
          userName,
          "first_scn",
          firstScn,
          "last_scn",
          lastScn,
          "events",
          changes,
          "age_ms",
          age == null ? null : age.toMillis(),
          "reason",
          reason);
    }
  }

  /**
   * Rows of a chunk were delivered.
   *
   * @param table their table
   * @param scn SCN as of which they were read
   * @param rows how many
   */
  record SnapshotChunkDone(TableId table, Scn scn, long rows) implements OpsEvent {
    @Override
    public String name() {
      return "snapshot-chunk-done";
    }

    @Override
    public Map<String, String> details() {
      return Details.of("table", table, "scn", scn, "rows", rows);
    }
  }

  /**
   * Every row of a table, or of a whole snapshot, was delivered.
   *
   * @param request the snapshot
   * @param table the table; {@code *} for all of them
   * @param rows how many
   */
  record SnapshotComplete(String request, String table, long rows) implements OpsEvent {
    @Override
    public String name() {
      return "snapshot-complete";
    }

    @Override
    public Map<String, String> details() {
      return Details.of("snapshot", request, "table", table, "rows", rows);
    }
  }

  /**
   * A table is not read.
   *
   * @param table which
   * @param reason why
   */
  record SnapshotTableSkipped(TableId table, String reason) implements OpsEvent {
    @Override
    public String name() {
      return "snapshot-table-skipped";
    }

    @Override
    public Map<String, String> details() {
      return Details.of("table", table, "reason", reason);
    }
  }

  /**
   * The patterns name a table that is neither read nor captured.
   *
   * @param table which
   * @param reason what it is
   */
  record TableSkipped(TableId table, String reason) implements OpsEvent {
    @Override
    public String name() {
      return "table-skipped";
    }

    @Override
    public Map<String, String> details() {
      return Details.of("table", table, "reason", reason);
    }
  }

  /**
   * A signal was looked at.
   *
   * @param id its id
   * @param type its type
   * @param outcome in one word
   * @param message why, or what follows
   */
  record SignalHandled(String id, String type, String outcome, String message) implements OpsEvent {
    @Override
    public String name() {
      return "signal-ack";
    }

    @Override
    public Map<String, String> details() {
      return Details.of("id", id, "type", type, "outcome", outcome, "message", message);
    }
  }

  /**
   * A table cannot be captured any more and was set aside; the others go on.
   *
   * @param table the table
   * @param from its rows of this SCN and later ones are left out
   * @param address of the statement or row that it failed at; zero when it was none
   * @param code kind of error
   * @param message what was seen, without values
   */
  record TableSetAside(TableId table, Scn from, RedoAddress address, ErrorCode code, String message)
      implements OpsEvent {
    @Override
    public String name() {
      return "table-set-aside";
    }

    @Override
    public Map<String, String> details() {
      return Details.of(
          "table",
          table,
          "scn",
          from,
          "rs_id",
          address.isZero() ? null : address,
          "code",
          code.code(),
          "message",
          message);
    }
  }

  /** Names and values of details. */
  final class Details {
    private Details() {}

    private static Map<String, String> of(@Nullable Object... namesAndValues) {
      Map<String, String> details = new LinkedHashMap<>();
      for (int i = 0; i < namesAndValues.length; i += 2) {
        Object value = namesAndValues[i + 1];
        if (value != null) {
          details.put(String.valueOf(namesAndValues[i]), value.toString());
        }
      }
      return details;
    }
  }
}
