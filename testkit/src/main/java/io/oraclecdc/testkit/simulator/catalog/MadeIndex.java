package io.oraclecdc.testkit.simulator.catalog;

import org.h2.command.query.AllColumnsForPlan;
import org.h2.engine.SessionLocal;
import org.h2.index.Index;
import org.h2.index.IndexCondition;
import org.h2.index.IndexType;
import org.h2.result.Row;
import org.h2.result.SortOrder;
import org.h2.table.Column;
import org.h2.table.IndexColumn;
import org.h2.table.Table;
import org.h2.table.TableFilter;
import org.jspecify.annotations.Nullable;

/** A way to read a {@link MadeTable}. */
public abstract class MadeIndex extends Index {
  /** What H2's optimizer is told of the number of rows. */
  static final long ROWS = 1000;

  private static final double FEW = 10;

  private final @Nullable Column key;

  /** A scan. */
  protected MadeIndex(Table table, String name) {
    super(
        table,
        table.getId(),
        name,
        IndexColumn.wrap(table.getColumns()),
        0,
        IndexType.createScan(false));
    key = null;
  }

  /** Finds the rows that have a value in a column. */
  protected MadeIndex(Table table, String name, Column key) {
    super(
        table,
        table.getId(),
        name,
        IndexColumn.wrap(new Column[] {key}),
        0,
        IndexType.createNonUnique(false));
    this.key = key;
  }

  /** None: with one, H2 would take the rows for sorted. */
  @Override
  public @Nullable String getCreateSQL() {
    return null;
  }

  @Override
  public double getCost(
      SessionLocal session,
      int @Nullable [] masks,
      TableFilter @Nullable [] filters,
      int filter,
      @Nullable SortOrder sortOrder,
      @Nullable AllColumnsForPlan allColumnsSet,
      boolean isSelectCommand) {
    if (key == null) {
      return ROWS;
    }
    boolean isGiven = masks != null && (masks[key.getColumnId()] & IndexCondition.EQUALITY) != 0;
    return isGiven ? FEW : Long.MAX_VALUE;
  }

  @Override
  public void close(SessionLocal session) {}

  @Override
  public void add(SessionLocal session, Row row) {
    throw MadeTable.readOnly();
  }

  @Override
  public void remove(SessionLocal session, Row row) {
    throw MadeTable.readOnly();
  }

  @Override
  public void remove(SessionLocal session) {}

  @Override
  public void truncate(SessionLocal session) {
    throw MadeTable.readOnly();
  }

  @Override
  public boolean needRebuild() {
    return false;
  }

  @Override
  public long getRowCount(SessionLocal session) {
    return ROWS;
  }

  @Override
  public long getRowCountApproximation(SessionLocal session) {
    return ROWS;
  }
}
