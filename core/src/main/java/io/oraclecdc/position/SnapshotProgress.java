package io.oraclecdc.position;

import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How far the rows of tables were read and acknowledged: the part of a position that snapshots
 * need. Immutable. {@code toString} shows no values of rows.
 *
 * <pre>
 *  requests   initial: ORDERS done, ITEMS key > (7, 'b'), PARTS not begun | signal "s-1": ORDERS
 *  known      ORDERS, ITEMS, PARTS: asked for once or streamed from their first row on
 * </pre>
 *
 * @param known tables that need no snapshot of their own any more, or have been asked for
 * @param requests what is still to be read, the running one first
 * @param paused whether reading waits until a signal resumes it
 * @param handled ids of the newest signals that were taken, in their order
 * @param alone whether redo was never read beside it, so that streaming cannot begin here
 */
public record SnapshotProgress(
    Set<TableId> known,
    List<Request> requests,
    boolean paused,
    List<String> handled,
    boolean alone) {

  /** Nothing was asked for yet. */
  public static final SnapshotProgress NONE =
      new SnapshotProgress(Set.of(), List.of(), false, List.of(), false);

  /** How many ids of signals are remembered. */
  private static final int MOST_HANDLED = 256;

  /** Copies the collections. */
  public SnapshotProgress {
    known = java.util.Collections.unmodifiableSet(new TreeSet<>(known));
    requests = List.copyOf(requests);
    handled = List.copyOf(handled);
  }

  /** Why tables are read. */
  public enum Kind {
    /** Before their changes mean anything: the first start, or tables that joined. */
    INITIAL,
    /** Somebody asked. */
    INCREMENTAL
  }

  /**
   * Tables that are read one after the other.
   *
   * @param id of the signal, or a name of ours
   * @param kind why
   * @param planned whether {@code tables} is known; false until the captured tables were listed
   * @param begun whether its first row was delivered
   * @param asOf the one SCN of all its rows, where no stream makes up for differences; null for
   *     none
   * @param tables in the order they are read
   */
  public record Request(
      String id,
      Kind kind,
      boolean planned,
      boolean begun,
      @Nullable Scn asOf,
      List<TableRead> tables) {

    /** Copies the list. */
    public Request {
      tables = List.copyOf(tables);
    }

    /** The initial snapshot before its tables are known. */
    public static Request initial() {
      return new Request("initial", Kind.INITIAL, false, false, null, List.of());
    }

    /** Whether every row of every table was delivered. */
    public boolean isDone() {
      return planned && tables.stream().allMatch(TableRead::done);
    }

    /** The same with tables. */
    public Request of(List<TableRead> listed) {
      return new Request(id, kind, true, begun, asOf, listed);
    }

    /** The same with an SCN. */
    public Request at(@Nullable Scn scn) {
      return new Request(id, kind, planned, begun, scn, tables);
    }

    Request afterFirstRow() {
      return begun ? this : new Request(id, kind, planned, true, asOf, tables);
    }

    /** The same with a table farther. */
    public Request with(TableRead changed) {
      List<TableRead> others = new ArrayList<>(tables);
      others.replaceAll(read -> read.table().equals(changed.table()) ? changed : read);
      return new Request(id, kind, planned, begun, asOf, others);
    }

    /** How far a table is. */
    public Optional<TableRead> table(TableId table) {
      return tables.stream().filter(read -> read.table().equals(table)).findFirst();
    }
  }

  /**
   * How far one table is.
   *
   * @param table which
   * @param predicate SQL condition on its rows; null for all
   * @param basis how it is cut: {@code key} and the columns, {@code rowid}, {@code whole}; empty
   *     before the first part
   * @param frontier everything up to here is done, as texts of {@code basis}; empty at the
   *     beginning
   * @param rows rows delivered and not to be read again
   * @param done whether all of it is done
   */
  public record TableRead(
      TableId table,
      @Nullable String predicate,
      String basis,
      List<String> frontier,
      long rows,
      boolean done) {

    /** Copies the list. */
    public TableRead {
      frontier = List.copyOf(frontier);
    }

    /** A table of which nothing was read. */
    public static TableRead of(TableId table, @Nullable String predicate) {
      return new TableRead(table, predicate, "", List.of(), 0, false);
    }

    /** The same, farther. */
    public TableRead advanced(String newBasis, List<String> to, long moreRows, boolean isDone) {
      return new TableRead(table, predicate, newBasis, to, rows + moreRows, isDone);
    }

    /** The same from the beginning. */
    public TableRead again() {
      return of(table, predicate);
    }

    /** Table and rows; no values. */
    @Override
    public String toString() {
      return table
          + (done ? " done, " : frontier.isEmpty() ? " not begun, " : " ")
          + rows
          + " rows";
    }
  }

  /** What is read now, null when nothing is. */
  public @Nullable Request running() {
    return requests.isEmpty() ? null : requests.get(0);
  }

  /** The same with another running request; without it, when it is done. */
  public SnapshotProgress running(UnaryOperator<Request> change) {
    if (requests.isEmpty()) {
      return this;
    }
    Request changed = change.apply(requests.get(0));
    List<Request> others = new ArrayList<>(requests);
    if (changed.isDone()) {
      others.remove(0);
    } else {
      others.set(0, changed);
    }
    return new SnapshotProgress(known, others, paused, handled, alone);
  }

  /** The same after the first row of the running request. */
  public SnapshotProgress begun() {
    Request running = running();
    return running == null || running.begun() ? this : running(Request::afterFirstRow);
  }

  /** The same with a table of the running request farther. */
  public SnapshotProgress with(TableRead changed) {
    return running(request -> request.with(changed));
  }

  /** The same with a request behind the others. */
  public SnapshotProgress adding(Request request) {
    List<Request> more = new ArrayList<>(requests);
    more.add(request);
    Set<TableId> tables = new TreeSet<>(known);
    request.tables().forEach(read -> tables.add(read.table()));
    return new SnapshotProgress(tables, more, paused, handled, alone);
  }

  /** The same with other requests. */
  public SnapshotProgress requesting(List<Request> others) {
    return new SnapshotProgress(known, others, paused, handled, alone);
  }

  /** The same with tables that need no snapshot. */
  public SnapshotProgress knowing(Set<TableId> tables) {
    Set<TableId> all = new TreeSet<>(known);
    all.addAll(tables);
    return new SnapshotProgress(all, requests, paused, handled, alone);
  }

  /** The same, waiting or going on. */
  public SnapshotProgress paused(boolean waits) {
    return new SnapshotProgress(known, requests, waits, handled, alone);
  }

  /** The same after a signal. */
  public SnapshotProgress handled(String signal) {
    List<String> ids = new ArrayList<>(handled);
    ids.add(signal);
    return new SnapshotProgress(
        known,
        requests,
        paused,
        ids.subList(Math.max(0, ids.size() - MOST_HANDLED), ids.size()),
        alone);
  }

  /** The same of a snapshot beside which no redo is read. */
  public SnapshotProgress withoutStream() {
    return new SnapshotProgress(known, requests, paused, handled, true);
  }
}
