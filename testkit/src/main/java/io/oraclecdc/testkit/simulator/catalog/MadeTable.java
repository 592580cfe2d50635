package io.oraclecdc.testkit.simulator.catalog;

import java.util.List;
import java.util.function.Function;
import org.h2.api.ErrorCode;
import org.h2.command.ddl.CreateTableData;
import org.h2.engine.SessionLocal;
import org.h2.index.Index;
import org.h2.index.IndexType;
import org.h2.message.DbException;
import org.h2.result.Row;
import org.h2.table.IndexColumn;
import org.h2.table.Table;
import org.h2.table.TableBase;
import org.h2.table.TableType;

/** A read-only H2 table whose rows are made while they are read. */
public final class MadeTable extends TableBase {
  private final List<Index> indexes;

  /**
   * A table.
   *
   * @param data what H2 says of it
   * @param indexes makes its indexes: the scan, and others if there is another way to read it
   */
  public MadeTable(CreateTableData data, Function<Table, List<? extends Index>> indexes) {
    super(data);
    this.indexes = List.copyOf(indexes.apply(this));
  }

  @Override
  public void close(SessionLocal session) {}

  @Override
  public Index addIndex(
      SessionLocal session,
      String indexName,
      int indexId,
      IndexColumn[] cols,
      int uniqueColumnCount,
      IndexType indexType,
      boolean create,
      String indexComment) {
    throw readOnly();
  }

  @Override
  public void removeRow(SessionLocal session, Row row) {
    throw readOnly();
  }

  @Override
  public long truncate(SessionLocal session) {
    throw readOnly();
  }

  @Override
  public void addRow(SessionLocal session, Row row) {
    throw readOnly();
  }

  @Override
  public void checkSupportAlter() {
    throw readOnly();
  }

  @Override
  public TableType getTableType() {
    return TableType.EXTERNAL_TABLE_ENGINE;
  }

  @Override
  public Index getScanIndex(SessionLocal session) {
    return indexes.get(0);
  }

  @Override
  public List<Index> getIndexes() {
    return indexes; // H2 takes the first one for the scan
  }

  @Override
  public long getMaxDataModificationId() {
    return Long.MAX_VALUE; // results are never reused
  }

  @Override
  public boolean isDeterministic() {
    return false;
  }

  @Override
  public boolean canGetRowCount(SessionLocal session) {
    return false;
  }

  @Override
  public boolean canDrop() {
    return true;
  }

  @Override
  public long getRowCount(SessionLocal session) {
    return getRowCountApproximation(session);
  }

  @Override
  public long getRowCountApproximation(SessionLocal session) {
    return MadeIndex.ROWS;
  }

  /** The error of every change. */
  public static DbException readOnly() {
    return DbException.get(ErrorCode.FEATURE_NOT_SUPPORTED_1, "change of a fixed view");
  }
}
