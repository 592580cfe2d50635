package io.oraclecdc.testkit.simulator.capture;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.flashback.RowVersion;
import io.oraclecdc.testkit.simulator.redo.LobCall;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rows a statement changes, until it ends.
 *
 * <p>A statement consists of one or more statements of H2. Of the running one the BEFORE trigger
 * names every row it is about to change, the AFTER trigger those it has changed; H2 restarts a
 * statement by itself after a wait, so an attempt may be repeated. Used by its session's thread.
 */
public final class StatementScope {
  private final Map<String, Attempt> attempted = new LinkedHashMap<>();
  private final List<RowChange> completed = new ArrayList<>();
  private final List<RowChange> rows = new ArrayList<>();
  private final @Nullable StatementScope outer;
  private final List<RowChange> nested = new ArrayList<>();
  private final Map<String, List<RowChange>> earlier = new HashMap<>();
  private final List<RowVersion> superseding = new ArrayList<>();
  private final List<RowVersion> superseded = new ArrayList<>();
  private long target;
  private Set<String> assigned = Set.of();
  private @Nullable LobCall call;
  private Set<Long> segments = Set.of();
  private RowChange.Path path = RowChange.Path.CONVENTIONAL;

  /** A statement of the session, or of a trigger that {@code outer} fired. */
  public StatementScope(@Nullable StatementScope outer) {
    this.outer = outer;
  }

  /** The statement whose trigger runs this one, null for the session's own. */
  public @Nullable StatementScope outer() {
    return outer;
  }

  /** Rows of a statement that a trigger ran; they keep their place among the others. */
  public void adopt(List<RowChange> rowsOfTrigger) {
    nested.addAll(rowsOfTrigger);
  }

  /** Rows of AFTER triggers follow the row that fired them. */
  void takeNested() {
    completed.addAll(nested);
    nested.clear();
  }

  /** Rows of triggers of the statement itself. */
  public void takeNestedOfStatement() {
    rows.addAll(nested);
    nested.clear();
  }

  /** Begins an inner statement, or another round of it after a lock wait. */
  public void begin(long targetObjectId, Set<String> assignedColumns) {
    target = targetObjectId;
    assigned = assignedColumns;
    attempted.clear();
    completed.clear();
    superseding.clear();
    nested.clear();
    earlier.clear();
  }

  /** The rows are changed by a call of DBMS_LOB. */
  public void calling(LobCall lobCall) {
    call = lobCall;
  }

  /** New rows must lie in one of these segments; none names them all. */
  public void into(Set<Long> dataObjectIds) {
    segments = dataObjectIds;
  }

  void requireIn(long dataObjectId) throws SQLException {
    if (!segments.isEmpty() && !segments.contains(dataObjectId)) {
      throw OraErrors.of(14401, "inserted partition key is outside specified partition");
    }
  }

  /** The inner statements that follow write on another way. */
  public void writing(RowChange.Path way) {
    path = way;
  }

  /** The inner statement succeeded. */
  public void end() {
    rows.addAll(completed);
    superseded.addAll(superseding);
    superseding.clear();
    attempted.clear();
    completed.clear();
  }

  /** Columns the SET clause names if the statement is an UPDATE of this table, else null. */
  @Nullable Set<String> assigned(long objectId) {
    return objectId == target && !assigned.isEmpty() ? assigned : null;
  }

  void attempt(RowChange row) {
    RowChange change = path == RowChange.Path.CONVENTIONAL ? row : row.on(path);
    attempt(row, call == null ? change : change.by(call));
  }

  /** What triggers see as one change; a row that moves is deleted and inserted in the redo. */
  void attempt(RowChange seen, RowChange... changes) {
    attempted.put(seen.rowId(), new Attempt(seen, List.of(changes)));
    if (!nested.isEmpty()) {
      earlier.put(seen.rowId(), List.copyOf(nested));
      nested.clear();
    }
  }

  @Nullable RowChange complete(String rowId) {
    Attempt attempt = attempted.get(rowId);
    if (attempt == null) {
      return null;
    }
    completed.addAll(earlier.getOrDefault(rowId, List.of()));
    completed.addAll(attempt.changes());
    return attempt.seen();
  }

  void supersede(RowVersion version) {
    superseding.add(version);
  }

  /** The versions that the rows of {@link #rows()} replaced or deleted. */
  public List<RowVersion> superseded() {
    return superseded;
  }

  /** Rows of the inner statements that succeeded, in order. */
  public List<RowChange> rows() {
    return rows;
  }

  /**
   * Rows of a statement that failed: all that was done, and of the failing inner statement all it
   * had begun. A row that a check refused was never written.
   */
  public List<RowChange> failedRows(boolean lastWasRefused) {
    List<RowChange> all = new ArrayList<>(rows);
    Set<RowChange> own = Collections.newSetFromMap(new IdentityHashMap<>());
    attempted.values().forEach(a -> own.addAll(a.changes()));
    completed.stream().filter(r -> !own.contains(r)).forEach(all::add);
    List<Attempt> begun = new ArrayList<>(attempted.values());
    if (lastWasRefused && !begun.isEmpty()) {
      begun.remove(begun.size() - 1);
    }
    begun.forEach(a -> all.addAll(a.changes()));
    return all;
  }

  private record Attempt(RowChange seen, List<RowChange> changes) {}
}
