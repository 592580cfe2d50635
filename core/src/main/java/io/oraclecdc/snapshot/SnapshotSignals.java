package io.oraclecdc.snapshot;

import io.oraclecdc.model.TableId;
import io.oraclecdc.ops.OpsEvent;
import io.oraclecdc.ops.OpsListener;
import io.oraclecdc.position.SnapshotProgress;
import io.oraclecdc.position.SnapshotProgress.Kind;
import io.oraclecdc.position.SnapshotProgress.Request;
import io.oraclecdc.position.SnapshotProgress.TableRead;
import io.oraclecdc.signal.Signal;
import io.oraclecdc.signal.SignalOutcome;
import io.oraclecdc.signal.SignalOutcome.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes signals: what they ask for becomes part of the progress, and so of the stored position.
 * Thread-safe.
 */
final class SnapshotSignals {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotSignals.class);

  private final SnapshotFeed feed;
  private final Supplier<Set<TableId>> captured;
  private final OpsListener ops;

  /**
   * A taker.
   *
   * @param captured the tables that can be read now
   */
  SnapshotSignals(SnapshotFeed feed, Supplier<Set<TableId>> captured, OpsListener ops) {
    this.feed = feed;
    this.captured = captured;
    this.ops = ops;
  }

  SignalOutcome take(Signal signal) {
    SignalOutcome outcome = outcome(signal);
    if (outcome.result() == Result.REPEATED) {
      LOG.debug("signal {} was taken before", signal.id());
      return outcome;
    }
    LOG.info(
        "signal {} ({}): {} {}", signal.id(), signal.type(), outcome.result(), outcome.message());
    ops.onEvent(
        new OpsEvent.SignalHandled(
            outcome.id(),
            outcome.type(),
            outcome.result().name().toLowerCase(Locale.ROOT),
            outcome.message()));
    return outcome;
  }

  private synchronized SignalOutcome outcome(Signal signal) {
    SnapshotProgress now = feed.progress();
    if (signal.id().isBlank()) {
      return of(signal, Result.INVALID, "a signal has an id");
    }
    if (now != null && now.handled().contains(signal.id())) {
      return of(signal, Result.REPEATED, "a signal with this id was taken before");
    }
    if (now != null && now.alone()) {
      return of(signal, Result.REJECTED, "nothing is read beside snapshot_only");
    }
    if (signal instanceof Signal.Snapshot snapshot) {
      return snapshot(snapshot);
    }
    if (signal instanceof Signal.Stop stop) {
      return stop(stop);
    }
    boolean pauses = signal instanceof Signal.Pause;
    handle(signal, before -> before.paused(pauses));
    return of(signal, Result.OK, pauses ? "reading waits" : "reading goes on");
  }

  private SignalOutcome snapshot(Signal.Snapshot signal) {
    if (signal.tables().isEmpty()) {
      return of(signal, Result.INVALID, "it names no table");
    }
    List<TableRead> reads = new ArrayList<>();
    for (String name : signal.tables()) {
      TableId table = named(name);
      if (table == null) {
        return of(
            signal,
            Result.REJECTED,
            "table " + name + " is not captured, or its name is not whole");
      }
      if (reads.stream().noneMatch(read -> read.table().equals(table))) {
        reads.add(TableRead.of(table, blankAsNull(signal.predicate())));
      }
    }
    Request request = new Request(signal.id(), Kind.INCREMENTAL, true, false, null, reads);
    handle(signal, before -> before.adding(request));
    SnapshotProgress after = feed.progress();
    int before = after == null ? 0 : after.requests().size() - 1;
    return of(
        signal,
        Result.OK,
        reads.size()
            + (reads.size() == 1 ? " table is read" : " tables are read")
            + (before <= 0 ? "" : " behind " + before + " other snapshots"));
  }

  private static @Nullable String blankAsNull(@Nullable String text) {
    return text == null || text.isBlank() ? null : text;
  }

  private @Nullable TableId named(String name) {
    List<TableId> found =
        captured.get().stream()
            .filter(
                table ->
                    table.toString().equals(name)
                        || (table.owner() + "." + table.name()).equals(name))
            .toList();
    if (found.isEmpty()) {
      found =
          captured.get().stream()
              .filter(
                  table ->
                      table.toString().equalsIgnoreCase(name)
                          || (table.owner() + "." + table.name()).equalsIgnoreCase(name))
              .toList();
    }
    return found.size() == 1 ? found.get(0) : null;
  }

  private SignalOutcome stop(Signal.Stop signal) {
    Set<TableId> tables = new TreeSet<>();
    for (String name : signal.tables()) {
      TableId table = named(name);
      if (table == null) {
        return of(
            signal,
            Result.REJECTED,
            "table " + name + " is not captured, or its name is not whole");
      }
      tables.add(table);
    }
    handle(signal, before -> without(before, tables));
    feed.giveUp();
    return of(signal, Result.OK, "reading was given up");
  }

  private static SnapshotProgress without(SnapshotProgress before, Set<TableId> tables) {
    List<Request> left = new ArrayList<>();
    for (Request request : before.requests()) {
      List<TableRead> reads =
          request.tables().stream()
              .filter(read -> !tables.isEmpty() && !tables.contains(read.table()))
              .toList();
      Request rest = request.of(reads);
      if (!rest.isDone()) {
        left.add(rest);
      }
    }
    return before.requesting(left);
  }

  /** Gives up a request that cannot be fulfilled. */
  void drop(String request, String why) {
    feed.update(
        before ->
            before.requesting(
                before.requests().stream().filter(each -> !each.id().equals(request)).toList()));
    feed.giveUp();
    ops.onEvent(new OpsEvent.SignalHandled(request, "snapshot", "failed", why));
  }

  private void handle(Signal signal, UnaryOperator<SnapshotProgress> change) {
    boolean first = feed.progress() == null;
    Set<TableId> all = captured.get();
    feed.update(before -> change.apply(first ? before.knowing(all) : before).handled(signal.id()));
  }

  private static SignalOutcome of(Signal signal, Result result, String message) {
    return new SignalOutcome(signal.id(), signal.type(), result, message);
  }
}
