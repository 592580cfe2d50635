package io.oraclecdc.testkit.simulator.capture;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.functions.RowIdText;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import io.oraclecdc.testkit.simulator.redo.RowChange.Kind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import java.util.Set;
import org.h2.tools.TriggerAdapter;
import org.jspecify.annotations.Nullable;

/**
 * Fires before H2 changes a row: gives new rows their ROWID, brings values into the form Oracle
 * stores, and tells the statement what is about to happen. Made by H2 by name.
 */
public final class BeforeRow extends TriggerAdapter {

  /** Made by H2. */
  public BeforeRow() {}

  @Override
  public void fire(Connection connection, @Nullable ResultSet oldRow, @Nullable ResultSet newRow)
      throws SQLException {
    CaptureSession session = CaptureSession.current();
    StatementScope scope = session.scope();
    if (scope == null) {
      return;
    }
    SimTable table = table(session, triggerName);
    @Nullable Object @Nullable [] before = oldRow == null ? null : RowValues.read(oldRow, table);
    @Nullable Object @Nullable [] after = newRow == null ? null : RowValues.read(newRow, table);
    Kind kind = oldRow == null ? Kind.INSERT : newRow == null ? Kind.DELETE : Kind.UPDATE;
    BitSet triggered = session.rowTriggers().before(kind, table, before, after);
    if (newRow != null && after != null && !triggered.isEmpty()) {
      RowValues.writeAll(newRow, after, triggered);
    }
    if (newRow != null && after != null) {
      RowValues.normalise(newRow, table, after, kind == Kind.UPDATE);
      boolean temporary = session.isTemporary(table);
      newRow.updateLong(2, temporary ? session.info().sessionId() : session.transactionNumber());
    }
    byte[] oldId = oldRow == null ? null : oldRow.getBytes(1);
    long segment = after == null ? 0 : RowSegments.of(session, table, oldId, after);
    if (kind == Kind.INSERT) {
      scope.requireIn(segment);
    }
    boolean stays = oldId != null && (after == null || RowSegments.isIn(oldId, segment));
    byte[] rowId = stays && oldId != null ? oldId : session.nextRowId(table, segment);
    if (newRow != null && !stays) {
      newRow.updateBytes(1, rowId);
    }
    if (oldId != null && !stays && before != null) {
      scope.attempt(
          new RowChange(kind, table, RowIdText.encode(rowId), before, after, new BitSet()),
          new RowChange(Kind.DELETE, table, RowIdText.encode(oldId), before, null, new BitSet()),
          new RowChange(Kind.INSERT, table, RowIdText.encode(rowId), null, after, new BitSet()));
      return;
    }
    BitSet assigned =
        before != null && after != null ? assigned(scope, table, before, after) : new BitSet();
    if (before != null && after != null) {
      assigned.or(triggered);
    }
    scope.attempt(new RowChange(kind, table, RowIdText.encode(rowId), before, after, assigned));
  }

  /** The trigger's name ends in its table's OBJECT_ID; H2 may put a prefix before it. */
  static SimTable table(CaptureSession session, String triggerName) {
    long objectId = Long.parseLong(triggerName.substring(triggerName.lastIndexOf('$') + 1));
    return session
        .dictionary()
        .tableById(objectId)
        .map(TableEntry::table)
        .orElseThrow(() -> new IllegalStateException("no table with object id " + objectId));
  }

  private static BitSet assigned(
      StatementScope scope, SimTable table, @Nullable Object[] before, @Nullable Object[] after) {
    Set<String> named = scope.assigned(table.objectId());
    BitSet bits = new BitSet();
    for (int i = 0; i < after.length; i++) {
      boolean set =
          named == null
              ? !same(before[i], after[i])
              : named.contains(table.columns().get(i).name());
      bits.set(i, set);
    }
    return bits;
  }

  private static boolean same(@Nullable Object left, @Nullable Object right) {
    if (left instanceof byte[] leftBytes && right instanceof byte[] rightBytes) {
      return Arrays.equals(leftBytes, rightBytes);
    }
    return Objects.equals(left, right);
  }
}
