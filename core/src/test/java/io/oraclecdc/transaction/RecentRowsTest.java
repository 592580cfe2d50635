package io.oraclecdc.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.model.RowId;
import io.oraclecdc.redo.ValueTarget;
import io.oraclecdc.spill.SpillMark;
import io.oraclecdc.testing.TestTables;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecentRowsTest {
  private static final RowId FIRST = new RowId("AAASTHAAEAAAACXAAA");
  private static final RowId SECOND = new RowId("AAASTHAAEAAAACXAAB");

  private final RecentRows rows = new RecentRows();
  private long units;

  private void insert(long id, RowId rowId) {
    add(true, id, rowId);
  }

  private void update(long id, RowId rowId) {
    add(false, id, rowId);
  }

  private void add(boolean insert, long id, RowId rowId) {
    units++;
    rows.add(
        new RecentRows.Row(
            units,
            new SpillMark(units, units),
            TestTables.T,
            insert,
            TestTables.image(id, "n"),
            rowId,
            new BitSet()));
  }

  private @Nullable RowId rowOf(long id) {
    RecentRows.Row found =
        rows.find(TestTables.T, new ValueTarget(1, TestTables.image(id, "n"), null), null);
    return found == null ? null : found.rowId();
  }

  @Test
  void aDeletedRowIsNotTakenForALaterOneWithItsKey() {
    update(1, FIRST);
    rows.gone(TestTables.T, TestTables.image(1, "n"), FIRST);
    assertThat(rowOf(1)).isNull();
  }

  @Test
  void aRowThatMovedIsKnownByItsNewKeyOnly() {
    insert(1, FIRST);
    insert(5, SECOND);
    rows.gone(TestTables.T, TestTables.image(1, "n"), FIRST);
    update(2, FIRST);
    assertThat(rowOf(1)).isNull();
    assertThat(rowOf(2)).isEqualTo(FIRST);
    assertThat(rowOf(5)).isEqualTo(SECOND);
  }

  @Test
  void keysThatWereSwappedAndSwappedBackNameNoRow() {
    update(2, FIRST);
    update(1, SECOND);
    rows.takenBack(TestTables.T, SECOND, false);
    rows.takenBack(TestTables.T, FIRST, false);
    assertThat(rowOf(1)).isNull();
    assertThat(rowOf(2)).isNull();
  }

  @Test
  void anUndoneUpdateLeavesTheInsertOfItsRow() {
    insert(1, FIRST);
    update(1, FIRST);
    rows.takenBack(TestTables.T, FIRST, false);
    assertThat(rowOf(1)).isEqualTo(FIRST);
    rows.takenBack(TestTables.T, FIRST, true);
    assertThat(rowOf(1)).isNull();
  }
}
