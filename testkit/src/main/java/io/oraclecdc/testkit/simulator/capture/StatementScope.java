package io.oraclecdc.testkit.simulator.capture;

import io.oraclecdc.testkit.simulator.redo.LobCall;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import java.util.ArrayList;
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
  private final Map<String, List<RowChange>> attempted = new LinkedHashMap<>();
  private final List<RowChange> completed = new ArrayList<>();
  private final List<RowChange> rows = new ArrayList<>();
  private long target;
  private Set<String> assigned = Set.of();
  private @Nullable LobCall call;

  /** Begins an inner statement, or another round of it after a lock wait. */
  public void begin(long targetObjectId, Set<String> assignedColumns) {
    target = targetObjectId;
    assigned = assignedColumns;
    attempted.clear();
    completed.clear();
  }

  /** The rows are changed by a call of DBMS_LOB. */
  public void calling(LobCall lobCall) {
    call = lobCall;
  }

  /** The inner statement succeeded. */
  public void end() {
    rows.addAll(completed);
    attempted.clear();
    completed.clear();
  }

  /** Columns the SET clause names if the statement is an UPDATE of this table, else null. */
  @Nullable Set<String> assigned(long objectId) {
    return objectId == target && !assigned.isEmpty() ? assigned : null;
  }

  void attempt(RowChange row) {
    attempt(row.rowId(), call == null ? row : row.by(call));
  }

  /** A row that moves is deleted and inserted. */
  void attempt(String rowId, RowChange... changes) {
    attempted.put(rowId, List.of(changes));
  }

  void complete(String rowId) {
    List<RowChange> changes = attempted.get(rowId);
    if (changes != null) {
      completed.addAll(changes);
    }
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
    List<List<RowChange>> begun = new ArrayList<>(attempted.values());
    if (lastWasRefused && !begun.isEmpty()) {
      begun.remove(begun.size() - 1);
    }
    begun.forEach(all::addAll);
    return all;
  }
}
